import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

@testable import Entitlements

/// Tests of the sentences that a customer may be told.
///
/// Every state has one, in both languages, and a page lists them.
@Suite struct SentenceTests {
  private static let now = Timestamp(milliseconds: 1_741_000_000_000)

  private static func sentence(_ state: EntitlementState, _ change: (inout CustomerSentence) -> Void = { _ in })
    -> Words
  {
    var sentence = CustomerSentence(state, product: "Premium", now: now)
    sentence.expires = now.adding(milliseconds: 10 * Timestamp.millisecondsPerDay)
    change(&sentence)
    return sentence.text
  }

  /// Internal words that mean nothing to a customer, or that would say something about another person.
  private static let internalWords = [
    "credit", "order", "verdict", "evidence", "half", "token", "server", "transaction", "intent", "ledger", "resolver",
    "organizer", "nobody", "somebody", "订单", "令牌", "服务器", "交易", "证据", "凭据",
  ]

  /// Tests that the deadline of a refund request is the minute in which it has passed, as `until` is shown.
  @Test func theDeadlineOfARefundRequestIsRoundedUp() {
    let asked = Timestamp(milliseconds: 1_735_689_600_001)
    let step = NextStep.refundAsked(
      RefundRequest(transactionId: "1", productId: "p", account: "a", reason: nil, askedDate: asked))
    #expect(step.text.hasSuffix("Till waits until 2025-01-04 00:01 UTC"), "\(step.text)")
  }

  @Test func everyStateAndCauseHasASentenceInBothLanguages() {
    for state in EntitlementState.allCases {
      for cause in [nil] + UndeliveredCause.allCases.map(Optional.some) {
        for isEntitled in [true, false] {
          let text = Self.sentence(state) {
            $0.cause = cause
            $0.entitled = isEntitled
          }
          for language in [Language.english, .chinese] {
            let said = text.text(in: language)
            #expect(said.hasSuffix(".") || said.hasSuffix("。"), "\(state) \(said)")
            let lowered = said.lowercased()
            #expect(!Self.internalWords.contains { lowered.contains($0) }, "\(state): \(said)")
          }
        }
      }
    }
  }

  /// Tests every sentence of the table, word for word.
  @Test func theSentencesAreThoseOfTheTable() {
    func says(_ text: Words, _ english: String, _ chinese: String) {
      #expect(text.english == english)
      #expect(text.text(in: .chinese) == chinese)
    }
    says(CustomerText.fine(product: "P"), "Everything looks fine: P is active.", "一切正常：“P”可以使用。")
    says(CustomerText.cancelled(until: "D"), "Auto-renewal is off. You have access until D.", "自动续订已关闭，您可使用至 D。")
    says(
      CustomerText.grace(until: "D"),
      "Apple couldn't collect your renewal. You have access until D; please check your payment method with Apple.",
      "Apple 未能收取续订款项。您可使用至 D，请检查 Apple 账户的付款方式。")
    says(CustomerText.expired(on: "D"), "Your subscription ended on D.", "您的订阅已于 D 结束。")
    says(
      CustomerText.paidNotDelivered(by: "T"),
      "Apple confirmed your purchase; we're still adding it. Please don't buy again. We'll check again by T.",
      "Apple 已确认您的购买，我们正在开通，请勿重复购买。我们会在 T 前再次核查。")
    says(
      CustomerText.chargeUnknown(by: "T"),
      "We can't tell yet whether this went through. Please don't buy again; we'll look again by T.",
      "暂时无法确定购买是否成功。请勿再次购买，我们会在 T 前再次核查。")
    says(
      CustomerText.refunded,
      "Apple tells us this was refunded, so it's no longer active. Apple can say when the money arrives.",
      "Apple 告知此购买已退款，因此已停用。到账时间请咨询 Apple。")
  }

  /// Tests that a promised time is in the future and in whole minutes; without one no time is promised.
  @Test func theNextLookIsNamedOnlyWhereItIsStillToCome() {
    for state in [EntitlementState.paidNotDelivered, .chargeUnknown] {
      func said(inMilliseconds wait: Int64?) -> String {
        Self.sentence(state) { $0.until = wait.map { Self.now.adding(milliseconds: $0) } }.english
      }
      #expect(Self.now.formatted(.minute) == "2025-03-03 11:06")
      #expect(said(inMilliseconds: 5000).contains("again by 2025-03-03 11:07 UTC"))
      #expect(said(inMilliseconds: 60_000).contains("again by 2025-03-03 11:08 UTC"))
      for text in [said(inMilliseconds: nil), said(inMilliseconds: 0), said(inMilliseconds: -5000)] {
        #expect(text.hasSuffix("Please don't buy again."), "\(text)")
      }
    }
  }

  @Test func aPurchaseOfAnUnknownTypeIsSeen() {
    let bought = StoredTransaction.bought(Shop.premium, 1, on: 0).changed { $0.type = ProductType(rawValue: "new") }
    let status = EvidenceSet.holding(bought).status(Shop.premium, on: 1)
    #expect(!status.entitled && status.next.say == CustomerText.bought(product: "premium").text)
    #expect(CustomerHelp(.paidAndNothing, [CustomerHelp.Product(status)]).products.count == 1)
  }

  @Test func aRefundOfAPurchaseOfAnUnknownTypeIsSeen() {
    let bought = StoredTransaction.bought(Shop.premium, 1, on: 0).changed { $0.type = ProductType(rawValue: "new") }
    let status = EvidenceSet.holding(bought.refunded(on: 1)).status(Shop.premium, on: 2)
    #expect(!status.entitled && status.next.say == CustomerText.refunded.text)
    #expect(status.next.text.contains("--catalog FILE"))
    #expect(CustomerHelp(.refundedAndStillThere, [CustomerHelp.Product(status)]).products.count == 1)
  }

  @Test func aRefundOfOneOfSeveralIsToldToWhoAsksAboutIt() {
    let coins = EvidenceSet.holding(.bought(Shop.coins, 1, on: 0), .bought(Shop.coins, 2, on: 0).refunded(on: 1)).with {
      $0.consumables[Shop.coins.id] = ConsumableCount(delivered: 2, used: 0, refunded: 1)
    }
    let said = CustomerHelp(.refundedAndStillThere, [CustomerHelp.Product(coins.status(Shop.coins, on: 2))]).next.say
    #expect(
      said == "Apple tells us that a purchase of coins was refunded. Everything looks fine: you have 1 × coins left.")
  }

  @Test func whatWasRefundedBeforeItWasUsedIsNotCalledUsed() {
    let coins = EvidenceSet.holding(.bought(Shop.coins, 1, on: 0).refunded(on: 1))
    for (used, say) in [(0, CustomerText.refundedConsumable), (1, CustomerText.usedUp(product: "coins"))] {
      let count = ConsumableCount(delivered: 1 + used, used: used, refunded: 1)
      #expect(coins.with { $0.consumables[Shop.coins.id] = count }.status(Shop.coins, on: 2).next.say == say.text)
    }
  }

  @Test func whatWasNeverPaidIsNeverCalledPaidOrRefunded() {
    let free = Self.sentence(.paidNotDelivered) { $0.claims = [.free(transactionId: "1")] }
    #expect(free == CustomerText.notDeliveredFree)
    #expect(Self.sentence(.refunded) { $0.claims = [.takenBack(transactionId: "1")] } == CustomerText.takenBackFree)
    let givenUp = Self.sentence(.paidNotDelivered) {
      $0.claims = [.free(transactionId: "1")]
      $0.cause = .overdue
    }
    #expect(givenUp == CustomerText.givenUpFree)
  }

  /// Tests `Assets/Docs/sentences.md`, which is generated from the code; `TILL_RECORD=1` rewrites it.
  @Test func thePageListsEverySentence() throws {
    let states: [(String, Words)] = [
      ("everything is fine", CustomerText.fine(product: "{product}")),
      ("a consumable with a balance", CustomerText.left(3, product: "{product}")),
      ("a consumable, used up", CustomerText.usedUp(product: "{product}")),
      ("a consumable, refunded after use", CustomerText.refundedAfterUse(product: "{product}")),
      ("a grant", CustomerText.granted(product: "{product}", until: "{date}")),
      ("not checked for long", CustomerText.unconfirmed(product: "{product}")),
      ("cancelled, still running", CustomerText.cancelled(until: "{date}")),
      ("cancelled, and the refund declined", CustomerText.refundDeclined(until: "{date}")),
      ("a commitment, cancelled", CustomerText.commitmentEnds("{date}")),
      ("shared by the family, ending", CustomerText.sharedUntil(product: "{product}", date: "{date}")),
      (
        "another plan from the next renewal",
        CustomerText.fineUntilChange(product: "{product}", next: "{next}", date: "{date}")
      ),
      ("chosen for the next renewal", CustomerText.planBegins(product: "{product}", date: "{date}")),
      ("served by another plan", CustomerText.anotherPlan(product: "{product}")),
      ("price rise, told", CustomerText.priceNotice(product: "{product}", price: "{price}", date: "{date}")),
      ("price rise, not agreed yet", CustomerText.priceConsent(product: "{product}", price: "{price}", date: "{date}")),
      (
        "price rise, not agreed yet, the price unknown",
        CustomerText.higherPriceConsent(product: "{product}", date: "{date}")
      ),
      ("renewal awaited", CustomerText.renewalAwaited),
      ("grace", CustomerText.grace(until: "{date}")),
      ("billing retry", CustomerText.billingRetry),
      ("expired", CustomerText.expired(on: "{date}")),
      ("ended, not a renewing subscription", CustomerText.ended(product: "{product}")),
      ("waiting for approval", CustomerText.waitingForApproval),
      ("interrupted", CustomerText.interrupted),
      ("paid, not delivered", CustomerText.paidNotDelivered(by: "{time}")),
      ("paid, not delivered, the next look unknown", CustomerText.paidNotDelivered(by: nil)),
      ("not delivered, free or shared", CustomerText.notDeliveredFree),
      ("given up", CustomerText.givenUp),
      ("given up, free or shared", CustomerText.givenUpFree),
      ("given up as fraud", CustomerText.replyAboutPurchase),
      ("charge unknown", CustomerText.chargeUnknown(by: "{time}")),
      ("charge unknown, the next look unknown", CustomerText.chargeUnknown(by: nil)),
      ("refund asked for", CustomerText.refundAsked),
      ("refunded", CustomerText.refunded),
      ("taken back, nothing paid", CustomerText.takenBackFree),
      ("family sharing ended", CustomerText.familyEnded(product: "{product}")),
      ("withdrawn by an organization", CustomerText.organisationEnded(product: "{product}")),
      ("moved to a bundle", CustomerText.movedToBundle(product: "{product}")),
      ("withdrawn", CustomerText.withdrawn),
      ("another login's", CustomerText.anotherLogins),
      ("a consumable bought without logging in, elsewhere", CustomerText.boughtWithoutLoggingIn),
      ("restored by another installation or login", CustomerText.restoreWithItsAccount),
      ("charged twice", CustomerText.chargedTwice),
      ("charged twice for one time", CustomerText.paidPeriodTwice),
      ("two subscriptions, before both are charged", CustomerText.twoSubscriptions(until: "{date}")),
      ("a failed renewal beside another plan", CustomerText.cancelUnpaid("{product}", besides: "{other}")),
      ("another plan with another Apple Account or platform", CustomerText.hasPlanElsewhere("{other}")),
      ("another plan's purchase is open", CustomerText.otherPlanIsOpen("{other}", product: "{product}")),
      ("another plan is shared by the family", CustomerText.familyShares("{other}")),
      ("an earlier request is open", CustomerText.requestIsOpen),
      ("payments are not allowed on the device", CustomerText.paymentsNotAllowed),
      ("the signature is invalid", CustomerText.notVerified),
      ("new phone, not asked yet", CustomerText.newPhone),
      ("not asked yet: a consumable, or the app server's answer is missing", CustomerText.notChecked(by: "{time}")),
      ("not purchased", CustomerText.notPurchased(product: "{product}")),
    ]
    var page = """
      # What the customer is told

      The sentence of every state, as `till explain` (`next.say`), the dashboard (`Y` copies it) and the desk give it. Facts
      only, the date, what to do. Made from the code by `SentenceTests`.

      | state | English | 简体中文 |
      |---|---|---|

      """
    for (state, text) in states { page += "| \(state) | \(text.english) | \(text.text(in: .chinese)) |\n" }
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Assets/Docs/sentences.md")
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      try page.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(try String(contentsOf: file, encoding: .utf8) == page, "TILL_RECORD=1 swift test --filter SentenceTests")
    }
  }
}
