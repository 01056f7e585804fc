/// An encoder for ASN.1 in DER (X.690), the encoding of an app receipt.
enum DERWriter {
  /// Encodes an integer; negative ones become 0.
  static func integer(_ value: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = UInt64(max(0, value))
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    } while rest > 0
    // The highest bit is the sign, so a zero byte keeps the number positive.
    if bytes.last.map({ $0 >= 0x80 }) == true { bytes.append(0) }
    return element(0x02, bytes.reversed())
  }

  static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }
  static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
  /// Encodes a text of ASCII characters (IA5String).
  static func ia5(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }
  static func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, elements.flatMap(\.self)) }

  /// Encodes a set; DER sorts its elements by their bytes.
  static func set(_ elements: [[UInt8]]) -> [UInt8] {
    element(0x31, elements.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self))
  }

  /// Encodes an element: a tag, a length in its shortest form, and the content.
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
    var length: [UInt8] = []
    var rest = content.count
    while rest > 0 {
      length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }
}
