import Core
import Foundation
import TestSupport
import Testing

/// A desk beside a running `till serve`, which stands in Apple's place.
@Suite(.startsPrograms) struct DeskStoryTests {
  /// The shop, its server, and the words by which a desk finds and asks it.
  private final class World {
    let shop = TillProgram()
    let device = TillProgram()
    let serve: ServeProgram
    let apple: [String]

    init() throws {
      serve = try ServeProgram(store: shop.store)
      let made = serve.document
      func text(_ name: String) throws -> String { try #require(try made.string(name)) }
      apple = [
        "--backend", "appstore:" + serve.url, "--key", try text("privateKeyFile"), "--key-id", try text("keyId"),
        "--issuer", try text("issuerId"),
      ]
      _ = try device.json(
        "desk", "init", "--bundle-id", try text("bundleId"), "--environment", "Sandbox", "--root",
        try text("rootCertificateFile"))
    }

    func desk(_ words: String...) throws -> JSONObject { try device.run(["desk"] + words + ["--json"]).document() }

    func asking(_ words: String...) throws -> JSONObject {
      try device.run(["desk"] + words + apple + ["--json"]).document()
    }

    func buy(_ product: String) throws -> String {
      let answer = try device.run(["--backend", serve.url, "buy", product, "--json"]).document()
      return try #require(try answer.string("transactionId"))
    }
  }

  /// What no notification brought is found by a sweep, what changed by a refresh, and neither asks twice for the same.
  @Test func appleIsAskedForMissingTransactions() throws {
    let world = try World()
    let first = try world.buy("com.example.piglet.coins100")
    // No listener ran when the notification was sent; the notification history still has it.
    let sweep = try world.asking("sweep")
    #expect(sweep["filled"]?.numberValue?.int64 ?? 0 > 0, "\(sweep)")
    #expect(sweep["complete"] == true)
    #expect(try world.asking("sweep")["filled"] == 0)
    let found = try world.desk("find", first).rows("customers")
    let customer = try #require(found.first?["customer"]?.numberValue?.int64)

    let before = try world.asking("refresh", "#\(customer)")
    #expect(before["failed"] == 0, "\(before)")
    let second = try world.buy("com.example.piglet.coins550")
    let after = try world.asking("refresh", first)
    #expect(after["imported"] == 1, "\(after)")
    #expect(try world.asking("refresh", first)["imported"] == 0)
    #expect(try world.desk("find", second).rows("customers").first?["customer"]?.numberValue?.int64 == customer)
    let doctor = try world.desk("doctor", "--rebuild")
    #expect(doctor["ok"] == true, "\(doctor)")
  }

  /// An order number is looked up once; afterwards the desk knows it without asking.
  @Test func anOrderNumberIsLookedUpOnce() throws {
    let world = try World()
    let bought = try world.buy("com.example.piglet.coins100")
    let order = try #require(try world.shop.json("simulator", "transactions", bought).text("orderNumber"))
    #expect(try world.desk("find", order).rows("customers").isEmpty)
    let found = try world.asking("find", order).rows("customers")
    #expect(found.count == 1)
    world.serve.stop()
    #expect(try world.desk("find", order).rows("customers") == found)
    let nobody = try world.device.run(["desk", "refresh", bought] + world.apple)
    #expect(nobody.status == 1 && !nobody.error.isEmpty, "\(nobody)")
  }
}
