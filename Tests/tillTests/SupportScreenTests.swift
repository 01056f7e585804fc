import Core
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests of the five typical questions of customers, answered by keys alone in a terminal of 80×24.
@Suite(.startsPrograms) struct SupportScreenTests {
  private let till = TillProgram()
  /// The most keys that an answer may take.
  private static let budget = 15

  private func prepare(_ commands: String...) throws {
    for command in commands { _ = try till.run(command.split(separator: " ").map(String.init)) }
  }

  private func id() throws -> String {
    try #require(try till.json("transactions").objects("transactions")?.first?.string("transactionId"))
  }

  /// Opens the dashboard, presses keys, and waits until all texts are there, however their lines break.
  private func answer(_ keys: String, _ texts: String...) throws {
    #expect(try Key.parse(script: keys).count <= Self.budget)
    let terminal = try PseudoTerminal(
      TillProgram.path, ["--store", till.store, "--utc"], size: Size(width: 80, height: 24))
    try terminal.waitFor("Products", "? help")
    try terminal.send(keys)
    try terminal.waitFor("\(texts)") { terminal in
      let words = terminal.lines.map { $0.trimmingCharacters(in: .whitespaces.union(["│"])) }.joined(separator: " ")
      return texts.allSatisfy { words.contains($0) }
    }
    #expect(try terminal.end(pressing: "<Esc><Esc>q") == .exited(0))
  }

  @Test func iPaidAndHaveNothing() throws {
    try prepare("user one", "fault app-server-down", "buy premium")
    try answer("h<Enter>", "Premium unlock: paid, not delivered", "Please don't buy again. We'll check again by")
  }

  @Test func iWasRefundedAndStillHaveIt() throws {
    try prepare("user one", "buy premium")
    try prepare("simulator refund approve \(id())")
    try answer("hj<Enter>", "Premium unlock: refunded", "Apple tells us this was refunded, so it's no longer active.")
  }

  @Test func itEndedThoughIPay() throws {
    try prepare(
      "user one", "buy monthly", "simulator renewals-fail on", "simulator grace off", "simulator advance 32d")
    try answer("hjj<Enter>", "Monthly: billing retry", "there's no need to subscribe again.")
  }

  @Test func iChangedMyPhone() throws {
    try prepare("user one", "buy premium", "new-device --yes", "user one")
    try answer("hjjj<Enter>", "Premium unlock: purchased", "Everything looks fine: Premium unlock is active.")
  }

  @Test func iWasChargedTwice() throws {
    try prepare("user one", "buy monthly", "account again@", "buy monthly")
    try answer("hjjjj<Enter>", "We see two purchases that overlap.", "request a refund")
  }

  /// Tests the same key at the desk, which answers for the open customer from stored evidence.
  @Test func theSameAtTheDesk() throws {
    try prepare("buy premium")
    try prepare("simulator refund approve \(id())", "refund-check")
    let desk = TillProgram()
    try FileManager.default.createDirectory(atPath: desk.store, withIntermediateDirectories: true)
    let (file, root) = (desk.store + "/all.jws", desk.store + "/root.pem")
    try till.run("export", "--format", "jws").output.write(toFile: file, atomically: true, encoding: .utf8)
    try till.run("simulator", "root").output.write(toFile: root, atomically: true, encoding: .utf8)
    #expect(try desk.run("desk", "import", file, "--root", root).status == 0)
    let screen = try desk.run("desk", "--size", "80x24", "--keys", "<Enter>hj<Enter>").output
    #expect(screen.contains("Not checked with the App Store") && screen.contains("was refunded"), "\(screen)")
    #expect(screen.contains("copy the sentence"))
  }
}
