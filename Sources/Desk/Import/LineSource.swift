import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A line of an import, with its place.
struct Line: Sendable {
  let bytes: [UInt8]
  /// Where it stands, for messages.
  let place: String
  /// The number of the line or of the element, from 1; 0 where the whole file is one piece.
  let number: Int
  /// Where the next one begins, in unpacked bytes.
  let end: Int64
}

/// The lines of a file; the elements of one that is a JSON array; or the whole of one that is neither: a receipt, an
/// answer over several lines.
///
/// A file of a large team has gigabytes, so that nothing but the lines under way is held.
final class LineSource {
  /// No line of signed data and no page of an answer is longer.
  static let lineLimit = 64 << 20

  let name: String
  private let source: ByteSource
  private var buffer: [UInt8] = []
  private var start = 0
  private var number = 0
  private var place: Int64 = 0
  private var shape = Shape.lines
  private var isAtEnd = false

  private enum Shape {
    case lines
    /// An array over several lines, or longer than a block; lines after its end are unusual.
    case array
    case whole
  }

  /// - Parameter path: A file, or `-` for standard input.
  init(_ path: String) throws {
    name = path == "-" ? say("standard input") : safeText(path, limit: 300)
    source = try ByteSource(path)
    try fill()
    shape = shapeOfFile()
    if shape == .array, let bracket = buffer.firstIndex(of: UInt8(ascii: "[")) {
      start = bracket + 1
      place = Int64(start)
    }
  }

  var position: Int64 { source.position }
  var length: Int64? { source.length }

  /// The next lines that have anything in them, at most so many; empty at the end.
  func next(_ count: Int) throws -> [Line] {
    if shape == .whole { return try whole() }
    var lines: [Line] = []
    var bytes = 0
    while lines.count < count, bytes < 32 << 20 {
      guard let line = try shape == .array ? nextElement() : nextLine() else { break }
      bytes += line.bytes.count
      if !line.bytes.isEmpty { lines.append(line) }
    }
    return lines
  }

  /// Skips the part that was read before.
  ///
  /// - Returns: Whether the file is that long.
  func skip(to place: Int64, line: Int) throws -> Bool {
    guard shape != .whole else { return place == 0 }
    while self.place + Int64(buffer.count - start) < place {
      self.place += Int64(buffer.count - start)
      start = buffer.count
      guard try fill() else { return false }
    }
    start += Int(place - self.place)
    (self.place, number) = (place, line)
    return true
  }

  // MARK: Lines

  private func nextLine() throws -> Line? { try next("line") { newline(from: $0) } }

  /// The text before the next end, or before the file's.
  ///
  /// - Parameter end: Where it is, searched from a place on; nil when it has not been read yet.
  private func next(_ unit: String, upTo end: (Int) -> Int?) throws -> Line? {
    var searched = start
    while true {
      if let end = end(searched) {
        defer { start = end + 1 }
        return line(from: start, to: end, length: end + 1 - start)
      }
      let held = buffer.count - start
      guard held < Self.lineLimit else {
        throw DeskError(.unusable("\(name), \(unit) \(number + 1): \(DeskText.lineTooLong(Self.lineLimit))"))
      }
      guard try fill() else {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return line(from: start, to: buffer.count, length: buffer.count - start)
      }
      searched = start + held
    }
  }

  private func line(from first: Int, to last: Int, length: Int) -> Line {
    number += 1
    place += Int64(length)
    var (first, last) = (first, last)
    while first < last, buffer[first] <= 0x20 { first += 1 }
    while first < last, buffer[last - 1] <= 0x20 { last -= 1 }
    var bytes = Array(buffer[first..<last])
    if shape == .array, bytes.first == UInt8(ascii: "\""), let text = try? JSONValue(parsing: bytes).stringValue {
      bytes = Array(text.utf8)
    }
    let place = "\(name), \(shape == .array ? "item" : "line") \(number)"
    return Line(bytes: bytes, place: place, number: number, end: self.place)
  }

  private func newline(from index: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard index < bytes.count, let base = bytes.baseAddress else { return nil }
      return memchr(base + index, 0x0A, bytes.count - index).map { UnsafeRawPointer($0) - base }
    }
  }

  /// Reads another block behind the held ones.
  @discardableResult
  private func fill() throws -> Bool {
    guard !isAtEnd else { return false }
    let block = try source.next()
    guard !block.isEmpty else {
      isAtEnd = true
      return false
    }
    if start == buffer.count { buffer = block } else { buffer = Array(buffer[start...]) + block }
    start = 0
    return true
  }

  // MARK: Elements

  /// The next element of an array as it stands there, of a string its value; the rest of the array is not held.
  private func nextElement() throws -> Line? {
    var scan = ElementScan()
    let element = try next("item") { place in
      buffer.withUnsafeBufferPointer { bytes in bytes[place...].firstIndex { scan.isOver(before: $0) } }
    }
    // The comma or the bracket behind it came along.
    if start > 0, buffer[start - 1] == UInt8(ascii: "]") { shape = .lines }
    return element
  }

  // MARK: Files without lines

  /// Whether the file has lines, is an array, or is one receipt or one answer that was written over several lines.
  private func shapeOfFile() -> Shape {
    guard let first = buffer.first(where: { $0 > 0x20 }), first != UInt8(ascii: "e") else { return .lines }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return .whole }
    if let newline = newline(from: 0), (try? JSONValue(parsing: buffer[..<newline])) != nil { return .lines }
    return first == UInt8(ascii: "[") ? .array : .whole
  }

  private func whole() throws -> [Line] {
    guard !isAtEnd || start < buffer.count else { return [] }
    while try fill() {
      guard buffer.count < Self.lineLimit else {
        throw DeskError(.unusable("\(name): \(DeskText.lineTooLong(Self.lineLimit))"))
      }
    }
    defer { start = buffer.count }
    return [Line(bytes: buffer, place: name, number: 0, end: Int64(buffer.count))]
  }
}

/// Where an element of an array ends, byte by byte.
private struct ElementScan {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Whether the element ends before this byte.
  mutating func isOver(before byte: UInt8) -> Bool {
    guard !isEscaped else {
      isEscaped = false
      return false
    }
    switch byte {
    case UInt8(ascii: "\\"): isEscaped = isInString
    case UInt8(ascii: "\""): isInString.toggle()
    case _ where isInString: break
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ","), UInt8(ascii: "]"):
      if depth <= 0 { return true }
      if byte == UInt8(ascii: "]") { depth -= 1 }
    case UInt8(ascii: "}"): depth -= 1
    default: break
    }
    return false
  }
}
