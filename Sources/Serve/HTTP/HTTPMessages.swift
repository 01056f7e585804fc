package import Core

/// The head of a request: everything before its body.
package struct HTTPRequestHead: Hashable, Sendable {
  /// `GET`, `POST`, …: one of the methods that RFC 9110 names.
  package let method: String

  package let target: HTTPTarget

  /// The header fields in their order, names in lower case.
  package let fields: [HTTPField]

  /// The client's address, for the log.
  package let client: String

  /// The further port of the server that it came to; nil for the server's own.
  package let port: UInt16?

  /// A head; the names of `fields` must be in lower case.
  package init(
    method: String, target: HTTPTarget, fields: [HTTPField] = [], client: String = "", port: UInt16? = nil
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.client = client
    self.port = port
  }

  /// The value of the only header field of that name (in lower case); nil when there is none or more than one.
  package func field(_ name: String) -> String? {
    var found: String?
    for field in fields where field.name == name {
      guard found == nil else { return nil }
      found = field.value
    }
    return found
  }

  /// The same with a target without its first segments.
  func below(_ count: Int) -> HTTPRequestHead {
    HTTPRequestHead(method: method, target: target.below(count), fields: fields, client: client, port: port)
  }

  /// How many bytes of body are announced; nil when no number is.
  var contentLength: Int? { field("content-length").flatMap { Int($0) } }

  /// Whether a body follows, as far as the head says.
  var hasBody: Bool { fields.contains { $0.name == "content-length" || $0.name == "transfer-encoding" } }

  /// HTTP's demands on a head beyond the library's checks.
  ///
  /// - Throws: an `HTTPRefusal`: 400 for a doubled `Host` or `Origin`, and for an unclear end of the body; 501 for an
  ///   unknown method or transfer coding.
  func check() throws(HTTPRefusal) {
    func count(_ name: String) -> Int { fields.count { $0.name == name } }
    guard Self.methods.contains(method) else { throw HTTPRefusal(501, say("unknown method")) }
    guard count("host") <= 1 else { throw HTTPRefusal(400, say("more than one Host")) }
    guard count("origin") <= 1 else { throw HTTPRefusal(400, say("more than one Origin")) }
    guard count("content-length") <= 1, count("transfer-encoding") <= 1 else {
      throw HTTPRefusal(400, say("the request has more than one Content-Length"))
    }
    guard let coding = field("transfer-encoding") else { return }
    guard count("content-length") == 0 else {
      throw HTTPRefusal(400, say("the request has both Content-Length and Transfer-Encoding"))
    }
    guard coding.lowercased() == "chunked" else { throw HTTPRefusal(501, say("unknown Transfer-Encoding")) }
  }

  private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]
}

/// A whole request.
package struct HTTPRequest: Hashable, Sendable {
  package let head: HTTPRequestHead
  package let body: [UInt8]

  package init(head: HTTPRequestHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }

  package var method: String { head.method }
  /// The decoded segments of the path.
  package var path: [String] { head.target.path }
}

/// The answer of a server.
package struct HTTPResponse: Sendable {
  /// How an answer of bytes may be spoilt on purpose.
  package enum Damage: String, Sendable, CaseIterable {
    /// The connection is reset in place of an answer.
    case reset
    /// The head announces the whole body; half of it comes, and the connection ends.
    case truncated
    /// A whole answer whose body is half of the right one, which is no JSON.
    case malformed
    /// The right body under the content type `text/html`.
    case html
  }

  /// The body behind the head.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// Parts that are sent as they come, in chunked coding; the connection's end ends the stream's iteration.
    case stream(AsyncStream<[UInt8]>)
  }

  package var status: Int
  package var fields: [HTTPField]
  package var body: Body
  /// How it is spoilt on its way; nil for a whole answer.
  package var damage: Damage?
  /// The access log's note about it; the client does not get it.
  package var note: String?
  /// The same made ready for the library, where it is sent more than once.
  private(set) var ready: ReadyResponse?

  /// An answer of bytes, without any for most that only have a status.
  package init(_ status: Int, contentType: String? = nil, _ bytes: [UInt8] = [], fields: [HTTPField] = []) {
    self.status = status
    self.fields = fields + (contentType.map { [HTTPField(name: "Content-Type", value: $0)] } ?? [])
    body = .bytes(bytes)
  }

  /// An answer of one JSON object.
  ///
  /// The content type has no parameter: Apple's Python client reads an error only from exactly `application/json`.
  package init(_ status: Int = 200, json: JSONObject, fields: [HTTPField] = []) {
    self.init(
      status, contentType: "application/json", JSONValue.object(json).serializedBytes(), fields: fields)
  }

  /// An answer that goes on until the stream ends or the client leaves; nothing on the way may keep it.
  package init(stream: AsyncStream<[UInt8]>, contentType: String) {
    status = 200
    fields = [
      HTTPField(name: "Content-Type", value: contentType), HTTPField(name: "Cache-Control", value: "no-store"),
    ]
    body = .stream(stream)
  }

  /// The same, spoilt on its way; a stream stays as it is.
  func damaged(_ damage: Damage) -> HTTPResponse {
    guard case .bytes(let bytes) = body else { return self }
    var response = self
    (response.damage, response.ready) = (damage, nil)
    if damage == .malformed {
      response.body = .bytes(bytes.isEmpty ? [UInt8(ascii: "{")] : Array(bytes.prefix(bytes.count / 2)))
    }
    if damage == .html {
      response.fields.removeAll { $0.name == "Content-Type" }
      response.fields.append(HTTPField(name: "Content-Type", value: "text/html"))
    }
    return response
  }

  /// The same, made ready to be sent any number of times.
  func prepared() -> HTTPResponse {
    guard ready == nil, case .bytes(let bytes) = body else { return self }
    var response = self
    response.ready = ReadyResponse(fields, bytes)
    return response
  }

  /// How many bytes the body has; 0 for a stream.
  var byteCount: Int { if case .bytes(let bytes) = body { bytes.count } else { 0 } }

  /// How many of them are held for this answer alone.
  var chargedBytes: Int { ready == nil ? byteCount : 0 }

  /// The stage of its connection while it is sent.
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
  /// How many bytes the answer's body has; 0 for a stream.
  package let bytes: Int
  package let milliseconds: Double
  /// Why the request was refused, where the answer does not say so.
  package let refusal: String?

  /// One line without foreign control characters: client, method, target, status, size, duration.
  package var line: String {
    let duration = (milliseconds * 10).rounded() / 10
    let request = "\(safeText(method, limit: 16)) \(safeText(target, limit: 300))"
    let end = refusal.map { " (\($0))" } ?? ""
    return "\(client) \(request) \(status.map(String.init) ?? "-") \(bytes) B \(duration) ms\(end)"
  }
}
