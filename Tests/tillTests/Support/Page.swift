import Foundation
import Testing

/// A Markdown page of the project: its code spans, its command lines and its links.
struct Page: Sendable {
  /// The text between two backticks.
  struct Span: Sendable {
    let text: String
    let line: Int
    /// The cell of a table row, from 0; nil outside of tables.
    let cell: Int?
  }

  /// A command line of `till`.
  struct Call: Sendable {
    let text: String
    let line: Int
  }

  /// The path below the top folder.
  let path: String
  private(set) var spans: [Span] = []
  private(set) var calls: [Call] = []
  /// The targets of links, as they are written.
  private(set) var links: [(target: String, line: Int)] = []
  /// The anchors of this page's headings.
  private(set) var anchors: Set<String> = []
  /// The paragraphs with their first lines, without code blocks and generated parts.
  private(set) var paragraphs: [(text: String, line: Int)] = []

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Every page of the project.
  static let all: [Page] = {
    let below =
      FileManager.default.enumerator(atPath: root.appending(path: "Assets").path)?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "Assets/" + $0 } ?? []
    return (["README.md"] + below.sorted()).compactMap(Page.init)
  }()

  init?(_ path: String) {
    guard let text = try? String(contentsOf: Self.root.appending(path: path), encoding: .utf8) else { return nil }
    self.init(path, text)
  }

  init(_ path: String, _ text: String) {
    self.path = path
    var (fence, isGenerated, paragraph, start) = (String?.none, false, "", 1)
    for (index, row) in (text + "\n\n").components(separatedBy: "\n").enumerated() {
      let (line, bare) = (index + 1, row.trimmingCharacters(in: .whitespaces))
      if bare.hasPrefix("```") {
        finish(&paragraph, start)
        fence = fence == nil ? String(bare.dropFirst(3)) : nil
      } else if let language = fence {
        if ["", "sh"].contains(language) { addCall(bare, line) }
      } else if bare == "<!-- routes -->" || bare == "<!-- matrix -->" {
        finish(&paragraph, start)
        isGenerated = true
      } else if isGenerated {
        if bare.hasPrefix("<!-- ") { isGenerated = false }
      } else if bare.isEmpty || row.hasPrefix("    till ") {
        finish(&paragraph, start)
        addCall(bare, line)
      } else {
        if row.hasPrefix("#") { anchors.insert(Self.anchor(of: bare)) }
        if paragraph.isEmpty { start = line }
        paragraph += row.replacing("\\|", with: "¦") + "\n"
      }
    }
  }

  private mutating func finish(_ paragraph: inout String, _ start: Int) {
    defer { paragraph = "" }
    guard !paragraph.isEmpty else { return }
    paragraphs.append((paragraph, start))
    for match in paragraph.matches(of: #/`([^`]+)`/#) {
      let before = paragraph[..<match.range.lowerBound]
      let line = start + before.count { $0 == "\n" }
      let row = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
      let text = String(match.1).replacing("\n", with: " ").replacing("¦", with: "|")
      spans.append(Span(text: text, line: line, cell: row.hasPrefix("|") ? row.count { $0 == "|" } - 1 : nil))
      addCall(text, line)
    }
    for match in paragraph.matches(of: #/\]\(([^)\s]+)\)/#) {
      links.append((String(match.1), start + paragraph[..<match.range.lowerBound].count { $0 == "\n" }))
    }
  }

  /// Adds a line that begins with the program's name, up to the end of that command.
  private mutating func addCall(_ text: String, _ line: Int) {
    let words = text.replacing(#/^([A-Z_]+=\S+ )+/#, with: "")
    guard words.hasPrefix("till ") else { return }
    let end = [" | ", " > ", " && ", " || ", " &", "; ", "  ", " #", " \\"].compactMap {
      words.firstRange(of: $0)?.lowerBound
    }
    calls.append(Call(text: String(words[..<(end.min() ?? words.endIndex)]), line: line))
  }

  /// Returns the anchor of a heading.
  private static func anchor(of heading: String) -> String {
    String(
      heading.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-").filter {
        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
      })
  }
}
