import CMicroHTTPD
import Core

/// A check that a request's head follows RFC 9112.
///
/// Each line must end with CR LF, no field may be folded, and each name must be a token with its colon directly after
/// it.
///
/// If a server reads a head differently from the proxy before it, part of one request's body can become another
/// request. Old versions of libmicrohttpd accept such heads. They leave the head in memory as it was received, with NUL
/// in place of line ends and colons. So the check reads that memory: version, names and values must follow each other
/// directly.
struct HeadShape {
  /// Whether this check is needed: newer versions of libmicrohttpd refuse such heads themselves.
  static let isNeeded = till_mhd_is_lenient()

  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private(set) var isGood = true

  /// Starts the check after the request line.
  ///
  /// - Parameters:
  ///   - method: The start of the request line in libmicrohttpd's memory.
  ///   - version: The version of the request line in the same memory.
  ///   - size: The size of the head in bytes, with its empty line.
  init(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, size: Int) {
    next = UnsafeRawPointer(version).assumingMemoryBound(to: UInt8.self) + "HTTP/1.1".utf8.count
    end = UnsafeRawPointer(method).assumingMemoryBound(to: UInt8.self) + size
    takeLineEnd()
  }

  /// Checks the next header field.
  mutating func check(
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

  /// Checks the empty line, which must be the last bytes of the head, since memory after a lone LF may also be NUL.
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

  /// Returns the length of a value without trailing spaces and tabs, which are not part of it.
  static func trimmed(_ value: UnsafePointer<CChar>?, _ count: Int) -> Int {
    guard let value else { return 0 }
    var count = count
    while count > 0, value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
    return count
  }

  /// Returns whether a character is allowed in a field's name (RFC 9110).
  static func isTokenByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
