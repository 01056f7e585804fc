import Core
import Foundation
import TestSupport
import Testing

@testable import TillApp

/// Tests of the five typical questions of customers, by command and by screen alone.
@Suite struct HelpCustomerTests {
  private let store = ScratchFolder.path + "till-help-" + UUID().uuidString

  private func run(_ line: String) throws -> (text: String, document: JSONObject?) {
    let options = try Arguments(
      line.split(separator: " ").map(String.init) + ["--yes", "--utc", "--store", store])
    let command = try CommandTable.command(named: options.words[0])
    try Program.check(options, for: command)
    let sink = OutputSink()
    let call = Invocation(
      name: command.name, words: Array(options.words.dropFirst()), options: options,
      output: Output(json: options.has(.json), utc: true, sink: sink))
    do { _ = try blocking { try await command.run(call) } } catch let error as CommandError
      where error.status == .failed
    {}
    return (sink.text, sink.document)
  }

  /// Returns the screen's text after some keys, without borders and repeated blanks.
  private func screen(_ keys: String) throws -> String {
    let text = try run("screen --size 80x24 --keys \(keys)").text
    return text.split(whereSeparator: { " \n│┃|".contains($0) }).joined(separator: " ")
  }

  private func newestId() throws -> String {
    let rows = try #require(try run("transactions --json").document).objects("transactions") ?? []
    return try #require(try rows.first?.string("transactionId"))
  }

  @Test func theFiveCasesByScreenAlone() throws {
    defer { try? FileManager.default.removeItem(atPath: store) }
    _ = try run("buy premium")
    // Each takes at most 15 keys: `h`, some `j`, Enter, and Enter again to do the step or copy the sentence.
    #expect(try screen("h<Enter>").contains("I paid and have nothing"))
    #expect(try screen("hjj<Enter>").contains("It ended though I pay"))
    #expect(try screen("hjjj<Enter>").contains("Everything looks fine: Premium unlock is active."))
    #expect(try screen("hjjjj<Enter>").contains("We don't see two purchases that overlap."))
    let id = try newestId()
    _ = try run("ask-refund \(id)")
    _ = try run("simulator refund approve \(id)")
    #expect(try screen("hj<Enter>").contains("Premium unlock: refunded"))

    _ = try run("buy monthly")
    _ = try run("account again@")
    _ = try run("buy monthly")
    let twice = try screen("hjjjj<Enter>")
    #expect(twice.contains("We see two purchases that overlap.") && twice.contains("charged twice"), "\(twice)")
    // Enter opens what the step names: the list of purchases that Apple can be asked to refund.
    #expect(try screen("hjjjj<Enter><Enter>").contains("Monthly"))
  }

  /// A command with placeholders is for the same store as one that is complete.
  @Test func aCommandToCompleteNamesTheStore() throws {
    defer { try? FileManager.default.removeItem(atPath: store) }
    for line in [
      "user two", "fault app-server-overdue --once", "buy coins100", "new-device", "user two", "refund-check",
    ] {
      _ = try run(line)
    }
    let (text, document) = try run("explain coins100")
    #expect(text.contains(" --to USER --reason TEXT --store \(store)"), "\(text)")
    #expect(document?["next"]?.objectValue?["command"] == nil)
  }

  @Test func theDocumentNamesTheStepAndTheSentence() throws {
    defer { try? FileManager.default.removeItem(atPath: store) }
    _ = try run("fault app-server-down")
    _ = try run("buy premium")
    let waiting = try #require(try run("help-customer paid-and-nothing --json").document)
    let products = try waiting.objects("products") ?? []
    #expect(products.count == 1)
    #expect(try products.first?.string("state") == "paidNotDelivered")
    #expect(try waiting.object("next")?.string("say")?.isEmpty == false)
    let command = try #require(try waiting.object("next")?.string("command"))
    #expect(command.contains("retry"))
    _ = try run("fault app-server-down --off")
    let delivered = try #require(try run("help-customer paid-and-nothing --json").document)
    #expect(try delivered.objects("products")?.first?.string("state") == "purchased")
    #expect(throws: UsageError.self) { try run("help-customer something-else") }
  }

  /// Tests that an earlier refund does not hide that another user has what the Apple Account owns now.
  @Test func case4WhatAnotherUserHasOutranksAnEarlierRefund() throws {
    defer { try? FileManager.default.removeItem(atPath: store) }
    for line in ["user one", "account again@", "buy premium", "new-device", "account again@", "user two", "restore"] {
      _ = try run(line)
    }
    let answer = try #require(try run("explain premium --json").document)
    #expect(try answer.string("state") == "notPurchased")
    let rules = try answer.objects("reasons")?.compactMap { try $0.string("rule") } ?? []
    #expect(rules.contains("refunded") && rules.contains("belongsToAnotherUser"), "\(rules)")
    #expect(try answer.object("next")?.strings("needs") == ["user", "reason"])
  }

  /// Tests that the desk answers a complaint from its evidence, without a command that only a device could run.
  @Test func theDeskAnswersAComplaint() throws {
    defer { try? FileManager.default.removeItem(atPath: store) }
    _ = try run("buy premium")
    let id = try newestId()
    _ = try run("simulator refund approve \(id)")
    _ = try run("refund-check")
    for (words, file) in [("simulator root", "root.pem"), ("export --format jws", "all.jws")] {
      try run(words).text.write(toFile: "\(store)/\(file)", atomically: true, encoding: .utf8)
    }
    _ = try run("desk import \(store)/all.jws --root \(store)/root.pem")
    let help = try run("desk help-customer \(id) refunded-and-still-there premium --json")
    let document = try #require(help.document)
    #expect(try document.objects("products")?.map { try $0.string("state") } == ["refunded"], "\(help.text)")
    #expect(try document.object("next")?.string("say")?.contains("refunded") == true)
    #expect(try document.object("next")?.string("command") == nil)
    #expect(throws: UsageError.self) { try run("desk help-customer \(id) something-else") }
    // A product that the customer never bought is no mistake, but a mistyped name is.
    let other = try #require(try run("desk help-customer \(id) paid-and-nothing darkicons --json").document)
    #expect(try other.objects("products")?.isEmpty == true)
    #expect(try other.object("next")?.string("text")?.contains("ask for the order id") == true)
    #expect(try run("desk help-customer \(id) paid-and-nothing premum").text.isEmpty)
  }

  /// Tests a grant that waits for the app server: it is named, and counts after the server has it.
  @Test func anOrderThatWaitsForTheServerIsNamedByTheCommand() throws {
    defer { try? FileManager.default.removeItem(atPath: store) }
    _ = try run("fault app-server-down")
    let waiting = try #require(try run("grant coins100 --quantity 2 --reason outage --json").document)
    #expect(try waiting.bool("waiting") == true)
    #expect(try run("explain coins100").text.contains("waits for the app server"))
    _ = try run("fault app-server-down --off")
    _ = try run("refund-check")
    #expect(try run("status").text.contains("balance 2"))
    #expect(throws: UsageError.self) { try run("grant coins100 --until 2090-01-01 --reason x") }
    #expect(throws: UsageError.self) { try run("grant premium --quantity 2 --reason x") }
  }

  /// Tests that the sheet says when the Apple Account's subscription belongs to another user.
  @Test func changingAnothersPlanIsSaidBefore() throws {
    defer { try? FileManager.default.removeItem(atPath: store) }
    _ = try run("user one")
    _ = try run("buy monthly")
    _ = try run("user two")
    _ = try run("refund-check")
    #expect(try screen("/yearly<Enter>b").contains("changes that user's plan"))
  }
}
