import TerminalUI
import TestSupport
import Testing

/// Tests of changes of plan, and of purchases begun in the App Store, in a real terminal.
@Suite(.serialized, .startsPrograms) struct PlanProgramTests {
  let till = TillProgram()
  private static let monthly = "com.example.piglet.plus.monthly"
  private static let yearly = "com.example.piglet.plus.yearly"

  private func open() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      TillProgram.path, ["--store", till.store, "--utc"], size: Size(width: 120, height: 36))
    try terminal.waitFor("Premium unlock", "? help")
    return terminal
  }

  /// Opens the payment sheet of a product, and waits until it says what follows.
  private func ask(for name: String, _ terminal: PseudoTerminal, says words: String) throws {
    try terminal.send("<Esc>/\(name)<Enter>", until: "╭ \(name) ")
    try terminal.send("b", until: "Enter pay", words)
    try terminal.send("<Enter>")
  }

  @Test func aChangeOfPlanIsExplainedAndTakenBack() throws {
    #expect(try till.run("buy", Self.monthly).status == 0)
    let terminal = try open()
    try ask(for: "Yearly", terminal, says: "Upgrade at once")
    try terminal.waitFor("Yearly is active; nothing was charged")
    try ask(for: "Monthly", terminal, says: "Downgrade at the next renewal")
    try terminal.waitFor("Monthly starts at the next renewal")
    try ask(for: "Yearly", terminal, says: "The planned change is cancelled")
    try terminal.waitFor("Yearly continues: the change was undone")
    try ask(for: "Yearly", terminal, says: "Already active: nothing is charged")
    try terminal.waitFor("Yearly is already owned")
    #expect(try terminal.end(pressing: "<Esc>q") == .exited(0))
    #expect(try till.state(Self.yearly) == .init(word: "subscribed", entitled: true))
    #expect(try till.state(Self.monthly).entitled == false)
  }

  @Test func aPromotedPurchaseIsPutOffOverARestartAndContinued() throws {
    let first = try open()
    #expect(try till.run("simulator", "promote", "com.example.piglet.premium").status == 0)
    try first.waitFor("in the App Store: p continues")
    try first.send("n", until: "Premium unlock, begun in the App Store, waits for a user to log in")
    #expect(try first.end(pressing: "q") == .exited(0))
    let second = try open()
    try second.waitFor("Premium unlock, begun in the App Store, waits for a user to log in")
    try second.send("i", until: "Log in to the app")
    try second.send("two<Enter>", until: "Logged in as two", "in the App Store: p continues")
    try second.send("p", until: "Enter pay")
    try second.send("<Enter>", until: "Bought Premium unlock")
    try second.waitFor("the banner to go") { !$0.screen.contains("begun in the App Store") }
    #expect(try second.end(pressing: "q") == .exited(0))
  }
}
