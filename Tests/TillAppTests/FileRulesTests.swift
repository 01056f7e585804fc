import AppStoreModel
import Core
import Foundation
import Testing

@testable import TillApp
@testable import Verbs

/// Tests of what walkthrough and scenario files may run: a file reaches only its own temporary folder.
///
/// The rules are tested with every row of the tables.
@Suite struct FileRulesTests {
  private func mistake(_ words: [String], folder: String = "/stage") -> String? {
    do throws(UsageError) {
      try FileRules.check(Arguments(words), folder: folder)
      return nil
    } catch { return error.message }
  }

  /// Options whose argument names a file, a folder, an address or a command, by the name that their help gives it.
  private static let reaching = (CommandTable.globalOptions + CommandTable.all.flatMap(\.options)).filter(reaches)
    .withoutRepeatedNames

  private static func reaches(_ option: AnyParameter) -> Bool {
    let placeholder = option.placeholder ?? ""
    return ["FILE", "DIR", "URL", "SPEC", "COMMAND", "SERVER", "CERT", "ADDRESS", "SCENE"].contains {
      placeholder.contains($0)
    } || ["profile", "case", "host", "keys", "port", "clean"].contains(option.name)
  }

  @Test func theListOfReachingOptionsIsComplete() {
    let names = Set(Self.reaching.map(\.name))
    #expect(
      names.isSuperset(of: [
        "store", "backend", "catalog", "root", "key", "verify-with", "clean", "to", "from", "notify", "tls", "db",
        "claims",
        "usage", "rules", "run", "db-notify", "db-read", "take", "junit", "server", "webhook", "signed-by",
      ]), "\(names.sorted())")
  }

  /// Tests that every option which reaches further is refused in every command.
  @Test func noCommandOfAFileTakesAPathOrAnAddress() throws {
    for row in CommandTable.rows {
      let words = [row.command.name] + Array(repeating: "x", count: row.command.words.lowerBound)
      for option in Self.reaching {
        // A user or a date has the name of a file elsewhere.
        let own = row.command.options.first { $0.name == option.name }
        if let own, !Self.reaches(own) { continue }
        let call = words + ["--\(option.name)=/etc/passwd"]
        #expect(mistake(call) != nil, "till \(call.joined(separator: " "))")
      }
    }
  }

  /// Tests that every parameter of a verb which reaches further is refused outside the folder.
  @Test func noVerbOfAFileReachesBeyondTheFolder() throws {
    var refused = 0
    for verb in Verb.all where verb.access != .otherCommands {
      for parameter in verb.parameters where parameter.reach != .value {
        for path in [
          "/etc/passwd", "../x", "x", "-", "/stage/../x", "/stage/a/b", "/stage/", "/stage/..", "http://127.0.0.1:1/",
        ] {
          let call = ["simulator"] + verb.line(giving: parameter, path)
          #expect(mistake(call) != nil, "till \(call.joined(separator: " "))")
          refused += 1
        }
        let inside = ["simulator"] + verb.line(giving: parameter, "/stage/mine")
        let isFile = [.readsFile, .writesFile].contains(parameter.reach)
        #expect((mistake(inside) == nil) == (isFile && verb.inFiles), "till \(inside.joined(separator: " "))")
      }
    }
    #expect(refused > 50)
  }

  /// Tests that an option of every command is refused in a verb, unless the verb has an option of that name.
  @Test func noVerbOfAFileTakesAnOptionThatOpensAnotherStore() {
    for verb in Verb.all where verb.inFiles && verb.access == .everywhere {
      for option in CommandTable.globalOptions where option.reach != .value && !verb.options.contains(option.name) {
        let value = option.isSwitch || option.isValueOptional ? "--\(option.name)" : "--\(option.name)=x"
        #expect(mistake(["simulator"] + verb.line() + [value]) != nil, "\(verb.name) \(value)")
      }
    }
  }

  /// Tests the defaults: a command without a rule is refused, and a parameter without one may reach anything.
  @Test func aRowWithoutARuleIsRefused() {
    let command = Command(name: "new", summary: "x", forms: []) { _ in .done }
    if case .refused = CommandTable.Row(command).inFiles {} else { Issue.record("a new command") }
    #expect(Parameter<String>.words("new", "X", "x").reach == .beyond)
    #expect(Parameter<String>("new", "X", text: { $0 }, parse: { text throws(StoreError) in text }).reach == .beyond)
    #expect(
      CommandTable.globalOptions.filter { $0.reach == .value }.map(\.name) == [
        "readonly", "json", "no-color", "utc", "offline-validity", "server-grace", "yes", "refresh",
      ])
    let refused = CommandTable.rows.filter { if case .refused = $0.inFiles { true } else { false } }.map(\.command.name)
    #expect(
      refused == [
        "verify", "secret", "serve", "exam", "replay", "import", "support", "desk", "walkthrough", "screen", "doctor",
        "config",
        "completion", "manual", "help",
      ], "\(refused)")
    #expect(
      Verb.all.filter { !$0.inFiles }.map(\.name).sorted() == [
        "give-catalogue", "new-account", "run", "take-catalogue",
      ])
  }

  /// Tests that no option whose value names a file or an address is declared as one that reaches nothing.
  @Test func whatReachesFurtherIsDeclaredSo() {
    for command in CommandTable.all {
      for option in command.options where Self.reaches(option) {
        #expect(option.reach != .value, "till \(command.name) --\(option.name)")
      }
    }
  }

  @Test(arguments: [
    "desk watch --run 'sh -c id'", "desk init --db /tmp/x.db", "status --db postgres://10.0.0.1/x",
    "restore --verify-with http://127.0.0.1:1",
    "status --catalog /etc/passwd", "buy x --key /etc/shadow", "import /etc/passwd", "secret --rotate",
    "manual --to /tmp/x",
    "walkthrough record refund --to /tmp/x", "screen --keys q", "serve --port 1", "replay x --clean /tmp/x", "config",
    "verify /etc/passwd", "support statuses", "simulator run x.json5", "simulator receipt --to /tmp/x",
    "simulator receipt --to=../x", "simulator save /tmp/x", "simulator save x", "simulator checkpoint --to /tmp/x",
    "simulator checkpoint --from /etc/passwd", "simulator take-catalogue x", "--store=/ status", "-- desk watch",
  ])
  func theAttacksAreRefused(line: String) {
    #expect(mistake(line.split(separator: " ").map(String.init)) != nil, "\(line)")
  }

  /// Tests the list of allowed options in `FORMAT.md`; `TILL_RECORD=1` rewrites it.
  @Test func thePageListsTheAllowedOptions() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Assets/Walkthroughs/FORMAT.md")
    var page = try String(contentsOf: file, encoding: .utf8)
    let first = try #require(page.range(of: "| command | its options |")).lowerBound
    let last = try #require(page.range(of: "\n## A move")).lowerBound
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      page.replaceSubrange(first..<last, with: FileRules.markdown)
      return try page.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      page[first..<last] == FileRules.markdown,
      "Assets/Walkthroughs/FORMAT.md: TILL_RECORD=1 swift test --filter FileRulesTests")
  }
}

extension Verb {
  /// Returns the verb's words as typed behind `till simulator`, with a value for each required parameter.
  fileprivate func line(giving given: AnyParameter? = nil, _ value: String = "") -> [String] {
    var line = words
    for parameter in parameters where parameter.isRequired || parameter.name == given?.name {
      let text = parameter.name == given?.name ? value : parameter.sample
      line +=
        !parameter.isOption
        ? [text] : parameter.placeholder == nil ? ["--\(parameter.name)"] : ["--\(parameter.name)=\(text)"]
    }
    return line
  }
}

extension AnyParameter {
  /// A value that the parameter accepts.
  fileprivate var sample: String {
    let samples = [
      "1", "on", "yes", "1d", "{}", "2026-03-01", "realTime", "none", "network", "refund-check", "loadProducts",
    ]
    return samples.first { (try? parse($0)) != nil } ?? "x"
  }
}

extension FileRules {
  /// The table of allowed commands and options, in Markdown.
  fileprivate static var markdown: String {
    var lines = ["| command | its options |", "|---|---|"]
    for row in CommandTable.rows {
      switch row.inFiles {
      case .refused: continue
      case .allowed:
        let names = row.command.options.filter { $0.reach == .value }.map(\.name)
        let global = Set(CommandTable.globalOptions.map(\.name))
        lines.append(
          "| `\(row.command.name)` | \(marked(names.filter { !global.contains($0) }.map { "--" + $0 })) |")
      case .verbs: lines.append("| `\(row.command.name)` | a verb with its own |")
      }
    }
    let verbs = Verb.all.filter { $0.inFiles && $0.access == .everywhere }
    let global = CommandTable.globalOptions.filter { $0.reach == .value }.map { "--" + $0.name }
    let files = verbs.filter { $0.parameters.contains { [.readsFile, .writesFile].contains($0.reach) } }
    lines += [
      "", "Every command takes \(marked(global)) too.", "",
      "The verbs of `simulator`: \(marked(verbs.map(\.name))).", "",
      "A file in `$folder` is all that \(marked(files.map(\.usage))) can name.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func marked(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }
}
