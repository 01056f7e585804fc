import Foundation
import Libc
import TestSupport
import Testing

/// Tests that everything the documents name exists.
///
/// They name files, commands, options, types, functions, tests, members, variables and links.
@Suite(.startsPrograms) struct DocumentTests {
  /// Names of other projects, each with what it is.
  private static let foreign: [String: String] = [
    "jsonwebtoken": "a package for Node", "REQUESTS_CA_BUNDLE": "a variable of Python's requests",
    "NODE_EXTRA_CA_CERTS": "a variable of Node", "citus_create_restore_point": "a function of Citus",
    "AuthKey_ID.p8": "a file, by its key's id", "SharedSecret_KEYID.txt": "likewise",
    "audit_2026_11": "a partition, by its month", "letters_2026_11": "likewise",
    "NAME_view": "a view, by its table", "CREATEROLE": "a right of PostgreSQL",
    "--disable-local-rpath": "an option of swift build", "--fail-with-body": "an option of curl",
  ]

  /// Pages whose tables have Xcode's names in the first column.
  private static let ofXcode: Set = ["Assets/Docs/SKTestSession.md"]

  @Test func everyPageIsRead() {
    #expect(Page.all.count > 18)
    #expect(Page.all.map(\.spans.count).reduce(0, +) > 800)
    #expect(Page.all.map(\.calls.count).reduce(0, +) > 200)
  }

  @Test func aPageIsRead() {
    let page = Page(
      "x.md",
      "# A *b*-c\nSee `till\nstatus --json` and [it](y.md#z).\n\n| a | `b` |\n```sh\nA=1 till buy X | tee  # c\n```\n")
    #expect(page.spans.map(\.text) == ["till status --json", "b"] && page.spans.map(\.cell) == [nil, 1])
    #expect(page.calls.map(\.text) == ["till status --json", "till buy X"] && page.calls.map(\.line) == [2, 7])
    #expect(page.links.map(\.target) == ["y.md#z"] && page.anchors == ["a-b-c"])
  }

  @Test func theReadmeIsShort() throws {
    let text = try String(contentsOf: Page.root.appending(path: "README.md"), encoding: .utf8)
    #expect(text.count { $0 == "\n" } <= 160)
    #expect(text.contains("swift test\n"), "the command that continuous integration runs")
  }

  @Test func everyLinkLeadsSomewhere() {
    for page in Page.all {
      for (target, line) in page.links where !target.hasPrefix("http") {
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let folder = Page.root.appending(path: page.path).deletingLastPathComponent()
        let file = parts[0].isEmpty ? Page.root.appending(path: page.path) : folder.appending(path: parts[0])
        let isThere = FileManager.default.fileExists(atPath: file.standardizedFileURL.path)
        #expect(isThere, "\(page.path):\(line): no file \(target)")
        guard parts.count == 2,
          let other = Page.all.first(where: { page in
            Page.root.appending(path: page.path).path == file.standardizedFileURL.path
          })
        else { continue }
        #expect(other.anchors.contains(parts[1]), "\(page.path):\(line): no heading \(target)")
      }
    }
  }

  @Test func everyPageIsInTheContents() {
    let contents = Page.all.first { $0.path == "Assets/Docs/README.md" }
    for page in Page.all where page.path.hasPrefix("Assets/Docs/") && page.path != contents?.path {
      let name = String(page.path.dropFirst("Assets/Docs/".count))
      #expect(contents?.links.contains { $0.target == name } == true, "Assets/Docs/README.md does not name \(name)")
    }
  }

  // MARK: Names

  @Test func everyNameExists() {
    for page in Page.all {
      for span in page.spans where !(span.cell == 0 && Self.ofXcode.contains(page.path)) {
        let name = span.text.hasSuffix("_DATABASE") ? String(span.text.dropLast(9)) : span.text
        guard Self.foreign[name] == nil, let problem = Self.problem(with: name) else { continue }
        Issue.record("\(page.path):\(span.line): \(problem)")
      }
    }
  }

  /// Returns why a code span is a wrong name; nil for an existing one, or for a span that is no name.
  private static func problem(with text: String) -> String? {
    if text.wholeMatch(of: #/[\w+.-]+\.(swift|md|json5|po|py|svg|html)/#) != nil {
      return Project.files.contains { $0 == text || $0.hasSuffix("/" + text) } ? nil : "no file \(text)"
    }
    if text.wholeMatch(of: #/[\w.+-]+(/[\w.+-]+)+/?/#) != nil, !text.hasPrefix("application/") {
      let isTop = ["Assets/", "Sources/", "Tests/", ".ci/"].contains { text.hasPrefix($0) }
      guard isTop || text.hasSuffix(".swift") else { return nil }
      let path = (isTop ? "" : "Sources/") + text.trimmingSuffix("/")
      return Project.files.contains { $0 == path || $0.hasPrefix(path + "/") } ? nil : "no file \(text)"
    }
    if let match = text.wholeMatch(of: #/(?:(?:GET|POST|PUT|DELETE) )?(/(?:inApps|till|verify|users|desk)[\w/-]*).*/#) {
      // The beginning of a route, up to the part that differs between calls.
      let route = match.1.split(separator: "/").prefix {
        $0.allSatisfy { $0.isLowercase || !$0.isLetter } || $0 == "inApps"
      }
      .joined(separator: "/")
      return Project.text.contains("/" + route) ? nil : "no route \(text)"
    }
    guard let match = text.wholeMatch(of: #/([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(.*\))?/#) else { return nil }
    if text.hasSuffix("Tests"), text != "Tests" {
      return ["struct ", "class ", "enum "].contains { Project.text.contains($0 + text) }
        ? nil : "no test suite \(text)"
    }
    return match.1.split(separator: ".").first { !Project.has(word: String($0)) }.map { "no \($0) in the project" }
  }

  /// Tests wrong names; each is written with a mark in it, so that it occurs nowhere in the project.
  @Test(arguments: [
    ("Event.ke~e", "no ke~e in the project"), ("NoSuch~Type", "no NoSuch~Type in the project"),
    ("TILL_NOTH~ING", "no TILL_NOTH~ING in the project"), ("NoSuch~Tests", "no test suite NoSuch~Tests"),
    ("Device/Noth~ing.swift", "no file Device/Noth~ing.swift"), ("Noth~ing.swift", "no file Noth~ing.swift"),
    ("Assets/Noth~ing", "no file Assets/Noth~ing"), ("POST /till/v1/none~such/X", "no route POST /till/v1/none~such/X"),
  ])
  func aFalseNameIsFound(name: String, problem: String) {
    #expect(Self.problem(with: name.replacing("~", with: "")) == problem.replacing("~", with: ""))
  }

  /// Tests that "`name` (`File.swift`)" in a page names the file that declares it, as architecture.md does.
  @Test func whatAPagePlacesInAFileIsThere() throws {
    var count = 0
    for page in Page.all {
      for (text, line) in page.paragraphs {
        for match in text.matches(of: #/`([A-Za-z][\w.]*)`\s+\(`([\w+\/]+\.swift)`/#) {
          count += 1
          let names = match.1.split(separator: ".").map(String.init)
          let source = try String(contentsOf: Page.root.appending(path: "Sources/\(match.2)"), encoding: .utf8)
          let kinds = "func|var|let|case|struct|class|actor|enum|protocol|extension|typealias"
          let isThere = try source.firstMatch(of: Regex("\\b(\(kinds)) \(names[names.count - 1])\\b")) != nil
          #expect(isThere, "\(page.path):\(line): \(match.2) declares no \(match.1)")
          #expect(names.allSatisfy { source.contains($0) }, "\(page.path):\(line): \(match.2) has no \(match.1)")
        }
      }
    }
    #expect(count > 30)
  }

  // MARK: Commands

  @Test func everyCommandIsInTheHelp() throws {
    let helps = try Helps.asked.get()
    for page in Page.all {
      for call in page.calls + Self.callsWithoutTheirBeginning(of: page, helps) {
        guard let problem = helps.problem(with: call.text) else { continue }
        Issue.record("\(page.path):\(call.line): \(call.text): \(problem)")
      }
      for span in page.spans where span.text.hasPrefix("--") {
        let name = String(span.text.prefix { $0 == "-" || $0.isLetter || $0.isNumber })
        let isThere = Self.foreign[name] != nil || helps.all.contains(name)
        #expect(isThere, "\(page.path):\(span.line): no option \(name)")
      }
    }
  }

  /// Returns the verbs in the table of Xcode's tools, and the commands in `FORMAT.md`, with the words before them.
  private static func callsWithoutTheirBeginning(of page: Page, _ helps: Helps) -> [Page.Call] {
    page.spans.compactMap { span in
      let first = span.text.split(separator: " ").first.map(String.init) ?? ""
      if ofXcode.contains(page.path), span.cell == 2, first != "till", !first.hasPrefix("--") {
        return Page.Call(text: "till simulator " + span.text, line: span.line)
      }
      let isRun = page.path.hasSuffix("FORMAT.md") && span.text.contains(" ") && helps.commands.contains(first)
      // The list of verbs in `FORMAT.md` leaves out `simulator`.
      let isVerb = helps.problem(with: "till simulator " + span.text) == nil
      return isRun && !isVerb ? Page.Call(text: "till " + span.text, line: span.line) : nil
    }
  }

  @Test func aFalseCommandIsFound() throws {
    let helps = try Helps.asked.get()
    for (call, problem) in [
      ("till nothing", "no command nothing"), ("till --nothing status", "no option --nothing"),
      ("till buy PRODUCT --nothing", "no option --nothing"), ("till simulator nothing TXN", "no such form"),
      ("till simulator refund nothing TXN", "no such form"), ("till help nothing", "no command nothing"),
      ("till desk nothing", "no such form"),
    ] { #expect(helps.problem(with: call) == problem, "\(call)") }
    for call in ["till --store DIR buy X --quantity 2", "till simulator network off", "till support", "till --demo"] {
      #expect(helps.problem(with: call) == nil, "\(call)")
    }
  }

  @Test func everyVerbIsInTheTableOfXcodesTools() throws {
    let page = try #require(Page.all.first { Self.ofXcode.contains($0.path) })
    let named = Set(page.spans.filter { $0.cell == 2 }.compactMap { $0.text.split(separator: " ").first })
    let verbs = try Helps.asked.get().usages(of: "simulator").compactMap { $0.dropFirst().first }
    #expect(verbs.count > 30)
    #expect(verbs.filter { !named.contains(Substring($0)) } == [])
  }
}

/// The files of the project and their text, without the documents.
private enum Project {
  static let files: [String] = {
    ["Sources", "Tests", "Assets", ".ci"].flatMap { folder in
      (FileManager.default.enumerator(atPath: Page.root.appending(path: folder).path)?.compactMap { $0 as? String }
        ?? [])
        .map { folder + "/" + $0 }
    } + ["Package.swift", "README.md"]
  }()

  static let text: Haystack = {
    var bytes: [UInt8] = []
    let left: Set = ["md", "svg", "po", "mo", "txt"]
    for file in files where !left.contains(URL(filePath: file).pathExtension) && !file.contains("/Snapshots/") {
      if let data = FileManager.default.contents(atPath: Page.root.appending(path: file).path) {
        bytes += data
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    return Haystack(bytes: bytes)
  }()

  /// Returns whether a name occurs somewhere as a whole word.
  static func has(word: String) -> Bool { text.contains(word, isWord: true) }
}

/// Bytes in which names are searched.
private struct Haystack: Sendable {
  /// The bytes, with a zero at the end and nowhere else.
  private let bytes: [CChar]

  init(bytes: [UInt8]) { self.bytes = bytes.filter { $0 != 0 }.map(CChar.init(bitPattern:)) + [0] }

  func contains(_ text: String, isWord: Bool = false) -> Bool {
    bytes.withUnsafeBufferPointer { all in
      guard let start = all.baseAddress else { return false }
      var rest = start
      while let found = strstr(rest, text) {
        let after = found[text.utf8.count]
        if !isWord || !(UnsafePointer(found) > start && Self.isWord(found[-1])) && !Self.isWord(after) { return true }
        rest = UnsafePointer(found) + 1
      }
      return false
    }
  }

  private static func isWord(_ byte: CChar) -> Bool {
    byte == CChar(UInt8(ascii: "_")) || byte < 0 || Character(UnicodeScalar(UInt8(bitPattern: byte))).isLetter
      || Character(UnicodeScalar(UInt8(bitPattern: byte))).isNumber
  }
}

/// The program's help about each command.
private struct Helps: Sendable {
  /// The help, read once, because it starts a program for each command.
  static let asked = Result { try Helps() }

  let overview: String
  let commands: Set<String>
  private let texts: [String: String]

  private init() throws {
    let overview = try TillProgram.runAlone(["help"]).output
    let names = overview.matches(of: #/\n  ([a-z][a-z-]+)  +\S/#).map { String($0.1) }.filter { $0 != "till" }
    texts = try Dictionary(uniqueKeysWithValues: names.map { ($0, try TillProgram.runAlone(["help", $0]).output) })
    (self.overview, commands) = (overview, Set(names))
  }

  /// The whole help.
  var all: String { overview + texts.values.joined(separator: "\n") }

  /// Returns the forms of a command, split into words.
  func usages(of command: String) -> [[String]] {
    (texts[command] ?? "").replacing("usage: ", with: "       ").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      return line.hasPrefix("       till \(command)") ? Array(words.dropFirst()) : nil
    }
  }

  /// Returns why a call is not valid; nil for a valid one.
  func problem(with call: String) -> String? {
    let bare = call.replacing(#/'[^']*'|"[^"]*"/#, with: "TEXT")
    var words = bare.split(separator: " ").dropFirst().map(String.init)
    while let option = words.first, option.hasPrefix("-") {
      words.removeFirst()
      let name = option.prefix { $0 != "=" }
      guard overview.contains(name) else { return "no option \(name)" }
      let behind = overview.firstRange(of: "\n  \(name) ").flatMap { overview[$0.upperBound...].first }
      if behind?.isUppercase == true, !option.contains("=") { words = Array(words.dropFirst()) }
    }
    guard let command = words.first, command.first?.isLowercase == true else { return nil }
    guard let text = texts[command] else { return "no command \(command)" }
    if command == "help", words.count > 1, words[1].first?.isLowercase == true, texts[words[1]] == nil {
      return "no command \(words[1])"
    }
    for word in words where word.hasPrefix("--") || word.hasPrefix("[--") {
      let name = word.drop { $0 == "[" }.prefix { $0 == "-" || $0.isLetter || $0.isNumber }
      guard text.contains(name) || overview.contains(name) else { return "no option \(name)" }
    }
    let typed = Array(words.dropFirst().prefix { !$0.hasPrefix("--") && !$0.hasPrefix("[") })
    return usages(of: command).contains { Self.fits(typed, Array($0.dropFirst())) } ? nil : "no such form"
  }

  /// Returns whether words match the arguments of a usage line.
  private static func fits(_ typed: [String], _ usage: [String]) -> Bool {
    let places = Array(usage.prefix { !$0.hasPrefix("--") && !$0.hasPrefix("[--") })
    // A list of alternatives in brackets spans several words: `[keep | transfer | share]`.
    let isSplit = places.contains("|")
    guard isSplit || typed.count <= places.count || places.contains(where: { $0.contains("...") }) else { return false }
    for (word, place) in zip(typed, places) {
      if isSplit && place.hasPrefix("[") || place.contains("...") { return true }
      let names = place.filter { !"[].".contains($0) }.split(separator: "|").map(String.init)
      let isFree = names.contains { $0.contains { $0.isUppercase } }
      let wanted = word.split(separator: "|").map(String.init)
      guard isFree || wanted.allSatisfy({ names.contains($0) }) || word.first?.isUppercase == true else { return false }
    }
    return true
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
