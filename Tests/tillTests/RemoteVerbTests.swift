import Core
import Foundation
import TestSupport
import Testing

/// Tests every verb of `till simulator` from another process, at a `till serve`.
@Suite(.startsPrograms) struct RemoteVerbTests {
  private static let monthly = "com.example.piglet.plus.monthly"
  private static let premium = "com.example.piglet.premium"

  /// A call of each verb.
  ///
  /// `BOUGHT`, `SUBSCRIBED` and `PENDING` stand for transactions that the test buys before the call, `FILE` for a path.
  private static let samples: [(name: String, words: [String])] = [
    ("advance", ["1h"]), ("set-back", ["1h"]), ("rate", ["realTime"]), ("pause", []), ("pause", []),
    ("buy", [monthly]), ("preview", [monthly]), ("auto-renew", ["off", monthly]), ("auto-renew", ["on", monthly]),
    ("extend", [monthly, "3"]), ("retention", [monthly]), ("external-purchase", ["created"]),
    ("price-increase", [monthly, "--price", "20"]), ("consent", [monthly, "yes"]),
    ("advance-to", ["next"]),
    ("renew", [monthly]), ("billing", ["fail", monthly]), ("billing", ["resolve", monthly]), ("expire", [monthly]),
    ("promote", [premium]), ("promoted", []), ("grace", ["on"]), ("network", ["on"]), ("payments", ["on"]),
    ("renewals-fail", ["off"]), ("dialogs", ["on"]), ("subscriptions", []), ("renewal-limit", ["none"]),
    ("app-in-sandbox", ["off"]), ("shape", ["2025"]), ("grace-period", ["28", "--eligible", "paid"]),
    ("retention-review", ["hold"]),
    ("clock", ["2098-01-01"]), ("storefront", ["USA"]),
    ("locale", ["de_DE"]), ("locale", ["--off"]),
    ("fault", ["purchase", "networkError", "--once"]),
    ("fault", ["purchase", "--off"]), ("faults", []), ("root", []), ("pending", []), ("accounts", []),
    ("transactions", ["--limit", "5"]), ("family", []), ("notifications", []), ("notifications", ["test"]),
    ("consumption", []), ("checkpoint", ["before", "--to", "FILE"]), ("checkpoint", ["--restore", "before"]),
    ("checkpoint", ["--from", "FILE"]), ("save", ["FILE"]),
    ("ask-to-buy", ["on"]), ("approve", ["PENDING"]), ("decline", ["PENDING"]), ("ask-to-buy", ["off"]),
    ("interrupted", ["on"]), ("resolve", ["PENDING"]), ("interrupted", ["off"]),
    ("another-id", ["SUBSCRIBED"]), ("refund", ["approve", "BOUGHT", "--percentage", "50"]),
    ("refund", ["reverse", "BOUGHT"]),
    ("receipt", ["--to", "FILE"]), ("rescind-consent", []), ("restate", ["BOUGHT", #"{"storefront": "USA"}"#]),
    ("delete", ["BOUGHT", "--yes"]), ("reset", ["new@", "--yes"]), ("reset", ["--settings"]), ("clear", ["--yes"]),
    ("reset", ["--demo", "--yes"]),
    ("reset", ["--yes"]),
  ]

  /// The verb that runs scenarios in files of its own, wherever the App Store is.
  private static let alone: Set = ["run"]

  /// Tests that every verb has a sample here and can be carried out from another process.
  @Test func everyVerbIsCarriedOutFromElsewhere() throws {
    let (shop, device) = (TillProgram(), TillProgram())
    let serve = try ServeProgram(store: shop.store)
    func till(_ arguments: [String]) throws -> TillProgram.Run { try device.run(["--backend", serve.url] + arguments) }
    func bought(_ product: String = "coins100") throws -> String {
      let answer = try till(["buy", "com.example.piglet." + product, "--json"]).document()
      return try #require(try answer.string("transactionId"))
    }
    var last = ""
    for (name, words) in Self.samples {
      let words = try words.map { word in
        switch word {
        case "PENDING": return try bought()
        case "SUBSCRIBED": return try bought("plus.yearly")
        case "BOUGHT":
          if last.isEmpty { last = try bought() }
          return last
        case "FILE": return device.store + "/" + name
        default: return word
        }
      }
      let run = try till(["simulator", name] + words + ["--json"])
      #expect(run.status == 0, "\(name) \(words): \(run.error)")
      #expect(try run.document().bool("ok") == true)
    }
    let usage = try device.run("help", "simulator").output.split(separator: "\n")
    let verbs = usage.compactMap { line -> String? in
      let words = line.split(separator: " ").drop { $0 == "usage:" }
      return words.prefix(2) == ["till", "simulator"] && !line.contains("[40")
        ? words.dropFirst(2).first.map(String.init) : nil
    }
    #expect(Set(Self.samples.map(\.name)).union(Self.alone) == Set(verbs))
    #expect(serve.stop() == 0)
  }

  @Test func anIrreversibleActIsConfirmedHere() throws {
    let (shop, device) = (TillProgram(), TillProgram())
    let serve = try ServeProgram(store: shop.store)
    func till(_ arguments: String...) throws -> TillProgram.Run {
      try device.run(["--backend", serve.url] + arguments)
    }
    let asked = try till("simulator", "reset", "new@")
    #expect(asked.status == 2 && asked.error.contains("--yes"))
    let wrong = try till("simulator", "rate", "never")
    #expect(wrong.status == 2 && wrong.error.contains("unknown rate “never”"))
    let unknown = try till("simulator", "refund", "approve", "1")
    #expect(unknown.status == 1 && unknown.error.contains("unknown transaction 1"))
    // The catalogue is transferred unchanged, in both directions.
    let catalogue = try till("export", "--format", "storekit")
    let exact = try shop.run("export", "--format", "storekit").output
    #expect(catalogue.status == 0 && catalogue.output == exact)
    let file = device.store + "/Other.storekit"
    let changed = catalogue.output.replacingOccurrences(of: Self.premium, with: "com.example.piglet.other")
    try Data(changed.utf8).write(to: URL(filePath: file))
    #expect(try till("import", file).error.contains("customers have bought products"))
    #expect(try till("--catalog", file, "status").error.contains("customers have bought products"))
    let taken = try till("import", file, "--yes", "--json").document()
    #expect(try taken.strings("unknownProductIds") == [Self.premium])
    #expect(try shop.run("export", "--format", "storekit").output == changed)
    #expect(try till("--catalog", file, "status").error.isEmpty, "it is sold already")
    #expect(try till("account", "two@", "--new").status == 0)
    #expect(try till("account").output == "two@\n")
  }

  /// Tests that the device's app server uses the App Store's clock, not the machine's.
  @Test func theAppsServerKeepsTheAppStoresTime() throws {
    let (shop, device) = (TillProgram(), TillProgram())
    let serve = try ServeProgram(store: shop.store)
    func till(_ arguments: String...) throws -> TillProgram.Run {
      try device.run(["--backend", serve.url] + arguments)
    }
    for words in [
      ["user", "one"], ["buy", Self.monthly], ["simulator", "auto-renew", "off", Self.monthly], ["user", "two"],
    ] {
      #expect(try device.run(["--backend", serve.url] + words).status == 0)
    }
    // With this policy an active subscription stays with its user; it ends when the App Store's clock passes its end.
    #expect(try till("restore-policy", "transferIfInactive").status == 0)
    #expect(try till("restore", "--json").document().objects("otherUser")?.count == 1)
    #expect(try till("simulator", "advance", "60d").status == 0)
    #expect(try till("restore", "--json").document().objects("otherUser")?.isEmpty == true)
  }
}
