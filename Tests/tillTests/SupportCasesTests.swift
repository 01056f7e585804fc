import Core
import Foundation
import TestSupport
import Testing

/// Tests of what a support agent reads and types while a purchase waits or is missing.
@Suite(.startsPrograms) struct SupportCasesTests {
  private let till = TillProgram()

  // MARK: States in plain words

  @Test func aListNamesTheStateInPlainWordsAndADocumentKeepsItsWord() throws {
    #expect(try till.run("user", "one").status == 0)
    #expect(try till.run("fault", "app-server-down").status == 0)
    #expect(try till.run("buy", TillProgram.premium).status == 1)
    for (list, words) in [("orders", "paid, not yet confirmed"), ("unfinished", "paid, not yet confirmed")] {
      let text = try till.run(list).output
      #expect(text.contains(words) && !text.contains("halfSuccess"), "\(text)")
      #expect(try till.json(list).objects(list)?.first?.string("state") == "halfSuccess")
    }
    let chinese = try till.run("orders", "--language", "zh").output
    #expect(chinese.contains("已付款，尚未确认"), "\(chinese)")
    #expect(try till.run("order", "show", id()).output.contains("paid, not yet confirmed"))
    let waiting = try till.run("retry")
    #expect(waiting.status == 1 && waiting.output.contains("paid, not yet confirmed: "), "\(waiting.output)")
    #expect(try till.run("fault", "app-server-down", "--off").status == 0)
    let done = try till.run("retry").output
    #expect(done.contains("paid, not yet confirmed -> completed: delivered"), "\(done)")
  }

  @Test func whyItWaitsIsSaidOnceAndTheNextTryIsAhead() throws {
    #expect(try till.run("fault", "app-server-down").status == 0)
    #expect(try till.run("buy", TillProgram.premium).status == 1)
    let fault = "(simulated fault “app-server-down”)"
    for text in [try till.run("retry").output, try till.run("explain", TillProgram.premium).output] {
      #expect(text.components(separatedBy: fault).count == 2, "\(text)")
      #expect(!text.contains("(the app server") && !text.contains("app" + "'s server"), "\(text)")
    }
    // After days of retries no time is promised.
    #expect(try till.run("simulator", "advance", "30h").status == 0)
    let late = try next(TillProgram.premium)
    #expect(try late.string("say")?.hasSuffix("Please don't buy again.") == true, "\(late)")
  }

  @Test func whatWasGivenUpIsNeverCalledCompleted() throws {
    #expect(try till.run("fault", "app-server-refused").status == 0)
    #expect(try till.run("buy", TillProgram.premium).status == 1)
    #expect(try till.run("orders").output.contains("rejected"))
    let closed = try till.run(
      "order", "close", id(), "--ground", "duplicate", "--reason", "bought again", "--yes")
    #expect(closed.output.contains("rejected -> given up"), "\(closed.output)")
    let row = try till.run("orders").output
    #expect(row.contains("given up") && row.contains("duplicate: bought again") && !row.contains("completed"), "\(row)")
    let reopened = try till.run("order", "reopen", id(), "--reason", "no duplicate").output
    #expect(reopened.contains("given up -> rejected"), "\(reopened)")
  }

  @Test func aRequestForApprovalIsNotCalledACharge() throws {
    #expect(try till.run("simulator", "ask-to-buy", "on").status == 0)
    #expect(try till.run("buy", TillProgram.premium).status == 0)
    let row = try till.run("orders").output
    #expect(row.contains("waiting for approval") && row.contains("nothing was charged for it"), "\(row)")
    #expect(try till.run("retry").output.contains("waiting for approval: nothing was charged"))
  }

  @Test func anUnansweredPurchaseIsShownWithWhatTheAppServerKnows() throws {
    #expect(try till.run("simulator", "fault", "late").status == 0)
    let bought = try till.run("buy", TillProgram.coins)
    #expect(bought.status == 1 && bought.error.contains("it was charged: Apple told the app server"), "\(bought)")
    let waiting = try till.json("orders")["waiting"]?.arrayValue?.first?.objectValue
    let id = try #require(waiting?["intentId"]?.stringValue)
    #expect(waiting?["wentThrough"] == true && waiting?["isPaid"] == true)
    let shown = try till.run("order", "show", id).output
    #expect(shown.contains("it was charged: Apple told the app server"), "\(shown)")
    let retried = try till.run("retry").output
    #expect(retried.contains("\(TillProgram.coins)  it was charged"), "\(retried)")
  }

  @Test func whatTheAppServerSaysOfAUserIsInEveryAnswer() throws {
    #expect(try till.run("simulator", "interrupted", "on").status == 0)
    let id = try #require(till.json("buy", TillProgram.premium)["transactionId"]?.stringValue)
    #expect(try till.run("simulator", "network", "off").status == 0)
    #expect(try till.run("simulator", "resolve", id).status == 0)
    #expect(try till.run("user", "--owns").output.contains("yes"))
    let row = try till.run("orders").output
    #expect(row.contains("it was charged: Apple told the app server"), "\(row)")
    #expect(try till.json("explain", TillProgram.premium)["state"] == "creditedToUser")
  }

  @Test func nothingToDoIsNobodysTask() throws {
    #expect(try till.run("buy", TillProgram.premium).status == 0)
    let text = try till.run("explain", TillProgram.premium).output
    #expect(text.contains("next: nothing to do\n"), "\(text)")
  }

  @Test func aConsumableIsNeitherEntitledNorNotEntitled() throws {
    #expect(try till.run("buy", TillProgram.coins).status == 0)
    for command in [["explain", TillProgram.coins], ["check", TillProgram.coins]] {
      let text = try till.run(command).output
      #expect(text.contains("purchased, balance 1") && !text.contains("entitled"), "\(text)")
    }
    let rows = try till.run("status").output.split(separator: "\n")
    let row = try #require(rows.first { $0.contains(TillProgram.coins) })
    #expect(!row.contains("entitled"), "\(row)")
    #expect(try till.run("check", TillProgram.coins).status == 3)
    let premium = try till.run("explain", TillProgram.premium).output
    #expect(premium.contains("Premium unlock: not entitled (not purchased)"), "\(premium)")
  }

  // MARK: Values that a person has to add

  @Test func aStepThatNeedsAUserHasNoCommand() throws {
    #expect(try till.run("user", "one").status == 0)
    #expect(try till.run("buy", TillProgram.premium).status == 0)
    #expect(try till.run("user", "two").status == 0)
    let step = try next(TillProgram.premium)
    #expect(step["command"] == nil && step["needs"] == ["user", "reason"], "\(step)")
    let refused = try till.run("transfer", id(), "--to", "twoo", "--reason", "asked")
    #expect(refused.status != 0 && refused.error.contains("--new-user"), "\(refused.error)")
    #expect(try !till.run("user", "--list").output.contains("twoo"))
    #expect(try till.run("user", "one").status == 0)
    #expect(try till.state(TillProgram.premium).entitled)
    let moved = try till.run("transfer", id(), "--to", "twoo", "--reason", "asked", "--new-user")
    #expect(moved.status == 0, "\(moved.error)")
  }

  // MARK: Questions of customers

  @Test func eachCaseEndsInAnActionOrANamedWait() throws {
    func help(_ name: String, _ product: String? = nil) throws -> JSONObject {
      let document = try till.run(["help-customer", name] + [product].compactMap(\.self) + ["--json"]).document()
      let step = try #require(try document.object("next"))
      #expect(try step.string("say")?.isEmpty == false, "\(name): \(step)")
      #expect(document["checked"] == true)
      return step
    }
    #expect(try till.run("fault", "app-server-down").status == 0)
    #expect(try till.run("buy", TillProgram.premium).status == 1)
    let paid = try help("paid-and-nothing")
    #expect(try paid.string("command")?.hasPrefix("till retry ") == true && paid["until"] != nil, "\(paid)")
    #expect(try till.run("fault", "app-server-down", "--off").status == 0)
    // The check has delivered the purchase by now.
    #expect(try help("paid-and-nothing").string("say")?.contains("Premium unlock is active") == true)
    #expect(try help("paid-and-nothing").string("say")?.contains("If you paid for something else") == true)
    #expect(try help("charged-twice").string("say")?.contains("don't see two purchases") == true)
    #expect(try help("changed-phone").string("say")?.contains("Premium unlock is active") == true)
    #expect(try help("ended-though-paying").string("who") == "customer")
    #expect(try help("refunded-and-still-there").string("who") == "apple")
    #expect(try till.run("simulator", "refund", "approve", id()).status == 0)
    #expect(try help("refunded-and-still-there").string("say")?.contains("was refunded") == true)
    // The customer paid and got a refund, so the answer names the refund.
    #expect(try help("paid-and-nothing").string("say")?.contains("was refunded") == true)
  }

  // MARK: Other backends

  /// Runs the program with the sample backend, after some of its lines were changed.
  private func run(_ changes: [(String, String)], _ arguments: String...) throws -> TillProgram.Run {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let sample = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Assets/Backends/sample.py").standardized
    var text = try String(contentsOf: sample, encoding: .utf8)
    for (old, new) in changes {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    try text.write(toFile: till.store + "/sample.py", atomically: true, encoding: .utf8)
    let script =
      "#!/bin/sh\nSAMPLE_BACKEND_FILE='\(till.store)/book.json' exec /usr/bin/python3 '\(till.store)/sample.py'\n"
    try Spawn.write(program: script, to: till.store + "/backend")
    return try till.run(["--backend", "exec:" + till.store + "/backend", "--environment", "Xcode"] + arguments)
  }

  @Test func inXcodesEnvironmentAPurchaseCanBeRefundedAndAPriceNeedsNoText() throws {
    let lamp = "com.example.sample.lamp"
    let changes = [(#", "displayPrice": "$1.99""#, ""), (#"{"askRefund": "the sample has no refunds"}"#, "{}")]
    let status = try run(changes, "status").output
    #expect(status.contains("$1.99"), "\(status)")
    #expect(try run(changes, "buy", lamp).status == 0)
    let sheet = try run(changes, "screen", "--size", "80x24", "--keys", "a").output
    #expect(sheet.contains("Ask Apple for a refund") && sheet.contains("transaction 1000"), "\(sheet)")
  }

  @Test func aBackendWithoutProductsSaysSo() throws {
    let request = #"return {"products": PRODUCTS, "unknownIds": [], "canMakePayments": True}"#
    let failed = try run([(request, #"raise Failure("networkError", "the catalogue is away")"#)], "status")
    #expect(failed.status == 1 && failed.error.contains("the catalogue is away"), "\(failed.error)")
    let none = try run([(#"{"products": PRODUCTS, "#, #"{"products": [], "#)], "status")
    #expect(none.status == 1 && none.error.contains("the App Store lists none for this app"), "\(none.error)")
  }

  @Test func aFailedProductRequestIsSaid() throws {
    #expect(try till.run("status").status == 0)
    #expect(try till.run("simulator", "fault", "loadProducts", "networkError").status == 0)
    let screen = try till.run("screen", "--size", "80x24").output
    #expect(screen.contains("products could not be loaded"), "\(screen)")
  }

  private func id() throws -> String {
    try #require(try till.json("transactions").objects("transactions")?.first?.string("transactionId"))
  }

  private func next(_ product: String) throws -> JSONObject {
    try #require(try till.json("explain", product).object("next"))
  }
}
