import AppStoreModel
import Testing

@testable import Entitlements

/// Tests of behaviour on which shops rely that detect refunds in StoreKit 2 transactions.
@Suite("Field cases: refund detection")
struct FieldCasesTests {
  /// Returns the answer of a simpler rule that many apps use.
  ///
  /// The newest verified transaction of a product entitles unless it is revoked.
  private func simplerRule(_ transactions: [StoredTransaction]) -> Bool {
    let newest = transactions.max {
      ($0.transaction.purchaseDate ?? .distantPast) < ($1.transaction.purchaseDate ?? .distantPast)
    }
    return newest.map { $0.transaction.revocationDate == nil } ?? false
  }

  @Test
  func a1TheNewestTransactionOfAProductDecidesAndLineagesAgree() {
    let first = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let second = StoredTransaction.bought(Shop.premium, 2, on: 5)
    for transactions in [[first], [first.refunded(on: 1)], [first.refunded(on: 1), second]] {
      let status = EvidenceSet.holding(transactions).status(Shop.premium, on: 9)
      #expect(status.entitled == simplerRule(transactions))
      #expect(status.reason(.newestOfProduct) == nil)
    }
  }

  @Test
  func a1WhereAnOlderPurchaseOrAFamilyShareStillStandsLineagesDecideAndTheAnswerSaysSo() {
    let older = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let newer = StoredTransaction.bought(Shop.premium, 2, on: 5).refunded(on: 6)
    for standing in [older, older.shared()] {
      let transactions = [standing, newer]
      let status = EvidenceSet.holding(transactions).status(Shop.premium, on: 9)
      #expect(!simplerRule(transactions))
      #expect(status.entitled && status.decidingTransactionId == "1")
      #expect(status.reason(.newestOfProduct, 2)?.supports == true)
    }
  }

  @Test
  func a2BoughtRefundedBoughtAgain() {
    let first = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let second = StoredTransaction.bought(Shop.premium, 2, on: 30)
    #expect(EvidenceSet.holding(first).state(Shop.premium, on: 1) == .purchased)
    #expect(EvidenceSet.holding(first.refunded(on: 29)).state(Shop.premium, on: 29) == .refunded)
    let status = EvidenceSet.holding(first.refunded(on: 29), second).status(Shop.premium, on: 31)
    #expect(status.state == .purchased && status.decidingTransactionId == "2" && status.since == day(30))
    #expect(status.reasons.map(\.supports) == [true, false])
    #expect(status.reasons.map(\.transactionId) == ["2", "1"])
  }

  @Test
  func a3NeverBoughtAllRefundedSignedOutEveryMarkGoesSigningInBringsThemBack() {
    #expect(EvidenceSet.holding().entitled(on: 1) == [])
    let premium = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let icons = StoredTransaction.bought(Shop.icons, 2, on: 0)
    #expect(EvidenceSet.holding(premium.refunded(on: 1), icons.refunded(on: 1)).entitled(on: 2) == [])
    let evidence = EvidenceSet.holding(premium, icons)
    #expect(evidence.with { $0.account = nil }.entitled(on: 2) == [])
    #expect(evidence.entitled(on: 2) == ["premium", "icons"])
  }

  @Test
  func a9ARefundCannotBeSeenOfflineAValidityPeriodMarksAndNeverTakesAway() {
    let evidence = EvidenceSet.holding(.bought(Shop.premium, 1, on: 0))
    #expect(evidence.status(Shop.premium, on: 4000).confirmed)
    let bounded = evidence.with { $0.offlineValidity = 7 * 86_400_000 }.status(Shop.premium, on: 4000)
    #expect(bounded.entitled && !bounded.confirmed && bounded.state == .unconfirmed)
  }

  @Test
  func a11ASubscriptionThatWasNeverRevokedStillEnds() {
    let period = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    #expect(simplerRule([period]))
    let status = EvidenceSet.holding(period).status(Shop.monthly, on: 31)
    #expect(!status.entitled && status.reason(.expired, 1)?.supports == false)
  }

  @Test
  func a12AProductThatNoCatalogueListsKeepsItsPurchaseAndItsLastPrice() throws {
    var gone = Shop.premium
    gone.id = "gone"
    let evidence = EvidenceSet.holding(
      StoredTransaction.bought(gone, 1, on: 0),
      StoredTransaction.bought(gone, 2, on: 5).changed { $0.price = 6500 },
      StoredTransaction.bought(gone, 3, on: 6).shared().changed {
        $0.price = nil
        $0.currency = nil
      })
    let statuses = Resolver.resolve(evidence, at: day(9))
    #expect(statuses.count == Shop.all.count + 1)
    let status = try #require(statuses.last)
    #expect(status.product.id == "gone" && status.product.type == .nonConsumable)
    #expect(status.product.price == 6500 && status.product.displayPrice == "¥6.50")
    #expect(status.state == .notInCatalogue && status.entitled)
    #expect(status.reason(.inCatalogue) != nil)
    #expect(status.next.who == .us)
  }

  @Test func unlistedProductsFollowTheCatalogueByTheirIds() {
    func product(_ id: String) -> Product {
      var product = Shop.premium
      product.id = id
      return product
    }
    let evidence = EvidenceSet.holding(
      .bought(product("z"), 1, on: 0), .bought(product("a"), 2, on: 0).absent(), .bought(Shop.icons, 3, on: 0))
    let statuses = Resolver.resolve(evidence, at: day(1))
    #expect(statuses.map(\.product.id) == Shop.all.map(\.id) + ["a", "z"])
    #expect(statuses.map(\.entitled).suffix(2) == [false, true])
  }
}
