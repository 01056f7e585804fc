import AppStoreModel
import Core
import Testing
import Verbs

@testable import Simulator

/// Tests of the verbs' rules: each verb has exactly one.
struct VerbRuleTests {
  @Test func eachRowHasExactlyOneRule() {
    let rules = VerbRule.all.map(\.verb.name)
    #expect(Set(rules).count == rules.count)
    #expect(Set(rules) == Set(Verb.all.filter { $0.access != .commandLine }.map(\.name)))
    // A rule asks for confirmation exactly where the verb's row says so.
    for rule in VerbRule.all { #expect((rule.question != nil) == rule.verb.asksFirst, "\(rule.verb.name)") }
  }

  @Test func anIrreversibleActIsConfirmedFirst() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.coins)
    let call = VerbCall(.delete).with(.transaction, id)
    guard case .question(let text) = try shop.store.perform(call) else {
      Issue.record("it was not asked")
      return
    }
    #expect(text.contains(id))
    #expect(try shop.history().count == 1)
    guard case .done(let answer) = try shop.store.perform(call.confirmed) else {
      Issue.record("it was asked again")
      return
    }
    #expect(answer.document["deleted"] == .strings([id]))
    #expect(try shop.history().isEmpty)
    #expect(throws: StoreError.self) { try shop.store.perform(VerbCall(.delete).with(.transaction, "1")) }
  }

  @Test func aVerbIsForTheSignedInAccount() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    var call = VerbCall(.extend).with(.subscription, Shop.monthly).with(.days, 3)
    let error = #expect(throws: StoreError.self) { try shop.store.perform(call) }
    #expect(error?.message.contains("no Apple Account is signed in") == true)
    call.signedIn = Shop.customer
    guard case .done(let answer) = try shop.store.perform(call) else {
      Issue.record("it was asked")
      return
    }
    #expect(answer.document["state"] == "active")
    #expect(answer.document["productId"] == .string(Shop.monthly))
  }

  @Test func filesGoInAndOutByTheirNames() throws {
    let shop = try Shop()
    try shop.buy(Shop.coins)
    guard case .done(let made) = try shop.store.perform(VerbCall(.makeCheckpoint).with(.to, "history.json")),
      let bytes = made.files["history.json"]
    else {
      Issue.record("no file")
      return
    }
    try shop.buy(Shop.premium)
    var call = VerbCall(.importHistory).with(.from, "history.json")
    #expect(throws: StoreError.self) { try shop.store.perform(call) }
    #expect(call.filesToRead == ["history.json"] && call.filesToWrite.isEmpty)
    call.files["history.json"] = bytes
    _ = try shop.store.perform(call)
    #expect(try shop.history().map(\.productId) == [Shop.coins])
  }
}
