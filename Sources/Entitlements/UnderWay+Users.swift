import AppStoreModel
import Core

/// The user's purchases in progress on other devices and Apple Accounts, which belong to the same user.
extension ResolverContext {
  /// Returns an Apple Account if it is not the signed-in one; else nil.
  func otherAccount(_ account: String) -> String? { account == evidence.account || account.isEmpty ? nil : account }

  /// Returns the purchases that only the app server knows: begun, paid or given up on the user's other devices.
  func underWayElsewhere(_ productId: String) -> [UnderWay] {
    evidence.purchasesAtServer.filter { $0.productId == productId && !isKnownHere($0) }.compactMap(underWayElsewhere)
  }

  private func underWayElsewhere(_ purchase: UserPurchase) -> UnderWay? {
    func item(_ kind: UnderWay.Kind, _ who: NextStep.Party, for patience: Int64?) -> UnderWay? {
      let until = patience.map { purchase.since.adding(milliseconds: $0) }
      if let until, until <= now { return nil }
      var item = UnderWay(
        kind: kind, intentId: purchase.intentId, transactionId: purchase.transactionId, since: purchase.since,
        until: until, who: who)
      item.isElsewhere = true
      item.ground = purchase.ground
      item.isPaid = purchase.isPaid
      return item
    }
    switch purchase.state {
    case .credited: return nil
    case .open: return item(.chargeUnknown, .apple, for: 2 * Patience.history)
    case .pending: return item(.pending, .customer, for: Patience.purchase)
    case .interrupted: return item(.interrupted, .customer, for: Patience.purchase)
    case .paid, .closed:
      guard !isCredited(purchase.transactionId, of: purchase.productId), !isTakenBack(purchase.transactionId) else {
        return nil
      }
      var order = item(.paidNotDelivered, .us, for: nil)
      order?.cause = purchase.state == .paid ? .refused : .overdue
      return order
    }
  }

  private func isKnownHere(_ purchase: UserPurchase) -> Bool {
    [purchase.intentId, purchase.transactionId].contains { $0.map(evidence.knownHere.contains) ?? false }
  }

  /// Returns the app server's record of an unanswered purchase of this device that went through; nil if it has none.
  func goneThrough(_ intent: Intent) -> UserPurchase? { evidence.purchasesAtServer.first { $0.isGoneThrough(intent) } }

  /// Returns the step before another purchase of a product while the App Store has not listed the last one; nil for none.
  ///
  /// The app server knows that it was charged. Until the App Store lists it, Till buys no other one.
  func stepBeforeListing(of productId: String) -> NextStep? {
    let intent = evidence.intents.first {
      $0.state == .open && $0.productId == productId && $0.user == evidence.user && goneThrough($0) != nil
    }
    guard let item = intent.flatMap(underWay) else { return nil }
    let isApples = item.who == .apple
    return NextStep(
      who: isApples ? .apple : .us,
      text: isApples
        ? say(
          "wait: the App Store has not listed the last purchase yet; retry asks again, and the wait ends "
            + "\(item.until.minute)")
        : say("ask the App Store again first: it has not listed the last purchase yet"),
      action: isApples ? nil : .retry(orderId: nil), until: isApples ? item.until : nil)
  }

  /// Returns whether the app server has credited an order's purchase, whatever the order's state on this device.
  func isOverAtServer(_ order: Order) -> Bool {
    guard evidence.isConfirmedByServer else { return false }
    return isCredited(order.transactionId, of: order.productId)
  }

  private func isCredited(_ transactionId: String?, of productId: String) -> Bool {
    guard let transactionId else { return false }
    if catalogue[productId]?.type == .consumable { return evidence.owners[transactionId]?.users.isEmpty == false }
    return evidence.rights.contains {
      $0.ended == nil && ($0.purchase == transactionId || $0.originalTransactionId == transactionId)
    }
  }

  private func isTakenBack(_ transactionId: String?) -> Bool {
    evidence.transactions.contains {
      $0.transaction.transactionId == transactionId && $0.transaction.revocationDate != nil
    }
  }

  /// Returns the reason for a purchase in progress on another device.
  func reasonElsewhere(_ item: UnderWay) -> Reason {
    let since = Optional(item.since).minute
    let (rule, text): (Rule, Words) =
      switch item.kind {
      case .purchasing, .chargeUnknown:
        (
          .chargeUnknown,
          Words("a purchase begun \(since) on another device of this user has no answer yet: it may have been charged")
        )
      case .interrupted:
        (
          .interrupted,
          Words("a purchase begun \(since) on another device of this user was interrupted: nothing was charged yet")
        )
      case .pending:
        (
          .askToBuy,
          Words(
            "a purchase begun \(since) on another device of this user is waiting for approval: nothing was "
              + "charged for it")
        )
      case .paidNotDelivered:
        item.ground.map { (.closedByHand, Words("this user's purchase was given up \(since): \($0.words)")) } ?? (
          .credited, Words("the app server received this user's purchase \(since) and rejected it")
        )
      }
    return Reason(
      rule, supports: false, transactionId: item.transactionId, intentId: item.intentId, text.text)
  }

  /// Returns notes on the user's payments.
  ///
  /// They say that a charge is known to the app server, that a source was not asked, or that the server does not report
  /// it.
  func moneyReasons(_ productId: String, isAnswered: Bool) -> [Reason] {
    let own = evidence.intents.filter { $0.productId == productId && $0.user == evidence.user }
    var reasons = own.compactMap { intent -> Reason? in
      guard let purchase = goneThrough(intent) else { return nil }
      return Reason(
        .credited, supports: true, transactionId: purchase.transactionId, intentId: intent.id,
        say(
          "the purchase begun \(Optional(intent.createdDate).minute) \(purchase.outcome): Apple told the app server, and "
            + "this device has not received it yet"
        ))
    }
    if isAnswered { return reasons }
    if awaitsServer {
      reasons.append(
        Reason(
          .asked, supports: false,
          say("the app server has not named this user's purchases to this device yet")))
    } else if !evidence.isAsked {
      reasons.append(
        Reason(
          .asked, supports: false,
          say("this device has not asked the App Store about this Apple Account, or the app server about this user")))
    } else if evidence.isConfirmedByServer, !evidence.tellsUnderWay {
      reasons.append(
        Reason(
          .asked, supports: false,
          say(
            "this app server does not report purchases in progress on the user's "
              + "other devices")))
    }
    let others = evidence.intents.filter {
      $0.productId == productId && $0.account == evidence.account && $0.user != evidence.user
    }
    reasons += Reason.list(others.filter { $0.state == .open }) { intent in
      Reason(
        .chargeUnknown, supports: false,
        say(
          "a purchase that another login began \(Optional(intent.createdDate).minute) with this Apple Account "
            + "has no answer yet"
        ))
    }
    reasons += Reason.list(others.filter { $0.state == .pending && !isLapsed($0) }) { intent in
      Reason(
        .askToBuy, supports: false,
        say(
          "a request made \(Optional(intent.createdDate).minute) with this Apple Account for another login of the app "
            + "waits for approval"
        ))
    }
    return reasons
  }

  private func isLapsed(_ intent: Intent) -> Bool {
    intent.createdDate.adding(milliseconds: Patience.purchase) <= now
  }

  /// Returns whether the signed-in account may have been charged for a product, for another user of this device.
  func mayBeChargedForAnother(_ productId: String) -> Bool {
    catalogue[productId]?.type != .consumable
      && evidence.intents.contains {
        $0.productId == productId && $0.account == evidence.account && $0.user != evidence.user && $0.state == .open
      }
  }

  /// Whether the App Store was asked, and only the app server's answer about the user is missing.
  var awaitsServer: Bool { !evidence.isAsked && evidence.lastChecked != nil }

  /// Returns the step to take before a first purchase.
  ///
  /// Buying is suggested only once every source that may know of a purchase was asked.
  func askingFirst(_ step: NextStep, _ productId: String) -> NextStep {
    guard case .buy = step.action else { return step }
    if mayBeChargedForAnother(productId) {
      return NextStep(
        who: .us, text: say("ask the App Store again: this Apple Account may already have been charged for it"),
        action: .retry(orderId: nil))
    }
    if let group = catalogue[productId]?.subscriptionGroupIdentifier,
      rights.values.contains(where: {
        catalogue[$0.productId]?.subscriptionGroupIdentifier == group && isRenewalUnknown($0)
      })
    {
      return NextStep(who: .us, text: NextStepText.askAppStoreAgain.text, action: .refundCheck)
    }
    guard !evidence.isAsked, evidence.account != nil else { return step }
    if awaitsServer {
      let ends = evidence.serverMissedDate?.adding(milliseconds: Patience.delivery)
      let isLate = ends.map { $0 <= now } ?? false
      let what = say("the app server has not named this user's purchases")
      return NextStep(
        who: .us,
        text: (isLate
          ? NextStepText.forMoreThanDay(what, orGiveItUp: false) : NextStepText.triedAgain(what, by: nil)).text,
        action: .retry(orderId: nil), until: isLate ? nil : ends)
    }
    // A restore never brings back a consumable; a refund check asks both the App Store and the app server.
    return catalogue[productId]?.type == .consumable
      ? NextStep(who: .us, text: NextStepText.checkFirst.text, action: .refundCheck)
      : NextStep(who: .customer, text: NextStepText.restoreFirst.text, action: .restore)
  }

  /// Returns the next step for a purchase that only the app server knows.
  func nextStep(forElsewhere item: UnderWay, _ productId: String) -> NextStep {
    let until = item.until
    switch item.kind {
    case .purchasing, .chargeUnknown:
      return NextStep(
        who: .apple,
        text: say(
          "wait: another device of this user has a purchase without an answer; retry asks again, and the wait "
            + "ends \(until.minute)"
        ),
        until: until)
    case .pending:
      return NextStep(
        who: .customer, text: NextStepText.somebodyInFamily.text + until.minute, until: until)
    case .interrupted:
      return NextStep(
        who: .customer, text: NextStepText.customerHasToSettleWhat(until.minute).text, until: until)
    case .paidNotDelivered:
      if let ground = item.ground, ground.isFinal {
        return NextStep(who: .nobody, text: UserMoneyText.finalGround(ground, isHere: false).text)
      }
      // A purchase that this Apple Account's history does not list belongs to another one, and no restore here returns
      // it.
      let isListed = evidence.transactions.contains { $0.transaction.transactionId == item.transactionId }
      let isRestored =
        catalogue[productId]?.type != .consumable && (isListed || evidence.lastChecked == nil)
      if let id = item.transactionId, !isRestored {
        return NextStep(
          who: .us,
          text: say(
            "retry on the device where it was bought, or move the purchase to the user: a restore here does "
              + "not bring it back"
          ), action: .transfer(transactionId: id))
      }
      return NextStep(
        who: .us, text: UserMoneyText.bringBack.text, action: .restore)
    }
  }

  /// Returns the next step for a given-up order; nil if this device does not have the order.
  func nextStep(forGivenUp orderId: String?) -> NextStep? {
    guard let order = undelivered.values.first(where: { $0.id == orderId }), let ground = order.ground else {
      return nil
    }
    return nextStep(forGivenUp: ground, isHere: true)
  }

  /// Returns the next step for a purchase that was given up; nil where there is no app server to credit it later.
  ///
  /// - Parameter isHere: Whether this device has its order, which support can reopen.
  func nextStep(forGivenUp ground: CloseGround, isHere: Bool) -> NextStep? {
    if ground.isFinal {
      return NextStep(who: .nobody, text: UserMoneyText.finalGround(ground, isHere: isHere).text)
    }
    guard evidence.isConfirmedByServer else { return nil }
    return NextStep(
      who: .us, text: UserMoneyText.bringBack.text, action: .restore)
  }

  /// Returns the next step for a purchase that no app server was asked about: not tried yet, or there is no server.
  func nextStep(forUnasked cause: UndeliveredCause, _ orderId: String?, action: NextStep.Action) -> NextStep? {
    guard cause == .waiting else { return nil }
    if !evidence.isConfirmedByServer {
      return NextStep(
        who: .us, text: say("retry: this device processes the purchase itself, because it has no app server"),
        action: action)
    }
    guard orderId == nil else { return nil }
    return NextStep(
      who: .us, text: NextStepText.askWhoOwnsIt.text,
      action: action)
  }
}
