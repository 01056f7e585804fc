import SafeText
import Screen

/// A piece of text in one style.
struct Span: Hashable {
  var text: String
  var style: Style

  init(_ text: String, _ style: Style = .normal) {
    self.text = text
    self.style = style
  }
}

/// A line of text in several styles.
struct Line: Hashable {
  var spans: [Span]

  init(_ spans: [Span]) { self.spans = spans }
  init(_ text: String = "", _ style: Style = .normal) { spans = [Span(text, style)] }

  /// Columns.
  var width: Int { spans.reduce(0) { $0 + displayWidth(of: $1.text) } }
}

/// Breaking text into lines.
enum Wrapping {
  /// The lines of a text no wider than `total` columns, broken at spaces where it can be.
  ///
  /// The first line begins behind `first` columns that are taken, the others behind `indent`.
  static func broken(_ text: String, width total: Int, first: Int = 0, indent: Int = 0) -> [String] {
    guard total > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    var used = 0
    var width: Int { max(1, total - (lines.isEmpty ? first : indent)) }
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let length = displayWidth(of: word)
      if used > 0, used + 1 + length <= width {
        line += " " + word
        used += 1 + length
        continue
      }
      if used > 0 { lines.append(line) }
      (line, used) = ("", 0)
      // A word that fits below whole is not broken only because something stands before it.
      if lines.isEmpty, length > width, length <= total - indent { lines.append("") }
      for character in word {
        let columns = displayWidth(of: character)
        if used + columns > width {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += columns
      }
    }
    if used > 0 || lines.isEmpty { lines.append(line) }
    return lines
  }

  /// The lines of a text in one style, those after the first indented.
  static func lines(
    of text: String, width: Int, style: Style = .normal, first: Span = Span(""), indent: Int = 0
  ) -> [Line] {
    broken(text, width: width, first: displayWidth(of: first.text), indent: indent).enumerated().map { index, line in
      index == 0
        ? Line([first, Span(line, style)])
        : Line([Span(String(repeating: " ", count: indent)), Span(line, style)])
    }
  }
}
