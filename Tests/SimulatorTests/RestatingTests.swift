import AppStoreModel
import Core
import TestSupport
import Testing

@testable import Simulator

/// Tests of signed statements that deliberately differ from the ledger.
struct RestatingTests {
  @Test func someMembersAreOthersTheSignatureIsGoodAndDevicesFetchItAsNews() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium)
    let revision = try shop.store.history(of: Shop.customer).revision
    try shop.store.restate(id, ["type": "Sticker", "currency": .null])
    let page = try shop.store.history(of: Shop.customer, after: revision)
    let text = try #require(page.signedTransactions.first)
    let said = try payload(text)
    #expect(said.type?.rawValue == "Sticker" && said.currency == nil && said.productId == Shop.premium)
    let verifier = Verifier(
      roots: try shop.store.identity.signer.identity().trustedRoots, expecting: ExpectedClaims(),
      now: { HandClock().now })
    #expect(verifier.verify(text, as: .transaction).verdict == .verified)
  }

  @Test func withTheNextEventTheTruthIsSignedAgain() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium)
    try shop.store.restate(id, ["productId": "com.example.other"])
    try shop.store.approveRefund(of: id)
    #expect(try shop.transaction(id).productId == Shop.premium)
    #expect(throws: StoreError.self) { try shop.store.restate("1", [:]) }
  }
}
