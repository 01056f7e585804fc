import Core
import Foundation
import TestSupport
import Testing

/// Tests of `till serve` as a team uses it in tests: empty, repeatable, with its own keys and certificates.
@Suite(.startsPrograms) struct ServeForTestsTests {
  private static let catalogue = """
    {"identifier": "1", "products": [{"displayPrice": "4.99", "familyShareable": false, "internalID": "A1",
      "localizations": [{"description": "", "displayName": "Pro", "locale": "en_US"}], "productID": "org.shop.pro",
      "referenceName": "Pro", "type": "NonConsumable"}],
     "subscriptionGroups": [{"id": "21", "localizations": [], "name": "Plus", "subscriptions": [{"displayPrice": "9.99",
      "familyShareable": false, "groupNumber": 1, "internalID": "A2", "localizations": [],
      "productID": "org.shop.plus", "recurringSubscriptionPeriod": "P1M", "referenceName": "Plus",
      "subscriptionGroupID": "21", "type": "RecurringSubscription"}]}],
     "version": {"major": 4, "minor": 0}}
    """

  private func catalogue(in till: TillProgram) throws -> String {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let path = till.store + "/Shop.storekit"
    try Data(Self.catalogue.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test func anEmptyAppStoreHasOneCustomerAndNoHistory() throws {
    let (nothing, own) = (TillProgram(), TillProgram())
    let serve = try ServeProgram(store: nothing.store, ["--empty", "--bundle-id", "org.nothing"])
    #expect(try serve.document.string("bundleId") == "org.nothing")
    let shop = try ServeProgram(
      store: own.store, ["--empty", "--bundle-id", "org.shop", "--catalog", try catalogue(in: own)])
    for till in [nothing, own] {
      #expect(try till.json("simulator", "accounts").array("accounts")?.count == 1)
      #expect(try till.json("simulator", "transactions").array("transactions") == [])
      #expect(try till.json("simulator", "notifications").array("notifications") == [])
    }
    let device = TillProgram()
    #expect(try device.run("--backend", serve.url, "status", "--json").document().array("products") == [])
    let products = try #require(
      try device.run("--backend", shop.url, "--store", device.store + "2", "status", "--json")
        .document().objects("products"))
    #expect(try products.map { try $0.string("productId") } == ["org.shop.pro", "org.shop.plus"])
    // A reset does not add demo data.
    #expect(try own.run("simulator", "reset", "--yes").status == 0)
    #expect(try own.json("simulator", "transactions").array("transactions") == [])
  }

  @Test func aLedgerThatExistsIsNotServedAsAnother() throws {
    let till = TillProgram()
    #expect(try ServeProgram(store: till.store, ["--empty", "--bundle-id", "org.one", "--seed", "5"]).stop() == 0)
    func refused(_ arguments: String..., naming words: String...) throws {
      let run = try till.run(["serve", "--port", "0"] + arguments)
      #expect(run.status == 4 && run.error.split(separator: "\n").count == 1, "\(run.error)")
      for word in words { #expect(run.error.contains(word), "\(run.error)") }
    }
    try refused("--bundle-id", "org.two", naming: "org.one", "org.two", "--store")
    try refused("--seed", "6", naming: "5", "6")
    try refused("--environment", "Production", "--app-apple-id", "7", naming: "Sandbox", "Production")
    let again = try ServeProgram(store: till.store, ["--bundle-id", "org.one", "--seed", "5"])
    #expect(try again.document.string("bundleId") == "org.one")
    #expect(try till.run("serve", "--environment", "Production").status == 2)
    #expect(try till.run("serve", "--clock", "soon").error.contains("soon"))
  }

  @Test func otherMachinesMayAskByTheNamesThatAreAllowed() throws {
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store, ["--empty", "--host", "0.0.0.0", "--allow-host", "till"])
    #expect(serve.url.hasPrefix("http://127.0.0.1:"))
    let health = try #require(try JSONValue(parsing: serve.curl(serve.url + "/till/health")).objectValue)
    #expect(try health.bool("ok") == true && health.bool("simulated") == true)
    func status(_ host: String) -> String {
      serve.curl("-o", "/dev/null", "-w", "%{http_code}", "-H", "Host: \(host)", serve.url + "/till/health")
    }
    #expect([status("till:8421"), status("TILL"), status("10.0.0.7")] == ["200", "200", "200"])
    #expect([status("evil.example"), status("till.evil.example")] == ["403", "403"])
    // The remedy is an option of the server, so it is named with its dashes.
    let refused = serve.curl("-H", "Host: evil.example", serve.url + "/till/v1/identity")
    #expect(refused.contains("allow it with --allow-host evil.example"), "\(refused)")
  }

  @Test func aCertificateOfItsOwnOrOfTheTesters() throws {
    let (till, other) = (TillProgram(), TillProgram())
    let serve = try ServeProgram(store: till.store, ["--empty", "--tls", "auto", "--allow-host", "till.internal"])
    #expect(serve.url.hasPrefix("https://localhost:"))
    let file = try #require(try serve.document.string("tlsCertificateFile"))
    #expect(serve.curl("--cacert", file, serve.url + "/till/health").contains("\"ok\""))
    let port = try #require(serve.url.split(separator: ":").last)
    let named = serve.curl(
      "--cacert", file, "--resolve", "till.internal:\(port):127.0.0.1", "https://till.internal:\(port)/till/health")
    #expect(named.contains("\"ok\""))
    #expect(serve.curl(serve.url + "/till/health") == "", "nobody trusts it by itself")
    #expect(serve.curl("http://127.0.0.1:\(port)/till/health") == "", "there is no plain HTTP beside it")
    let key = till.store + "/TLSKey.pem"
    #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
    #expect(serve.stop() == 0)
    let text = FileManager.default.contents(atPath: file)
    let again = try ServeProgram(store: till.store, ["--tls", "auto", "--allow-host", "till.internal"])
    #expect(FileManager.default.contents(atPath: file) == text, "it stays the same")
    #expect(again.stop() == 0)
    let own = try ServeProgram(store: other.store, ["--empty", "--tls", file, key])
    #expect(own.curl("--cacert", file, own.url + "/till/health").contains("\"ok\""))
    #expect(try other.run("serve", "--tls", file).status == 2)
    #expect(try other.run("serve", "--port", "0", "--tls", key, file).status != 0)
  }

  /// Tests that a link in place of the TLS key is not followed, and that a key which others could write is replaced.
  @Test func theKeyGoesThroughNoLink() throws {
    let till = TillProgram()
    let (key, victim) = (till.store + "/TLSKey.pem", till.store + "/victim")
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    try "precious".write(toFile: victim, atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: key, withDestinationPath: victim)
    let serve = try ServeProgram(store: till.store, ["--empty", "--tls", "auto"])
    #expect(serve.stop() == 0)
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    let first = FileManager.default.contents(atPath: key)
    #expect(first != nil && (try? FileManager.default.destinationOfSymbolicLink(atPath: key)) == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: key)
    let again = try ServeProgram(store: till.store, ["--tls", "auto"])
    #expect(again.stop() == 0)
    #expect(FileManager.default.contents(atPath: key) != first, "a key that others could write is made anew")
    #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
  }

  @Test func aKeyOfTheTesters() throws {
    let (till, other) = (TillProgram(), TillProgram())
    let first = try ServeProgram(store: till.store, ["--empty"])
    let made = try #require(try first.document.string("privateKeyFile"))
    let own = till.store + "/AuthKey_MINE123456.p8"
    try FileManager.default.copyItem(atPath: made, toPath: own)
    let issuer = "57246542-96fe-1a63-e053-0824d011072a"
    let serve = try ServeProgram(store: other.store, ["--empty", "--key", own, "--issuer", issuer])
    #expect(try serve.document.string("keyId") == "MINE123456")
    #expect(try serve.document.string("issuerId") == issuer)
    let client = [
      "--backend", "appstore:" + serve.url, "--key", own, "--issuer", issuer, "--bundle-id",
      try #require(try serve.document.string("bundleId")), "--root",
      try #require(try serve.document.string("rootCertificateFile")),
    ]
    let found = try TillProgram().run(client + ["--key-id", "MINE123456", "lookup", "2000000000000001"])
    #expect(found.error.contains("unknown transaction 2000000000000001"), "\(found.error)")
    let wrong = try TillProgram().run(client + ["--key-id", "OTHER12345", "lookup", "2000000000000001"])
    #expect(wrong.status != 0 && wrong.error != found.error)
    #expect(try TillProgram().run("serve", "--port", "0", "--key", till.store + "/none.p8").error.contains("none.p8"))
    let named = try ServeProgram(store: till.store + "3", ["--empty", "--key-id", "ABC1234567"])
    #expect(try named.document.string("privateKeyFile")?.hasSuffix("AuthKey_ABC1234567.p8") == true)
    try? FileManager.default.removeItem(atPath: till.store + "3")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/keytool"), "there is no keytool here"))
  func theLineForJavaMakesAKeyStore() throws {
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store, ["--empty"])
    let line = try #require(try serve.document.string("keytool"))
    let store = try #require(try serve.document.string("rootCertificateFile")).replacing(".cer", with: ".jks")
    let listed = Spawn.run(["/bin/sh", "-c", "\(line) && keytool -list -storepass changeit -keystore '\(store)'"])
    #expect(listed.status == 0 && listed.output.contains("trustedCertEntry"), "\(listed.output)")
    let pem = try #require(try serve.document.string("rootCertificatePEMFile"))
    #expect(try String(contentsOfFile: pem, encoding: .utf8).hasPrefix("-----BEGIN CERTIFICATE-----"))
  }

  @Test func productionIsSignedSoAndStaysSimulated() throws {
    let (shop, device) = (TillProgram(), TillProgram())
    let serve = try ServeProgram(
      store: shop.store,
      ["--empty", "--catalog", try catalogue(in: shop), "--environment", "Production", "--app-apple-id", "1234567"])
    #expect(try serve.document.string("environment") == "Production")
    #expect(try serve.document.int64("appAppleId") == 1_234_567)
    #expect(try device.run("--backend", serve.url, "buy", "org.shop.pro").status == 0)
    #expect(try device.run("--backend", serve.url, "check", "org.shop.pro").status == 0)
    let items = try news(serve)
    #expect(!items.isEmpty)
    for text in items { #expect(text.contains(#""environment":"Production""#), "\(text)") }
    #expect(items.contains { $0.contains(#""appAppleId":1234567"#) })
    let screen = try device.run("--backend", serve.url, "screen", "--size", "80x24")
    #expect(screen.output.contains("SIMULATED"))
    // After the server has ended, the program uses the same ledger directly.
    #expect(serve.stop() == 0)
    #expect(try shop.run("buy", "org.shop.plus").status == 0)
  }

  @Test func aSeedAndAClockRepeatEverything() throws {
    func world(_ seed: String) throws -> [String] {
      let (shop, device) = (TillProgram(), TillProgram())
      let serve = try ServeProgram(
        store: shop.store,
        ["--empty", "--catalog", try catalogue(in: shop), "--seed", seed, "--clock", "2026-03-01T09:00:00Z"])
      func till(_ arguments: String...) throws {
        let run = try device.run(["--backend", serve.url] + arguments)
        #expect(run.status == 0, "\(arguments) \(run.error)")
      }
      try till("user", "one")
      try till("buy", "org.shop.pro")
      try till("buy", "org.shop.plus")
      try till("simulator", "advance", "40d")
      let rows = try shop.json("simulator", "transactions").objects("transactions") ?? []
      let pro = try #require(try rows.first { $0["productId"] == "org.shop.pro" }?.string("transactionId"))
      try till("simulator", "refund", "approve", pro)
      return try news(serve)
    }
    let (one, same, other) = try (world("7"), world("7"), world("8"))
    #expect(one.count >= 6)
    #expect(one == same)
    func ids(_ payloads: [String], _ names: String) throws -> Set<String> {
      let member = try Regex(#""(?:\#(names))":"?([0-9a-f-]+)"?"#, as: (Substring, Substring).self)
      return Set(payloads.flatMap { $0.matches(of: member).map { String($0.output.1) } })
    }
    let named = "transactionId|originalTransactionId|webOrderLineItemId|notificationUUID|appTransactionId"
    #expect(try ids(one, named).count >= 8)
    #expect(try ids(one, named).isDisjoint(with: ids(other, named)))
    // A user's token depends only on the app and the user.
    #expect(try !ids(one, "appAccountToken").isEmpty && ids(one, "appAccountToken") == ids(other, "appAccountToken"))
  }

  /// Returns everything that was signed, decoded, with the signed data inside it.
  private func news(_ serve: ServeProgram) throws -> [String] {
    let ledger = try #require(try serve.document.string("ledgerId"))
    let answer = serve.curl("-H", "Till-Ledger: \(ledger)", serve.url + "/till/v3/news?after=0")
    let signed = #/[A-Za-z0-9_-]{20,}\.([A-Za-z0-9_-]{20,})\.[A-Za-z0-9_-]{20,}/#
    func decoded(_ text: String) -> [String] {
      text.matches(of: signed).flatMap { match -> [String] in
        let payload = String(match.1).replacing("-", with: "+").replacing("_", with: "/")
        let padded = payload + String(repeating: "=", count: (4 - payload.count % 4) % 4)
        let inner = String(decoding: Data(base64Encoded: padded) ?? Data(), as: UTF8.self)
        return [inner.replacing(signed, with: "…")] + decoded(inner)
      }
    }
    return decoded(answer)
  }

  @Test func theEndPostsDueNotificationsOrKeepsThem() throws {
    let (till, other) = (TillProgram(), TillProgram())
    let receiver = try TestServer(replies: [.json("{}")])
    let serve = try ServeProgram(store: till.store, ["--empty", "--notify", receiver.url])
    for _ in 0..<5 { #expect(try till.run("simulator", "notifications", "test").status == 0) }
    #expect(serve.stop() == 0)
    #expect(receiver.requests.count == 5)
    let refusing = try TestServer(replies: [.json("{}", status: 503)])
    let kept = try ServeProgram(store: other.store, ["--empty", "--notify", refusing.url, "--attempts", "6"])
    #expect(try other.run("simulator", "notifications", "test").status == 0)
    #expect(kept.stop() == 0)
    let rows = try #require(try other.json("simulator", "notifications").objects("notifications"))
    #expect(try rows.map { try $0.string("delivery") } == ["waiting"], "\(rows)")
  }
}
