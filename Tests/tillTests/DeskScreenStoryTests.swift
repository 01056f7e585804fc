import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests support's first question at the desk, with the real program in a real terminal.
@Suite(.startsPrograms) struct DeskScreenStoryTests {
  private let shop = TillProgram()
  private let desk = TillProgram()

  private func write(_ text: String, to name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: desk.store, withIntermediateDirectories: true)
    let path = desk.store + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func take(_ account: String, claims: String? = nil) throws {
    #expect(try shop.run("account", account).status == 0)
    #expect(try shop.run("restore").status >= 0)
    let file = try write(shop.run("export", "--format", "jws").output, to: "\(account).jws")
    let root = try write(shop.run("simulator", "root").output, to: "root.pem")
    let claims = try claims.map { ["--claims", try write($0, to: "claims.json")] } ?? []
    #expect(try desk.run(["desk", "import", file, "--root", root] + claims).status == 0)
  }

  /// Tests "user 7389a31a-… paid and is locked out: why?"; eleven keys lead from the list to the cause, the step and back.
  @Test func whyIsTheUserLockedOut() throws {
    let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
    #expect(try shop.run("account", "new@").status == 0)
    #expect(try shop.run("buy", TillProgram.premium, "--token", token).status == 0)
    try take(
      "new@",
      claims: #"""
        {"user": "\#(token)", "productId": "\#(TillProgram.premium)", "entitled": false, "reason": "account merged",
        "at": 1704067300000}
        """#)
    let arguments = ["--store", desk.store, "--utc", "desk"]
    let terminal = try PseudoTerminal(TillProgram.path, arguments, size: Size(width: 80, height: 24))
    try terminal.waitFor("DESK: Sandbox", "#", "7389a31a")
    try terminal.send("/7389a31a<Enter>", until: "CUSTOMER #", "why your server refuses", "read-only")
    // What a listener commits meanwhile appears without a key.
    try terminal.send("<Esc>", until: "1 Customers")
    try terminal.send("<Esc><Esc>")
    try take("again@")
    try terminal.waitFor("another customer without a key") { $0.lines.count { $0.contains("#") } > 1 }
    #expect(try terminal.end(pressing: "q") == .exited(0))
    #expect(terminal.modes == terminal.initialModes)
    // The same as text, for scripts and for people who cannot see a screen.
    let run = try desk.run("desk", "--size", "160x45", "--keys", "/7389a31a<Enter>")
    #expect(run.status == 0 && run.output.contains("account merged") && run.output.contains("CUSTOMER #"))
    let listed = try desk.run("desk", "--readonly", "--keys", "<Tab>").output
    #expect(listed.contains("Apple and your server disagree") && listed.contains("read-only"))
  }
}
