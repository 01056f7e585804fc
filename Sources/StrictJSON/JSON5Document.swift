/// A text in JSON5 (json5.org), read as strictly as JSON: files that people write by hand.
///
/// Comments, commas behind the last member or element, names without quotation marks, strings in single quotation marks
/// and over several lines, hexadecimal numbers, and numbers with a plus sign or a bare decimal point. Refused all the
/// same: a member given twice, a lone surrogate, invalid UTF-8, deep nesting, and `Infinity` and `NaN`, which no value
/// here can hold. A number keeps its value and takes JSON's form: `0x10` is 16, `.5` is 0.5.
package struct JSON5Document: Sendable {
  /// What the text says.
  package let value: JSONValue
  private let bytes: [UInt8]
  /// Where each value's key, or the value itself where it has none, begins: byte offsets by path.
  private let offsets: [String: Int]

  /// Parses a whole text.
  ///
  /// - Throws: A `JSONError` with line, column and path.
  package init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
    let copy = Array(bytes)
    let (value, offsets) = try copy.withUnsafeBufferPointer { JSON5Parser.parse($0, limits) }.get()
    self.value = value
    self.bytes = copy
    self.offsets = offsets
  }

  /// Parses a whole text as `init(parsing:limits:)` does its bytes.
  package init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
    try self.init(parsing: text.utf8, limits: limits)
  }

  /// Where the key of a path stands, such as `steps[2].then`; of one that is not there, its nearest parent.
  package func position(of path: String) -> JSONPosition {
    var path = path[...]
    while true {
      if let offset = offsets[String(path)] { return JSONPosition(of: offset, in: bytes) }
      guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { break }
      path = path[..<end]
    }
    return JSONPosition(of: offsets[""] ?? 0, in: bytes)
  }

  /// An error about a value of this text, with its line and column.
  package func located(_ error: JSONError) -> JSONError {
    guard error.line == nil else { return error }
    let place = position(of: error.path)
    return JSONError(error.kind, error.message, path: error.path, line: place.line, column: place.column)
  }
}
