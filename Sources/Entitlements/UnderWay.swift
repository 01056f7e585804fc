import AppStoreModel
import Core

extension ResolverContext {
  /// Returns the purchases of a product in progress for this Apple Account and user, oldest first.
  func underWay(_ productId: String) -> [UnderWay] {
    let orders = orders(productId).map { underWay($0) }
    let intents = intents(productId).compactMap { underWay($0) }
    return (orders + intents + underWayElsewhere(productId)).sorted {
      ($0.since, $0.orderId ?? $0.intentId ?? "") < ($1.since, $1.orderId ?? $1.intentId ?? "")
    }
  }

  /// Returns the user's orders of a product that were charged and not delivered, oldest first.
  func orders(_ productId: String) -> [Order] {
    evidence.orders
      .filter { $0.productId == productId && $0.user == evidence.user && $0.isNotDelivered && !isOver($0) }
      .sorted { ($0.createdDate, $0.id) < ($1.createdDate, $1.id) }
  }

  /// Returns whether an order needs no further action: the money was refunded, or the user was credited in another way.
  private func isOver(_ order: Order) -> Bool {
    if isOverAtServer(order) { return true }
    guard let weighed = weighed(order) else {
      let isRefunded = evidence.transactionsElsewhere.contains {
        $0.transactionId == order.transactionId && $0.revocationDate != nil
      }
      return isRefunded
        || (excluded[order.productId] ?? []).contains { exclusion in
          exclusion.rule == .belongsToAnotherUser
            && evidence.transactions[exclusion.index].transaction.transactionId == order.transactionId
        }
    }
    if weighed.isRevoked { return true }
    let key = lineageKey(weighed)
    if key.type == .consumable { return false }
    if case .credited = credit(of: weighed.index), evidence.isConfirmedByServer { return true }
    // A period that has ended has nothing left to deliver.
    return key.type == .autoRenewableSubscription && order.isGivenUp && (weighed.expiresDate.map { $0 <= now } ?? false)
  }

  /// Returns the user's purchases of a product that have not ended, oldest first.
  func intents(_ productId: String) -> [Intent] {
    evidence.intents
      .filter {
        $0.productId == productId && $0.user == evidence.user && $0.state != .closed && goneThrough($0) == nil
      }
      .sorted { ($0.createdDate, $0.id) < ($1.createdDate, $1.id) }
  }

  private func underWay(_ order: Order) -> UnderWay {
    let overdue = order.createdDate.adding(milliseconds: Patience.delivery)
    let waitsByItself = [.unreachable, .waiting].contains(order.cause) && now < overdue
    // A retry that is already due happens at the next action, so there is no date to wait for.
    let next = order.nextRetryDate.flatMap { now < $0 ? $0 : nil }
    var item = UnderWay(
      kind: .paidNotDelivered, orderId: order.id, intentId: order.intentId, transactionId: order.transactionId,
      since: order.createdDate, until: waitsByItself ? next ?? overdue : nil,
      who: order.isGivenUp ? .customer : .us, cause: order.cause, account: otherAccount(order.account))
    item.ground = order.ground
    item.isUnproven = isUnproven(order)
    if order.isGivenUp, let weighed = weighed(order) {
      item.nextCharge = nextCharge(after: weighed)
      item.reversedDate = reversal(of: weighed).flatMap { order.updatedDate < $0 ? $0 : nil }
      if let date = item.reversedDate {
        let end = date.adding(milliseconds: Patience.delivery)
        (item.who, item.until) = (.us, now < end ? end : nil)
      }
    }
    return item
  }

  /// Returns whether the signature of an order's transaction is invalid, and no valid one has come since.
  private func isUnproven(_ order: Order) -> Bool {
    if order.cause == .badSignature { return true }
    if quarantined(order.productId).contains(where: { $0.transactionId == order.transactionId }) {
      return weighed(order) == nil
    }
    // The quarantine of another Apple Account is not read here, but its transactions are.
    return otherAccount(order.account) != nil
      && !evidence.transactionsElsewhere.contains { $0.transactionId == order.transactionId }
  }

  /// Returns the transaction of an order, where it counts.
  private func weighed(_ order: Order) -> WeighedTransaction? {
    (admitted[order.productId] ?? []).first { transaction($0).transactionId == order.transactionId }
  }

  /// Returns Apple's next charge for the subscription of a period, after its newest one; nil where there is none.
  private func nextCharge(after weighed: WeighedTransaction) -> ComingRenewal? {
    let key = lineageKey(weighed)
    let newest = lineages[key]?.current ?? weighed
    guard key.type == .autoRenewableSubscription, let renewal = renewal(of: key, newest) else { return nil }
    let coming = ComingRenewal(renewal, after: transaction(newest), catalogue: catalogue)
    return coming?.renews == true ? coming : nil
  }

  /// Returns when Apple reversed a refund of a transaction; nil where no refund was reversed.
  private func reversal(of weighed: WeighedTransaction) -> Timestamp? {
    guard !weighed.isRevoked, let id = transaction(weighed).transactionId else { return nil }
    return evidence.reversals[id]
  }

  /// Returns the purchase in progress of an intent; nil where the intent has lapsed.
  func underWay(_ intent: Intent) -> UnderWay? {
    let lapses = intent.createdDate.adding(milliseconds: Patience.purchase)
    func underWay(_ kind: UnderWay.Kind, _ who: NextStep.Party, until: Timestamp?) -> UnderWay {
      UnderWay(
        kind: kind, intentId: intent.id, transactionId: intent.transactionId, since: intent.createdDate, until: until,
        who: who, account: otherAccount(intent.account))
    }
    switch intent.state {
    case .closed: return nil
    case .pending: return now < lapses ? underWay(.pending, .customer, until: lapses) : nil
    case .interrupted: return now < lapses ? underWay(.interrupted, .customer, until: lapses) : nil
    case .open:
      if let owner = intent.owner, evidence.livingOwners.contains(owner) {
        return underWay(.purchasing, .nobody, until: nil)
      }
      let asksAgain = intent.missedDate.map { $0.adding(milliseconds: Patience.history) }
      return underWay(.chargeUnknown, asksAgain.map { now < $0 } == true ? .apple : .us, until: asksAgain)
    }
  }

  /// Returns the reasons for orders and purchases in progress.
  func underWayReasons(_ underWay: [UnderWay]) -> [Reason] {
    let orders = Dictionary(evidence.orders.map { ($0.id, $0) }) { first, _ in first }
    return Reason.list(underWay) { item in
      var reason = reason(for: item, item.orderId.flatMap { orders[$0] })
      if let date = item.reversedDate { reason.text += UserMoneyText.reversed(on: Optional(date).minute).text }
      if let charge = item.nextCharge { reason.text += UserMoneyText.goesOn(charge).text }
      reason.text += withOther(account: item.account)
      return reason
    }
  }

  private func withOther(account: String?) -> String {
    account.map { say("; with Apple Account \($0)") } ?? ""
  }

  private func reason(for item: UnderWay, _ order: Order?) -> Reason {
    if item.isElsewhere { return reasonElsewhere(item) }
    let since = Optional(item.since).minute
    switch item.kind {
    case .purchasing:
      return Reason(
        .purchasing, supports: false, intentId: item.intentId, say("a purchase is in progress"))
    case .chargeUnknown:
      return Reason(
        .chargeUnknown, supports: false, intentId: item.intentId,
        say("the App Store did not answer a purchase begun \(since): it may have been charged"))
    case .interrupted:
      return Reason(
        .interrupted, supports: false, transactionId: item.transactionId, intentId: item.intentId,
        say("a purchase begun \(since) was interrupted: the customer has to resolve something with Apple first"))
    case .pending:
      return Reason(
        .askToBuy, supports: false, transactionId: item.transactionId, intentId: item.intentId,
        say("a purchase has been waiting for approval since \(since)"))
    case .paidNotDelivered: return orderReason(item, order)
    }
  }

  /// Returns the reason that a person gave, in the language of the screen.
  private static func told(byHand stored: String) -> String {
    ClosedByHand.words(of: stored).map { say("closed by hand: \($0)") } ?? stored
  }

  /// Returns the reasons that people gave for closing pending purchases.
  func byHandReasons(_ productId: String) -> [Reason] {
    let closed = evidence.intents.filter {
      $0.productId == productId && $0.user == evidence.user && $0.state == .closed
        && ClosedByHand.words(of: $0.closedReason) != nil
    }.sorted { ($1.createdDate, $1.id) < ($0.createdDate, $0.id) }
    return Reason.list(closed) { intent in
      let told = say(
        "a purchase begun \(Optional(intent.createdDate).minute) was \(Self.told(byHand: intent.closedReason ?? ""))")
      return Reason(
        .closedByHand, supports: false, intentId: intent.id, told + withOther(account: otherAccount(intent.account)))
    }
  }

  private func orderReason(_ item: UnderWay, _ order: Order?) -> Reason {
    let byHand = ClosedByHand.words(of: order?.closedReason) == nil ? nil : order?.closedReason
    let why = [order?.lastError, byHand == nil ? order?.closedReason : nil].compactMap { $0 }.first
    // A renewal may arrive long after Apple charged it.
    let minute = Optional(order.flatMap(weighed)?.purchaseDate ?? item.since).minute
    let isFree = isFree(item.transactionId, of: order?.productId ?? "")
    let lead =
      (isFree
      ? Words("confirmed by Apple \(minute), with nothing to pay")
      : item.isUnproven ? Words("begun \(minute)") : Words("charged \(minute)")).text
    let text: String =
      switch item.cause {
      case .unreachable: JudgementText.chargedAndAppsServerCould(minute: lead, why: why).text
      case .refused:
        (order?.isRejected == true
          ? JudgementText.chargedAndNotTaken(minute: lead, why: why)
          : JudgementText.chargedAndAppsServerRefused(minute: lead, why: why)).text
      case .overdue:
        byHand.map { closed in
          let what = Self.told(byHand: closed)
          let ground = item.ground.flatMap { $0 == .other ? nil : say("given up: \($0.words)") + ": " }
          return say("\(lead), and \((ground ?? "") + what)")
        }
          ?? JudgementText.chargedAndTooOld(minute: lead, why: why).text
      case .badSignature: say("the App Store's answer of \(minute) has a signature that does not hold")
      case .waiting where !evidence.isConfirmedByServer && order?.verification == VerificationWay.none:
        say("\(lead), and this device has not taken it in yet")
      case .waiting, nil:
        JudgementText.chargedAndUndecided(minute: lead, why: why).text
      }
    return Reason(
      byHand == nil ? .credited : .closedByHand, supports: false, transactionId: item.transactionId,
      orderId: item.orderId, intentId: item.intentId, text)
  }
}
