package import Core

/// The head of a request: everything before its body.
package struct HTTPRequestHead: Hashable, Sendable {
  /// The method, such as `GET` or `POST`: one of those in RFC 9110.
  package let method: String

  package let target: HTTPTarget

  /// The header fields in their order, with names in lower case.
  package private(set) var fields: [HTTPField] = []

  /// The client's address, for the log.
  package private(set) var client = ""

  /// The server's additional port on which the request arrived; nil for the server's own.
  package private(set) var port: UInt16?

  /// Returns the value of the only header field with a name (in lower case); nil when there is none or more than one.
  package func field(_ name: String) -> String? {
    var found: String?
    for field in fields where field.name == name {
      guard found == nil else { return nil }
      found = field.value
    }
    return found
  }

  /// Returns the same head without the first segments of its path.
  func below(_ count: Int) -> HTTPRequestHead {
    HTTPRequestHead(method: method, target: target.below(count), fields: fields, client: client, port: port)
  }

  /// The announced number of body bytes; nil when no number is announced.
  var contentLength: Int? { field("content-length").flatMap { Int($0) } }

  /// Whether the head announces a body.
  var hasBody: Bool { fields.contains { $0.name == "content-length" || $0.name == "transfer-encoding" } }

  /// Checks what HTTP demands of a head beyond libmicrohttpd's own checks.
  ///
  /// - Throws: An `HTTPRefusal`: 400 for more than one `Host` or `Origin`, and for an ambiguous end of the body; 501
  ///   for an unknown method or transfer coding.
  func check() throws(HTTPRefusal) {
    func count(_ name: String) -> Int { fields.count { $0.name == name } }
    guard Self.methods.contains(method) else { throw HTTPRefusal(501, say("unknown method")) }
    guard count("host") <= 1 else { throw HTTPRefusal(400, say("more than one Host")) }
    guard count("origin") <= 1 else { throw HTTPRefusal(400, say("more than one Origin")) }
    guard count("content-length") <= 1, count("transfer-encoding") <= 1 else {
      throw HTTPRefusal(400, say("more than one Content-Length or Transfer-Encoding"))
    }
    guard let coding = field("transfer-encoding") else { return }
    guard count("content-length") == 0 else {
      throw HTTPRefusal(400, say("the request has both Content-Length and Transfer-Encoding"))
    }
    guard coding.lowercased() == "chunked" else { throw HTTPRefusal(501, say("unknown Transfer-Encoding")) }
  }

  private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]
}

/// A complete request.
package struct HTTPRequest: Hashable, Sendable {
  package let head: HTTPRequestHead
  package var body: [UInt8] = []

  package var method: String { head.method }
  /// The decoded segments of the path.
  package var path: [String] { head.target.path }
}

/// The answer of a server.
package struct HTTPResponse: Sendable {
  /// The simulated ways to damage an answer of bytes.
  package enum Damage: String, Sendable, CaseIterable {
    /// The connection is reset instead of an answer.
    case reset
    /// The head announces the whole body, but the connection ends after half of it.
    case truncated
    /// A complete answer whose body is only the first half, which is not valid JSON.
    case malformed
    /// The right body with the content type `text/html`.
    case html
  }

  /// The body behind the head.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// Parts that are sent as they arrive, in chunked coding; when the connection ends, the stream's iteration ends.
    case stream(AsyncStream<[UInt8]>)
  }

  package var status: Int
  package var fields: [HTTPField]
  package var body: Body
  /// The simulated damage; nil for a correct answer.
  package var damage: Damage?
  /// A note for the access log; the client does not receive it.
  package var note: String?

  /// Makes an answer of bytes, which are empty for most answers that are only a status.
  package init(_ status: Int, contentType: String? = nil, _ bytes: [UInt8] = [], fields: [HTTPField] = []) {
    self.status = status
    self.fields = fields + (contentType.map { [HTTPField(name: "Content-Type", value: $0)] } ?? [])
    body = .bytes(bytes)
  }

  /// Makes an answer of one JSON object.
  ///
  /// The content type has no parameter: Apple's Python client reads an error only from exactly `application/json`.
  package init(_ status: Int = 200, json: JSONObject, fields: [HTTPField] = []) {
    self.init(
      status, contentType: "application/json", JSONValue.object(json).serializedBytes(), fields: fields)
  }

  /// Makes an answer that continues until the stream ends or the client leaves; caches must not store it.
  package init(stream: AsyncStream<[UInt8]>, contentType: String) {
    status = 200
    fields = [
      HTTPField(name: "Content-Type", value: contentType), HTTPField(name: "Cache-Control", value: "no-store"),
    ]
    body = .stream(stream)
  }

  /// Returns the answer with a simulated damage; a stream is returned unchanged.
  func damaged(_ damage: Damage) -> HTTPResponse {
    guard case .bytes(let bytes) = body else { return self }
    var response = self
    response.damage = damage
    if damage == .malformed {
      response.body = .bytes(bytes.isEmpty ? [UInt8(ascii: "{")] : Array(bytes.prefix(bytes.count / 2)))
    }
    if damage == .html {
      response.fields.removeAll { $0.name == "Content-Type" }
      response.fields.append(HTTPField(name: "Content-Type", value: "text/html"))
    }
    return response
  }

  /// The size of the body in bytes; 0 for a stream.
  var byteCount: Int { if case .bytes(let bytes) = body { bytes.count } else { 0 } }

  /// The stage of its connection while the answer is sent.
  var stage: ConnectionTable.Stage { if case .bytes = body { .answer } else { .stream } }
}

/// One answered request, for the access log.
package struct HTTPLogEntry: Hashable, Sendable {
  package let client: String
  package let method: String
  /// The target as it was sent.
  package let target: String
  /// The status; nil when the client left before it was answered.
  package let status: Int?
  /// The size of the answer's body in bytes; 0 for a stream.
  package let bytes: Int
  package let milliseconds: Double
  /// Why the request was refused, where the answer does not say so.
  package let refusal: String?

  /// The entry in one line without control characters: client, method, target, status, size, duration.
  package var line: String {
    let duration = (milliseconds * 10).rounded() / 10
    let request = "\(safeText(method, limit: 16)) \(safeText(target, limit: 300))"
    let end = refusal.map { " (\($0))" } ?? ""
    return "\(client) \(request) \(status.map(String.init) ?? "-") \(bytes) B \(duration) ms\(end)"
  }
}
