import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests of the pseudo terminal with which other tests control the program.
@Suite(.serialized, .startsPrograms) struct PseudoTerminalTests {
  private func shell(_ script: String, size: Size = Size(width: 40, height: 6)) throws -> PseudoTerminal {
    try PseudoTerminal("/bin/sh", ["-c", script], size: size)
  }

  @Test func whatAProgramPrintsStandsOnTheScreen() throws {
    let terminal = try shell(#"printf 'one\r\n\033[1;31mred\033[0m 漢x'; cat"#)
    try terminal.waitFor("x")
    #expect(terminal.lines.prefix(3) == ["one", "red 漢x", ""])
    let red = try #require(terminal.cells(of: "red").first)
    #expect(red.isBold && red.foreground == 1 && red.background == nil)
    #expect(terminal.cells(of: "漢").map(\.width) == [2])
    #expect(terminal.cell(at: Point(x: 5, y: 1)).text.isEmpty)
    #expect(terminal.cell(at: Point(x: 6, y: 1)).text == "x")
  }

  @Test func aProgramSeesTheEnvironmentAndTheSizeOfItsTerminal() throws {
    let terminal = try shell(#"stty size; echo $TERM $TZ [$LINES$HOME]; tty -s && echo yes"#)
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.lines.prefix(3) == ["6 40", "xterm-256color UTC []", "yes"])
  }

  @Test func keysArriveAndAreEchoedAsTheLinesModesSay() throws {
    let terminal = try shell(#"stty -echo; echo ready; read line; echo "got $line""#)
    try terminal.waitFor("ready")
    #expect(terminal.initialModes.echoes && terminal.modes?.echoes == false)
    #expect(try terminal.end(pressing: "a 漢<Enter>") == .exited(0))
    #expect(terminal.lines.prefix(2) == ["ready", "got a 漢"])
    #expect(terminal.modes != terminal.initialModes)
  }

  @Test func aResizeReachesTheProgram() throws {
    let terminal = try shell(#"trap 'stty size' WINCH; echo ready; while :; do read line; done"#)
    try terminal.waitFor("ready")
    terminal.resize(to: Size(width: 100, height: 10))
    // A shell runs a trap only between two commands. The line ends the `read` that it may be waiting in.
    try terminal.send("<Enter>", until: "10 100")
    #expect(terminal.lines.count == 10)
  }

  @Test func aSignalGoesToTheForegroundAndTheEndIsTold() throws {
    let terminal = try shell("echo ready; exec cat")
    try terminal.waitFor("ready")
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == .signaled(SIGTERM))
    #expect(try shell("exit 7").waitForExit() == .exited(7))
  }

  @Test func theAlternateScreenAndTheCursorAreKnown() throws {
    let terminal = try shell(#"printf '\033[?1049h\033[?25lin'; read x; printf '\033[?1049l\033[?25hout'"#)
    try terminal.waitFor("in")
    #expect(terminal.isAlternateScreen && terminal.cursor == nil && !terminal.sawAlternateScreenLeave)
    let mark = terminal.byteCount
    try terminal.send("<Enter>")
    try terminal.waitForExit()
    #expect(!terminal.isAlternateScreen && terminal.cursor != nil && terminal.sawAlternateScreenLeave)
    #expect(terminal.hasWritten("out", since: mark) && !terminal.hasWritten("in", since: mark))
  }

  @Test func aProgramThatAsksTheTerminalGetsItsAnswer() throws {
    let terminal = try shell(#"stty raw -echo; printf '\033[6n'; dd bs=1 count=6 2>/dev/null | od -c | head -1"#)
    try terminal.waitFor("[   1   ;   1   R")
  }

  @Test func aPasteIsMarkedWhenTheProgramWantsThat() throws {
    let terminal = try shell(
      #"stty -echo; printf '\033[?2004hready'; read line; echo "$line" | od -c"#, size: Size(width: 90, height: 6))
    try terminal.waitFor("ready")
    try terminal.paste("ab")
    try terminal.send("<Enter>", until: "033   [   2   0   0   ~   a   b 033   [   2   0   1   ~")
  }

  @Test func aWaitThatFailsShowsTheScreen() throws {
    let terminal = try shell("echo something else")
    let error = #expect(throws: PseudoTerminalError.self) { try terminal.waitFor("never") }
    #expect(error?.description.contains("|something else") == true)
  }

  @Test func aProgramThatCannotBeStartedSaysSo() throws {
    #expect(try PseudoTerminal("/no/such/program").waitForExit() == .exited(127))
  }
}
