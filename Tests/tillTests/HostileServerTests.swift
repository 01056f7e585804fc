import Core
import Foundation
import TestSupport
import Testing

/// Tests of servers that answer as no App Store would: one clear line, and no evidence is lost.
@Suite(.startsPrograms) struct HostileServerTests {
  private let till = TillProgram()
  private let shop = TillProgram()
  private let serve: ServeProgram

  init() throws { serve = try ServeProgram(store: shop.store) }

  /// Runs the program with the App Store Server API at a URL, and with the key and root of the simulated App Store.
  private func run(
    _ url: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> TillProgram.Run {
    func text(_ name: String) throws -> String { try #require(try serve.document.string(name)) }
    return try till.run(
      arguments + [
        "--backend", "appstore:" + url, "--key", try text("privateKeyFile"), "--key-id", try text("keyId"),
        "--issuer", try text("issuerId"), "--bundle-id", try text("bundleId"), "--root",
        try text("rootCertificateFile"),
      ], environment: environment)
  }

  /// Looks up a customer of the simulated App Store who owns Premium, and returns the transaction's id.
  private func lookUp() throws -> String {
    let bought = try shop.json("buy", TillProgram.premium)
    let id = try #require(bought.text("transactionId"))
    let found = try run(serve.url, ["lookup", id])
    #expect(found.status == 0, "\(found.error)")
    return id
  }

  private static func page(_ texts: [String], revision: String, hasMore: Bool) -> TestReply {
    let page: JSONObject = [
      "signedTransactions": .strings(texts), "hasMore": .bool(hasMore), "revision": .string(revision),
    ]
    return .json(JSONValue.object(page).serialized())
  }

  /// Hostile servers with their names; each gets the request and the number of earlier ones.
  private static let servers: [(name: String, word: String, answer: @Sendable (TestRequest) -> TestReply)] = [
    ("garbage", "check the address", { _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>") }),
    ("no HTTP", "did not answer with HTTP", { _ in .text("SSH-2.0-OpenSSH_9.2\r\n\r\n") }),
    (
      "another type", "check the address",
      { _ in .answer(status: 200, headers: ["Content-Type": "image/png"], body: [0x89, 0x50, 0x4E, 0x47]) }
    ),
    (
      "endless body", "Till discarded the answer",
      { _ in .endless(head: Array("HTTP/1.1 200 OK\r\n\r\n".utf8), piece: Array(repeating: 65, count: 1 << 16)) }
    ),
    (
      "endless head", "Till discarded the answer",
      { _ in .endless(head: Array("HTTP/1.1 200 OK\r\n".utf8), piece: Array("X-More: and more\r\n".utf8)) }
    ),
    ("unsigned", "removed", { _ in page(["a.b.c", "e30.e30."], revision: "r", hasMore: false) }),
    (
      "a loop", "repeats the revision",
      { request in page([], revision: request.target.contains("revision=one") ? "two" : "one", hasMore: true) }
    ),
    ("no form", "unknown format", { _ in .json(#"{"signedTransactions":[1],"hasMore":false,"revision":"r"}"#) }),
    ("a deep form", "check the address", { _ in .json(String(repeating: "[", count: 100_000)) }),
  ]

  @Test(arguments: servers.map(\.name)) func hasOneClearLineAndLosesNothing(name: String) throws {
    let id = try lookUp()
    let hostile = try #require(Self.servers.first { $0.name == name })
    let server = try TestServer(hostile.answer)
    for command in ["restore", "refund-check"] {
      let result = try run(server.url, [command])
      // A refund check that could read nothing succeeds, and says that nothing was removed.
      let said = result.error + result.output
      #expect(said.contains(hostile.word), "\(command): \(said)")
      #expect(!said.contains("\u{1B}") && result.error.split(separator: "\n").count <= 2, "\(said)")
    }
    let rows = try run(serve.url, ["transactions", "--json"]).document().rows("transactions")
    #expect(rows.map { $0.text("transactionId") } == [id])
    #expect(try run(serve.url, ["check", TillProgram.premium]).status == 0)
    #expect(try run(serve.url, ["refund-check"]).status == 0)
  }

  @Test func anotherAppStoresSignatureIsRefused() throws {
    let id = try lookUp()
    let other = TillProgram()
    #expect(try other.run("buy", TillProgram.premium).status == 0)
    let foreign = try other.run("export", "--format", "jws").output.split(separator: "\n").map(String.init)
    try #require(!foreign.isEmpty)
    let server = try TestServer { _ in Self.page(foreign, revision: "r", hasMore: false) }
    let result = try run(server.url, ["restore"])
    #expect(result.status == 1 && (result.error + result.output).contains("failed"))
    let rows = try run(serve.url, ["transactions", "--json"]).document().rows("transactions")
    #expect(rows.map { $0.text("transactionId") } == [id])
    #expect(try run(serve.url, ["check", TillProgram.premium]).status == 0)
  }

  @Test func aProxyIsAskedForOthersAndNeverForThisMachine() throws {
    let proxy = try TestServer { _ in .answer(status: 502, headers: [:], body: []) }
    let environment = ["https_proxy": proxy.url, "http_proxy": proxy.url, "all_proxy": proxy.url]
    let far = try run("https://store.example", ["lookup", "1"], environment: environment)
    #expect(far.status == 1 && far.error.contains("store.example"), "\(far.error)")
    #expect(proxy.requests.contains { $0.method == "CONNECT" && $0.target == "store.example:443" })
    let asked = proxy.requests.count
    let bought = try shop.json("buy", TillProgram.premium)
    let here = TillProgram()
    #expect(here.store != till.store)
    let id = try #require(bought.text("transactionId"))
    // The store's directory belongs to one server, so another server needs another store.
    #expect(try run(serve.url, ["lookup", id], environment: environment).status == 0)
    #expect(proxy.requests.count == asked)
  }

  @Test func aProfileOfTheConfigurationFileIsEnough() throws {
    func text(_ name: String) throws -> String { try #require(try serve.document.string(name)) }
    let profile: JSONObject = [
      "key": .string(try text("privateKeyFile")), "keyId": .string(try text("keyId")),
      "issuer": .string(try text("issuerId")), "bundleId": .string(try text("bundleId")),
    ]
    let folder = till.store + "/configuration/till"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file: JSONObject = ["profiles": .object(["piglet": .object(profile)])]
    try JSONValue.object(file).serialized().write(toFile: folder + "/config.json", atomically: true, encoding: .utf8)
    let bought = try shop.json("buy", TillProgram.premium)
    let options = [
      "--backend", "appstore:" + serve.url, "--root", try text("rootCertificateFile"), "--profile", "piglet",
    ]
    let environment = ["XDG_CONFIG_HOME": till.store + "/configuration"]
    let id = try #require(bought.text("transactionId"))
    let found = try till.run(options + ["lookup", id], environment: environment)
    #expect(found.status == 0, "\(found.error)")
    #expect(!found.output.contains("PRIVATE KEY"))
    let wrong = try till.run(options.dropLast() + ["nobody", "lookup", id], environment: environment)
    #expect(wrong.status == 2 && wrong.error.contains("unknown profile"))
  }

  @Test
  func c7TheOrderNumberOnTheInvoiceFindsTheCustomerAndLaterChecksAskForWhatChangedOnly() throws {
    let bought = try shop.json("buy", TillProgram.premium)
    let id = try #require(bought.text("transactionId"))
    let number = try #require(try shop.json("simulator", "transactions", id).text("orderNumber"))
    let found = try run(serve.url, ["lookup", number, "--json"]).document()
    #expect(found.rows("products").compactMap { $0.text("productId") } == [TillProgram.premium])
    #expect(try shop.run("ask-refund", id, "--yes").status == 0)
    #expect(try shop.run("simulator", "refund", "approve", id).status == 0)
    let check = try run(serve.url, ["refund-check", "--json"]).document()
    #expect(check["checked"] == 1 && check.texts("removed") == [TillProgram.premium])
    let again = try run(serve.url, ["refund-check", "--json"]).document()
    #expect(again["checked"] == 0)
    let unknown = try run(serve.url, ["lookup", "TILL0000000000"])
    #expect(unknown.status == 1 && unknown.error.contains("check the order id"))
  }
}
