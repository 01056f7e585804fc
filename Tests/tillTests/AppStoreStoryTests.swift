import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

/// Tests of a support agent's work on a customer's case, with a server in place of the App Store.
@Suite(.startsPrograms) struct AppStoreStoryTests {
  private let till = TillProgram()
  /// The simulated App Store at which the customer bought.
  private let shop = TillProgram()
  private let key: TokenKey
  private let signed: [String]

  init() throws {
    key = try TokenKey(keyId: "KEY1234567")
    _ = try shop.run("buy", "com.example.piglet.premium")
    signed = try shop.run("export", "--format", "jws").output.split(separator: "\n").map(String.init)
  }

  private func server() throws -> TestServer {
    let (key, signed) = (key, signed)
    return try TestServer { request in
      guard let token = request.headers["authorization"]?.dropFirst(7), key.claims(of: token.utf8) != nil else {
        return .answer(status: 401, headers: [:], body: [])
      }
      switch request.target {
      case let target where target.hasPrefix("/inApps/v2/history/7000?"):
        let page: JSONObject = [
          "signedTransactions": .strings(target.contains("revision") ? [] : signed), "hasMore": false, "revision": "r1",
        ]
        return .json(JSONValue.object(page).serialized())
      case let target where target.contains("/subscriptions/extend/"):
        return .json(#"{"success":true,"effectiveDate":1750000000000}"#)
      case let target where target.contains("/subscriptions/"): return .json(#"{"data":[]}"#)
      case let target where target.contains("/refund/lookup/"):
        return .json(#"{"signedTransactions":[],"hasMore":false,"revision":"r"}"#)
      default: return .json(#"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#, status: 404)
      }
    }
  }

  private func run(_ server: TestServer, _ arguments: String...) throws -> TillProgram.Run {
    let files = FileManager.default
    try files.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let (keyFile, rootFile) = (till.store + "/key.p8", till.store + "/root.pem")
    try key.pem().write(toFile: keyFile, atomically: true, encoding: .utf8)
    try shop.run("simulator", "root").output.write(toFile: rootFile, atomically: true, encoding: .utf8)
    return try till.run(
      arguments + [
        "--backend", "appstore:" + server.url, "--key", keyFile, "--key-id", "KEY1234567", "--issuer", "issuer",
        "--bundle-id", "com.example.piglet", "--root", rootFile,
      ])
  }

  @Test func aCustomerIsLookedUpAndHelped() throws {
    try #require(!signed.isEmpty)
    let server = try server()
    let found = try run(server, "lookup", "7000", "--json").document()
    #expect(found.text("account") == "7000")
    #expect(found.rows("products").compactMap { $0.text("productId") } == ["com.example.piglet.premium"])
    #expect(found.rows("products").first?["entitled"] == true)

    // The evidence stays, and the next check asks only for later changes.
    #expect(try run(server, "check", "com.example.piglet.premium").status == 0)
    _ = try run(server, "refund-check")
    #expect(server.requests.last { $0.target.contains("history") }?.target.contains("revision=r1") == true)

    let refused = try run(server, "buy", "com.example.piglet.premium")
    #expect(refused.status == 1 && refused.error.contains("only the customer can buy"))
    let unknown = try run(server, "lookup", "8000")
    #expect(unknown.status == 1 && unknown.error.contains("8000"))
  }

  @Test func changesNeedUnlockingAndLeaveATrace() throws {
    let server = try server()
    _ = try run(server, "lookup", "7000")
    let locked = try run(server, "support", "extend", "7000", "7", "--yes")
    #expect(locked.status == 1 && locked.error.contains("--unlock"))
    let unasked = try run(server, "support", "extend", "7000", "7", "--unlock")
    #expect(unasked.status == 2 && unasked.error.contains("--yes"))
    #expect(!server.requests.contains { $0.method == "PUT" })

    let done = try run(server, "support", "extend", "7000", "7", "--unlock", "--yes", "--json").document()
    #expect(done["ok"] == true)
    #expect(server.requests.last?.method == "PUT")
    let journal = try run(server, "journal", "--json").document()
    let kinds = journal.rows("journal").compactMap { $0.text("kind") }
    #expect(kinds.contains("support.begun") && kinds.contains("support.done"))
  }

  @Test func aMute401IsExplained() throws {
    let server = try TestServer { _ in .answer(status: 401, headers: [:], body: []) }
    let run = try run(server, "lookup", "7000")
    #expect(run.status == 1 && run.error.contains("KEY1234567") && run.error.contains("clock"))
    let finding = try self.run(server, "doctor", "--json").document().rows("checks").first {
      $0.text("name") == "backend"
    }
    #expect(finding?["ok"] == false && finding?.text("detail")?.contains("issuer") == true)
    let sound = try self.run(self.server(), "doctor", "--json").document()
    #expect(sound.rows("checks").first { $0.text("name") == "backend" }?["ok"] == true)
  }
}
