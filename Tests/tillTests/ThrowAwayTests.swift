import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests that temporary files are deleted, at the latest by the next start after the program was killed.
@Suite(.startsPrograms) struct ThrowAwayTests {
  @Test func aKilledProgramsFilesAreDeleted() throws {
    let till = TillProgram()
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: till.store).filter { $0.hasPrefix("till-") }
    }
    let demo = try PseudoTerminal(
      TillProgram.path, ["--demo", "--utc"], size: Size(width: 80, height: 24), environment: ["TMPDIR": till.store])
    try demo.waitFor("Premium unlock", "? help")
    // The demo is shown before its files exist.
    try demo.waitFor("its files") { _ in (try? left().count) == 1 }
    let other = try TillProgram.runAlone(["--demo", "status"], environment: ["TMPDIR": till.store])
    #expect(other.status == 0, "\(other.error)")
    #expect(try left().count == 1, "who still runs keeps its files, who ended has none")
    demo.signal(SIGKILL)
    #expect(try demo.waitForExit() == .signaled(SIGKILL))
    #expect(try left().count == 1)
    let next = try TillProgram.runAlone(["walkthrough", "check", "refund"], environment: ["TMPDIR": till.store])
    #expect(next.status == 0, "\(next.error)")
    #expect(try left().isEmpty)
  }
}
