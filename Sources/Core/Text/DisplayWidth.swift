/// Returns the number of terminal columns of a text, as ncurses counts it: the sum of its code points' widths.
///
/// It is correct for text that has passed `safeText`, and for Till's own texts. A code point without a width counts as
/// one column.
package func displayWidth(of text: some StringProtocol) -> Int {
  let plain: Int? =
    text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? bytes.count : nil
    } ?? nil
  return plain ?? text.unicodeScalars.reduce(0) { $0 + displayWidth(of: $1) }
}

/// Returns the number of terminal columns of one character, usually 1 or 2; after `safeText` rarely more.
///
/// In some scripts (Devanagari) and in flags, one character has several code points, each with its own width.
package func displayWidth(of character: Character) -> Int {
  character.unicodeScalars.reduce(0) { $0 + displayWidth(of: $1) }
}

/// Returns the number of terminal columns of one code point: 0, 1 or 2; a code point without a width counts as one.
package func displayWidth(of scalar: Unicode.Scalar) -> Int { WidthTable.width(of: scalar) ?? 1 }

/// Returns the beginning of a text that fits into `width` columns, ending in `…` if the text is cut.
///
/// A wide character is never cut in half, so the result can be one column narrower.
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

/// The side of a column to which a text is aligned.
package enum TextAlignment: Hashable, Sendable {
  case leading, trailing
}

/// Returns a number of spaces; none for a negative number.
package func blanks(_ count: Int) -> String {
  // The string is filled at once: `String(repeating:count:)` appends space by space, and a frame needs hundreds of
  // these.
  String(unsafeUninitializedCapacity: max(0, count)) { bytes in
    bytes.initialize(repeating: UInt8(ascii: " "))
    return max(0, count)
  }
}

/// Returns a text padded with spaces, or cut, to exactly `width` columns.
package func padded(_ text: String, toWidth width: Int, alignment: TextAlignment = .leading) -> String {
  let text = truncated(text, toWidth: width)
  let space = blanks(width - displayWidth(of: text))
  return alignment == .leading ? text + space : space + text
}
