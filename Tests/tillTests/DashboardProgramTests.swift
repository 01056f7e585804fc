import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests of the real program in a real terminal: what a person sees and presses.
@Suite(.serialized, .startsPrograms) struct DashboardProgramTests {
  let till = TillProgram()

  /// Opens the dashboard and waits until it can be used.
  private func open(
    _ size: Size = Size(width: 80, height: 24), environment: [String: String?] = [:], _ arguments: String...
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      TillProgram.path, ["--store", till.store, "--utc"] + arguments, size: size, environment: environment)
    try terminal.waitFor("Premium unlock", "? help")
    return terminal
  }

  @Test func buyAskApproveCheckAndRestore() throws {
    let terminal = try open()
    #expect(terminal.screen.contains("SIMULATED"))
    try terminal.send("b", until: "Enter pay")
    try terminal.send("<Enter>", until: "Bought Premium unlock", "● purchased")
    try terminal.send("a")
    // There is only one purchase, so there is no choice to make.
    try terminal.waitFor("A request isn't a refund yet")
    try terminal.send("<Enter>", until: "Requested, not refunded yet", "◐ asked")
    try terminal.send("s", until: "◐ refund asked  Premium")
    try terminal.send("y", until: "Grant the refund?", "Apple refunds")
    try terminal.send("y", until: "Apple granted the refund", "✗ refunded      Premium")
    try terminal.send("<Esc>")
    try terminal.waitFor("the sheet to close") { !$0.screen.contains("[1 Decide]") }
    try terminal.send("c", until: "no longer entitled", "1 refunded", "✗ refunded")
    try terminal.send("b", until: "Enter pay")
    try terminal.send("<Enter>", until: "Bought Premium unlock", "● purchased")
    try terminal.send("r", until: "Restored, no new transactions", "╭ Restore")
    try terminal.send("<Esc>")
    try terminal.waitFor("the report to close") { !$0.screen.contains("╭ Restore") }
    #expect(try terminal.end(pressing: "q") == .exited(0))
    #expect(terminal.modes == terminal.initialModes)
    #expect(terminal.sawAlternateScreenLeave)
    #expect(try till.state("com.example.piglet.premium") == .init(word: "purchased", entitled: true))
  }

  @Test func aPurchaseSurvivesARestart() throws {
    let first = try open()
    try first.send("b<Enter>", until: "Bought Premium unlock")
    #expect(try first.end(pressing: "q") == .exited(0))
    let second = try open()
    try second.waitFor("● purchased")
    #expect(try second.end(pressing: "q") == .exited(0))
  }

  @Test func itFollowsTheSizeOfTheTerminal() throws {
    let terminal = try open()
    terminal.resize(to: Size(width: 160, height: 50))
    try terminal.waitFor("the wide layout") { $0.lines.count == 50 && ($0.lines.last ?? "").contains("buy") }
    terminal.resize(to: Size(width: 20, height: 5))
    try terminal.waitFor("too small")
    terminal.resize(to: Size(width: 1, height: 1))
    terminal.resize(to: Size(width: 80, height: 24))
    try terminal.waitFor("Premium unlock")
    #expect(try terminal.end(pressing: "q") == .exited(0))
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT])
  func aSignalGivesTheTerminalBack(_ signal: Int32) throws {
    let terminal = try open()
    #expect(terminal.isAlternateScreen)
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == .signaled(signal))
    #expect(terminal.sawAlternateScreenLeave)
    #expect(terminal.modes == terminal.initialModes)
  }

  @Test(arguments: ["dumb", ""])
  func aTerminalThatCannotShowItGetsThePlainTable(_ term: String) throws {
    let terminal = try PseudoTerminal(TillProgram.path, ["--store", till.store], environment: ["TERM": term])
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.contains("Premium unlock"))
    #expect(!terminal.isAlternateScreen)
  }

  @Test func anUnknownTerminalStillWorks() throws {
    let terminal = try open(environment: ["TERM": "xterm-kitty"])
    #expect(try terminal.end(pressing: "q") == .exited(0))
  }

  @Test func withoutColourEverythingIsSaid() throws {
    let terminal = try open(environment: ["NO_COLOR": "1"])
    let cells = terminal.cells(of: "Premium unlock")
    #expect(cells.allSatisfy { $0.foreground == nil && $0.background == nil })
    #expect(try terminal.end(pressing: "q") == .exited(0))
  }

  /// Tests that the first frame does not wait for the answer, and that no letter of the answer counts as a key.
  @Test func aLightTerminalIsAskedForItsBackground() throws {
    let terminal = try open()
    #expect(terminal.hasWritten("\u{1B}]11;?\u{1B}\\"))
    #expect(terminal.cells(of: "SIMULATED").first?.background == 6)
    try terminal.waitFor("the start to be over") {
      $0.screen.contains("restore first") && !$0.screen.contains("starting")
    }
    // The start may be repeated in the line beside the keys. Nothing else on the screen may change.
    let before = terminal.lines.dropLast(2)
    for piece in ["\u{1B}]11;rgb:ffff/ff", "ff/ffff\u{1B}\\"] { try terminal.send(bytes: Array(piece.utf8)) }
    try terminal.waitFor("the darker colours") { $0.cells(of: "SIMULATED").first?.background == 24 }
    #expect(terminal.lines.dropLast(2) == before)
    #expect(try terminal.end(pressing: "q") == .exited(0))
    let told = try open(environment: ["COLORFGBG": "0;15"])
    #expect(!told.hasWritten("]11;") && told.cells(of: "SIMULATED").first?.background == 24)
    #expect(try told.end(pressing: "q") == .exited(0))
  }

  @Test func theMouseSelectsAndIsGivenBack() throws {
    let terminal = try open()
    #expect(terminal.hasWritten("1000h"))
    func press(_ text: String, _ button: Int = 0) throws {
      let row = try #require(terminal.lines.firstIndex { $0.contains(text) })
      let line = terminal.lines[row]
      let column = try #require(
        line.firstRange(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) })
      for end in button == 0 ? ["M", "m"] : ["M"] {
        try terminal.send(bytes: Array("\u{1B}[<\(button);\(column + 1);\(row + 1)\(end)".utf8))
      }
    }
    try press("100 coins")
    try terminal.waitFor("▸ 100 coins")
    // The wheel, up.
    try press("▸ 100 coins", 64)
    try terminal.waitFor("▸ Premium unlock")
    try press("r restore")
    try terminal.waitFor("Nothing to restore")
    try terminal.send("<Esc>M", until: "The terminal uses the mouse")
    let mark = terminal.byteCount
    try terminal.send("M", until: "Till uses the mouse")
    #expect(terminal.hasWritten("1000h", since: mark))
    #expect(try terminal.end(pressing: "q") == .exited(0))
    #expect(terminal.hasWritten("1000l"))
  }

  @Test func whereTextCouldNotBeSelectedTheMouseStaysTheTerminals() throws {
    let terminal = try open(environment: ["TERM_PROGRAM": "Apple_Terminal"])
    #expect(!terminal.hasWritten("1000h"))
    try terminal.send("M", until: "Till uses the mouse")
    #expect(try terminal.end(pressing: "q") == .exited(0))
    let simple = try open(environment: ["TERM": "vt100"])
    try simple.send("M", until: "does not support a mouse")
    #expect(try simple.end(pressing: "q") == .exited(0))
  }

  @Test func chineseNamesLineUp() throws {
    let terminal = try PseudoTerminal(
      TillProgram.path, ["--store", till.store], size: Size(width: 80, height: 24),
      environment: ["LANGUAGE": "zh_CN"])
    try terminal.waitFor("高级版", "? help")
    let borders = terminal.lines.dropFirst(3).prefix(8).compactMap { $0.last }
    #expect(borders.allSatisfy { $0 == "│" }, "\(terminal.screen)")
  }

  @Test func anotherProcessIsSeen() throws {
    let terminal = try open(Size(width: 100, height: 30))
    try terminal.send("u", until: "Updates live")
    #expect(try till.run("buy", "com.example.piglet.premium").status == 0)
    try terminal.waitFor("● purchased")
  }

  @Test func twoDashboardsOnOneStoreShowTheSame() throws {
    let first = try open()
    let second = try open(Size(width: 100, height: 30))
    try first.send("b<Enter>", until: "Bought Premium unlock", "● purchased")
    try second.waitFor("● purchased")
    for terminal in [first, second] {
      #expect(try terminal.end(pressing: "q") == .exited(0))
    }
  }

  @Test func aResetByAnotherProgramIsSaidAndShown() throws {
    let terminal = try open(Size(width: 120, height: 30))
    try terminal.send("b<Enter>", until: "Bought Premium unlock", "● purchased")
    #expect(try till.run("simulator", "reset", "--yes").status == 0)
    try terminal.waitFor("The App Store was started over")
    try terminal.waitFor("what is new to show") { !$0.screen.contains("● purchased") }
    // The new device works like any other.
    try terminal.send("b<Enter>", until: "Bought Premium unlock", "● purchased")
    #expect(try terminal.end(pressing: "q") == .exited(0))
    #expect(try till.run("doctor").status == 0)
  }

  @Test func aClockThatJumpedIsDoubtedUntilTheAppStoreAnswers() throws {
    let terminal = try open()
    try terminal.send("c", until: "checked just now")
    #expect(!terminal.screen.contains("clock?"))
    #expect(try till.run("fault", "clock-forward").status == 0)
    try terminal.waitFor("clock?")
    try terminal.send("c")
    try terminal.waitFor("the doubt to go") { !$0.screen.contains("clock?") }
    #expect(try terminal.end(pressing: "q") == .exited(0))
  }

  @Test func theScreenAsTextIsTheSame() throws {
    let run = try till.run("screen", "--size", "80x24", "--keys", "b<Enter>", "--utc")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("● purchased"), "\(run.output)")
    #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count >= 24)
    #expect(!run.output.contains("\u{1b}"))
  }
}
