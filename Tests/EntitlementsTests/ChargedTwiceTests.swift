import AppStoreModel
import Core
import Testing

@testable import Entitlements

/// Tests that the answer mentions a double charge only where the customer paid twice.
struct ChargedTwiceTests {
  private let monthly = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)

  private func right(
    _ product: Product, _ id: Int, on date: Double, until: Double? = nil, isPaid: Bool? = true,
    how: Attribution = .intent, ended: Right.End? = nil
  ) -> Right {
    Right(
      productId: product.id, type: product.type, purchase: String(id), originalTransactionId: String(id),
      purchaseDate: day(date), expiresDate: until.map { day($0) }, signedDate: day(date), attribution: how,
      isPaid: isPaid, ended: ended)
  }

  // MARK: Two plans of a group, before Apple charges for both

  private func renewing(_ right: Right, _ renews: Bool? = true, inGrace: Bool? = nil) -> Right {
    var right = right
    (right.renews, right.isInGracePeriod) = (renews, inGrace)
    return right
  }

  private func beside(_ other: Right, _ renewal: RenewalInfo) -> EvidenceSet {
    credited(.bought(Shop.monthly, 1, on: 0, until: 30), rights: right(Shop.monthly, 1, on: 0, until: 30), other).with {
      $0.renewalInfos = [renewal]
    }
  }

  @Test func twoPlansThatRenewAreToldBeforeTheSecondCharge() {
    let other = renewing(right(Shop.yearly, 9, on: 1, until: 8, isPaid: false))
    let next = beside(other, .of(1, Shop.monthly)).status(Shop.monthly, on: 2).next
    #expect(
      next.text.hasPrefix("cancel one of the two") && next.until == day(8) && next.say?.contains("2025-01-09") == true)
    let single = beside(renewing(other, false), .of(1, Shop.monthly)).status(Shop.monthly, on: 2).next
    #expect(single.who == .nobody)
  }

  @Test func aPlanOfAnotherPlatformIsToldBeforeAppleRenewsItsOwn() {
    let trial = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30).changed { $0.price = 0 }
    func next(until end: Double, _ renewal: RenewalInfo) -> NextStep {
      let other = right(Shop.yearly, 9, on: 1, until: end, isPaid: nil, how: .otherPlatform)
      return credited(trial, rights: right(Shop.monthly, 1, on: 0, until: 30, isPaid: false), other).with {
        $0.renewalInfos = [renewal]
      }.status(Shop.monthly, on: 2).next
    }
    let renewing = next(until: 300, .of(1, Shop.monthly))
    #expect(renewing.text.hasPrefix("cancel one of the two") && renewing.until == day(30))
    let off = next(until: 300, .of(1, Shop.monthly, renews: false))
    #expect(off.who == .nobody && off.text.contains("on another platform"))
    #expect(next(until: 20, .of(1, Shop.monthly)).who == .nobody)
  }

  @Test func autoRenewalIsNotToBeTurnedOnAgainBesideAnotherPlan() {
    let other = renewing(right(Shop.yearly, 9, on: 1, until: 60, isPaid: false))
    let next = beside(other, .of(1, Shop.monthly, renews: false)).status(Shop.monthly, on: 2).next
    #expect(next.who == .nobody && next.text.contains("continues with another Apple Account"))
  }

  @Test func aFailedRenewalBesideAnotherPlanIsToBeCancelled() {
    let other = renewing(right(Shop.yearly, 9, on: 31, until: 300))
    let next = beside(other, .of(1, Shop.monthly, retrying: true)).status(Shop.monthly, on: 32).next
    #expect(next.text.hasPrefix("ask the customer to cancel monthly") && next.say?.contains("Please cancel") == true)
    let alone = credited(.bought(Shop.monthly, 1, on: 0, until: 30), rights: right(Shop.monthly, 1, on: 0, until: 30))
      .with {
        $0.renewalInfos = [.of(1, Shop.monthly, retrying: true)]
      }
    #expect(alone.status(Shop.monthly, on: 32).next.text.contains("access returns with the payment"))
  }

  @Test func whatAnotherAppleAccountHasToPayIsSaidOnEveryDevice() {
    let grace = credited(rights: renewing(right(Shop.monthly, 9, on: 0, until: 46), inGrace: true))
    #expect(grace.status(Shop.monthly, on: 32).next.say == CustomerText.grace(until: "2025-02-16").text)
    let retried = credited(rights: renewing(right(Shop.monthly, 9, on: 0, until: 30))).with { $0.serverDate = day(32) }
    #expect(retried.state(Shop.monthly, on: 32) == .billingRetry)
  }

  private func credited(_ transactions: StoredTransaction..., rights: Right...) -> EvidenceSet {
    EvidenceSet.holding(transactions).with { evidence in
      evidence.isConfirmedByServer = true
      evidence.user = "one"
      evidence.rights = rights
      for right in rights
        + transactions.map({ self.right(Shop.premium, Int($0.transaction.transactionId ?? "") ?? 0, on: 0) })
      {
        evidence.owners[right.originalTransactionId] = Ownership(
          originalTransactionId: right.originalTransactionId, users: ["one"], attribution: .intent)
      }
    }
  }

  @Test func twoAppleAccountsOfOneUserWithOneGroup() throws {
    let evidence = credited(monthly, rights: right(Shop.yearly, 9, on: 10, until: 375))
    for product in [Shop.monthly, Shop.yearly] {
      let status = evidence.status(product, on: 12)
      #expect(
        status.chargedTwice
          == ChargedTwice(isCertain: true, isSubscription: true, purchaseIds: ["1", "9"], refundableId: "1"))
      #expect(status.reason(.chargedTwice, nil) != nil)
    }
    let next = evidence.status(Shop.yearly, on: 12).next
    #expect(next.who == .customer && next.action == .askRefund(transactionId: "1"))
    #expect(next.text.contains("cancel one") && next.say?.hasPrefix("We see two purchases that overlap.") == true)
    // After both have ended there is nothing left to cancel.
    #expect(evidence.status(Shop.monthly, on: 400).chargedTwice == nil)
  }

  @Test func oneNonConsumableTwice() {
    let evidence = credited(.bought(Shop.premium, 1, on: 0), rights: right(Shop.premium, 9, on: 5))
    let status = evidence.status(Shop.premium, on: 6)
    #expect(status.chargedTwice?.purchaseIds == ["1", "9"] && status.chargedTwice?.isSubscription == false)
    #expect(status.next.action == .askRefund(transactionId: "1") && !status.next.text.contains("cancel"))
  }

  @Test func whereARefundOfOneWasRequestedAppleDecidesFirst() {
    func request(_ id: String, _ product: Product, by account: String) -> RefundRequest {
      RefundRequest(transactionId: id, productId: product.id, account: account, reason: nil, askedDate: day(6))
    }
    var evidence = credited(.bought(Shop.premium, 1, on: 0), rights: right(Shop.premium, 9, on: 5))
    evidence.refundRequests = [request("9", Shop.premium, by: "another@")]
    let next = evidence.status(Shop.premium, on: 6.5).next
    #expect(next.who == .apple && next.action == nil && next.say?.contains("with Apple") == true)
    // Apple does not answer for ever, nor twice.
    #expect(evidence.status(Shop.premium, on: 20).next.action == .askRefund(transactionId: "1"))
    evidence.declinedRefunds = ["9"]
    #expect(evidence.status(Shop.premium, on: 6.5).next.action == .askRefund(transactionId: "1"))
    // Of a subscription, another period than the one that overlaps may be asked about.
    var group = credited(monthly, rights: right(Shop.yearly, 9, on: 4, until: 375))
    group.refundRequests = [request("11", Shop.yearly, by: "another@")]
    #expect(group.status(Shop.monthly, on: 6.5).next.who == .apple)
  }

  @Test func thisAccountsChargeIsNamedAndNotTheOthersFreeTrial() {
    let evidence = credited(monthly, rights: right(Shop.yearly, 9, on: 10, until: 375))
    let reason = evidence.status(Shop.monthly, on: 12).reasons.first { $0.rule == Rule.chargedTwice.rawValue }
    #expect(reason?.transactionId == "1" && reason?.text.contains("(9)") == true)
  }

  @Test func aPlanBesideOneThatAnotherAccountPaysForIsNotAdvised() {
    let evidence = credited(rights: right(Shop.yearly, 9, on: 1, until: 375)).with { $0.lastChecked = day(2) }
    let next = evidence.status(Shop.monthly, on: 3).next
    #expect(next.action == nil && next.text.contains("second subscription") && next.say?.contains("already") == true)
    let alone = credited().with { $0.lastChecked = day(2) }
    #expect(alone.status(Shop.monthly, on: 3).next.action == .buy(productId: Shop.monthly.id))
  }

  /// Tests a renewal that Apple still tries to collect from another Apple Account: the server has not heard of its end.
  @Test func besideAPlanThatMayStillBeCollectedNoneIsAdvised() {
    let evidence = credited(rights: right(Shop.monthly, 9, on: 1, until: 31)).with {
      ($0.lastChecked, $0.serverDate) = (day(33), day(33))
    }
    for product in [Shop.monthly, Shop.yearly] {
      let next = evidence.status(product, on: 34).next
      #expect(next.who == .customer && next.action == nil && next.until == day(91), "\(next)")
      #expect(next.say == CustomerText.billingRetry.text)
    }
    let ended = evidence.with { $0.rights[0].ended = Right.End(date: day(31), why: .expired, transactionId: "9") }
    #expect(ended.status(Shop.yearly, on: 34).next.action == .buy(productId: Shop.yearly.id))
  }

  /// Tests a reversed refund after the product was bought again: one lineage with two paid periods.
  @Test func aReversedRefundBesideWhatWasBoughtAnew() {
    let again = StoredTransaction.bought(Shop.monthly, 2, on: 5, lineage: 1, until: 35)
    #expect(EvidenceSet.holding(monthly.refunded(on: 4), again).status(Shop.monthly, on: 6).chargedTwice == nil)
    let reversed = EvidenceSet.holding(monthly.signed(on: 6), again).status(Shop.monthly, on: 7)
    #expect(reversed.chargedTwice?.purchaseIds == ["1", "2"])
    // The later period decides in its lineage, so the earlier one is to be refunded, and there is none to cancel.
    #expect(reversed.next.action == .askRefund(transactionId: "1"))
    #expect(reversed.next.say?.contains("cancel") == false)
    let refunded = EvidenceSet.holding(monthly.refunded(on: 8), again).status(Shop.monthly, on: 9)
    #expect(refunded.entitled && refunded.chargedTwice == nil)
    // After a refund of the later one, buying again would be a third charge while the earlier period is paid.
    let wrong = EvidenceSet.holding(monthly.signed(on: 6), again.refunded(on: 8)).status(Shop.monthly, on: 9)
    #expect(!wrong.entitled && wrong.next.action == .askRefund(transactionId: "1"))
    let over = EvidenceSet.holding(monthly.signed(on: 6), again.refunded(on: 8)).status(Shop.monthly, on: 31)
    #expect(over.next.action == .buy(productId: Shop.monthly.id))
  }

  @Test func whatIsNoSecondChargeIsNotCalledOne() {
    let renewed = StoredTransaction.bought(Shop.monthly, 2, on: 30, lineage: 1, until: 60)
    #expect(EvidenceSet.holding(monthly, renewed).status(Shop.monthly, on: 31).chargedTwice == nil)
    let early = StoredTransaction.bought(Shop.monthly, 2, on: 29, lineage: 1, until: 60)
    #expect(EvidenceSet.holding(monthly, early).status(Shop.monthly, on: 29.5).chargedTwice == nil)
    let yearly = StoredTransaction.bought(Shop.yearly, 2, on: 5, lineage: 1, until: 370)
    #expect(EvidenceSet.holding(monthly, yearly).status(Shop.yearly, on: 6).chargedTwice == nil)
    let other = StoredTransaction.bought(Shop.yearly, 2, on: 5, until: 370)
    #expect(EvidenceSet.holding(monthly, other).status(Shop.yearly, on: 6).chargedTwice?.isCertain == true)
    #expect(EvidenceSet.holding(monthly, other.shared()).status(Shop.yearly, on: 6).chargedTwice == nil)
    #expect(
      EvidenceSet.holding(monthly, other.changed { $0.price = 0 }).status(Shop.yearly, on: 6).chargedTwice == nil)
    #expect(EvidenceSet.holding(monthly.refunded(on: 6), other).status(Shop.yearly, on: 7).chargedTwice == nil)
    let premium = StoredTransaction.bought(Shop.premium, 1, on: 0)
    #expect(
      credited(premium, rights: right(Shop.premium, 9, on: 5, isPaid: false)).status(Shop.premium, on: 6).chargedTwice
        == nil)
    #expect(
      credited(premium, rights: right(Shop.premium, 9, on: 5, isPaid: nil)).status(Shop.premium, on: 6).chargedTwice
        == nil)
    let ended = Right.End(date: day(6), why: .refunded)
    #expect(
      credited(premium, rights: right(Shop.premium, 9, on: 5, ended: ended)).status(Shop.premium, on: 7).chargedTwice
        == nil)
  }

  @Test func aConsumableBoughtOverAnUnansweredChargeIsANote() {
    let intent = Intent(
      id: "i", account: Shop.account, user: "", productId: Shop.coins.id, quantity: 1, appAccountToken: nil,
      createdDate: day(1), storeDate: day(1))
    let bought = EvidenceSet.holding(.bought(Shop.coins, 1, on: 2)).with {
      $0.intents = [intent]
      $0.consumables[Shop.coins.id] = ConsumableCount(delivered: 1, used: 0, refunded: 0)
    }
    let status = bought.status(Shop.coins, on: 3)
    #expect(status.chargedTwice?.isCertain == false && status.reason(.chargedTwice) != nil)
    #expect(status.next.action != .askRefund(transactionId: "1"))
    let used = bought.with { $0.consumables[Shop.coins.id]?.used = 1 }
    #expect(used.status(Shop.coins, on: 3).chargedTwice == nil)
  }

  /// Tests an unanswered charge that arrives after a second purchase: the double charge is then certain.
  @Test func aConsumableWhoseEarlierChargeArrivesIsCertain() {
    let both = EvidenceSet.holding(.bought(Shop.coins, 1, on: 1), .bought(Shop.coins, 2, on: 2)).with {
      $0.consumables[Shop.coins.id] = ConsumableCount(delivered: 2, used: 0, refunded: 0)
      $0.answeredCharges[Shop.coins.id] = [
        AnsweredCharge(transactionId: "2", begunDate: day(2), answeredDate: day(2)),
        AnsweredCharge(transactionId: "1", begunDate: day(1), answeredDate: day(3)),
      ]
    }
    let status = both.status(Shop.coins, on: 4)
    #expect(status.chargedTwice == ChargedTwice(isCertain: true, purchaseIds: ["1", "2"], refundableId: "2"))
    #expect(status.next.action == .askRefund(transactionId: "2"))
    // Two charges that were answered one after the other were bought on purpose.
    let inTurn = both.with { $0.answeredCharges[Shop.coins.id]?[1].answeredDate = day(1) }
    #expect(inTurn.status(Shop.coins, on: 4).chargedTwice == nil)
    let refunded = both.with { $0.transactions[1] = $0.transactions[1].refunded(on: 3) }
    #expect(refunded.status(Shop.coins, on: 4).chargedTwice == nil)
    // A request that was approved after the second purchase was charged then, and was no unanswered charge.
    let approved = both.with { $0.transactions[0].transaction.purchaseDate = day(3) }
    #expect(approved.status(Shop.coins, on: 4).chargedTwice == nil)
  }
}

/// Tests that the end of a right is the latest end that counts, and that durations overlap or stack.
struct EndsTests {
  private func season(_ rules: DurationRules) -> EvidenceSet {
    EvidenceSet.holding(.bought(Shop.season, 1, on: 0), .bought(Shop.season, 2, on: 10)).with {
      $0.durations[Shop.season.id] = rules
    }
  }

  @Test func purchasesOverlapOrStack() throws {
    #expect(season(DurationRules(.week)).status(Shop.season, on: 11).expiresDate == day(17))
    let month = try #require(SubscriptionPeriod(30, .day))
    #expect(season(DurationRules(month)).status(Shop.season, on: 11).expiresDate == day(40))
    #expect(season(DurationRules(month, stacks: true)).status(Shop.season, on: 11).expiresDate == day(60))
  }

  /// Tests that the catalogue's duration applies until a person sets another one.
  @Test func aDurationOfTheCatalogueHoldsWhereNoneWasSet() {
    let evidence = EvidenceSet.holding(.bought(Shop.season, 1, on: 0)).with {
      for index in $0.products.indices where $0.products[index].id == Shop.season.id {
        $0.products[index].subscriptionPeriod = .week
      }
    }
    #expect(evidence.status(Shop.season, on: 1).expiresDate == day(7))
    #expect(evidence.state(Shop.season, on: 8) == .expired)
    #expect(
      evidence.with { $0.durations[Shop.season.id] = DurationRules(.month) }.state(Shop.season, on: 8) == .purchased)
  }

  @Test func aLaterDurationIsOfLaterPurchases() throws {
    let first = ProductDuration(productId: "season", period: .week)
    let month = ProductDuration(productId: "season", period: SubscriptionPeriod(30, .day))
    var rules = DurationRules.applying(first, to: nil, at: day(1))
    rules = DurationRules.applying(month, to: rules, at: day(5))
    #expect(try season(#require(rules)).status(Shop.season, on: 11).expiresDate == day(40))
    #expect(rules?.end(ofPurchase: day(0)) == day(7))
    #expect(rules.flatMap { DurationRules(text: $0.text) } == rules)
    let earlier = ProductDuration(productId: "season", period: .year, fromDate: day(-1))
    #expect(DurationRules.applying(earlier, to: rules, at: day(6))?.end(ofPurchase: day(0)) == day(365))
    #expect(DurationRules.applying(ProductDuration(productId: "season", period: nil), to: rules, at: day(6)) == nil)
  }

  @Test func aGrantBesideARecordLastsUntilTheLaterOfTheTwo() {
    for (grantEnds, recordEnds) in [(100.0, 300.0), (300, 100)] {
      let evidence = EvidenceSet.holding().with {
        $0.isConfirmedByServer = true
        $0.user = "one"
        $0.rights = [
          Right(
            productId: Shop.premium.id, type: .nonRenewingSubscription, purchase: "G", originalTransactionId: "G",
            purchaseDate: day(0), expiresDate: day(recordEnds), attribution: .otherPlatform)
        ]
        $0.grants = [
          Grant(
            id: "g", user: "one", productId: Shop.premium.id, reason: "staff", grantedDate: day(0),
            untilDate: day(grantEnds))
        ]
      }
      #expect(evidence.status(Shop.premium, on: 1).expiresDate == day(300))
      #expect(evidence.status(Shop.premium, on: 200).expiresDate == day(300))
    }
  }

  @Test func whatALaterPurchaseMadeUpForIsOwed() {
    let changes: [(date: Timestamp, amount: Int, isBought: Bool)] = [
      (day(0), 1, true), (day(1), -1, false), (day(2), -1, false), (day(3), 1, true),
    ]
    #expect(ConsumableCount.setOff(by: changes) == 1)
    // Refunded before it was used, then bought and used: the customer owes nothing.
    #expect(
      ConsumableCount.setOff(by: [
        (day(0), 1, true), (day(1), -1, false), (day(2), 1, true), (day(3), -1, false),
      ]) == 0)
    let evidence = EvidenceSet.holding(.bought(Shop.coins, 2, on: 3)).with {
      $0.consumables[Shop.coins.id] = ConsumableCount(delivered: 2, used: 1, refunded: 1, setOff: 1)
    }
    let status = evidence.status(Shop.coins, on: 4)
    #expect(status.next.who == .us && status.next.action == .grant(productId: Shop.coins.id))
    let granted = evidence.with { $0.consumables[Shop.coins.id]?.granted = 1 }.status(Shop.coins, on: 4)
    #expect(granted.balance == 1 && granted.next.action == .use(productId: Shop.coins.id))
  }
}
