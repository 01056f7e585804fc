import CMicroHTTPD

/// Whether a head follows RFC 9112: each line ends with CR LF, no field is folded, and each name is a token
/// with its colon right behind it.
///
/// Where a library reads a head otherwise than a proxy before it, the body of one request is another request. Old
/// versions of libmicrohttpd take such heads, but leave them where they were received, with NUL in place of line ends
/// and colons: version, names and values must then stand in one line, with nothing in between.
struct HeadShape {
  /// Whether this check is needed: newer versions of libmicrohttpd refuse such heads themselves.
  static let isNeeded = till_mhd_is_lenient()

  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private(set) var isGood = true

  /// - Parameters:
  ///   - method: Where the first line begins in the library's memory.
  ///   - version: Where the version of the first line stands in it.
  ///   - size: How many bytes the head has, its empty line included.
  init(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, size: Int) {
    next = UnsafeRawPointer(version).assumingMemoryBound(to: UInt8.self) + "HTTP/1.1".utf8.count
    end = UnsafeRawPointer(method).assumingMemoryBound(to: UInt8.self) + size
    takeLineEnd()
  }

  /// Takes the next field.
  mutating func take(
    name: UnsafePointer<CChar>?, _ nameCount: Int, value: UnsafePointer<CChar>?, _ valueCount: Int
  ) {
    guard isGood else { return }
    guard let name, nameCount > 0, Int(bitPattern: name) == Int(bitPattern: next),
      UnsafeBufferPointer(start: next, count: nameCount).allSatisfy(Self.isTokenByte), next[nameCount] == 0
    else { return isGood = false }
    next += nameCount + 1
    skipSpace()
    guard Int(bitPattern: value) == Int(bitPattern: next) else { return isGood = false }
    guard UnsafeBufferPointer(start: next, count: valueCount).allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else { return isGood = false }
    next += valueCount
    skipSpace()
    takeLineEnd()
  }

  /// Takes the empty line, which must be the head's last bytes: behind a lone LF the library's memory may hold a NUL too.
  mutating func takeEmptyLine() {
    guard isGood else { return }
    takeLineEnd()
    isGood = isGood && next == end
  }

  private mutating func skipSpace() { while next.pointee == 0x20 || next.pointee == 0x09 { next += 1 } }

  private mutating func takeLineEnd() { isGood = takesLineEnd() }

  private mutating func takesLineEnd() -> Bool {
    guard next[0] == 0, next[1] == 0 else { return false }
    next += 2
    return true
  }

  /// How many bytes a value has without the spaces behind it, which are none of it.
  static func trimmed(_ value: UnsafePointer<CChar>?, _ count: Int) -> Int {
    guard let value else { return 0 }
    var count = count
    while count > 0, value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
    return count
  }

  /// RFC 9110: the characters of a field's name.
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
