/// The head of a request: everything before its body.
package struct HTTPRequestHead: Hashable, Sendable {
  /// `GET`, `POST`, …: one of the methods that RFC 9110 names.
  package let method: String

  package let target: HTTPTarget

  /// The header fields in their order, names in lower case.
  package let fields: [HTTPField]

  /// The client's address, for the log.
  package let client: String

  /// A head; the names of `fields` must be in lower case.
  package init(method: String, target: HTTPTarget, fields: [HTTPField] = [], client: String = "") {
    self.method = method
    self.target = target
    self.fields = fields
    self.client = client
  }

  /// The value of the only header field of that name (in lower case); nil when there is none or more than one.
  package func field(_ name: String) -> String? {
    let values = fields.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  /// How many bytes of body are announced; nil when no number is.
  var contentLength: Int? { field("content-length").flatMap { Int($0) } }

  /// What HTTP demands of a head beyond what the library has looked at.
  ///
  /// - Throws: an `HTTPRefusal`: 400 for a doubled `Host`, and for what leaves open where the body ends; 501 for a
  ///   method or a transfer coding that nobody here knows.
  func check() throws(HTTPRefusal) {
    func count(_ name: String) -> Int { fields.count { $0.name == name } }
    guard Self.methods.contains(method) else { throw HTTPRefusal(501, "the method is not known") }
    guard count("host") <= 1 else { throw HTTPRefusal(400, "more than one Host") }
    guard count("content-length") <= 1, count("transfer-encoding") <= 1 else {
      throw HTTPRefusal(400, "the length of the body is stated more than once")
    }
    guard let coding = field("transfer-encoding") else { return }
    guard count("content-length") == 0 else { throw HTTPRefusal(400, "both a length and a transfer coding") }
    guard coding.lowercased() == "chunked" else { throw HTTPRefusal(501, "the transfer coding is not known") }
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
