import Core
import Foundation
import TestSupport
import Testing

/// Tests of a customer's evidence in a case, with the real program.
@Suite(.startsPrograms) struct CaseStoryTests {
  private let shop = TillProgram()
  private let desk = TillProgram()

  private func write(_ text: String, to name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: desk.store, withIntermediateDirectories: true)
    let path = desk.store + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Writes the simulated App Store's root certificate, which the case must trust, and returns its path.
  private func root() throws -> String { try write(shop.run("simulator", "root").output, to: "root.pem") }

  /// Returns an account's signed transactions.
  private func signed(_ account: String) throws -> [String] {
    #expect(try shop.run("account", account).status == 0)
    #expect(try shop.run("restore").status >= 0)
    return try shop.run("export", "--format", "jws").output.split(separator: "\n").map(String.init)
  }

  @Test func aHistoryIsShownAndNothingCanBeDone() throws {
    let texts = try signed("again@")
    let list = texts.map { "\"\($0)\"" }.joined(separator: ",")
    let file = try write(#"{"signedTransactions":[\#(list)],"hasMore":false,"revision":"1"}"#, to: "history.json")
    let root = try root()
    let report = try desk.run("import", file, "--case", "ticket-1", "--root", root, "--json").document()
    #expect(report["ok"] == true && report["imported"]?.numberValue?.int64 == Int64(texts.count), "\(report)")
    #expect(report["customers"]?.arrayValue?.count == 1)
    let again = try desk.run("import", file, "--case", "ticket-1", "--root", root, "--json").document()
    #expect(again["imported"] == 0 && again["known"]?.numberValue?.int64 == Int64(texts.count))

    func till(_ arguments: String...) throws -> TillProgram.Run {
      try desk.run(["--case", "ticket-1"] + arguments)
    }
    #expect(try till("check", TillProgram.premium).status == 0)
    let rows = try till("transactions", "--json").document().rows("transactions")
    #expect(rows.count == texts.count && rows.allSatisfy { $0.text("verification") == "verified" })
    #expect(try till("refunds", "--json").document().rows("refunds").count == 1)
    #expect(try till("explain", TillProgram.premium).output.contains("entitled"))
    for arguments in [["buy", TillProgram.premium], ["restore"], ["refund-check"]] {
      let run = try desk.run(["--case", "ticket-1"] + arguments)
      #expect(run.status == 1 && run.error.contains("a case has no App Store"), "\(arguments): \(run.error)")
    }
    let screen = try till("screen", "--size", "120x36", "--keys", "b").output
    #expect(screen.contains("CASE ticket-1") && screen.contains("a case has no App Store"))
    #expect(try till("doctor", "--root", root).status == 0)
  }

  @Test func aCaseKeepsItsRootAndItsEvidence() throws {
    let file = try write(signed("again@").joined(separator: "\n"), to: "list.txt")
    #expect(try desk.run("import", file, "--case", "kept", "--root", try root()).status == 0)
    func till(_ arguments: String...) throws -> TillProgram.Run { try desk.run(["--case", "kept"] + arguments) }
    #expect(try till("doctor").status == 0 && till("verify", file).status == 0)
    let rows = try till("transactions", "--json").document().rows("transactions")
    let id = try #require(rows.first?.text("transactionId"))
    #expect(try !till("show", id).output.contains("Not trusted"))
    #expect(try desk.run("import", file, "--case", "kept", "--json").document()["known"] == 2)

    let before = try till("status").output
    for arguments in [
      ["reinstall", "--yes"], ["new-device", "--yes"], ["user", "two"], ["account", "--sign-out"],
      ["fault", "network"], ["updates", "live"],
      ["grant", TillProgram.premium, "--until", "2030-01-01", "--reason", "x"],
    ] {
      let run = try desk.run(["--case", "kept"] + arguments)
      #expect(run.status == 1 && run.error.contains("a case has no App Store"), "\(arguments): \(run.error)")
    }
    #expect(try till("status").output == before)
    let account = try #require(till("status", "--json").document().text("account"))
    #expect(try till("account", account).output.contains("the case now shows"))
  }

  @Test func aNewCaseNeedsAnAppThatItsFilesName() throws {
    let texts = try signed("again@")
    let file = try write(texts.joined(separator: "\n"), to: "list.txt")
    let options = ["--case", "typo", "--root", try root()]
    let wrong = try desk.run(["import", file, "--bundle-id", "com.example.pigelt"] + options)
    #expect(wrong.status == 2 && wrong.error.contains("of the app com.example.piglet, not"), "\(wrong.error)")
    #expect(try desk.run(["import", file] + options).status == 0)
    let nameless = try desk.run("import", try write("e.y.x", to: "nameless.jws"), "--case", "nameless")
    #expect(nameless.status == 2 && nameless.error.contains("add --bundle-id"), "\(nameless.error)")
  }

  @Test func aRefundRequestIsShownUntilItIsDecided() throws {
    #expect(try shop.run("account", "new@").status == 0)
    let id = try #require(
      shop.run("buy", TillProgram.premium, "--verify-with", "none", "--json").document().text("transactionId"))
    #expect(try shop.run("ask-refund", id, "--yes").status == 0)
    let sent = try shop.json("simulator", "notifications", "--account", "new@").rows("notifications").map { row in
      let uuid = try #require(row.text("notificationUUID"))
      return try #require(shop.json("simulator", "notifications", uuid).text("signedPayload"))
    }
    let file = try write(sent.joined(separator: "\n"), to: "sent.jws")
    #expect(try desk.run("import", file, "--case", "asked", "--root", try root()).status == 0)
    let state = try desk.run("--case", "asked", "explain", TillProgram.premium, "--json").document().text("state")
    #expect(state == "refundAsked")
  }

  @Test func unsignedDataIsShownAndGrantsNothing() throws {
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    let entry = #"""
      {"quantity":"1","product_id":"com.example.plus","transaction_id":"1","original_transaction_id":"1",
      "purchase_date_ms":"\#(now - 1000)","expires_date_ms":"\#(now + 86_400_000)"}
      """#
    let file = try write(
      #"""
      {"status":0,"environment":"Sandbox","receipt":{"bundle_id":"com.example","request_date_ms":"\#(now)",
      "receipt_creation_date_ms":"\#(now)","in_app":[]},"latest_receipt_info":[\#(entry)]}
      """#, to: "answer.json")
    #expect(try desk.run("import", file, "--case", "file").status == 0)
    let rows = try desk.run("--case", "file", "transactions", "--json").document().rows("transactions")
    #expect(rows.map { $0.text("verification") } == ["unsigned"])
    #expect(try desk.run("--case", "file", "check", "com.example.plus").status == 3)
    let reasons = try desk.run("--case", "file", "explain", "com.example.plus", "--json").document().rows("reasons")
    #expect(reasons.contains { $0.text("rule") == "attested" && $0.text("text")?.contains("unsigned file") == true })
  }

  @Test func aSignedReceiptCountsUntilTheSignedTransactionsSayMore() throws {
    let receipt = desk.store + "/again.receipt"
    let texts = try signed("again@")
    let catalogue = try write(shop.run("export", "--format", "storekit").output, to: "all.storekit")
    #expect(try shop.run("simulator", "receipt", "--account", "again@", "--to", receipt).status == 0)
    let options = ["--case", "both", "--root", try root(), "--catalog", catalogue, "--json"]
    let first = try desk.run(["import", receipt] + options).document()
    #expect(first["ok"] == true && first["imported"] == 2, "\(first)")
    #expect(try desk.run("--case", "both", "check", TillProgram.premium).status == 0)
    let reasons = try desk.run("--case", "both", "explain", TillProgram.premium, "--json").document()
    #expect(reasons.rows("reasons").contains { $0.text("text")?.contains("the app receipt that lists it") == true })
    #expect(first["customers"]?.arrayValue?.count == 1, "what one receipt lists is one customer's")
    // Nothing can be asked in a case.
    let unknown = try desk.run("--case", "both", "explain", "com.example.piglet.darkicons").output
    #expect(unknown.contains("next: import the customer's newest history") && !unknown.contains("till restore"))

    let second = try desk.run(["import", try write(texts.joined(separator: "\n"), to: "list.txt")] + options).document()
    #expect(second["imported"] == 2 && second["customers"]?.arrayValue?.count == 1, "\(second)")
    let third = try desk.run(["import", receipt] + options).document()
    #expect(third["known"] == 2 && third["imported"] == 0)
    let rows = try desk.run("--case", "both", "transactions", "--json").document().rows("transactions")
    #expect(rows.count == 2 && rows.allSatisfy { $0.text("verification") == "verified" })
  }

  @Test func aFailedItemIsNamedAndTheRestIsTakenIn() throws {
    var texts = try signed("again@")
    texts.append(texts[0].dropLast(4) + "AAAA")
    texts.append("nonsense")
    let list = try write(texts.joined(separator: "\n"), to: "list.txt")
    let run = try desk.run("import", list, "--case", "part", "--root", try root(), "--json")
    #expect(run.status == 1)
    let report = try run.document()
    #expect(report["ok"] == false && report["imported"] == 2)
    #expect(report.rows("failed").compactMap { $0.text("place")?.hasSuffix("line 3") } == [false, true])
    #expect(run.error.contains("list.txt, line 4: not signed data, JSON or an app receipt"))

    // Without the root no evidence is trusted, and all of it is kept with the reason.
    let blind = try desk.run("import", list, "--case", "blind")
    #expect(blind.status == 1 && blind.error.contains("does not end at a trusted root"))
    #expect(try desk.run("--case", "blind", "transactions", "--json").document().rows("transactions").isEmpty)
  }

  @Test func wrongWordsChangeNothing() throws {
    let missing = try desk.run("--case", "nobody", "status")
    #expect(missing.status == 2 && missing.error.contains("unknown case “nobody”"))
    #expect(!FileManager.default.fileExists(atPath: desk.store + "/cases/nobody"))
    #expect(try desk.run("--case", "../x", "status").status == 2)
    #expect(try desk.run("--case", "x", "--backend", "simulator", "status").status == 2)
    #expect(try desk.run("import", "/nowhere.json", "--case", "x").status == 2)
    let empty = try desk.run("import", try write("", to: "empty.txt"), "--case", "x")
    #expect(
      empty.status == 1 && empty.error.contains("nothing was imported: ") && empty.error.contains("the file is empty"))
  }

  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func applesSignedData() throws {
    let folder = try #require(Conformance.folder)
    let real = folder.appending(path: "apple-signed/renewalInfo.jws").path(percentEncoded: false)
    let options = ["--bundle-id", "com.example", "--environment", "Sandbox", "--json"]
    let report = try desk.run(["import", real, "--case", "real"] + options).document()
    #expect(report["ok"] == true && report["renewalInfos"] == 1, "\(report)")
    let xcode = folder.appending(path: "apple/xcode/xcode-app-receipt-with-transaction").path(percentEncoded: false)
    let receipt = try desk.run("import", xcode, "--case", "xcode", "--json")
    #expect(try receipt.status == 1 && receipt.document()["imported"] == 0)
    #expect(receipt.error.contains("as Xcode does for tests"))
  }
}
