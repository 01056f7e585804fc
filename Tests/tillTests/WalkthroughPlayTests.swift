import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests of walkthroughs in a real terminal, beside the dashboard, played by a person or by Till.
@Suite(.serialized, .startsPrograms) struct WalkthroughPlayTests {
  let till = TillProgram()

  private func play(_ name: String, _ size: Size = Size(width: 80, height: 24)) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      TillProgram.path, ["walkthrough", "play", name], size: size, environment: ["HOME": till.store])
    try terminal.waitFor("Space starts")
    return terminal
  }

  /// Waits until the step is shown and its keys can be pressed.
  private func waitForStep(_ number: Int, of count: Int, _ terminal: PseudoTerminal) throws {
    try terminal.waitFor("Step \(number) of \(count)")
  }

  @Test func aPersonPlaysByHand() throws {
    let terminal = try play("first-purchase")
    try terminal.send("<Space>")
    try waitForStep(1, of: 4, terminal)
    try terminal.waitFor("b buy")
    try terminal.send("b", until: "as expected")
    try terminal.send("<Space>")
    try waitForStep(2, of: 4, terminal)
    try terminal.send("<Enter>", until: "as expected")
    #expect(terminal.screen.contains("● purchased"))
    try terminal.send("<Space>")
    try waitForStep(3, of: 4, terminal)
    try terminal.send("3", until: "as expected")
    try terminal.send("<Space>")
    try waitForStep(4, of: 4, terminal)
    try terminal.send("4", until: "as expected")
    try terminal.send("<Space>", until: "Tell the customer")
    #expect(try terminal.end(pressing: "w") == .exited(0))
    #expect(terminal.modes == terminal.initialModes)
    // No file was made in the person's own folder.
    #expect(!FileManager.default.fileExists(atPath: till.store + "/.local"))
  }

  @Test func spaceLetsTillDoIt() throws {
    let terminal = try play("refund", Size(width: 130, height: 30))
    for step in 1...4 {
      try terminal.send("<Space>")
      try waitForStep(step, of: 4, terminal)
      try terminal.waitFor("Space: Till does it")
      try terminal.send("<Space>", until: "as expected")
    }
    #expect(terminal.screen.contains("refunded"))
    try terminal.send("<Space>", until: "Tell the customer")
    #expect(try terminal.end(pressing: "q") == .exited(0))
  }

  @Test func saysWhenSomethingElseHappensAndGoesBack() throws {
    let terminal = try play("first-purchase", Size(width: 100, height: 36))
    try terminal.send("<Space>")
    try waitForStep(1, of: 4, terminal)
    try terminal.send("b", until: "as expected")
    try terminal.send("<Space>")
    try waitForStep(2, of: 4, terminal)
    // The customer closes the sheet instead of paying.
    try terminal.send("<Esc>", until: "Something else happened")
    #expect(terminal.screen.contains("Premium unlock should be purchased, but is not"))
    try terminal.send("<Backspace>")
    try terminal.waitFor("the step to begin again") {
      !$0.screen.contains("Something else happened") && $0.screen.contains("Step 2 of 4")
    }
    // Back at the beginning of the step, and from there to the previous step.
    try terminal.send("<Backspace>")
    try waitForStep(1, of: 4, terminal)
    try terminal.send("<Space>", until: "as expected")
    #expect(try terminal.end(pressing: "w") == .exited(0))
  }

  @Test func opensFromTheDashboardAndLeavesItAsItWas() throws {
    let terminal = try PseudoTerminal(
      TillProgram.path, ["--store", till.store, "--utc"], size: Size(width: 100, height: 30))
    try terminal.waitFor("Premium unlock")
    try terminal.send("w", until: "Which walkthrough?")
    try terminal.waitFor("A first purchase")
    try terminal.send("<Enter>", until: "Space starts")
    try terminal.send("w")
    try terminal.waitFor("the dashboard") { !$0.screen.contains("Space starts") && $0.screen.contains("new@") }
    #expect(try terminal.end(pressing: "q") == .exited(0))
    #expect(try till.json("orders").rows("orders").isEmpty)
  }
}
