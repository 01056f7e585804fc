import Foundation
import TestSupport
import Testing

/// Tests that text for people is a literal of type `Words`, so that it can be translated.
///
/// Any other literal is for programs.
@Suite struct CatalogueTests {
  /// Files whose sentences are not in the catalogue, each with the reason.
  private static let exempt: [(path: String, reason: String)] = [
    ("till-bench/", "a tool of the workshop: figures with labels, read by those who wrote it"),
    ("Verbs/Verb", "rows: what stands there is `Words`, which a language finds by its English"),
    ("Verbs/Parameter", "rows of parameters, likewise"),
    ("Simulator/Rules/VerbRule", "the rules of those rows: their answers are `Words`"),
    ("Dashboard/Actions/ActionTable", "rows of actions: `Words`"),
    ("Dashboard/Desk/ActionTable", "likewise, of the desk"),
    ("Serve/ServerAPI/APIError", "Apple's own messages, which programs compare"),
    ("Serve/Control/OpenAPI.swift", "the description of a protocol, a document for programs"),
    ("Simulator/Catalogue/DemoCatalogue.swift", "a catalogue as Xcode saves it"),
    ("Simulator/Ledger/", "columns of tables"), ("Storage/StoredRow", "likewise"),
    ("Storage/Evidence/SignedItem.swift", "likewise"),
    ("Desk/Engine/DeskQueries.swift", "columns of tables"),
    ("Desk/Schema/", "the comments of tables and columns, which database administrators read"),
    ("Simulator/Notifications/NotificationRow.swift", "likewise"),
    ("Device/Store/Lists/LocalStore+Lists.swift", "pieces of SQL"),
    (
      "TillApp/Commands/Desk/DeskCommand.swift", "a table of labels: to be converted"
    ),
    ("Desk/Engine/PostgreSQLEngine+Agents.swift", "the answers of the database's functions, as SQL declares them"),
    ("Desk/Engine/PostgreSQLEngine+Functions.swift", "likewise"),
    ("AppStoreModel/Till/UnknownNames.swift", "names by which unknown members are counted and kept"),
    ("TillApp/Completion/", "scripts of shells, and the words that they complete"),
    ("Exam/ExamCase", "rows of cases: `Words`, and verbs as they are typed"),
    ("TillApp/Runtime/Settings/Setting.swift", "rows of settings: `Words`"),
    ("TillApp/SystemLibraries.swift", "names of libraries"),
  ]

  /// Single texts that are not in the catalogue, each with the reason.
  private static let exemptTexts: [(text: String, reason: String)] = [
    ("Simulated by Till, not Apple", "a name in a certificate"),
    ("keytool -importcert", "a command line to copy"),
    ("data: changed", "an event of a stream"),
    ("not ok", "a word of the Test Anything Protocol"),
    ("An error that was asked for.", "a message of the emulated API"),
    ("app server", "the name of a check in a document"),
    ("closed by hand", "the mark of stored rows that a person closed, which later reading looks for"),
    ("owns nothing", "a note of the demo's customers, kept in the ledger"),
    ("bought, refunded, bought again", "likewise"), ("in the grace period after a failed renewal", "likewise"),
    ("bought by mistake", "what a customer of the demo wrote to Apple"),
    ("subject, place", "columns of a table"), ("aa ab ae af", "codes of languages"),
    ("show which access a customer's in-app purchases give", "`Words`, what the manual is about"),
    ("Verbs:", "`Words`, the head of a row's details"),
    (": entitled should", "what a mismatch says, made readable in place"),
  ]

  /// Members of a row whose text is typed as it stands.
  private static let typed: Set = ["shown", "examples"]
  /// Functions whose messages only programmers see.
  private static let mistakes: Set = ["precondition", "preconditionFailure", "fatalError", "assertionFailure"]

  private static let files = SourceText.all.filter {
    !$0.path.hasPrefix("Core/Words/")
  }

  /// The places of texts, from the compiler's index, as `path:line`; nil where the script cannot run.
  private static let places: Set<String>? = {
    guard let run = MessageFile.script(["--places"]), run.succeeded else { return nil }
    return Set(run.text.split(separator: "\n").map(String.init))
  }()

  @Test func sentencesAreTexts() throws {
    guard let places = Self.places else { return }
    for file in Self.files where !Self.exempt.contains(where: { file.path.hasPrefix($0.path) }) {
      for literal in file.literals where literal.isSentence {
        let context = Set([literal.label, literal.place])
        guard context.isDisjoint(with: Self.mistakes), context.isDisjoint(with: Self.typed),
          !places.contains("\(file.path):\(literal.line)")
        else {
          continue
        }
        let text = literal.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !Self.exemptTexts.contains(where: { text.hasPrefix($0.text) }) else { continue }
        Issue.record("\(file.path):\(literal.line) is a sentence and no text; put it into say(…): \(literal.text)")
      }
    }
  }

  @Test func exemptTextsStillExist() {
    for (path, _) in Self.exempt {
      #expect(Self.files.contains { $0.path.hasPrefix(path) }, "\(path)")
    }
    let texts = Self.files.flatMap { $0.literals.map { $0.text.trimmingCharacters(in: .whitespacesAndNewlines) } }
    for (text, _) in Self.exemptTexts {
      #expect(texts.contains { $0.hasPrefix(text) }, "\(text)")
    }
  }

  @Test(arguments: [
    ("let a = say(\"nothing is left\") // \"no text at all\"", ["nothing is left"]),
    ("f(\"\\(name) is \\(on ? \"really on\" : \"off\") now\")", ["really on", "\u{FFFC}name\u{FFFC} is \u{FFFC} now"]),
    ("let a = \"\"\"\n  two words\n  \"\"\"", ["\n  two words\n  "]),
    ("query(\"SELECT a FROM b WHERE c\")", []), ("name = \"com.example.app\"", []), ("text(\"one\")", []),
  ])
  func literalsAreFound(source: String, sentences: [String]) {
    #expect(SourceText(path: "A/B.swift", text: source).literals.filter(\.isSentence).map(\.text) == sentences)
  }
}

/// A source file, with the string literals and comments in it.
struct SourceText: Sendable {
  /// A string literal, in which each parameter is replaced by its name between two marks.
  struct Literal: Sendable {
    let text: String
    let line: Int
    /// The label or the function before it: `summary` in `summary: "…"`.
    let label: String
    /// The label or the function before the innermost bracket around it.
    let place: String
    /// Whether it continues the literal before it, with a plus sign between them.
    let follows: Bool

    /// Whether it looks like a sentence: at least two lower-case words, and no SQL.
    var isSentence: Bool {
      let words = text.split { $0 == " " || $0 == "\n" }
      guard words.count > 1, !words.contains(where: { Self.keywords.contains(String($0)) }) else { return false }
      let plain = words.filter { word in
        let bare = word.drop { "(“\"'".contains($0) }.reversed().drop { ",.:;?!)”…\"".contains($0) }
        return bare.count > 1 && bare.allSatisfy { $0.isLowercase && $0.isASCII || $0 == "'" }
      }
      // A command line to type begins with the program's name.
      return plain.count > 1 && words[0] != "till"
    }

    private static let keywords: Set = [
      "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "PRAGMA", "ALTER", "WHERE", "FROM", "AND", "WITH", "JOIN",
      "DESC",
      "ORDER", "VALUES", "BEGIN", "COMMIT", "ATTACH",
    ]
  }

  let path: String
  let text: String
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Every source file, with its path below `Sources`.
  static let all: [SourceText] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      (try? String(contentsOf: root.appending(path: path), encoding: .utf8)).map { SourceText(path: path, text: $0) }
    }
  }()

  var literals: [Literal] {
    var reader = LiteralReader(text)
    reader.readCode(until: nil)
    return reader.literals
  }

  /// The comments, each with its line.
  var comments: [(text: String, line: Int)] {
    var reader = LiteralReader(text)
    reader.readCode(until: nil)
    return reader.comments
  }
}

/// A reader of Swift code that finds literals and comments; parameters inside literals are read as code.
private struct LiteralReader {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  /// The label or the function before each open bracket.
  private var brackets: [String] = []
  /// The last name, and the label that a colon or a bracket made of it.
  private var word = ""
  private var label = ""
  private(set) var literals: [SourceText.Literal] = []
  private(set) var comments: [(text: String, line: Int)] = []
  /// The end of the last literal.
  private var end = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  private func sees(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes.count - place >= $0.count && bytes[place..<place + $0.count].elementsEqual($0) }
  }

  private mutating func step() {
    if bytes[place] == UInt8(ascii: "\n") { line += 1 }
    place += 1
  }

  /// Reads code to the end, or to the bracket that closes a parameter.
  mutating func readCode(until end: UInt8?) {
    let depth = brackets.count
    while place < bytes.count {
      let byte = bytes[place]
      if sees("//") {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
        comments.append((String(decoding: bytes[start..<place], as: UTF8.self), line))
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        readText()
        continue
      case UInt8(ascii: "#") where sees("#\"") || sees("#/"): skipRaw()
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        brackets.append(byte == UInt8(ascii: "(") ? word : label)
        label = byte == UInt8(ascii: "(") ? word : ""
        word = ""
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if byte == end, brackets.count == depth { return step() }
        if !brackets.isEmpty { brackets.removeLast() }
        (word, label) = ("", "")
      case UInt8(ascii: ":"): label = word
      case UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "?"): (word, label) = ("", "")
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "+"): break
      default:
        if byte == UInt8(ascii: "_") || byte > 127 || Character(UnicodeScalar(byte)).isLetter {
          readWord()
          continue
        }
      }
      step()
    }
  }

  private mutating func readWord() {
    let start = place
    while place < bytes.count,
      bytes[place] == UInt8(ascii: "_") || bytes[place] > 127 || Character(UnicodeScalar(bytes[place])).isLetter
        || Character(UnicodeScalar(bytes[place])).isNumber
    { place += 1 }
    word = String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Skips a raw string or a regular expression.
  private mutating func skipRaw() {
    let isRegex = sees("#/")
    place += 2
    while place < bytes.count, !(isRegex ? sees("/#") : sees("\"#")) { step() }
    if place < bytes.count { place += 1 }
  }

  private mutating func readText() {
    let (start, before) = (line, label)
    let between = bytes[end..<place]
    let follows =
      end > 0 && between.contains(UInt8(ascii: "+")) && between.allSatisfy { " \n+".utf8.contains($0) }
    let isLong = sees("\"\"\"")
    place += isLong ? 3 : 1
    var text: [UInt8] = []
    while place < bytes.count, !(isLong ? sees("\"\"\"") : sees("\"")) {
      guard bytes[place] == UInt8(ascii: "\\") else {
        text.append(bytes[place])
        step()
        continue
      }
      place += 1
      guard bytes[place] == UInt8(ascii: "(") else {
        if bytes[place] == UInt8(ascii: "n") { text.append(UInt8(ascii: "\n")) }
        if bytes[place] == UInt8(ascii: "\"") { text.append(bytes[place]) }
        step()
        continue
      }
      place += 1
      let from = place
      readCode(until: UInt8(ascii: ")"))
      let parameter = String(decoding: bytes[from..<place - 1], as: UTF8.self)
      let isName = parameter.allSatisfy { $0.isLetter || $0.isNumber }
      text += Array((isName ? "\u{FFFC}\(parameter)\u{FFFC}" : "\u{FFFC}").utf8)
    }
    place += isLong ? 3 : 1
    end = place
    let literal = SourceText.Literal(
      text: String(decoding: text, as: UTF8.self), line: start, label: before, place: brackets.last ?? "",
      follows: follows)
    literals.append(literal)
  }
}
