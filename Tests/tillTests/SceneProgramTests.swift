import Foundation
import TerminalUI
import TestSupport
import Testing

/// Scenes in the real program: chosen with a key, from a file of a team, and across a crash.
@Suite(.serialized, .startsPrograms) struct SceneProgramTests {
  private let home = ScratchFolder.path + "till-scenes-" + UUID().uuidString

  private func start(_ arguments: String..., language: String = "en") throws -> PseudoTerminal {
    try PseudoTerminal(
      TillProgram.path, arguments + ["--utc", "--language", language], size: Size(width: 80, height: 24),
      environment: ["HOME": home])
  }

  @Test func aKeySetsTheStageAndSaysWhatToPress() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let terminal = try start("--demo")
    try terminal.waitFor("checked just now", "updates: live", "? help")
    // While the first check runs, the answer is that it has to end first.
    for _ in 0..<200 where !terminal.screen.contains("Which scene?") {
      try terminal.send("D")
      try terminal.waitFor("an answer to D") {
        $0.screen.contains("Which scene?") || $0.screen.contains("wait until the running task ends")
      }
    }
    try terminal.send("Gkkk<Enter>", until: "Apple grants a refund: press s App Store, y approve, y yes")
    try terminal.send("s", until: "refund asked")
    try terminal.send("yy<Esc>", until: "not entitled: refunded")
    // A second one replaces the first.
    try terminal.send("DG<Enter>", until: "win-back offer: press b buy, o offers")
    #expect(try terminal.end(pressing: "q") == .exited(0))
  }

  @Test func aTeamAddsItsOwn() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let folder = home + "/.local/share/till/scenes"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "{title: 'Our own', zh: {title: '自己的'}, start: {accounts: ['vip@']}, steps: [{do: ['restore']}]}"
      .write(toFile: folder + "/our-own.json5", atomically: true, encoding: .utf8)
    for (argument, language, text) in [
      ("our-own", "en", "Our own: press r restore"), (folder + "/our-own.json5", "zh", "自己的"),
    ] {
      let terminal = try start("--demo=" + argument, language: language)
      try terminal.waitFor(text, "vip@")
      #expect(try terminal.end(pressing: "q") == .exited(0))
    }
  }

  @Test func aPrintedScreenShowsTheSettingsThatItsKeysOpen() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let shown = try TillProgram.run(["screen", "--demo", "--keys", ",j<Enter>", "--utc"], home: home)
    #expect(shown.output.contains("language") && shown.output.contains("zh-Hans"), "\(shown.output)")
  }

  @Test func aCrashContinuesWithOneWord() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    #expect(try TillProgram.run(["--resume"], home: home).error.contains("no crash to continue after"))
    let terminal = try start("--demo=crash")
    try terminal.waitFor("press b buy, Enter pay", "1 fault")
    try terminal.send("b", until: "Enter pay")
    try terminal.send("<Enter>")
    #expect(try terminal.waitForExit() == .signaled(SIGTERM))
    #expect(terminal.screen.contains("till --resume"))
    let again = try start("--resume")
    try again.waitFor("Picked up where it left off")
    #expect(try again.end(pressing: "qq") == .exited(0))
    let both = try TillProgram.run(["--resume", "--demo"], home: home)
    #expect(both.status == 2 && both.error.contains("omit --demo"))
  }
}
