import Foundation
import TestSupport
import Testing

/// The page that puts Xcode's test tools and Till side by side names commands that there are.
@Suite(.startsPrograms) struct TestToolsTableTests {
  private static let page: String = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Assets/Docs/SKTestSession.md").standardizedFileURL
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// What stands between backticks in the last column of its tables.
  private static let commands: [String] = page.split(separator: "\n").filter { $0.hasPrefix("|") }.flatMap { row in
    let cell = row.split(separator: "|").last ?? ""
    return cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  /// The usage lines of a command's help that begin with these words.
  private func usage(of words: String, in help: String) -> [Substring] {
    help.replacing("usage: ", with: "").split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("till " + words + " ") || $0 == "till " + words }
  }

  @Test func everyCommandInTheTableIsInTheHelp() throws {
    let simulator = try TillProgram.runAlone(["help", "simulator"]).output
    #expect(Self.commands.count > 60)
    for command in Self.commands where !command.hasPrefix("--") {
      let words = command.split(separator: " ").map(String.init)
      let name = words[0] == "till" ? try #require(words.dropFirst().first) : "simulator " + words[0]
      let help = words[0] == "till" ? try TillProgram.runAlone(["help", name]).output : simulator
      let lines = usage(of: name, in: help)
      #expect(!lines.isEmpty, "till \(name) is not in the help")
      for option in words where option.hasPrefix("--") {
        #expect(lines.contains { $0.contains(option) }, "till \(name) takes no \(option)")
      }
    }
  }

  @Test func everyVerbOfTheSimulatorIsInTheTable() throws {
    let verbs = try usage(of: "simulator", in: TillProgram.runAlone(["help", "simulator"]).output)
      .compactMap { $0.split(separator: " ").dropFirst(2).first }
    let named = Set(Self.commands.compactMap { $0.split(separator: " ").first })
    #expect(verbs.count > 30)
    #expect(verbs.filter { !named.contains($0) } == [])
  }
}
