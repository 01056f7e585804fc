import AppStoreModel
import Core
import Testing

@testable import Entitlements

/// Tests that the credited user is entitled, where an app server confirms purchases.
struct CreditTests {
  private let bought = StoredTransaction.bought(Shop.premium, 1, on: 0)

  private func confirmed(
    _ transactions: StoredTransaction..., user: String = "one", _ change: (inout EvidenceSet) -> Void = { _ in }
  ) -> EvidenceSet {
    EvidenceSet.holding(transactions).with {
      $0.isConfirmedByServer = true
      $0.user = user
      change(&$0)
    }
  }

  private func owned(_ users: String..., how: Attribution = .intent) -> Ownership {
    Ownership(originalTransactionId: "1", users: users, attribution: how)
  }

  private func order(_ state: Order.State, user: String = "one", product: Product = Shop.premium) -> Order {
    Order(
      id: "o", transactionId: "1", productId: product.id, quantity: 1, account: Shop.account, user: user, state: state,
      createdDate: day(1), updatedDate: day(1), nextRetryDate: state == .halfSuccess ? day(1.2) : nil)
  }

  private func right(_ product: Product = Shop.premium, until: Double? = nil, ended: Right.End? = nil) -> Right {
    Right(
      productId: product.id, type: product.type, purchase: "1", originalTransactionId: "1", purchaseDate: day(0),
      expiresDate: until.map { day($0) }, signedDate: day(0.5), attribution: .intent, ended: ended)
  }

  @Test func onlyWhatWasCreditedToTheUserEntitles() {
    #expect(confirmed(bought) { $0.owners = ["1": owned("one")] }.state(Shop.premium, on: 2) == .purchased)
    let nobodys = confirmed(bought).status(Shop.premium, on: 2)
    #expect(nobodys.state == .paidNotDelivered && !nobodys.entitled && nobodys.cause == .waiting)
    let unreached = confirmed(bought) { $0.serverRefusals = ["1": ""] }.status(Shop.premium, on: 2)
    #expect(unreached.cause == .unreachable && unreached.next.text.contains("could not be reached"))
    #expect(nobodys.next.action == .restore)
    let anothers = confirmed(bought) { $0.owners = ["1": owned("two")] }.status(Shop.premium, on: 2)
    #expect(anothers.state == .notPurchased && anothers.reason(.belongsToAnotherUser, 1) != nil)
    #expect(anothers.next.action == .transfer(transactionId: "1"))
  }

  @Test func aChangeOfPlanAtTheRenewalIsSaidOfAPlanThatIsNotCreditedToo() {
    let yearly = StoredTransaction.bought(Shop.yearly, 1, on: 0, until: 365)
    let status = confirmed(yearly) { $0.renewalInfos = [.of(1, Shop.yearly, next: Shop.monthly)] }
      .status(Shop.yearly, on: 2)
    #expect(status.state == .paidNotDelivered && status.pendingProductId == Shop.monthly.id)
    #expect(status.reason(.pendingChange, 1) != nil)
  }

  /// Tests that a given-up plan names the charge after the plan that took its place.
  @Test func theNextChargeIsTheOneOfTheNewestPeriod() {
    let monthly = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30).upgraded()
    let yearly = StoredTransaction.bought(Shop.yearly, 2, on: 1, lineage: 1, until: 8)
    var closed = order(.closed, product: Shop.monthly)
    closed.closedReason = ClosedByHand.stored("x", ground: .fraud)
    let status = confirmed(monthly, yearly) {
      $0.orders = [closed]
      $0.renewalInfos = [.of(1, Shop.yearly, signed: 1)]
    }.status(Shop.monthly, on: 2)
    #expect(status.underWay.first?.nextCharge?.date == day(8))
  }

  /// Tests a request for what another user of the same Apple Account bought meanwhile: nothing comes of it.
  @Test func aRequestForWhatAnotherLoginBoughtLeadsToThatLogin() {
    let next = confirmed(bought) {
      $0.owners = ["1": owned("two")]
      $0.intents = [
        Intent(
          id: "i", account: Shop.account, user: "one", productId: Shop.premium.id, quantity: 1, appAccountToken: nil,
          state: .pending, createdDate: day(0), storeDate: day(0))
      ]
    }.status(Shop.premium, on: 0.5).next
    #expect(next.action == .transfer(transactionId: "1") && next.say == CustomerText.anotherLogins.text, "\(next)")
  }

  @Test func aCopyThatNoHistoryListsIsNotCalledInvalid() {
    let status = confirmed(bought.absent()) { $0.rights = [right()] }.status(Shop.premium, on: 2)
    #expect(status.state == .creditedToUser)
    #expect(status.reason(.creditedToUser)?.text.contains("signature") == false)
  }

  /// Tests that a purchase which the app server refused for its token is moved, or waits for its user.
  @Test func aPurchaseWithAnUnknownTokenIsToBeMoved() {
    var refused = order(.refused)
    refused.isRefusedByServer = true
    func next(token: String?, intentId: String? = nil) -> NextStep.Action? {
      refused.intentId = intentId
      return confirmed(bought.changed { $0.appAccountToken = token }) { $0.orders = [refused] }
        .status(Shop.premium, on: 2).next.action
    }
    #expect(next(token: "t") == .transfer(transactionId: "1"))
    #expect(next(token: nil) == .retry(orderId: "o"))
    #expect(next(token: "t", intentId: "i") == .retry(orderId: "o"))
  }

  @Test func withoutAServerTheAppleAccountDecides() {
    #expect(EvidenceSet.holding(bought).with { $0.user = "two" }.state(Shop.premium, on: 2) == .purchased)
  }

  @Test func aUserWhoIsNotLoggedInIsOneLikeAnyOther() {
    let (mine, other) = (
      AnonymousUser(token: "11111111-2222-4333-8444-555555555555").name,
      AnonymousUser(token: "99999999-2222-4333-8444-555555555555").name
    )
    #expect(confirmed(bought, user: mine) { $0.owners = ["1": owned(mine)] }.state(Shop.premium, on: 2) == .purchased)
    let named = confirmed(bought, user: mine) { $0.owners = ["1": owned("one")] }.status(Shop.premium, on: 2)
    #expect(named.state == .notPurchased && named.next.action == .logIn(user: "one"))
    // It moves to the user who restores it.
    for user in [other, "one"] {
      let others = confirmed(bought, user: user) { $0.owners = ["1": owned(mine)] }.status(Shop.premium, on: 2)
      #expect(others.state == .notPurchased && others.next.action == .restore)
      #expect(others.reason(.belongsToAnotherUser, 1)?.text.contains("anonymous 11111111") == true)
    }
    #expect(
      confirmed(bought) { $0.owners = ["1": owned(how: .missingToken)] }.state(Shop.premium, on: 2)
        == .paidNotDelivered)
  }

  @Test func whatALoginClaimsWaitsForTheServer() {
    let before = AnonymousUser(token: "11111111-2222-4333-8444-555555555555").name
    let claim = LoginClaim(anonymous: before, user: "one")
    let waiting = confirmed(bought) {
      $0.owners = ["1": owned(before)]
      $0.waitingForServer = [WaitingServerCall(id: "c", .login(claim), date: day(1))]
    }
    let status = waiting.status(Shop.premium, on: 2)
    #expect(status.state == .paidNotDelivered && status.cause == .unreachable && !status.entitled)
    #expect(waiting.with { $0.user = "two" }.state(Shop.premium, on: 2) == .notPurchased)
    // The reason names the purchase that waits, which was made before the login, and no other product has this reason.
    let reasons = status.reasons.filter { $0.rule == "waitsForServer" }
    #expect(reasons.map(\.text).joined().contains("bought before one logged in"))
    #expect(!status.reasons.contains { $0.text.contains("credited no user") })
    #expect(!waiting.status(Shop.coins, on: 2).reasons.contains { $0.rule == "waitsForServer" })
  }

  @Test(arguments: [
    (Order.State.halfSuccess, UndeliveredCause.unreachable), (.uploaded, .waiting), (.paid, .waiting),
    (.refused, .badSignature), (.overdue, .overdue),
  ])
  func anOrderSaysWhyNothingWasDelivered(state: Order.State, cause: UndeliveredCause) {
    let status = confirmed(bought) { $0.orders = [order(state)] }.status(Shop.premium, on: 1.5)
    #expect(status.state == .paidNotDelivered && status.cause == cause)
    #expect(status.underWay.map(\.orderId) == ["o"] && status.underWay.first?.cause == cause)
    #expect(status.reasons.contains { $0.orderId == "o" })
    // A retry that is already due is not given as a date to wait for.
    #expect(status.next.until.map { day(1.5) < $0 } ?? true)
    #expect(status.next.action != .buy(productId: "premium"))
    let coins = EvidenceSet.holding().with {
      $0.isConfirmedByServer = true
      $0.user = "one"
      $0.orders = [order(state, product: Shop.coins)]
    }
    #expect(coins.state(Shop.coins, on: 1.5) == .paidNotDelivered)
    #expect(coins.with { $0.user = "two" }.state(Shop.coins, on: 1.5) == .notPurchased)
  }

  @Test func aPurchaseMadeForAnotherUserIsNotThisOnes() {
    let waiting = confirmed(bought, user: "two") { $0.orders = [order(.halfSuccess)] }.status(Shop.premium, on: 2)
    #expect(waiting.state == .notPurchased && waiting.underWay.isEmpty)
    #expect(waiting.next.action == .logIn(user: "one"))
    let token = confirmed(bought.changed { $0.appAccountToken = "ABC" }, user: "two") { $0.userTokens = ["abc": "one"] }
    #expect(token.state(Shop.premium, on: 2) == .notPurchased)
  }

  @Test func aRightFollowsItsUserUntilItEnds() {
    let elsewhere = confirmed { $0.rights = [right()] }
    let status = elsewhere.status(Shop.premium, on: 2)
    #expect(status.state == .creditedToUser && status.entitled && status.confirmed)
    #expect(elsewhere.with { $0.account = nil }.state(Shop.premium, on: 2) == .creditedToUser)
    let refunded = Right.End(date: day(1), why: .refunded, transactionId: "1")
    let ended = confirmed { $0.rights = [right(ended: refunded)] }.status(Shop.premium, on: 2)
    #expect(ended.state == .refunded && !ended.entitled)
    let subscription = confirmed { $0.rights = [right(Shop.monthly, until: 30)] }
    #expect(subscription.state(Shop.monthly, on: 29) == .creditedToUser)
    #expect(subscription.with { $0.serverDate = day(30) }.state(Shop.monthly, on: 30) == .expired)
    // Asked before its end, the app server cannot have told whether it was renewed.
    let unknown = subscription.with { $0.serverDate = day(29) }.status(Shop.monthly, on: 30)
    #expect(unknown.state == .renewalAwaited && !unknown.confirmed && unknown.next.action == .refundCheck)
  }

  @Test func aTrialThatEndedElsewhereIsNoRefund() {
    let end = Right.End(date: day(1), why: .refunded, transactionId: "1")
    var trial = right(Shop.yearly, until: 7, ended: end)
    trial.isPaid = false
    let status = confirmed { $0.rights = [trial] }.status(Shop.yearly, on: 2)
    #expect(status.state == .refunded && status.words == "ended by Apple")
    #expect(status.claims == [.takenBack(transactionId: "1")])
    #expect(status.next.say == CustomerText.takenBackFree.text && !status.next.text.contains("refund"))
    #expect(!status.reasons.contains { $0.text.contains("refunded") } && trial.endWords == "ended by Apple")
    trial.isPaid = true
    let paid = confirmed { $0.rights = [trial] }.status(Shop.yearly, on: 2)
    #expect(paid.words == "refunded" && paid.next.say == CustomerText.refunded.text && trial.endWords == "refunded")
  }

  @Test func aConsumableOfAnotherInstallationIsNoOtherLogins() {
    let coins = StoredTransaction.bought(Shop.coins, 1, on: 0)
    func status(of owner: String) -> ProductStatus {
      confirmed(coins) { $0.owners = ["1": owned(owner)] }.status(Shop.coins, on: 2)
    }
    let other = AnonymousUser(token: "99999999-2222-4333-8444-555555555555").name
    #expect(status(of: other).next.say == CustomerText.boughtWithoutLoggingIn.text)
    // That installation may be gone, so the customer is not to pay again.
    #expect(status(of: other).next.action == .transfer(transactionId: "1"))
    #expect(status(of: "two").next.say == CustomerText.anotherLogins.text)
    #expect(status(of: "two").next.action == .buy(productId: Shop.coins.id))
  }

  @Test func aConsumableIsCalledUncreditedOnlyWhereTheAppServerSaysSo() {
    let coins = StoredTransaction.bought(Shop.coins, 1, on: 0)
    let unknown = confirmed(coins).status(Shop.coins, on: 2)
    #expect(unknown.next.action == .refundCheck, "\(unknown.next)")
    #expect(!unknown.reasons.contains { $0.text.contains("to no user") }, "\(unknown.reasons)")
    let told = confirmed(coins) { $0.owners = ["1": owned()] }.status(Shop.coins, on: 2)
    #expect(told.next.action == .transfer(transactionId: "1"))
    #expect(told.reasons.contains { $0.text.contains("to no user") }, "\(told.reasons)")
  }

  /// Tests a purchase of the user that another user restored: the customer restores it and does not pay again.
  @Test func aPurchaseThatAnotherUserRestoredIsRestoredWithItsAppleAccount() {
    let end = Right.End(date: day(1), why: .restoredByAnother)
    let elsewhere = confirmed { $0.rights = [right(ended: end)] }
    let unknown = elsewhere.status(Shop.premium, on: 2)
    #expect(unknown.state == .notPurchased && unknown.next.action == .signIn(account: nil))
    #expect(unknown.reason(.belongsToAnotherUser, 1) != nil)
    let known = elsewhere.with { $0.buyers = ["1": "again@"] }.status(Shop.premium, on: 2)
    #expect(known.next.action == .signIn(account: "again@"))
    #expect(known.next.say == CustomerText.restoreWithItsAccount.text)
    let here = confirmed(bought) {
      $0.owners = ["1": owned("one")]
      $0.rights = [right(ended: end)]
    }
    .status(Shop.premium, on: 2)
    #expect(here.state == .notPurchased && here.next.action == .restore, "\(here.next)")
    // A user who then bought it again paid twice.
    let again = confirmed(.bought(Shop.premium, 2, on: 1.5)) {
      $0.owners = ["2": Ownership(originalTransactionId: "2", users: ["one"], attribution: .intent)]
      $0.rights = [right(ended: end)]
      $0.rights[0].isPaid = true
    }
    .status(Shop.premium, on: 2)
    #expect(again.entitled && again.chargedTwice?.purchaseIds == ["1", "2"], "\(again.reasons)")
  }

  @Test func theNewerStatementDecides() {
    let refunded = confirmed(bought.refunded(on: 1)) { $0.rights = [right()] }
    #expect(refunded.state(Shop.premium, on: 2) == .refunded)
    let end = Right.End(date: day(1), why: .refunded, transactionId: "1")
    let told = confirmed(bought) {
      $0.owners = ["1": owned("one")]
      $0.rights = [right(ended: end)]
      $0.rights[0].signedDate = day(1)
    }
    #expect(told.state(Shop.premium, on: 2) == .refunded)
    for cause in RevocationCause.allCases {
      let status = told.with { $0.rights[0].ended?.why = RightEnd(cause) }.status(Shop.premium, on: 2)
      #expect(status.state == (cause.isRefund ? .refunded : .revoked) && !status.entitled, "\(cause)")
      #expect(status.reasons.contains { $0.text.contains(day(1).shownDay) }, "\(cause): \(status.reasons)")
      #expect(!status.reasons.contains { $0.text.contains("unknown)") }, "\(cause): \(status.reasons)")
    }
    let transferred = confirmed(bought) {
      $0.owners = ["1": owned("one")]
      $0.rights = [right(ended: Right.End(date: day(1), why: .transferred))]
    }
    #expect(transferred.state(Shop.premium, on: 2) == .notPurchased)
  }

  /// Tests a change of plan that the app server knows, and this device does not yet.
  @Test func aPlanThatTheServerSawReplacedIsNotRenewed() {
    let monthly = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    var yearly = right(Shop.yearly, until: 365)
    (yearly.purchaseDate, yearly.signedDate) = (day(1), day(1))
    let told = confirmed(monthly) {
      $0.owners = ["1": owned("one")]
      $0.rights = [yearly]
    }
    let status = told.status(Shop.monthly, on: 2)
    #expect(status.state == .upgraded && !status.entitled && status.expiresDate == day(1), "\(status)")
    #expect(told.status(Shop.yearly, on: 2).entitled)
    // What this device knows better than the app server counts.
    yearly.signedDate = day(-1)
    #expect(told.with { $0.rights = [yearly] }.status(Shop.monthly, on: 2).entitled)
  }

  @Test func aServerThatTakesNoCallIsNotOneThatCannotBeReached() {
    var rejected = order(.halfSuccess)
    rejected.nextRetryDate = nil
    rejected.lastError = "check the secret"
    rejected.attempts = 3
    let status = confirmed(bought) { $0.orders = [rejected] }.status(Shop.premium, on: 1.5)
    #expect(status.cause == .refused && status.next.action == .retry(orderId: "o"))
    #expect(status.reasons.contains { $0.text.contains("does not accept it: check the secret") })
    #expect(!(status.reasons.map(\.text) + [status.next.text]).contains { $0.contains("could not be reached") })
  }

  @Test func whatIsHadIsNotToBeApprovedAsWell() {
    let asked = Intent(
      id: "i", account: Shop.account, user: "one", productId: Shop.premium.id, quantity: 1, appAccountToken: nil,
      state: .pending, createdDate: day(1), storeDate: day(1))
    let status = confirmed(bought) {
      $0.owners = ["1": owned("one")]
      $0.intents = [asked]
    }.status(Shop.premium, on: 1.5)
    #expect(status.state == .purchased && status.next.text.contains("already has it"))
    #expect(status.next.say?.contains("decline") == true)
  }

  @Test func theStoreMayTrustAppleForAWhile() {
    let trusting = confirmed(bought.changed { $0.appAccountToken = "abc" }) {
      $0.userTokens = ["abc": "one"]
      $0.serverGrace = 72 * 3_600_000
      $0.orders = [order(.halfSuccess)]
    }
    let status = trusting.status(Shop.premium, on: 3)
    #expect(status.state == .paidNotDelivered && status.entitled && !status.confirmed)
    #expect(!trusting.status(Shop.premium, on: 4.1).entitled)
    #expect(!trusting.with { $0.orders[0].state = .refused }.status(Shop.premium, on: 3).entitled)
    #expect(!trusting.with { $0.userTokens = [:] }.status(Shop.premium, on: 3).entitled)
  }

  @Test func whatWasDeliveredBeforeThereWasAServerIsCredited() {
    #expect(confirmed(bought) { $0.deliveredHere = ["1"] }.state(Shop.premium, on: 2) == .purchased)
  }

  @Test func aSubscriptionThatRanOutUnnoticedIsWaitedFor() {
    let info = RenewalInfo.of(1, Shop.monthly, next: nil, renews: true, retrying: false, graceUntil: nil, signed: 0)
    let bought = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let evidence = EvidenceSet.holding([bought], renewals: [info])
    let status = evidence.status(Shop.monthly, on: 30.5)
    #expect(status.state == .renewalAwaited && status.entitled && !status.confirmed)
    #expect(status.next.action == .refundCheck)
    // From now on the renewal is no longer assumed, but it is still unknown whether Apple renewed it.
    let later = evidence.status(Shop.monthly, on: 31)
    #expect(later.state == .renewalAwaited && !later.entitled && !later.confirmed)
    #expect(later.next.action == .refundCheck && later.next.say == CustomerText.renewalAwaited.text)
    let short = EvidenceSet.holding([.bought(Shop.weekly, 1, on: 0, until: 1)], renewals: [.of(1, Shop.weekly)])
    #expect(short.status(Shop.weekly, on: 1.2).entitled && !short.status(Shop.weekly, on: 1.25).entitled)
    // A statement that was signed at the period's end or later decides.
    #expect(EvidenceSet.holding([bought.signed(on: 30)], renewals: [info]).state(Shop.monthly, on: 31) == .expired)
    let told = RenewalInfo.of(1, Shop.monthly, signed: 30)
    #expect(EvidenceSet.holding([bought], renewals: [told]).state(Shop.monthly, on: 31) == .expired)
    var asked = info
    asked.priceIncreaseStatus = .customerHasNotResponded
    #expect(EvidenceSet.holding([bought], renewals: [asked]).state(Shop.monthly, on: 31) == .expired)
  }

  @Test func refundsAreToldFromOtherEnds() {
    func state(_ change: (inout Transaction) -> Void) -> ProductStatus {
      EvidenceSet.holding(bought.refunded(on: 1).changed(change)).status(Shop.premium, on: 2)
    }
    #expect(state { _ in }.state == .refunded)
    #expect(state { $0.revocationType = .refundProrated }.state == .refunded)
    #expect(state { $0.revocationType = .familyRevoke }.state == .revoked)
    #expect(state { $0.revocationType = RevocationType(rawValue: "ASSIGNMENT_REVOKE") }.state == .revoked)
    let unknown = state { $0.revocationType = RevocationType(rawValue: "MOVED_TO_MARS") }
    #expect(unknown.state == .purchased && unknown.entitled)
    #expect(unknown.reason(.knownRevocation, 1)?.text.contains("MOVED_TO_MARS") == true)
  }

  @Test func whatWaitsForAPersonLapses() {
    func evidence(_ state: Intent.State) -> EvidenceSet {
      EvidenceSet.holding().with {
        $0.intents = [
          Intent(
            id: "i", account: Shop.account, user: "", productId: "premium", quantity: 1, appAccountToken: nil,
            state: state, createdDate: day(5), storeDate: day(5))
        ]
      }
    }
    #expect(evidence(.pending).state(Shop.premium, on: 5.9) == .pending)
    #expect(evidence(.pending).state(Shop.premium, on: 6) == .notPurchased)
    #expect(evidence(.interrupted).state(Shop.premium, on: 5.9) == .interrupted)
    #expect(evidence(.interrupted).state(Shop.premium, on: 6) == .notPurchased)
    let unknown = evidence(.open).status(Shop.premium, on: 50)
    #expect(unknown.state == .chargeUnknown && unknown.next.action == .retry(orderId: nil))
    #expect(unknown.reasons.contains { $0.intentId == "i" })
    let working = evidence(.open).with {
      $0.intents[0].owner = "p1"
      $0.livingOwners = ["p1"]
    }.status(Shop.premium, on: 5.1)
    #expect(working.state == .notPurchased && working.underWay.map(\.kind) == [.purchasing])
    #expect(working.next.action == nil)
  }

  @Test func aRefundThatWasAskedForIsUndecidedForThreeDays() {
    let request = RefundRequest(
      transactionId: "1", productId: "premium", account: Shop.account, reason: nil, askedDate: day(2))
    let evidence = EvidenceSet.holding(bought).with { $0.refundRequests = [request] }
    #expect(evidence.status(Shop.premium, on: 3).next.until == day(5))
    #expect(evidence.state(Shop.premium, on: 4.9) == .refundAsked)
    let later = evidence.status(Shop.premium, on: 5)
    #expect(later.state == .purchased)
    #expect(later.reason(.refundAsked, 1)?.text.contains("no decision known since 2025-01-03") == true)
    let declined = evidence.with { $0.declinedRefunds = ["1"] }.status(Shop.premium, on: 3)
    #expect(declined.state == .purchased && declined.reason(.refundDeclined, 1) != nil)
    let said = CustomerHelp(.refundedAndStillThere, [CustomerHelp.Product(declined)]).next.say
    #expect(said?.hasPrefix("Apple tells us that it declined the refund request for premium.") == true)
  }

  @Test func aConsumableUnderWayComesBeforeWhatWasDelivered() {
    let evidence = confirmed {
      $0.consumables = ["coins": ConsumableCount(delivered: 3, used: 1, refunded: 0)]
      $0.orders = [order(.halfSuccess, product: Shop.coins)]
    }
    let status = evidence.status(Shop.coins, on: 1.5)
    #expect(status.state == .paidNotDelivered && status.balance == 2)
    #expect(status.next.action == .retry(orderId: "o"))
  }
}
