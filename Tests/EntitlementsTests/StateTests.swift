import AppStoreModel
import Testing

@testable import Entitlements

@Suite("Rules 9 and 10: states, reasons, next steps, confirmation")
struct StateTests {
  let bought = StoredTransaction.bought(Shop.premium, 1, on: 0)

  private func intent(_ product: Product, since date: Double, _ state: Intent.State = .pending) -> Intent {
    Intent(
      id: "i\(date)", account: Shop.account, user: "", productId: product.id, quantity: 1, appAccountToken: nil,
      state: state, createdDate: day(date), storeDate: day(date))
  }

  private func request(_ id: Int, _ product: Product) -> RefundRequest {
    RefundRequest(
      transactionId: String(id), productId: product.id, account: Shop.account, reason: nil, askedDate: day(2))
  }

  @Test func everyProductOfTheCatalogueHasARowInItsOrder() {
    let statuses = Resolver.resolve(.holding(bought), at: day(1))
    #expect(statuses.map(\.product) == Shop.all)
    #expect(statuses.map(\.state) == [.purchased] + Array(repeating: .notPurchased, count: 6))
  }

  @Test func nothingBoughtSaysSo() {
    let status = EvidenceSet.holding().status(Shop.premium, on: 1)
    #expect(status.reasons.map(\.rule) == ["everPurchased"])
    #expect(status.next.who == .customer)
    #expect(status.confirmed)
  }

  @Test func aPurchaseThatWaitsIsPendingSinceItWasBegun() {
    let evidence = EvidenceSet.holding().with {
      $0.intents = [intent(Shop.premium, since: 5.5), intent(Shop.premium, since: 5.25)]
    }
    let status = evidence.status(Shop.premium, on: 6)
    #expect(status.state == .pending && !status.entitled)
    #expect(status.since == day(5.25))
    #expect(status.reason(.askToBuy)?.text == "a purchase has been waiting for approval since 2025-01-06 06:00 UTC")
    #expect(evidence.with { $0.transactions = [bought.refunded(on: 1)] }.state(Shop.premium, on: 6) == .pending)
    #expect(evidence.with { $0.transactions = [bought] }.state(Shop.premium, on: 6) == .purchased)
    let unanswered = EvidenceSet.holding().with { $0.intents = [intent(Shop.premium, since: 5, .open)] }
    #expect(unanswered.state(Shop.premium, on: 6) == .chargeUnknown)
  }

  @Test func aRefundThatWasAskedForTakesNothingAway() {
    let evidence = EvidenceSet.holding(bought).with { $0.refundRequests = [request(1, Shop.premium)] }
    let status = evidence.status(Shop.premium, on: 3)
    #expect(status.state == .refundAsked && status.entitled)
    #expect(status.next.who == .apple)
    #expect(status.reason(.refundAsked, 1) != nil)
    let decided = evidence.with { $0.transactions = [bought.refunded(on: 3)] }
    #expect(decided.state(Shop.premium, on: 4) == .refunded)
    #expect(decided.status(Shop.premium, on: 4).reason(.refundAsked) == nil)
    #expect(evidence.with { $0.refundRequests[0].account = "other" }.state(Shop.premium, on: 3) == .purchased)
  }

  @Test func anAnswerOlderThanItsValidityIsUnconfirmedAndStillEntitles() {
    let evidence = EvidenceSet.holding(bought).with {
      $0.offlineValidity = 7 * 86_400_000
      $0.refundRequests = [request(1, Shop.premium)]
      $0.refundRequests[0].askedDate = day(6)
    }
    #expect(evidence.status(Shop.premium, on: 7).confirmed)
    #expect(evidence.state(Shop.premium, on: 7) == .refundAsked)
    let old = evidence.status(Shop.premium, on: 7, 1)
    #expect(old.state == .unconfirmed && old.entitled && !old.confirmed)
    #expect(old.next.who == .us)
    #expect(old.reason(.validity) != nil)
    let none = evidence.status(Shop.icons, on: 8)
    #expect(none.state == .notPurchased && !none.confirmed)
  }

  @Test func whatAppleSignedSinceTheLastCheckConfirmsItself() {
    let evidence = EvidenceSet.holding(.bought(Shop.premium, 1, on: 20)).with {
      $0.offlineValidity = 7 * 86_400_000
      $0.lastChecked = nil
    }
    #expect(evidence.status(Shop.premium, on: 21).confirmed)
    #expect(!evidence.status(Shop.premium, on: 28).confirmed)
    #expect(!evidence.status(Shop.icons, on: 21).confirmed)
    let extreme = evidence.with { $0.lastChecked = .distantPast }
    #expect(!extreme.status(Shop.icons, on: 21).confirmed)
  }

  @Test func notInCatalogueComesBeforeEveryOtherState() {
    let evidence = EvidenceSet.holding(bought).with {
      $0.products = []
      $0.offlineValidity = 1
      $0.refundRequests = [request(1, Shop.premium)]
    }
    let status = evidence.status(Shop.premium, on: 9)
    #expect(status.state == .notInCatalogue && status.entitled && !status.confirmed)
  }

  @Test func ofSeveralInactiveStatesTheFirstOfTheListIsShown() {
    let expired = StoredTransaction.bought(Shop.monthly, 1, on: 20, until: 50)
    let refunded = StoredTransaction.bought(Shop.monthly, 2, on: 0, until: 30).refunded(on: 1)
    let retrying = StoredTransaction.bought(Shop.monthly, 3, on: 10, until: 40)
    #expect(EvidenceSet.holding(expired, refunded).state(Shop.monthly, on: 60) == .refunded)
    let evidence = EvidenceSet.holding(
      expired, refunded, retrying, renewals: [.of(3, Shop.monthly, retrying: true, signed: 40)])
    #expect(evidence.state(Shop.monthly, on: 60) == .billingRetry)
  }

  @Test func reasonsUseOurWordsOnly() {
    let hostile = "\u{1B}[31m\u{202E}evil"
    var product = Shop.monthly
    product.id = hostile
    let evidence = EvidenceSet.holding(
      StoredTransaction.bought(product, 1, on: 0, until: 30).changed { $0.transactionId = hostile },
      StoredTransaction.bought(product, 2, on: 0).changed { $0.type = ProductType(rawValue: hostile) },
      StoredTransaction.bought(product, 3, on: 0).with(.failed(VerificationFailure(.format, hostile))))
    let statuses = Resolver.resolve(evidence, at: day(1))
    #expect(statuses.last?.product.id == hostile)
    for status in statuses {
      #expect(!status.reasons.contains { $0.text.contains("evil") })
      #expect(!status.next.text.contains("evil"))
    }
  }

  @Test func oneProductAloneIsResolvedAsAmongAll() {
    let evidence = EvidenceSet.holding(
      bought, .bought(Shop.monthly, 2, on: 0, until: 30), .bought(Shop.yearly, 3, on: 0, until: 300).shared())
    for status in Resolver.resolve(evidence, at: day(5)) {
      #expect(Resolver.resolve(status.product.id, in: evidence, at: day(5)) == status)
    }
    #expect(Resolver.resolve("nobody sells this", in: evidence, at: day(5)) == nil)
  }

  @Test func ruleNamesAreStable() {
    #expect(
      Rule.allCases.map(\.rawValue) == [
        "signedIn", "verified", "attested", "environment", "identified", "inHistory", "knownType", "sameType",
        "knownOwnership", "credited", "belongsToAnotherUser", "notRevoked", "refunded", "familyShareEnded",
        "organisationWithdrew", "movedToBundle", "knownRevocation", "newestOfLineage", "newestOfProduct", "notExpired",
        "expired", "expiryUnknown", "gracePeriod", "billingRetry", "issuedAhead", "upgraded", "highestServiceLevel",
        "duration", "durationUnknown", "renewalAwaited", "creditedToUser", "serverGrace", "consumable", "autoRenewOff",
        "grantedByUs", "missingToken", "foreignToken", "pendingChange", "priceIncrease", "purchasing", "chargeUnknown",
        "chargedTwice", "waitsForServer", "interrupted", "askToBuy", "closedByHand", "refundAsked",
        "refundDeclined", "asked", "validity", "inCatalogue", "everPurchased",
      ])
  }
}
