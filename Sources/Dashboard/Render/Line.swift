import Core
import TerminalUI
import Verbs

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

  /// The width in columns.
  var width: Int { spans.reduce(0) { $0 + displayWidth(of: $1.text) } }
}

/// Wrapping of text into lines.
package enum Wrapping {
  /// Wraps a text at `total` columns: at spaces, or between characters in scripts without spaces.
  ///
  /// The first line has `first` fewer columns, and all other lines have `indent` fewer. A word that is longer than a
  /// line is broken.
  package static func broken(_ text: String, width total: Int, first: Int = 0, indent: Int = 0) -> [String] {
    guard total > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    var used = 0
    var width: Int { max(1, total - (lines.isEmpty ? first : indent)) }
    for (word, space) in pieces(of: text) {
      let length = displayWidth(of: word)
      if used > 0, used + space.utf8.count + length <= width {
        line += space + word
        used += space.utf8.count + length
        continue
      }
      if used > 0 { lines.append(line) }
      (line, used) = ("", 0)
      // A word that fits on the next line is not broken just because this line has less room.
      if lines.isEmpty, length > width, length <= total - indent { lines.append("") }
      if length <= width {
        (line, used) = (String(word), length)
        continue
      }
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

  /// Returns the pieces of a text after which a line may end, each with the space before it.
  ///
  /// A piece is a word or, in Chinese, a character with the punctuation that must stay beside it.
  private static func pieces(of text: String) -> [(word: Substring, space: String)] {
    var pieces: [(word: Substring, space: String)] = []
    for bytes in text.utf8.split(separator: UInt8(ascii: " ")) {
      let word = Substring(bytes)
      guard !bytes.allSatisfy({ $0 < 0x80 }) else {
        pieces.append((word, " "))
        continue
      }
      var start = word.startIndex
      var space = " "
      for index in word.indices.dropFirst()
      where isBreak(between: word[word.index(before: index)], and: word[index]) {
        pieces.append((word[start..<index], space))
        (start, space) = (index, "")
      }
      pieces.append((word[start...], space))
    }
    return pieces
  }

  /// Returns whether a line may end between two characters without a space.
  private static func isBreak(between one: Character, and other: Character) -> Bool {
    (displayWidth(of: one) == 2 || displayWidth(of: other) == 2) && !opening.contains(one) && !closing.contains(other)
  }

  /// Characters that must not begin a line.
  private static let closing: Set<Character> = [
    "，", "。", "、", "；", "：", "！", "？", "）", "”", "’", "》", "】", "…", "·", "%", ",", ".", ";", ":", "!", "?", ")",
  ]
  /// Characters that must not end a line.
  private static let opening: Set<Character> = ["（", "“", "‘", "《", "【", "("]

  /// Wraps a text into lines of one style, with all lines after the first indented.
  static func lines(
    of text: String, width: Int, style: Style = .normal, first: Span = Span(""), indent: Int = 0
  ) -> [Line] {
    broken(text, width: width, first: displayWidth(of: first.text), indent: indent).enumerated().map { index, line in
      index == 0
        ? Line([first, Span(line, style)])
        : Line([Span(blanks(indent)), Span(line, style)])
    }
  }
}

extension Renderer {
  /// Returns a text cut to a width, with this terminal's ellipsis.
  func shorten(_ text: String, to width: Int) -> String {
    let cut = truncated(text, toWidth: width)
    guard glyphs.ellipsis != "…", cut.last == "…", text.last != "…" else { return cut }
    return cut.dropLast() + glyphs.ellipsis
  }

  func columns(of text: String) -> Int { displayWidth(of: text) }

  /// Draws a row; a pointer marks the selected one, and reverse video shows that its list is focused.
  mutating func drawRow(_ line: Line, in rect: Rect, row: Int, isSelected: Bool, hasFocus: Bool) {
    let place = rect.row(row)
    if isSelected { frame.put(glyphs.pointer, at: place.origin, style: .accent) }
    put(line, at: Point(x: place.x + 2, y: place.y), width: place.width - 2)
    guard isSelected, hasFocus else { return }
    frame.restyle(Rect(x: place.x, y: place.y, width: min(place.width, Self.marked(line)), height: 1), .selected)
  }

  /// Returns how many columns of the selected row are highlighted: its first fields.
  ///
  /// The highlight is short, because the terminal must redraw every highlighted cell at each move.
  private static func marked(_ line: Line) -> Int {
    let most = 48
    var marked = 2
    for span in line.spans {
      let width = displayWidth(of: span.text)
      guard marked == 2 || marked + width <= most else { break }
      marked += width
    }
    return marked
  }

  /// Returns the arrows for the directions in which more rows exist, or an empty text if all are visible.
  func arrows(up: Bool, down: Bool) -> String {
    let arrows = (up ? glyphs.up : "") + (down ? glyphs.down : "")
    return arrows.isEmpty ? "" : " \(arrows)"
  }
}

/// Returns the end of a text that fits, for a field whose cursor is behind the text.
func textEnd(_ text: String, width: Int) -> String {
  var rest = text[...]
  while displayWidth(of: rest) > width { rest.removeFirst() }
  return String(rest)
}

extension Renderer {
  /// ASCII replacements for the characters of Till's own texts.
  private static let plain: [Unicode.Scalar: String] = ["·": "-", "…": "~", "×": "x", "▏": "_"]

  /// Replaces all characters that a terminal without UTF-8 cannot show.
  mutating func keepASCII() {
    for (index, cell) in frame.cells.enumerated() where !cell.isContinuation {
      guard let base = cell.scalars.first, !base.isASCII else { continue }
      let place = Point(x: index % frame.size.width, y: index / frame.size.width)
      frame.put(Self.plain[base] ?? String(repeating: "?", count: Int(cell.width)), at: place, style: cell.style)
    }
  }
}

extension Mark {
  /// Returns the glyph, a different one for each mark, so that no meaning depends on colour alone.
  func glyph(_ glyphs: GlyphSet) -> String {
    switch self {
    case .none: " "
    case .good: glyphs.full
    case .waiting: glyphs.half
    case .bad: glyphs.cross
    case .empty: glyphs.empty
    case .count: glyphs.diamond
    }
  }

  var style: Style {
    switch self {
    case .none: .normal
    case .good, .count: .good
    case .waiting: .warning
    case .bad: .bad
    case .empty: .dim
    }
  }
}
