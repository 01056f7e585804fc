import Core
import Foundation
import TestSupport
import Testing

/// Tests of legacy receipts with a running `till serve`, with the real program on both sides.
@Suite(.serialized, .startsPrograms) struct ReceiptStoryTests {
  private let shop = TillProgram()
  private let desk = TillProgram()

  private var secret: String {
    get throws {
      let name = try FileManager.default.contentsOfDirectory(atPath: shop.store).first { $0.hasPrefix("SharedSecret") }
      return try shop.store + "/" + #require(name)
    }
  }

  /// Runs the program with the receipt backend at a server.
  private func run(_ serve: ServeProgram, _ arguments: String..., isSecret: Bool = true) throws -> TillProgram.Run {
    let bundleId = try #require(try serve.document.string("bundleId"))
    return try desk.run(
      ["--backend", "receipt:" + serve.url, "--bundle-id", bundleId] + arguments,
      environment: isSecret ? ["TILL_RECEIPT_SECRET_FILE": try secret] : [:])
  }

  private func receipt(of account: String, _ arguments: String...) throws -> String {
    let file = shop.store + "/" + account + ".receipt"
    let run = try shop.run(["simulator", "receipt", "--account", account, "--to", file] + arguments)
    #expect(run.status == 0, "\(run.error)")
    return file
  }

  /// Adds purchases that the demo data lack: a running subscription, an ended one, and a refund.
  private func fillTheLedger(_ serve: ServeProgram) throws {
    let monthly = "com.example.piglet.plus.monthly"
    for arguments in [
      ["--account", "again@", "--ago", "40d", "--renewals", "until-now"],
      ["--account", "new@", "--ago", "90d", "--renewals", "cancel"],
    ] {
      let run = try shop.run(["simulator", "buy", monthly] + arguments)
      #expect(run.status == 0, "\(run.error)")
    }
    let device = TillProgram()
    let bought = try device.run("--backend", serve.url, "buy", "com.example.piglet.darkicons", "--json").document()
    let id = try #require(bought.text("transactionId"))
    #expect(try device.run("--backend", serve.url, "ask-refund", id, "--yes").status == 0)
    #expect(try shop.run("simulator", "refund", "approve", id).status == 0)
  }

  /// Returns the state of every product, with its end date.
  private func states(_ document: JSONObject) -> [String] {
    document.rows("products").map { row in
      let date = row["expiresDate"].map { $0.serialized() } ?? ""
      return [row.text("productId") ?? "", row.text("state") ?? "", row["entitled"] == true ? "yes" : "no", date]
        .joined(separator: " ")
    }
  }

  @Test
  func b6TheSameAnswerFromReceiptsAndFromTransactionsForEveryCustomerOfOneLedger() throws {
    let serve = try ServeProgram(store: shop.store)
    let catalogue = shop.store + "/all.storekit"
    try shop.run("export", "--format", "storekit").output.write(toFile: catalogue, atomically: true, encoding: .utf8)
    try fillTheLedger(serve)
    let accounts = try shop.json("simulator", "accounts").rows("accounts").compactMap { $0.text("name") }
    #expect(accounts.count >= 3)
    // Consumables are left out, because the app server keeps their balance.
    let consumables = try Set(
      shop.json("status").rows("products").filter { $0.text("type") == "Consumable" }.compactMap {
        $0.text("productId")
      })
    var seen: Set<String> = []
    for account in accounts {
      let device = TillProgram()
      // Only Apple's evidence counts here, because a credit would follow the user to every account.
      let words = ["--backend", serve.url, "--verify-with", "none"]
      #expect(try device.run(words + ["account", account]).status == 0)
      #expect(try device.run(words + ["restore"]).status >= 0)
      let expected = states(try device.run(words + ["status", "--json"]).document())
      let file = try receipt(of: account)
      let read = try run(serve, "lookup", file, "--catalog", catalogue)
      #expect(read.status == 0, "\(account): \(read.error)")
      let found = states(try run(serve, "status", "--json", "--catalog", catalogue).document())
      func kept(_ lines: [String]) -> [String] {
        lines.filter { line in !consumables.contains { line.hasPrefix($0 + " ") } }.sorted()
      }
      #expect(kept(found) == kept(expected), "\(account)")
      seen.formUnion(found.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
    }
    #expect(seen.isSuperset(of: ["purchased", "refunded", "subscribed", "gracePeriod", "expired"]), "\(seen)")
  }

  @Test func aReceiptEntitlesWithItsReasonAndNothingCanBeBought() throws {
    let serve = try ServeProgram(store: shop.store)
    let file = try receipt(of: "again@")
    let catalogue = shop.store + "/all.storekit"
    try shop.run("export", "--format", "storekit").output.write(toFile: catalogue, atomically: true, encoding: .utf8)
    #expect(try run(serve, "lookup", file, "--catalog", catalogue).status == 0)
    let reasons = try run(serve, "explain", TillProgram.premium, "--json").document()
    #expect(reasons["entitled"] == true)
    let attested = try #require(reasons.rows("reasons").first { $0.text("rule") == "attested" })
    #expect(attested.text("text")?.contains("no signature of its own") == true)
    let rows = try run(serve, "transactions", "--json").document().rows("transactions")
    #expect(!rows.isEmpty && rows.allSatisfy { $0.text("verification") == "attested" })
    let bought = try run(serve, "buy", TillProgram.premium)
    #expect(bought.status == 1 && bought.error.contains("only the customer can buy"))
    let asked = try run(serve, "ask-refund", rows[0].text("transactionId") ?? "", "--yes")
    #expect(asked.status == 1 && asked.error.contains("only the customer can ask for a refund"))
    // A receipt answer has no signature to check, and `doctor` does not miss one.
    #expect(try run(serve, "doctor").status == 0)
  }

  @Test
  func c4TheReceiptThatIsNotThereIsLookedForRefreshedAndEachStepIsInTheJournal() throws {
    let serve = try ServeProgram(store: shop.store)
    let missing = try run(serve, "lookup", desk.store + "/nobody.receipt")
    #expect(missing.status == 1 && missing.error.contains("after 5 attempts and a refresh"))
    let late = desk.store + "/again@.receipt"
    // Without a catalogue Till does not know that the purchase never expires, but lists it.
    let found = try run(serve, "lookup", late)
    #expect(found.status == 0 && found.output.contains(TillProgram.premium), "\(found.output)")
    #expect(FileManager.default.contents(atPath: late)?.first == 0x30)
    let journal = try run(serve, "journal", "--json").document().rows("journal").compactMap { $0.text("text") }
    #expect(journal.contains { $0.contains("attempt 5 of 5") })
    #expect(journal.contains { $0.contains("asking the app to refresh it") })
  }

  @Test
  func e6TheSharedSecretComesFromAFileMayBeReplacedAndIsPrintedNowhere() throws {
    let serve = try ServeProgram(store: shop.store)
    let file = try receipt(of: "grace@")
    let without = try run(serve, "lookup", file, isSecret: false)
    #expect(without.status == 1 && without.error.contains("21004"))
    let lookup = try run(serve, "lookup", file)
    #expect(lookup.status == 0, "\(lookup.error)")
    let doctor = try run(serve, "doctor", "--json").document().rows("checks").first { $0.text("name") == "backend" }
    #expect(doctor?["ok"] == true && doctor?.text("detail")?.contains("the shared secret is in ") == true)
    let text = try String(contentsOfFile: secret, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    let journal = try run(serve, "journal", "--json").output
    for output in [lookup.output, lookup.error, without.error, journal, try run(serve, "doctor").output] {
      #expect(!output.contains(text))
    }
    #expect(try run(serve, "--secret", text, "status").status == 2)
  }

  @Test func aCatalogueGivenLaterCountsAtOnceAndStays() throws {
    let serve = try ServeProgram(store: shop.store)
    let file = try receipt(of: "again@")
    let found = try run(serve, "lookup", file)
    // A non-consumable purchase is listed although no catalogue names its type.
    #expect(found.status == 0 && found.output.contains("\(TillProgram.premium): not entitled"), "\(found.output)")
    func name() throws -> (name: String?, type: String?) {
      let row = try run(serve, "status", "--json").document().rows("products").first {
        $0.text("productId") == TillProgram.premium
      }
      return (row?.text("displayName"), row?.text("type"))
    }
    #expect(try name().name == TillProgram.premium, "nobody has said what it is called")
    let catalogue = shop.store + "/all.storekit"
    try shop.run("export", "--format", "storekit").output.write(toFile: catalogue, atomically: true, encoding: .utf8)
    let given = try run(serve, "import", catalogue)
    #expect(given.status == 0 && given.output.contains("are listed"), "\(given.output)\(given.error)")
    let (named, type) = try name()
    #expect(named != TillProgram.premium && type == "Non-Consumable")
    // A restore reads no catalogue, and removes none of these names.
    #expect(try run(serve, "restore").status == 0)
    #expect(try name().name == named)

    // The option has the same effect while the server is down.
    let other = TillProgram()
    let bundleId = try #require(try serve.document.string("bundleId"))
    let place = ["--backend", "receipt:" + serve.url, "--bundle-id", bundleId]
    serve.stop()
    let listed = try other.run(place + ["--catalog", catalogue, "status", "--json"]).document().rows("products")
    #expect(listed.contains { $0.text("productId") == TillProgram.premium && $0.text("displayName") == named })
    #expect(try other.run(place + ["status", "--json"]).document().rows("products").count == listed.count)
  }

  @Test func b5ASandboxReceiptInProductionNamesTheOneOptionThatReadsIt() throws {
    let serve = try ServeProgram(store: shop.store)
    let file = try receipt(of: "again@")
    let wrong = try run(serve, "--environment", "Production", "lookup", file)
    #expect(wrong.status == 1 && wrong.error.contains("is a receipt of sandbox"), "\(wrong.error)")
    #expect(wrong.error.contains("--backend receipt:\(serve.url) --environment Sandbox"))
    let journal = try run(serve, "--environment", "Production", "journal", "--json").output
    #expect(journal.contains("21007"))
  }

  @Test
  func b5AProductionReceiptAtTheSandboxNamesTheBackendToOpen() throws {
    let serve = try ServeProgram(store: shop.store)
    let file = try receipt(of: "again@", "--environment", "Production")
    let wrong = try run(serve, "lookup", file)
    #expect(wrong.status == 1 && wrong.error.contains("is a receipt of production"))
    #expect(wrong.error.contains("--backend receipt:\(serve.url) --environment Production"))
    let other = TillProgram()
    let bundleId = try #require(try serve.document.string("bundleId"))
    let right = try other.run(
      "--backend", "receipt:" + serve.url, "--environment", "Production", "--bundle-id", bundleId, "lookup", file)
    #expect(right.status == 0, "\(right.error)")
    serve.stop()
    let gone = try run(serve, "restore")
    #expect(gone.status != 0)
    let doctor = try run(serve, "doctor", "--json").document().rows("checks").first { $0.text("name") == "backend" }
    #expect(doctor?["ok"] == false)
  }
}
