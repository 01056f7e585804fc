import Core
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests of `till serve`, with the real program on both sides.
@Suite(.serialized, .startsPrograms) struct ServeTests {
  private static let premium = "com.example.piglet.premium"

  @Test func itSaysWhereItListensAndStopsCleanly() throws {
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store)
    #expect(serve.url.hasPrefix("http://127.0.0.1:"))
    #expect(
      serve.document.names == [
        "url", "bundleId", "issuerId", "keyId", "privateKeyFile", "rootCertificateFile", "rootCertificatePEMFile",
        "keytool", "sharedSecretFile", "ledgerId", "environment", "simulated",
      ])
    let key = try #require(try serve.document.string("privateKeyFile"))
    #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
    let text = try #require(FileManager.default.contents(atPath: key).map { String(decoding: $0, as: UTF8.self) })
    #expect(text.hasPrefix("-----BEGIN PRIVATE KEY-----") && !serve.line.contains(text))
    #expect(serve.stop() == 0)
    let again = try ServeProgram(store: till.store)
    #expect(try again.document.string("keyId") == serve.document.string("keyId"))
    #expect(FileManager.default.contents(atPath: key) == Data(text.utf8))
  }

  @Test func inWordsWithALogUntilCtrlC() throws {
    let (till, device) = (TillProgram(), TillProgram())
    let (output, errors, process) = (Pipe(), Pipe(), Process())
    process.executableURL = URL(filePath: TillProgram.path)
    process.arguments = ["serve", "--store", till.store, "--port", "0"]
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": till.store]
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let start = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let url = try #require(start.firstMatch(of: #/listens on (http:\/\/127\.0\.0\.1:[0-9]+)/#)?.1)
    #expect(try device.run("--backend", String(url), "restore").status == 0)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    let log = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(log.contains("127.0.0.1 GET /till/v3/store 200"))
    #expect(log.contains("127.0.0.1 POST /till/v3/calls/history 200"))
  }

  @Test func aDeviceBuysOverHTTPAndReadsOffline() throws {
    let (shop, device) = (TillProgram(), TillProgram())
    let serve = try ServeProgram(store: shop.store)
    func till(_ arguments: String...) throws -> TillProgram.Run {
      try device.run(["--backend", serve.url] + arguments)
    }
    #expect(try till("buy", Self.premium).status == 0)
    #expect(try till("check", Self.premium).status == 0)
    #expect(try till("restore").status == 0)
    serve.stop()
    #expect(try till("check", Self.premium).status == 0)
    // The signatures remain valid, because the device keeps the root that the server named at the start.
    let doctor = try till("doctor")
    #expect(doctor.status == 0, "\(doctor.output)")
    let failed = try till("buy", "com.example.piglet.darkicons")
    #expect(failed.status == 1 && failed.error.contains("127.0.0.1"))
    // Without a server at the address, the error is clear.
    let nobody = try TillProgram().run(["--backend", serve.url, "status"])
    #expect(nobody.status == 4 && nobody.error.contains("is `till serve` running there?"))
  }

  @Test func oneDashboardAsksTheOtherApproves() throws {
    let (shop, one, other) = (TillProgram(), TillProgram(), TillProgram())
    let serve = try ServeProgram(store: shop.store)
    let customer = try open(one, serve)
    let support = try open(other, serve)
    try customer.send("u", until: "updates: live")
    try customer.send("b")
    // The App Store is asked for the amount only where it may differ from the price; before it answers, Enter pays nothing.
    try customer.waitFor("the amount") { screen in
      screen.lines.contains { $0.contains("Charges ¥8.00 to new@") || $0.contains("¥8.00 now.") }
    }
    try customer.send("<Enter>", until: "Bought Premium unlock", "● purchased")
    try customer.send("a", until: "A request isn't a refund yet")
    try customer.send("<Enter>", until: "Requested, not refunded yet", "◐ asked")
    try support.send("s", until: "◐ refund asked  Premium")
    try support.send("y", until: "Grant the refund?")
    try support.send("y", until: "Apple granted the refund")
    // The customer's screen is updated without a key.
    try customer.waitFor("✗ refunded")
    for terminal in [customer, support] {
      #expect(try terminal.end(pressing: "<Esc>q") == .exited(0))
    }
    #expect(serve.stop() == 0)
  }

  @Test func aVerbOnOneDashboardIsSeenOnTheOther() throws {
    let (shop, one, other) = (TillProgram(), TillProgram(), TillProgram())
    let serve = try ServeProgram(store: shop.store)
    #expect(try one.run("--backend", serve.url, "buy", "com.example.piglet.plus.monthly").status == 0)
    let customer = try open(one, serve)
    try customer.send("u", until: "updates: live")
    try customer.waitFor("the subscription") { $0.lines.contains { $0.contains("Monthly") && $0.contains("●") } }
    let support = try open(other, serve)
    try support.send("s]", until: "[2 Subs]", "▸ Monthly")
    try support.send("e", until: "till simulator expire")
    try support.send("y")
    // The subscription ends on the customer's screen without a key.
    try customer.waitFor("expired")
    for terminal in [customer, support] {
      #expect(try terminal.end(pressing: "<Esc>q") == .exited(0))
    }
    #expect(serve.stop() == 0)
  }

  private func open(_ till: TillProgram, _ serve: ServeProgram) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      TillProgram.path, ["--store", till.store, "--backend", serve.url, "--utc"],
      size: .init(width: 80, height: 24), environment: [:])
    try terminal.waitFor("Premium unlock", "? help")
    return terminal
  }
}
