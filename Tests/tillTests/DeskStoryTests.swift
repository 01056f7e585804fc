import Core
import Foundation
import TestSupport
import Testing

/// Tests of a desk beside a running `till serve`, which replaces the App Store.
@Suite(.startsPrograms) struct DeskStoryTests {
  /// The shop, its server, and the options by which a desk asks it.
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

  /// Tests that a sweep finds missed notifications, that a refresh finds changes, and that neither asks twice.
  @Test func appleIsAskedForMissingTransactions() throws {
    let world = try World()
    let first = try world.buy("com.example.piglet.coins100")
    // No listener ran when the notification was sent; the notification history still contains it.
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

  /// Tests that an order number is looked up once; afterwards the desk knows it without asking.
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
