import Core
import Libc

/// A line of an import, with its position.
struct Line: Sendable {
  let bytes: [UInt8]
  /// The source and line, for messages.
  let place: String
  /// The number of the line or the array element, from 1; 0 if the whole file is one item.
  let number: Int
  /// The position of the next line, in unpacked bytes.
  let end: Int64
}

/// A reader that divides a file into items.
///
/// An item is a line, an element of a JSON array, or the whole file if it is neither: a receipt, or an answer over
/// several lines. Large files have gigabytes, so only the lines being processed are in memory.
final class LineSource {
  /// The longest line, in bytes; signed data and pages of answers are shorter.
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
    /// A JSON array over several lines, or longer than a block; a line after its end is unusual.
    case array
    case whole
  }

  /// Opens a source and determines its shape.
  ///
  /// - Parameter path: A file, or `-` for standard input.
  init(_ path: String) throws {
    name = path == "-" ? say("standard input") : safeText(path, limit: 300)
    source = try ByteSource(path)
    try fill()
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { (start, place) = (3, 3) }
    shape = shapeOfFile()
    if shape == .array, let bracket = buffer.firstIndex(of: UInt8(ascii: "[")) {
      start = bracket + 1
      place = Int64(start)
    }
  }

  /// Whether no line was read yet.
  var isAtStart: Bool { number == 0 }
  var position: Int64 { source.position }
  var length: Int64? { source.length }

  /// Returns the next lines that are not empty, at most `count`; an empty list at the end.
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

  /// Skips the part that was already imported.
  ///
  /// - Returns: False if the file is shorter than that.
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

  /// Returns the text before the next end, or before the end of the file.
  ///
  /// - Parameter end: Returns the position of the end, searching from a position on; nil if it was not read yet.
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

  /// Reads another block and appends it to the buffer.
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

  /// Returns the next array element as JSON text, or a string element's value; the rest of the array is not in memory.
  private func nextElement() throws -> Line? {
    var scan = ElementScan()
    let element = try next("item") { place in
      buffer.withUnsafeBufferPointer { bytes in bytes[place...].firstIndex { scan.isOver(before: $0) } }
    }
    // The comma or bracket after the element was consumed with it.
    if start > 0, buffer[start - 1] == UInt8(ascii: "]") { shape = .lines }
    return element
  }

  // MARK: Files without lines

  /// Returns the shape of the file: lines, an array, or one receipt or answer over several lines.
  private func shapeOfFile() -> Shape {
    guard let first = buffer[start...].first(where: { $0 > 0x20 }) else { return .lines }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      // A receipt, as bytes or in base64, may have line breaks; every line of signed data has dots.
      let isReceipt = buffer.starts(with: [0x30]) && buffer.dropFirst().first.map { $0 >= 0x80 } ?? false
      return isReceipt || !buffer.contains(UInt8(ascii: ".")) ? .whole : .lines
    }
    if let newline = newline(from: start), (try? JSONValue(parsing: buffer[start..<newline])) != nil { return .lines }
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
    return [Line(bytes: Array(buffer[start...]), place: name, number: 0, end: Int64(buffer.count))]
  }
}

/// A byte-by-byte search for the end of an array element.
private struct ElementScan {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Returns whether the element ends before this byte.
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
