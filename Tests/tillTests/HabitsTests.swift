import Core
import Foundation
import TestSupport
import Testing

/// Tests of the configuration file, the first start, and the dashboard line by line, with the real program.
@Suite(.startsPrograms) struct HabitsTests {
  let till = TillProgram()

  private func configure(_ text: String) throws {
    let folder = till.store + "/.config/till"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: folder + "/config.json5", atomically: true, encoding: .utf8)
  }

  @Test func theFileIsShownWithLinesAndAMistakeStopsEverything() throws {
    try configure("{\n  theme: 'dark',\n  keys: {buy: 'F5'},\n}")
    let shown = try till.run(["config", "--json"], environment: ["TILL_MOUSE": "on"]).document()
    let rows = shown.rows("settings")
    let theme = try #require(rows.first { $0.text("name") == "theme" })
    #expect(theme.text("value") == "dark" && theme.text("from") == "file" && theme["line"] == 2)
    #expect(rows.first { $0.text("name") == "mouse" }?.text("variable") == "TILL_MOUSE")
    #expect(shown.rows("keys").compactMap { $0.text("action") } == ["buy"])
    #expect(try till.run("screen").output.contains("F5 buy"))
    let screen = try till.run("screen", "--keys", "<F5>")
    #expect(screen.output.contains("Enter pay"), "\(screen.output)")
    try configure("{\n  theem: 'dark'\n}")
    let wrong = try till.run("status")
    #expect(wrong.status == 2 && wrong.error.contains("theem is not a setting; did you mean theme? (line 2, column 3)"))
    #expect(try till.run("help").status == 0)
  }

  /// Tests lines instead of a screen: a purchase, its refund, and the customer's state after it.
  @Test func theDashboardLineByLine() throws {
    let lines = ["b", "", "app-store", "2", "1", "f", "y", "q", ".", "?", "moon", "q"]
    let run = try till.run(["--plain", "--utc"], input: lines.joined(separator: "\n") + "\n")
    #expect(run.status == 0, "\(run.error)")
    for part in [
      "Bought Premium unlock", "Premium unlock, ¥8.00", "no “moon” here", "buy: Open the payment sheet",
    ] {
      #expect(run.output.contains(part), "\(part) in \(run.output)")
    }
    #expect(!run.output.contains("\u{1B}"))
    // The end of the input ends it too.
    #expect(try till.run(["--plain"], input: "j\n").status == 0)
  }

  /// README's walk, as a person with a screen reader types it.
  @Test func theWalkOfTheReadmeLineByLine() throws {
    let lines = [
      "buy", "Enter", "app-store", "Down", "purchases", "refund", "confirm", "Esc", ":", "grace", "Esc", "q",
    ]
    let run = try TillProgram.run(
      ["--demo", "--plain", "--utc"], home: till.store, input: lines.joined(separator: "\n") + "\n")
    #expect(run.status == 0, "\(run.error)")
    let said = run.output.split(separator: "\n").map(String.init)
    #expect(said.prefix(3).contains { $0.contains("such as b, Enter or pay") })
    for part in [
      "Bought Premium unlock", "Refund “Premium unlock” without a request?",
    ] {
      #expect(run.output.contains(part), "\(part) in \(run.output)")
    }
    // The device may hear of the refund before the message is read.
    #expect(["Apple granted the refund", "Premium unlock, ¥8.00, refunded"].contains { run.output.contains($0) })
    // A word in the palette only finds; nothing was switched.
    #expect(run.output.contains("grace") && !run.output.contains("is off now"))
    #expect(!run.output.contains("available actions"), "a line was not understood: \(run.output)")
    // Ten rows of a list at once.
    #expect(!said.contains { $0.hasPrefix("11. ") })
  }

  @Test func theFirstStartTeachesFiveKeysOnce() throws {
    let first = try till.run(["--plain"], input: "q\n")
    #expect(first.output.contains("b buys, s opens the App Store"))
    let second = try till.run(["--plain"], input: "q\n")
    #expect(second.status == 0 && !second.output.contains("b buys"))
    #expect(FileManager.default.fileExists(atPath: till.store + "/.local/state/till/started"))
  }
}
