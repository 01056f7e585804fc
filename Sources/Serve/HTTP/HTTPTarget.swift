import Core

/// The target of a request line, split before it is decoded.
///
/// The order matters: an encoded slash, control character or dot segment must not change the path that was sent.
package struct HTTPTarget: Hashable, Sendable {
  /// The server's name in absolute form, as it was sent; nil in origin form.
  let authority: String?

  /// The decoded segments of the path; `/a/b` has two.
  package let path: [String]

  /// The decoded parameters of the query in their order; a name may occur more than once.
  package let query: [HTTPField]

  /// Parses a target in origin form (`/path?query`) or absolute form (`http://host/path?query`).
  ///
  /// - Throws: An `HTTPRefusal` with status 400 for any other form, an invalid escape, text that is not UTF-8, a
  ///   control character, an encoded slash in the path, and the segments `.` and `..`.
  package init(_ target: some Collection<UInt8>) throws(HTTPRefusal) {
    let bytes = Array(target)
    let local = try Self.withoutAuthority(bytes[...])
    let start = bytes.count - local.count
    authority =
      start == 0
      ? nil
      : String(decoding: bytes[..<start].split(separator: UInt8(ascii: "/")).dropFirst().joined(), as: UTF8.self)
    let parts = local.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var path: [String] = []
    for segment in parts[0].dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      let text = try Self.decoded(segment, plusIsSpace: false)
      guard !text.utf8.contains(UInt8(ascii: "/")), text != ".", text != ".." else { throw Self.refusal }
      path.append(text)
    }
    self.path = path
    var query: [HTTPField] = []
    if parts.count == 2 {
      for pair in parts[1].split(separator: UInt8(ascii: "&")) {
        let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        query.append(
          HTTPField(
            name: try Self.decoded(halves[0], plusIsSpace: true),
            value: halves.count == 2 ? try Self.decoded(halves[1], plusIsSpace: true) : ""))
      }
    }
    self.query = query
  }

  private init(path: [String], query: [HTTPField], authority: String?) {
    self.authority = authority
    self.path = path
    self.query = query
  }

  /// Returns the same target without the first segments of its path.
  func below(_ count: Int) -> HTTPTarget {
    HTTPTarget(path: Array(path.dropFirst(count)), query: query, authority: authority)
  }

  /// Returns every value of a parameter, in order.
  package func values(_ name: String) -> [String] {
    query.filter { $0.name == name }.map(\.value)
  }

  private static var refusal: HTTPRefusal { HTTPRefusal(400, say("the request's target is malformed")) }

  /// Returns the part of the target from its first slash on, without scheme and server.
  private static func withoutAuthority(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) -> ArraySlice<UInt8> {
    if bytes.first == UInt8(ascii: "/") { return bytes }
    guard let scheme = ["http://", "https://"].first(where: { bytes.starts(with: $0.utf8) }) else { throw refusal }
    let rest = bytes.dropFirst(scheme.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")), slash > rest.startIndex else { throw refusal }
    return rest[slash...]
  }

  private static func decoded(_ text: ArraySlice<UInt8>, plusIsSpace: Bool) throws(HTTPRefusal) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
          throw refusal
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }), let text = String(validating: bytes, as: UTF8.self)
    else { throw refusal }
    return text
  }
}

/// A name with a value: a header field or a parameter.
package struct HTTPField: Hashable, Sendable {
  package let name: String
  package let value: String
}

extension UInt8 {
  /// The value of a hexadecimal digit; nil for any other byte.
  fileprivate var hexadecimalValue: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) } }
}
