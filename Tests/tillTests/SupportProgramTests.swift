import Core
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests of a support agent's dashboard on the App Store Server API, which a `till serve` provides.
@Suite(.serialized, .startsPrograms) struct SupportProgramTests {
  private static let monthly = "com.example.piglet.plus.monthly"

  private func open(_ desk: TillProgram, _ serve: ServeProgram, _ more: String...) throws -> PseudoTerminal {
    let document = serve.document
    func value(_ name: String) throws -> String { try #require(try document.string(name)) }
    return try PseudoTerminal(
      TillProgram.path,
      [
        "--store", desk.store, "--utc", "--backend", "appstore:\(serve.url)", "--environment", "Sandbox",
        "--bundle-id", value("bundleId"), "--key", value("privateKeyFile"), "--key-id", value("keyId"),
        "--issuer", value("issuerId"), "--root", value("rootCertificateFile"),
      ] + more, size: Size(width: 120, height: 36), environment: [:])
  }

  @Test func changesWaitForTheLockAndAreKeptInTheJournal() throws {
    let (shop, desk) = (TillProgram(), TillProgram())
    let bought = try shop.json("buy", Self.monthly)
    let id = try #require(bought.text("transactionId"))
    let serve = try ServeProgram(store: shop.store)

    let locked = try open(desk, serve)
    try locked.waitFor("Look up a customer")
    try locked.send("\(id)<Enter>", until: "newly entitled")
    try locked.send("<Esc>S", until: "unavailable: locked until --unlock")
    try locked.send("jjjj<Enter>", until: "extend: locked until --unlock")
    #expect(try locked.end(pressing: "<Esc>q") == .exited(0))

    let open = try open(desk, serve, "--unlock")
    try open.waitFor("S support", "● entitled")
    try open.send("S", until: "postpones the renewal date")
    try open.send("j<Enter>", until: "active  until")
    try open.send("<Esc>Sjjjj<Enter>", until: "Postpone the renewal of")
    try open.send("<Enter>", until: "Why is it extended?")
    try open.send("<Enter>", until: "by 3 days?", "--unlock")
    try open.send("y", until: "extended: the next renewal is on")
    try open.send("5", until: "done: extend the renewal")
    #expect(try open.end(pressing: "q") == .exited(0))
    #expect(serve.stop() == 0)
  }
}
