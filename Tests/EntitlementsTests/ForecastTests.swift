import AppStoreModel
import Core
import Testing

@testable import Entitlements

/// Tests that the next step is never to buy what Apple would not charge and deliver to this user.
@Suite struct ForecastTests {
  private func plans(_ product: Product, _ level: Int, _ period: SubscriptionPeriod) -> Product {
    var product = product
    (product.groupLevel, product.subscriptionPeriod) = (level, period)
    return product
  }

  private var catalogue: [Product] {
    [
      Shop.premium, Shop.coins, plans(Shop.yearly, 1, .year),
      plans(Shop.monthly, 2, .month),
    ]
  }

  private func evidence(_ transactions: [StoredTransaction], _ renewals: [RenewalInfo] = []) -> EvidenceSet {
    EvidenceSet.holding(transactions, renewals: renewals).with {
      $0.products = catalogue
      $0.lastChecked = day(1)
      $0.user = "two"
    }
  }

  private func anothers(_ transactions: [StoredTransaction], _ renewals: [RenewalInfo] = []) -> EvidenceSet {
    evidence(transactions, renewals).with {
      $0.isConfirmedByServer = true
      $0.policy = .keep
      $0.owners = ["1": Ownership(originalTransactionId: "1", users: ["one"], attribution: .token)]
    }
  }

  @Test func whatAnotherUserHasOnThisAppleAccountIsNeverToBeBought() {
    // Case 4: refunded once, bought again, and credited to another user.
    let old = StoredTransaction.bought(Shop.premium, 9, on: 0).refunded(on: 1)
    let set = anothers([.bought(Shop.premium, 1, on: 2), old])
    let status = set.status(Shop.premium, on: 3)
    #expect(status.state == .notPurchased)
    #expect(status.next.action == .transfer(transactionId: "1") && status.next.needs == [.user, .reason])
    #expect(status.next.say == CustomerText.anotherLogins.text)
    #expect(status.claims.contains(.belongsToAnotherUser(transactionId: "1")))
    let forecast = Resolver.forecast(Shop.premium.id, in: set, at: day(3))
    #expect(forecast?.outcome == .owned(transactionId: "1") && forecast?.isWorthBuying == false)
    // After that purchase is refunded too, buying charges and delivers.
    let over = anothers([.bought(Shop.premium, 1, on: 2).refunded(on: 3), old])
    #expect(over.status(Shop.premium, on: 4).next.action == .buy(productId: Shop.premium.id))
  }

  @Test func anotherLoginsPlanIsNotToBeChanged() {
    let set = anothers([.bought(Shop.monthly, 1, on: 0, until: 30)], [.of(1, Shop.monthly)])
    let status = set.status(Shop.yearly, on: 3)
    #expect(status.next.action == .logIn(user: "one") && status.next.say == CustomerText.anotherLogins.text)
    #expect(Resolver.forecast(Shop.yearly.id, in: set, at: day(3))?.isWorthBuying == false)
  }

  @Test func besideAFraudNoPlanOfTheGroupIsToBeBought() {
    var order = Order(
      id: "o", transactionId: "1", productId: Shop.monthly.id, quantity: 1, account: Shop.account, user: "two",
      state: .closed, createdDate: day(0), updatedDate: day(0))
    order.closedReason = ClosedByHand.stored("x", ground: .fraud)
    let closed = evidence([.bought(Shop.monthly, 1, on: 0, until: 30)], [.of(1, Shop.monthly)]).with {
      $0.isConfirmedByServer = true
      $0.orders = [order]
    }
    // On a device that was never checked, too.
    for set in [closed, closed.with { $0.lastChecked = nil }] {
      let next = set.status(Shop.yearly, on: 3).next
      #expect(next.action == nil && next.text.contains("given up as fraud"))
      #expect(next.say == CustomerText.replyAboutPurchase.text)
    }
  }

  @Test func anotherLoginsRenewalThatAppleStillCollectsIsNotToBeReplaced() {
    let set = anothers([.bought(Shop.monthly, 1, on: 0, until: 30)], [.of(1, Shop.monthly, retrying: true)])
    for product in [Shop.monthly, Shop.yearly] {
      let next = set.status(product, on: 32).next
      #expect(next.action == .logIn(user: "one") && next.say == CustomerText.anotherLogins.text)
    }
  }

  @Test func thePlanThatWasChosenBeginsWithALatePayment() {
    let failed = RenewalInfo.of(1, Shop.yearly, next: Shop.monthly, retrying: true)
    let set = evidence([.bought(Shop.yearly, 1, on: 0, until: 30)], [failed])
    #expect(set.status(Shop.yearly, on: 32).next.text.hasSuffix("monthly begins with the payment"))
  }

  @Test func nothingOfAFreeTrialIsRefunded() {
    let trial = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30).changed { $0.price = 0 }
    let next = evidence([trial], [.of(1, Shop.monthly)]).status(Shop.yearly, on: 3).next
    #expect(next.action == .buy(productId: Shop.yearly.id) && !next.text.contains("refund"))
  }

  /// Tests a plan of this Apple Account of which the app server has not said yet who owns it.
  @Test func aPlanOfAnUnknownUserIsAskedAboutBeforeItIsChanged() {
    let monthly = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let unknown = evidence([monthly], [.of(1, Shop.monthly)]).with { $0.isConfirmedByServer = true }
    #expect(unknown.status(Shop.yearly, on: 3).next.action == .refundCheck)
    #expect(Resolver.forecast(Shop.yearly.id, in: unknown, at: day(3))?.isOwnerUnknown == true)
    let own = unknown.with {
      $0.owners = ["1": Ownership(originalTransactionId: "1", users: ["two"], attribution: .token)]
    }
    #expect(own.status(Shop.yearly, on: 3).next.action == .buy(productId: Shop.yearly.id))
    #expect(evidence([monthly]).status(Shop.yearly, on: 3).next.action == .buy(productId: Shop.yearly.id))
  }

  /// Tests that what has an invalid signature is not taken for what was never bought, and for no plan of its group.
  @Test func anInvalidSignatureMayBeWhatTheAccountOwns() {
    let failed = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
      .with(.failed(VerificationFailure(.signature, "bad")))
    let set = evidence([failed])
    for product in [Shop.monthly, Shop.yearly] {
      #expect(
        Resolver.forecast(product.id, in: set, at: day(3))?.outcome == .unverified(productId: Shop.monthly.id))
      #expect(set.status(product, on: 3).next.action == .quarantine, "\(set.status(product, on: 3).next)")
    }
    #expect(set.status(Shop.premium, on: 3).next.action == .buy(productId: Shop.premium.id))
  }

  @Test func withoutTheLevelsOfItsGroupAChangeOfPlanMayWaitForTheRenewal() {
    let set = evidence([.bought(Shop.yearly, 1, on: 0, until: 365)], [.of(1, Shop.yearly)]).with {
      $0.products = [Shop.yearly, Shop.monthly]
    }
    #expect(Resolver.forecast(Shop.monthly.id, in: set, at: day(3))?.outcome == .charges(nil))
    let next = set.status(Shop.monthly, on: 3).next
    #expect(next.text.contains("is not known here") && !next.text.contains("refund"))
  }

  @Test func aDowngradeChargesNothingNow() {
    let yearly = StoredTransaction.bought(Shop.yearly, 1, on: 0, until: 365)
    let before = evidence([yearly], [.of(1, Shop.yearly)])
    #expect(Resolver.forecast(Shop.monthly.id, in: before, at: day(3))?.outcome == .atRenewal(.downgrade))
    #expect(before.status(Shop.monthly, on: 3).next.action == nil)
    let chosen = evidence([yearly], [.of(1, Shop.yearly, next: Shop.monthly)])
    let monthly = chosen.status(Shop.monthly, on: 3)
    #expect(Resolver.forecast(Shop.monthly.id, in: chosen, at: day(3))?.outcome == .atRenewal(.alreadyChosen))
    #expect(monthly.next.action == nil && monthly.next.until == day(365))
    #expect(monthly.next.say == CustomerText.planBegins(product: monthly.product.displayName, date: "2026-01-01").text)
    // So does a plan that the yearly one had replaced, and that was chosen again.
    let replaced = evidence(
      [
        StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30).upgraded(),
        StoredTransaction.bought(Shop.yearly, 2, on: 1, lineage: 1, until: 365),
      ],
      [.of(1, Shop.yearly, next: Shop.monthly, signed: 2)]
    ).status(Shop.monthly, on: 3)
    #expect(replaced.state == .upgraded && replaced.next.until == day(365) && replaced.next.say == monthly.next.say)
    // The next product renews.
    let text = chosen.status(Shop.yearly, on: 3).next.text
    #expect(text.contains("becomes monthly") && !text.contains("Apple renews it"), "\(text)")
  }

  @Test func anEndedPlanSaysWhatBuyingItWouldDoToThePlanThatFollowed() {
    let yearly = StoredTransaction.bought(Shop.yearly, 1, on: 0, until: 7)
    let monthly = StoredTransaction.bought(Shop.monthly, 2, on: 32, lineage: 1, until: 62)
    let followed = evidence([yearly, monthly], [.of(1, Shop.monthly, signed: 32)]).status(Shop.yearly, on: 33)
    #expect(followed.state == .expired && followed.next.action == .buy(productId: Shop.yearly.id))
    #expect(
      followed.next.text == "the customer can change to it now: monthly ends at once, and Apple refunds the "
        + "unused part")
    // The other way round, a lower plan waits for the renewal.
    let (old, new) = (
      StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30),
      StoredTransaction.bought(Shop.yearly, 2, on: 32, lineage: 1, until: 397)
    )
    let lower = evidence([old, new], [.of(1, Shop.yearly, signed: 32)]).status(Shop.monthly, on: 33)
    #expect(lower.state == .expired && lower.next.action == nil && lower.next.until == day(397))
    // After both ended, nothing is left to change.
    let ended = RenewalInfo.of(1, Shop.monthly, renews: false, intent: .customerCancelled, signed: 62)
    let over = evidence([yearly, monthly], [ended]).status(Shop.yearly, on: 63)
    #expect(over.next.text == "the customer can subscribe again")
    #expect(over.next.action == .buy(productId: Shop.yearly.id))
  }

  /// Tests a plan whose replacement ended, or whose payment fails: then the subscription does not continue.
  @Test func aReplacedPlanFollowsItsReplacement() {
    let old = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30).upgraded()
    let new = StoredTransaction.bought(Shop.yearly, 2, on: 1, lineage: 1, until: 31)
    func monthly(_ info: RenewalInfo, on date: Double) -> ProductStatus {
      evidence([old, new], [info]).status(Shop.monthly, on: date)
    }
    #expect(monthly(.of(1, Shop.yearly, signed: 2), on: 3).next.say?.contains("continues") == true)
    let ended = monthly(.of(1, Shop.yearly, renews: false, intent: .customerCancelled, signed: 31), on: 40)
    #expect(ended.state == .upgraded && ended.next.action == .buy(productId: Shop.monthly.id))
    #expect(ended.next.say == CustomerText.ended(product: Shop.monthly.displayName).text)
    let failing = monthly(.of(1, Shop.yearly, retrying: true, signed: 31), on: 40)
    #expect(failing.next.action == nil && failing.next.say == CustomerText.billingRetry.text)
  }

  /// Tests that nothing is bought beside a plan of the same or a higher level that the family shares.
  @Test func besideASharedPlanALowerOneAddsNothing() {
    let shared = evidence([StoredTransaction.bought(Shop.yearly, 1, on: 0, until: 365).shared()])
    let next = shared.status(Shop.monthly, on: 3).next
    #expect(next.who == .nobody && next.action == nil, "\(next)")
    #expect(Resolver.forecast(Shop.monthly.id, in: shared, at: day(3))?.isWorthBuying == false)
    let lower = evidence([StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30).shared()])
    #expect(lower.status(Shop.yearly, on: 3).next.action == .buy(productId: Shop.yearly.id))
  }

  /// Tests that Apple is not said to retry a renewal after auto-renewal was turned off in the grace period.
  @Test func inTheGracePeriodWithoutAutoRenewalNothingIsRetried() {
    let monthly = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let status = evidence(
      [monthly], [.of(1, Shop.monthly, renews: false, retrying: true, graceUntil: 46, signed: 31)]
    ).status(Shop.monthly, on: 32)
    #expect(status.state == .gracePeriod && !status.next.text.contains("retries"))
    #expect(status.next.say == CustomerText.cancelled(until: "2025-02-16").text)
  }

  /// Tests a plan that is credited before this device received its renewal: this Apple Account pays for it.
  @Test func thePlanThatThePurchaseChangesIsNotPaidElsewhere() {
    func status(_ product: Product, _ state: EntitlementState) -> ProductStatus {
      ProductStatus(product: product, state: state, entitled: state == .creditedToUser, next: .nothing)
    }
    let bought = status(Shop.yearly, .notPurchased)
    let others = [bought, status(Shop.monthly, .creditedToUser)]
    let change = PurchasePreview(
      productId: Shop.yearly.id, change: .crossgradeAtRenewal, currentProductId: Shop.monthly.id, charged: "")
    #expect(SaleWarning(buying: bought, among: others, nil) == .hasPlanElsewhere(productId: Shop.monthly.id))
    #expect(SaleWarning(buying: bought, among: others, change) == nil)
  }

  @Test func aPeriodOfThisUserIsNotSaidToBeMadeForAnother() {
    let mine = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30).changed { $0.appAccountToken = "MINE" }
    let set = anothers([mine]).with { $0.userTokens = ["mine": $0.user] }
    let reason = set.status(Shop.monthly, on: 3).reasons.first { $0.rule == Rule.belongsToAnotherUser.rawValue }
    #expect(reason?.text.contains("that user bought the newest period") == true)
  }

  @Test func aWarningSpeaksOfWhatThePurchaseDoes() {
    func status(_ product: Product, _ state: EntitlementState, anothers: Bool = false) -> ProductStatus {
      let buy = NextStep(who: .customer, text: "", action: .buy(productId: product.id))
      var status = ProductStatus(product: product, state: state, entitled: state == .creditedToUser, next: buy)
      if anothers { status.reasons = [Reason(.belongsToAnotherUser, supports: false, "")] }
      return status
    }
    func preview(_ change: PlanChange, of current: Product = Shop.yearly) -> PurchasePreview {
      PurchasePreview(productId: Shop.monthly.id, change: change, currentProductId: current.id, charged: "")
    }
    let had = status(Shop.monthly, .creditedToUser)
    #expect(SaleWarning(buying: had, among: [had], preview(.again)) == .hadAlready)
    #expect(SaleWarning(buying: had, among: [had], preview(.resumed, of: Shop.monthly)) == nil, "nothing is charged")
    let ended = status(Shop.monthly, .notPurchased, anothers: true)
    let others = [ended, status(Shop.yearly, .notPurchased, anothers: true)]
    #expect(
      SaleWarning(buying: ended, among: others, preview(.downgrade)) == .changesAnothersPlan(productId: Shop.yearly.id))
    #expect(SaleWarning(buying: ended, among: others, preview(.again)) == nil, "no active plan is changed")
  }

  /// Tests that a request which a person closed here, and which a parent may still approve, is waited for.
  @Test func aRequestClosedByHandMayStillBeApproved() {
    for product in [Shop.premium, Shop.coins] {
      let set = evidence([]).with {
        $0.intents = [
          Intent(
            id: "i", account: Shop.account, user: "two", productId: product.id, quantity: 1, appAccountToken: nil,
            state: .closed, createdDate: day(2), storeDate: day(2), transactionId: "1",
            closedReason: ClosedByHand.stored("x", ground: .other))
        ]
      }
      let waiting = set.status(product, on: 2.5).next
      #expect(waiting.action == nil && waiting.until == day(3), "\(waiting)")
      #expect(waiting.say == CustomerText.requestIsOpen.text)
      #expect(set.status(product, on: 3).next.action == .buy(productId: product.id))
      let ended = set.with { $0.intents[0].closedReason = nil }
      #expect(ended.status(product, on: 2.5).next.action == .buy(productId: product.id))
    }
  }

  /// Tests a plan that was chosen for a renewal which auto-renewal, turned off since, will not bring.
  @Test func aChosenPlanBeginsOnlyWhereTheSubscriptionRenews() {
    let yearly = StoredTransaction.bought(Shop.yearly, 1, on: 0, until: 365)
    let next = evidence([yearly], [.of(1, Shop.yearly, next: Shop.monthly, renews: false)])
      .status(Shop.monthly, on: 3).next
    #expect(next.action == nil && !next.text.contains("starts"), "\(next.text)")
    #expect(next.say == CustomerText.notPurchased(product: Shop.monthly.displayName).text)
  }

  /// Tests that the sentence for a chosen plan waits where its renewal is due and not known yet.
  @Test func aChosenPlanWhoseRenewalIsDueIsWaitedFor() {
    let yearly = StoredTransaction.bought(Shop.yearly, 1, on: 0, until: 365)
    let next = evidence([yearly], [.of(1, Shop.yearly, next: Shop.monthly)]).status(Shop.monthly, on: 365.1).next
    #expect(next.action == .refundCheck && next.say == CustomerText.renewalAwaited.text)
  }

  /// Tests that Apple is not said to refund a part of a grace period, for which nothing was paid.
  @Test func aChangeOfPlanInTheGracePeriodRefundsNothing() {
    let monthly = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let set = evidence([monthly], [.of(1, Shop.monthly, retrying: true, graceUntil: 46, signed: 30)])
    #expect(set.status(Shop.yearly, on: 31).next.text == "the customer can change to it now: monthly ends at once")
    #expect(set.status(Shop.yearly, on: 29).next.text.contains("refunds the unused part"))
  }

  /// Tests that a plan does not continue as another one that was revoked.
  @Test func aReplacedPlanEndsWithARevokedReplacement() {
    let monthly = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30).upgraded()
    let yearly = StoredTransaction.bought(Shop.yearly, 2, on: 1, lineage: 1, until: 366)
    #expect(
      evidence([monthly, yearly]).status(Shop.monthly, on: 3).next.say
        == CustomerText.anotherPlan(product: Shop.monthly.displayName).text)
    let revoked = evidence([monthly, yearly.refunded(on: 2)]).status(Shop.monthly, on: 3)
    #expect(revoked.next.say == CustomerText.ended(product: Shop.monthly.displayName).text)
  }

  /// Tests a store that cannot buy: the step has no action, and a consumable is what Apple signed of it.
  @Test func whereNothingCanBeBoughtTheStepHasNoAction() {
    let set = evidence([.bought(Shop.coins, 1, on: 0)]).with { $0.canBuy = false }
    let next = set.status(Shop.premium, on: 1).next
    #expect(next.who == .customer && next.action == nil && next.text.contains("can buy it"))
    let coins = set.status(Shop.coins, on: 1)
    #expect(coins.state == .purchased && coins.next.say == CustomerText.bought(product: "coins").text)
    let told = set.with { $0.isConfirmedByServer = true }.status(Shop.coins, on: 1)
    #expect(told.state == .notPurchased)
  }

  @Test func aRequestThatWaitsIsNotAskedForAgainByAnotherUser() {
    let set = evidence([]).with {
      $0.intents = [
        Intent(
          id: "i", account: Shop.account, user: "one", productId: "premium", quantity: 1, appAccountToken: nil,
          state: .pending, createdDate: day(2), storeDate: day(2))
      ]
    }
    let status = set.status(Shop.premium, on: 2.5)
    #expect(status.state == .notPurchased && status.next.action == nil && status.next.until == day(3))
    #expect(status.next.say == CustomerText.waitingForApproval.text)
    #expect(set.status(Shop.premium, on: 3).next.action == .buy(productId: "premium"))
  }

  @Test func nothingIsBoughtBeforeTheAppStoreWasAsked() {
    let fresh = evidence([]).with { $0.lastChecked = nil }
    #expect(fresh.status(Shop.premium, on: 2).next.action == .restore)
    #expect(fresh.status(Shop.premium, on: 2).next.say == CustomerText.newPhone.text)
    #expect(fresh.status(Shop.coins, on: 2).next.action == .buy(productId: "coins"))
  }

  /// Tests the next step for a consumable before the device has asked the App Store.
  ///
  /// It is a refund check and never a restore, because a restore returns no consumables.
  @Test func aConsumableThatWasNotAskedAboutIsAskedAbout() {
    let fresh = evidence([]).with { ($0.lastChecked, $0.isAsked) = (nil, false) }
    let coins = fresh.status(Shop.coins, on: 2)
    #expect(!coins.confirmed && coins.next.action == .refundCheck && coins.next.who == .us)
    #expect(coins.next.say == CustomerText.notChecked(by: nil).text, "\(coins.next.say ?? "")")
    #expect(fresh.status(Shop.premium, on: 2).next.action == .restore)
  }

  /// Tests the next step where the App Store was asked, and only the app server has not answered about the user.
  @Test func aDeviceThatOnlyMissesTheAppServerNamesAWait() {
    let set = evidence([]).with {
      $0.isConfirmedByServer = true
      ($0.isAsked, $0.serverMissedDate) = (false, day(1))
    }
    for product in [Shop.premium, Shop.coins, Shop.monthly] {
      let soon = set.status(product, on: 1.5)
      #expect(!soon.confirmed && soon.next.action == .retry(orderId: nil) && soon.next.until == day(2))
      #expect(soon.next.say?.contains("don't buy again; we'll check by") == true, "\(soon.next.say ?? "")")
      #expect(soon.reasons.contains { $0.text.contains("the app server has not named") }, "\(soon.reasons)")
      let late = set.status(product, on: 2)
      #expect(late.next.until == nil && late.next.text.contains("for more than a day"), "\(late.next.text)")
    }
  }

  /// Tests a plan that another installation bought without a login: a restore returns it, and the step names it.
  @Test func aPlanBoughtWithoutLoggingInIsNamedForTheOthersOfItsGroup() {
    let owner = "anonymous:11111111-2222-4333-8444-555555555555"
    let set = evidence([.bought(Shop.monthly, 1, on: 0, until: 30)], [.of(1, Shop.monthly)]).with {
      $0.isConfirmedByServer = true
      $0.owners["1"] = Ownership(originalTransactionId: "1", users: [owner], attribution: .token)
    }
    let yearly = set.status(Shop.yearly, on: 3).next
    #expect(yearly.action == .restore && yearly.text.contains("bought monthly, and another"), "\(yearly.text)")
    let monthly = set.status(Shop.monthly, on: 3).next
    #expect(monthly.action == .restore && monthly.text.contains("bought it, and another"), "\(monthly.text)")
  }

  @Test func aPriceNoticeAndARefundThatWasDeclinedAreSaid() {
    func info(_ change: (inout RenewalInfo) -> Void) -> RenewalInfo {
      var info = RenewalInfo.of(1, Shop.monthly)
      (info.renewalPrice, info.currency) = (15_000, "CNY")
      change(&info)
      return info
    }
    let bought = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let told = info { $0.priceIncreaseStatus = .customerConsentedOrWasNotifiedWithoutNeedingConsent }
    let notice = evidence([bought], [told]).status(Shop.monthly, on: 3)
    #expect(notice.next.text.contains("¥15.00") && notice.next.say?.contains("¥15.00") == true)
    let declined = evidence([bought], [info { $0.autoRenewStatus = .off }]).with { $0.declinedRefunds = ["1"] }
      .status(Shop.monthly, on: 3)
    #expect(declined.next.who == .nobody && !declined.next.text.contains("auto-renew on again"))
    #expect(declined.next.say == CustomerText.refundDeclined(until: "2025-01-31").text)
  }

  @Test func nothingPaidIsNeverCalledCharged() {
    func order(_ id: String) -> Order {
      Order(
        id: "o", transactionId: id, productId: Shop.monthly.id, quantity: 1, account: Shop.account, user: "two",
        state: .halfSuccess, createdDate: day(1), updatedDate: day(1))
    }
    let trial = StoredTransaction.bought(Shop.monthly, 1, on: 1, until: 30).changed { $0.price = 0 }
    let set = evidence([trial]).with {
      $0.isConfirmedByServer = true
      $0.orders = [order("1")]
    }
    let status = set.status(Shop.monthly, on: 1.5)
    #expect(status.state == .paidNotDelivered && status.claims.contains(.free(transactionId: "1")))
    #expect(status.next.say == CustomerText.notDeliveredFree.text)
    #expect(!status.reasons.contains { $0.text.contains("charged") }, "\(status.reasons.map(\.text))")
    let paid = set.with { $0.transactions[0].transaction.price = 8000 }.status(Shop.monthly, on: 1.5)
    #expect(paid.claims.contains(.charged(transactionId: "1")) && paid.reasons.contains { $0.text.contains("charged") })
    // After a day the step is to give it up; Apple refunds only what was paid.
    let late = set.with { $0.orders[0].state = .paid }
    let givenUp = [late, late.with { $0.transactions[0].transaction.price = 8000 }].map {
      $0.status(Shop.monthly, on: 3).next.text
    }
    #expect(givenUp[0].hasSuffix("or give it up"), "\(givenUp)")
    #expect(givenUp[1].hasSuffix("or give it up, so that Apple can refund it"), "\(givenUp)")
    let back = evidence([trial.refunded(on: 2)]).status(Shop.monthly, on: 3)
    #expect(back.claims == [.takenBack(transactionId: "1")] && back.next.say == CustomerText.takenBackFree.text)
    #expect(!back.reasons.contains { $0.text.contains("money") })
  }
}
