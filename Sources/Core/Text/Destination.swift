/// Where foreign text goes, and what is done to it on the way: the one list.
///
/// A text that is safe on a screen may act elsewhere: a line break in a shell's input, a formula in a spreadsheet, a
/// tag in a page. Code that writes a file or fills a clipboard calls this with the text as it is, and never escapes by
/// itself.
package enum Destination: CaseIterable, Sendable {
  /// Lines on a terminal or in a log: line breaks part them, and nothing else acts.
  case terminal
  /// The clipboard: one line in which nothing acts, since it may be pasted into a shell.
  case clipboard
  /// A cell of CSV (RFC 4180), which no spreadsheet takes for a formula.
  case csv
  /// Running text or a table's cell in Markdown: words alone, no HTML, link, picture, mention or table.
  case markdown
  /// Text between the tags of an SVG picture.
  case svg
  /// Text or the value of an attribute in XML.
  case xml

  /// The text as it may stand there.
  package func safe(_ text: some StringProtocol) -> String {
    switch self {
    case .terminal:
      // Most lines are plain; only the others are read letter by letter.
      text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.line($0) }.joined(separator: "\n")
    case .clipboard: SafeText.line(text)
    case .csv: Self.cell(SafeText.line(text))
    case .markdown: Self.words(SafeText.line(text))
    case .svg: Self.escaped(text, ["&": "&amp;", "<": "&lt;", ">": "&gt;"])
    case .xml: Self.escaped(text, ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;"])
    }
  }

  /// Lines as a block of code in Markdown, in a fence that none of them closes.
  package static func markdownBlock(_ lines: [String]) -> String {
    let lines = lines.map { SafeText.line($0) }
    let longest = lines.map { longestRun(of: "`", in: $0) }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ([fence] + lines + [fence]).joined(separator: "\n")
  }

  // MARK: CSV

  /// The characters that begin a formula in spreadsheets, also in the full-width and small forms of East Asian
  /// keyboards.
  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FE66}", "\u{FE62}", "\u{FE63}", "\u{FE6B}",
    "\u{2212}",
  ]

  private static func cell(_ text: String) -> String {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
    let isFormula = first.map(formulaStarts.contains) ?? false
    let cell = isFormula ? "'" + text : text
    // A semicolon parts cells where a comma is the decimal sign.
    let isPlain = !cell.utf8.contains { [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\"")].contains($0) }
    return isPlain ? cell : "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  // MARK: Markdown

  /// Word by word, since a word that a page would make a link of is shown as code.
  private static func words(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).enumerated().map { index, word in
      linksByItself(word) ? code(word) : plain(word, isStart: index == 0)
    }.joined(separator: " ")
  }

  /// Whether it is an address of a page or of a person, or a name as a site mentions it.
  private static func linksByItself(_ word: Substring) -> Bool {
    if word.contains("://") || word.lowercased().contains("www.") { return true }
    let letters = Array(word)
    return letters.indices.dropLast().contains {
      letters[$0] == "@" && (letters[$0 + 1].isLetter || letters[$0 + 1].isNumber)
    }
  }

  /// A span of code, in marks that it does not hold; a bar would end a table's cell even there.
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
      // A heading, a list, a line.
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

  /// Whether XML 1.0 has a place for it; line breaks stay, other controls have none.
  private static func isOfXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

private enum SafeText {
  /// A text of any length as one line in which nothing acts.
  static func line(_ text: some StringProtocol) -> String { safeText(text, limit: .max) }
}
