/// A request, whole: nothing of it is sent piece by piece.
package struct HTTPRequest: Hashable, Sendable {
  /// Such as `GET`; capital letters.
  package var method: String
  package var address: HTTPAddress
  /// In the order in which they are sent; a value holds no control characters.
  package var headers: [HTTPHeader]
  /// Nil sends none, and no `Content-Type`; an empty one is sent as such.
  package var body: [UInt8]?

  package init(_ method: String, _ address: HTTPAddress, headers: [HTTPHeader] = [], body: [UInt8]? = nil) {
    self.method = method
    self.address = address
    self.headers = headers
    self.body = body
  }
}

/// One line of a head.
package struct HTTPHeader: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
