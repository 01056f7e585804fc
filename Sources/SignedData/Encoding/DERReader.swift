/// Reads ASN.1 in DER as far as an app receipt needs it; nothing is trusted.
package struct DERReader {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next element's tag and content; nil at the end, and for bytes that are none.
  package mutating func next() -> (tag: UInt8, content: [UInt8])? {
    guard let tag = rest.popFirst(), let first = rest.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), rest.count >= count else { return nil }
      length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(count)
    }
    guard length <= rest.count else { return nil }
    defer { rest = rest.dropFirst(length) }
    return (tag, Array(rest.prefix(length)))
  }

  /// The number that an INTEGER's content is, if it is none below zero and fits.
  package static func integer(_ content: [UInt8]) -> Int64? {
    guard (1...8).contains(content.count), content[0] < 0x80 else { return nil }
    return content.reduce(0) { $0 << 8 | Int64($1) }
  }
}
