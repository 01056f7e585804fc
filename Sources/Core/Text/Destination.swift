/// The places where Till writes text from outside, each with its own escaping rules.
///
/// Text that is safe on a screen can be dangerous elsewhere: a line break in a shell's input, a formula in a
/// spreadsheet, a tag in a web page. Code that writes a file or fills the clipboard passes the raw text to `safe(_:)`
/// and never escapes it itself.
package enum Destination: CaseIterable, Sendable {
  /// Lines on a terminal or in a log: line breaks separate lines, and no control character has an effect.
  case terminal
  /// The clipboard: one line without control characters, because it may be pasted into a shell.
  case clipboard
  /// A cell of CSV (RFC 4180) that no spreadsheet evaluates as a formula.
  case csv
  /// Running text or a table cell in Markdown: plain words without HTML, links, images, mentions or tables.
  case markdown
  /// Text between the tags of an SVG picture.
  case svg
  /// Text or the value of an attribute in XML.
  case xml

  /// Returns the text in a form that is safe for this destination.
  package func safe(_ text: some StringProtocol) -> String {
    switch self {
    case .terminal:
      // Most lines are plain ASCII, which `SafeText.line` returns unchanged; only the others are read by character.
      text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.line($0) }.joined(separator: "\n")
    case .clipboard: SafeText.line(text)
    case .csv: Self.cell(SafeText.line(text))
    case .markdown: Self.words(SafeText.line(text))
    case .svg: Self.escaped(text, ["&": "&amp;", "<": "&lt;", ">": "&gt;"])
    case .xml: Self.escaped(text, ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;"])
    }
  }

  /// Returns cells as a row of a table: a line of CSV, or of a table in Markdown.
  package func row(_ cells: [String]) -> String {
    let cells = cells.map(safe)
    return self == .markdown ? "| \(cells.joined(separator: " | ")) |\n" : cells.joined(separator: ",") + "\r\n"
  }

  /// Returns the names of a table's columns as its first row; Markdown needs a line of hyphens below it.
  package func head(_ names: [String]) -> String {
    row(names) + (self == .markdown ? "|" + String(repeating: " --- |", count: names.count) + "\n" : "")
  }

  /// Returns lines as a code block in Markdown, with a fence that none of the lines can close.
  package static func markdownBlock(_ lines: [String]) -> String {
    let lines = lines.map { SafeText.line($0) }
    let longest = lines.map { longestRun(of: "`", in: $0) }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ([fence] + lines + [fence]).joined(separator: "\n")
  }

  // MARK: CSV

  /// The characters that start a formula in a spreadsheet, with the full-width and small forms of East Asian keyboards.
  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FE66}", "\u{FE62}", "\u{FE63}", "\u{FE6B}",
    "\u{2212}",
  ]

  private static func cell(_ text: String) -> String {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
    let isFormula = first.map(formulaStarts.contains) ?? false
    let cell = isFormula ? "'" + text : text
    // In locales with a decimal comma, spreadsheets separate cells with semicolons.
    let isPlain = !cell.utf8.contains { [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\"")].contains($0) }
    return isPlain ? cell : "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  // MARK: Markdown

  /// Returns a text for Markdown, word by word: a word that a page would turn into a link becomes code.
  private static func words(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).enumerated().map { index, word in
      linksByItself(word) ? code(word) : plain(word, isStart: index == 0)
    }.joined(separator: " ")
  }

  /// Returns whether a site would turn a word into a link: a web address, an e-mail address or an @mention.
  private static func linksByItself(_ word: Substring) -> Bool {
    if word.contains("://") || word.lowercased().contains("www.") { return true }
    let letters = Array(word)
    return letters.indices.dropLast().contains {
      letters[$0] == "@" && (letters[$0 + 1].isLetter || letters[$0 + 1].isNumber)
    }
  }

  /// Returns a word as a code span with a fence that it does not contain; a bar is escaped, for table cells.
  private static func code(_ word: Substring) -> String {
    let marks = String(repeating: "`", count: longestRun(of: "`", in: word) + 1)
    let isTouching = word.hasPrefix("`") || word.hasSuffix("`")
    let inner = String(word).replacing("|", with: "\\|")
    return marks + (isTouching ? " \(inner) " : inner) + marks
  }

  private static func plain(_ word: Substring, isStart: Bool) -> String {
    var result = ""
    for character in word {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "$": result += "\\" + String(character)
      // At the start, these characters would begin a heading, a list or a line.
      case "#", "-", "+", "=": result += (isStart && result.isEmpty ? "\\" : "") + String(character)
      default: result.append(character)
      }
    }
    return result
  }

  private static func longestRun(of letter: Unicode.Scalar, in text: some StringProtocol) -> Int {
    var (longest, run) = (0, 0)
    for scalar in text.unicodeScalars {
      run = scalar == letter ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  // MARK: XML

  private static func escaped(_ text: some StringProtocol, _ names: [Character: String]) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let name = names[Character(scalar)] {
        result += name
      } else {
        result.unicodeScalars.append(isOfXML(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  /// Returns whether XML 1.0 allows a character; line breaks and tabs are allowed, other control characters are not.
  private static func isOfXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

private enum SafeText {
  /// Returns a text of any length as one safe line.
  static func line(_ text: some StringProtocol) -> String { safeText(text, limit: .max) }
}
