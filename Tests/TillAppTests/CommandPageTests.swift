import Core
import Foundation
import Testing
import Verbs

@testable import TillApp

/// Tests `Assets/Docs/commands.md`, which is generated from the tables of commands; `TILL_RECORD=1` rewrites it.
@Suite struct CommandPageTests {
  @Test func thePageIsTheTable() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Assets/Docs/commands.md")
      .standardizedFileURL
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      return try Self.page.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == Self.page,
      "Assets/Docs/commands.md: TILL_RECORD=1 swift test --filter CommandPageTests")
  }

  private static var page: String {
    var lines = [
      "# Commands", "",
      "`till help COMMAND` prints a command's forms, options and examples; `till manual COMMAND` its manual page. Every command takes",
      "`--json` and then prints one document, described in [Schemas](../Schemas); where it fails before it has one, `{\"ok\": false, \"message\": …}`",
      "as [failure.schema.json](../Schemas/failure.schema.json) says. This page is made from the program's tables.",
    ]
    for row in CommandTable.rows {
      if let title = row.title { lines += ["", "## \(title)", "", "| command | what it does |", "|---|---|"] }
      lines.append("| `till \(row.command.name)` | \(cell(row.command.summary)) |")
    }
    lines += ["", "## Options of every command", "", "| option | what it does |", "|---|---|"]
    lines += CommandTable.globalOptions.map { "| `\($0.listing)` | \(cell($0.help)) |" }
    lines += ["", "## Exit status", "", "| status | meaning |", "|---|---|"]
    lines += ExitStatus.allCases.map { "| \($0.rawValue) | \($0.text) |" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cell(_ words: Words) -> String { words.english.replacing("|", with: "\\|") }
}
