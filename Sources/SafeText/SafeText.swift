/// Foreign text made fit for a screen, a log or a message: one line in which nothing acts, hides or moves.
///
/// Everything that is not Till's own passes here once, before its width is computed. What a terminal would obey, what
/// turns the direction of writing and what shows as nothing becomes a visible escape (`\x1b`, `\u{202E}`), so that
/// whoever looks for the fault sees it. A base keeps at most two combining marks. Emoji sequences are reduced to their
/// base, because ncurses counts each part. The result is at most `limit` columns wide and ends in `…` when cut.
package func safeText(_ text: some StringProtocol, limit: Int = 256) -> String {
  guard limit > 0 else { return "" }
  if isPlain(text, limit: limit) { return String(text) }
  var sanitizer = Sanitizer(limit: limit)
  for character in text where !sanitizer.isFull { sanitizer.take(character) }
  return sanitizer.result
}

/// Whether a text is printable ASCII and short enough.
private func isPlain(_ text: some StringProtocol, limit: Int) -> Bool {
  var count = 0
  for byte in text.utf8 {
    count += 1
    guard byte >= 0x20, byte < 0x7F, count <= limit else { return false }
  }
  return true
}
