/// The columns that a text takes, which is what ncurses will count: the sum of its code points' widths.
///
/// It holds for text that has passed `safeText`, and for Till's own; what has no width in itself counts as one column.
package func displayWidth(of text: some StringProtocol) -> Int {
  let plain: Int? =
    text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? bytes.count : nil
    } ?? nil
  if let plain { return plain }
  var width = 0
  for scalar in text.unicodeScalars { width += WidthTable.width(of: scalar) ?? 1 }
  return width
}

/// The columns that one character takes; after `safeText` at most a handful, mostly 1 or 2.
///
/// A few scripts (Devanagari, flags) have characters of several code points with a width each.
package func displayWidth(of character: Character) -> Int {
  var width = 0
  for scalar in character.unicodeScalars { width += WidthTable.width(of: scalar) ?? 1 }
  return width
}

/// The columns that one code point takes: 0, 1 or 2; what has no width in itself counts as one.
package func displayWidth(of scalar: Unicode.Scalar) -> Int { WidthTable.width(of: scalar) ?? 1 }

/// The beginning of a text that fits into `width` columns, with `…` in the last one where something is missing.
///
/// A wide character is never cut in half, so the result may be a column narrower.
package func truncated(_ text: String, toWidth width: Int) -> String {
  guard width > 0 else { return "" }
  if text.utf8.count <= width { return text }
  var used = 0
  var end = text.startIndex
  var index = text.startIndex
  while index < text.endIndex {
    used += displayWidth(of: text[index])
    if used > width { return text[..<end] + "…" }
    index = text.index(after: index)
    if used < width { end = index }
  }
  return text
}

/// The side of a column at which a text stands.
package enum TextAlignment: Hashable, Sendable {
  case leading, trailing
}

/// So many spaces, none for a negative number.
package func blanks(_ count: Int) -> String {
  // In one piece: a sign repeated is put together sign by sign, and a frame has hundreds of these.
  String(unsafeUninitializedCapacity: max(0, count)) { bytes in
    bytes.initialize(repeating: UInt8(ascii: " "))
    return max(0, count)
  }
}

/// A text filled with spaces, or cut, to exactly `width` columns.
package func padded(_ text: String, toWidth width: Int, alignment: TextAlignment = .leading) -> String {
  let text = truncated(text, toWidth: width)
  let space = blanks(width - displayWidth(of: text))
  return alignment == .leading ? text + space : space + text
}
