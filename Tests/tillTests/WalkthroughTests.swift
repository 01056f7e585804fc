import AppStoreModel
import Core
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests of walkthroughs without a screen: found, checked, printed, recorded.
@Suite(.startsPrograms) struct WalkthroughTests {
  private let till = TillProgram()

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The walkthroughs that are part of Till.
  static let shipped: [String] = {
    let folder = root.appending(path: "Assets/Walkthroughs").path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json5") }.map { String($0.dropLast(6)) }.sorted()
  }()

  @Test(arguments: shipped) func shippedWalkthroughHolds(name: String) throws {
    let run = try TillProgram.runAlone(["walkthrough", "check", name])
    #expect(run.status == 0, "\(run.error)")
  }

  @Test func listsTheWalkthroughs() throws {
    let run = try TillProgram.runAlone(["walkthrough", "list", "--json"])
    let rows = try run.document().rows("walkthroughs")
    #expect(rows.compactMap { $0.text("name") } == Self.shipped)
    #expect(rows.allSatisfy { $0["steps"]?.numberValue?.int64 ?? 0 > 0 && $0.text("title")?.isEmpty == false })
  }

  @Test func onesOwnComeFirst() throws {
    let folder = till.store + "/till/walkthroughs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "{title: 'Mine', steps: ['restore']}".write(
      toFile: folder + "/refund.json5", atomically: true, encoding: .utf8)
    try "{title: 'Mine', stepz: []}".write(toFile: folder + "/bad.json5", atomically: true, encoding: .utf8)
    let environment = ["XDG_DATA_HOME": till.store]
    let run = try TillProgram.runAlone(["walkthrough", "list", "--json"], environment: environment)
    #expect(
      try run.document().rows("walkthroughs").contains { $0.text("name") == "refund" && $0.text("title") == "Mine" })
    #expect(run.error.contains("bad.json5: stepz is not a member of a walkthrough"))
    #expect(run.error.contains("line 1"))
    let check = try TillProgram.runAlone(["walkthrough", "check", "refund", "--json"], environment: environment)
    #expect(try check.document().rows("walkthroughs").first?["steps"] == .number(1))
  }

  @Test func aProgramCopiedAloneHasEverything() throws {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let alone = till.store + "/till"
    // A link if possible, because a copy may still be open for writing in a process that another test starts.
    do { try FileManager.default.linkItem(atPath: TillProgram.path, toPath: alone) } catch {
      try FileManager.default.copyItem(atPath: TillProgram.path, toPath: alone)
    }
    let nowhere = ["XDG_DATA_HOME": till.store + "/data", "XDG_DATA_DIRS": till.store]
    func run(_ words: String...) throws -> TillProgram.Run {
      try TillProgram.runAlone(words, environment: nowhere, program: alone)
    }
    #expect(try run("walkthrough", "list", "--json").document().rows("walkthroughs").count == Self.shipped.count)
    #expect(try run("walkthrough", "check", "first-purchase").status == 0)
    // This scenario names a catalogue, which is part of the program too.
    #expect(try run("simulator", "run", "05-upgrade-outlived").status == 0)
    let wrong = try run("simulator", "run", "05-upgrade-outlive")
    #expect(wrong.status == 2 && wrong.error.contains("did you mean 05-upgrade-outlived?"), "\(wrong.error)")
  }

  @Test func checkNamesTheFailedChecks() throws {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let path = till.store + "/mine.json5"
    try "{title: 'x', steps: [\n 'restore',\n {do: 'journal', then: {refunds: 1}}]}"
      .write(toFile: path, atomically: true, encoding: .utf8)
    let run = try TillProgram.runAlone(["walkthrough", "check", "first-purchase", path, "--json"])
    #expect(run.status == 1)
    let rows = try run.document().rows("walkthroughs")
    #expect(rows.map { $0["ok"] } == [true, false])
    #expect(rows[1].texts("mismatches") == ["refunds should be 1, but are 0"])
    #expect(run.error.contains("mine: step 2 (line 3): refunds should be 1"))
  }

  @Test(arguments: [
    (["list", "x"], "walkthrough list |"), (["dance"], "walkthrough list |"), (["play"], "walkthrough list |"),
    (["check", "nothing"], "unknown walkthrough “nothing”"), (["print", "./gone.json5"], "file not found"),
    (["record", "refund"], "needs --to FILE"), (["list", "--to", "x"], "unknown option --to"),
    (["record", "refund", "--to", "/x", "--size", "5x5"], "too small"),
  ])
  func refusesWrongUsage(words: [String], mistake: String) throws {
    let run = try TillProgram.runAlone(["walkthrough"] + words)
    #expect(run.status == 2)
    #expect(run.error.contains(mistake), "\(run.error)")
  }

  @Test func withoutATerminalNothingIsPlayed() throws {
    let run = try TillProgram.runAlone(["walkthrough", "play", "refund"])
    #expect(run.status == 1)
    #expect(run.error.contains("till walkthrough print refund"))
  }

  @Test func aHandOutTellsEverything() throws {
    let run = try TillProgram.runAlone(["walkthrough", "print", "refund"])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.hasPrefix("# A refund and what it takes away\n"))
    #expect(run.output.contains("Keys: `a` ask refund, type"))
    #expect(run.output.contains("● entitled: purchased"))
    #expect(run.output.contains("## Step 4"))
    #expect(run.output.contains("## What to tell the customer\n\nApple tells us that"))
    let again = try TillProgram.runAlone(["walkthrough", "print", "refund"])
    #expect(again.output == run.output)
  }

  @Test(arguments: ["first-purchase", "declined-and-reversed"]) func aRecordingIsAlwaysTheSame(name: String) throws {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    func record(_ file: String) throws -> String {
      let path = till.store + "/" + file
      let run = try TillProgram.runAlone(["walkthrough", "record", name, "--to", path, "--json"])
      #expect(run.status == 0, "\(run.error)")
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    #expect(try record("a.cast") == record("b.cast"))
    #expect(try record("a.txt") == record("b.txt"))
  }

  @Test func theLastScreenOfARecordingIsTheDashboards() throws {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    for ending in ["cast", "txt"] {
      let run = try TillProgram.runAlone(
        ["walkthrough", "record", "first-purchase", "--to", "\(till.store)/x.\(ending)", "--size", "80x24"])
      #expect(run.status == 0, "\(run.error)")
    }
    let cast = try String(contentsOfFile: till.store + "/x.cast", encoding: .utf8).split(separator: "\n")
    let header = try #require(try JSONValue(parsing: String(cast[0])).objectValue)
    #expect(header["version"] == 2)
    #expect(header["width"] == 80)
    #expect(header["height"] == 24)
    let screen = try EmulatedScreen(size: Size(width: 80, height: 24))
    var (time, captions) = (0.0, 0)
    for line in cast.dropFirst() {
      let event = try #require(try JSONValue(parsing: String(line)).arrayValue)
      #expect(event.count == 3)
      let now = try #require(event[0].numberValue?.double)
      #expect(now >= time)
      time = now
      let data = try #require(event[2].stringValue)
      switch event[1].stringValue {
      case "o": screen.take(Array(data.utf8))
      case "m": captions += 1
      default: Issue.record("an event of another kind: \(line)")
      }
    }
    // The story, four steps, and the sentence for the customer.
    #expect(captions == 6)
    let text = try String(contentsOfFile: till.store + "/x.txt", encoding: .utf8)
    let last = try #require(text.components(separatedBy: "\n== ").last).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropFirst().prefix(24)
    #expect(screen.lines == last.map(String.init))
    #expect(screen.lines.joined().contains("Tell the customer"))
  }

  /// Tests the example in the documentation of the format, without the catalogue that it only names.
  @Test func theExampleInTheDocumentationHolds() throws {
    let text = try String(contentsOf: Self.root.appending(path: "Assets/Walkthroughs/FORMAT.md"), encoding: .utf8)
    let example = try #require(
      text.components(separatedBy: "```json5\n").dropFirst().first?.components(separatedBy: "```").first)
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let path = till.store + "/example.json5"
    let lines = example.split(separator: "\n").filter { !$0.contains("catalogue:") }
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let run = try TillProgram.runAlone(["walkthrough", "check", path])
    #expect(run.status == 0, "\(run.error)")
  }
}

/// Tests that the README's screen is the current picture of a walkthrough.
@Suite(.startsPrograms) struct ReadmeTests {
  @Test func theScreenIsCurrent() throws {
    let readme = try String(contentsOf: WalkthroughTests.root.appending(path: "README.md"), encoding: .utf8)
    let screen = try #require(readme.components(separatedBy: "```\n").dropFirst().first)
    let till = TillProgram()
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let path = till.store + "/first.txt"
    let run = try TillProgram.runAlone(["walkthrough", "record", "first-purchase", "--to", path])
    #expect(run.status == 0, "\(run.error)")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\n" + screen))
  }

  /// Tests that the README's recording, which Till makes, is the same every time.
  @Test func theFilmIsTheSameEveryTime() throws {
    let till = TillProgram()
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let films = try ["one", "two"].map { name in
      let path = "\(till.store)/\(name).svg"
      #expect(try TillProgram.runAlone(["walkthrough", "record", "first-purchase", "--to", path]).status == 0)
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    #expect(films[0] == films[1] && films[0].hasPrefix("<svg ") && films[0].contains("<animate "))
    let kept = try String(
      contentsOf: WalkthroughTests.root.appending(path: "Assets/Docs/first-purchase.svg"), encoding: .utf8)
    #expect(kept.prefix(400) == films[0].prefix(400), "till walkthrough record first-purchase --to FILE.svg")
  }

  /// Tests the first walk, key by key as in the README, in a real terminal.
  @Test func theFirstWalkEndsAsItSays() throws {
    let readme = try String(contentsOf: WalkthroughTests.root.appending(path: "README.md"), encoding: .utf8)
    let walk = try #require(
      readme.components(separatedBy: "A first walk").dropFirst().first?.components(separatedBy: "```\n").dropFirst()
        .first)
    let keys = walk.split(separator: "\n").flatMap { $0.prefix(11).split(separator: " ").map(String.init) }
    #expect(keys.count <= 6 && keys.last == "q")
    let terminal = try PseudoTerminal(
      TillProgram.path, ["--demo", "--utc"], size: Size(width: 80, height: 24), environment: [:])
    try terminal.waitFor("updates: live", "? help")
    // What a person sees before the next key.
    let seen = [
      "Enter pay", "● purchased", "f refund", "Refund “Premium unlock” without a request?", "✗ refunded", "q quit",
    ]
    for (key, text) in zip(keys, seen) {
      try terminal.send(key.count == 1 ? key : "<\(key)>", until: text)
    }
    try terminal.waitFor("not entitled: refunded", "say: “Apple tells us this was")
    #expect(try terminal.end(pressing: "q") == .exited(0))
  }

  @Test func aCrashOnPurposeGivesTheTerminalBackAndIsHealed() throws {
    let home = ScratchFolder.path + "till-again-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: home) }
    let terminal = try PseudoTerminal(
      TillProgram.path, ["--demo", "--utc"], size: Size(width: 120, height: 40), environment: ["HOME": home])
    try terminal.waitFor("updates: live", "? help")
    try terminal.send("s4", until: "[4 Faults]")
    // Down to the row of this fault.
    let row = try #require(DeviceFault.Kind.all.firstIndex { $0.name == "crash:paid" })
    try terminal.send(String(repeating: "j", count: row) + "x", until: "“crash:paid” is on")
    try terminal.send("qb", until: "Enter pay")
    try terminal.send("<Enter>")
    #expect(try terminal.waitForExit() == .signaled(SIGTERM))
    #expect(terminal.sawAlternateScreenLeave && terminal.modes == terminal.initialModes)
    #expect(terminal.screen.contains("Till stopped here on purpose"))
    #expect(terminal.screen.contains("till --resume"))
    let mark = try JSONValue(
      parsing: String(contentsOfFile: home + "/.local/state/till/crashed-store.json", encoding: .utf8))
    let store = try #require(mark.objectValue?["store"]?.arrayValue?.first?.stringValue)
    defer { try? FileManager.default.removeItem(atPath: store) }
    let again = try PseudoTerminal(
      TillProgram.path, ["--resume", "--utc"], size: Size(width: 120, height: 40), environment: ["HOME": home])
    try again.waitFor("╭ Picked up where it left off", "it is delivered now, once", "● purchased")
    try again.send("q")
    try again.waitFor("the report to close") { !$0.screen.contains("╭ Picked up where it left off") }
    #expect(try again.end(pressing: "q") == .exited(0))
  }
}
