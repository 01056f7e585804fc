import StoreModel
import Texts

extension Weighing {
  /// What is under way of a product for this Apple Account and this user, oldest first.
  func underWay(_ productId: String) -> [UnderWay] {
    let orders = orders(productId).map { underWay($0) }
    let intents = intents(productId).compactMap { underWay($0) }
    return (orders + intents + underWayElsewhere(productId)).sorted {
      ($0.since, $0.orderId ?? $0.intentId ?? "") < ($1.since, $1.orderId ?? $1.intentId ?? "")
    }
  }

  /// The user's orders of a product that were charged and not delivered, oldest first.
  func orders(_ productId: String) -> [Order] {
    evidence.orders
      .filter { $0.productId == productId && $0.user == evidence.user && $0.isNotDelivered && !isOver($0) }
      .sorted { ($0.createdDate, $0.id) < ($1.createdDate, $1.id) }
  }

  /// Whether an order waits no longer for anybody: the money went back, or somebody was credited in another way.
  private func isOver(_ order: Order) -> Bool {
    if isOverAtServer(order) { return true }
    guard
      let weighed = (admitted[order.productId] ?? []).first(where: {
        transaction($0).transactionId == order.transactionId
      })
    else {
      return (excluded[order.productId] ?? []).contains { exclusion in
        exclusion.rule == .belongsToAnotherUser
          && evidence.transactions[exclusion.index].transaction.transactionId == order.transactionId
      }
    }
    if weighed.isRevoked { return true }
    let key = lineageKey(weighed)
    if key.type == .consumable { return false }
    if case .credited = credit(of: weighed.index), evidence.isConfirmedByServer { return true }
    // A period that is over by now has nothing left to deliver.
    return key.type == .autoRenewableSubscription && order.isGivenUp && (weighed.expiresDate.map { $0 <= now } ?? false)
  }

  /// The user's purchases of a product that are not over, oldest first.
  func intents(_ productId: String) -> [Intent] {
    evidence.intents
      .filter {
        $0.productId == productId && $0.user == evidence.user && $0.state != .closed && !isKnownCharged($0)
      }
      .sorted { ($0.createdDate, $0.id) < ($1.createdDate, $1.id) }
  }

  private func underWay(_ order: Order) -> UnderWay {
    let overdue = order.createdDate.adding(milliseconds: Patience.delivery)
    let waitsByItself = [.unreachable, .waiting].contains(order.cause) && now < overdue
    // One that is due is made by the next that acts: it is no date to wait for.
    let next = order.nextRetryDate.flatMap { now < $0 ? $0 : nil }
    var item = UnderWay(
      kind: .paidNotDelivered, orderId: order.id, intentId: order.intentId, transactionId: order.transactionId,
      since: order.createdDate, until: waitsByItself ? next ?? overdue : nil,
      who: order.isGivenUp ? .customer : .us, cause: order.cause, account: otherAccount(order.account))
    item.ground = order.ground
    return item
  }

  /// Nil for one that has lapsed.
  private func underWay(_ intent: Intent) -> UnderWay? {
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

  /// The reasons that orders and purchases under way give.
  func underWayReasons(_ underWay: [UnderWay], _ productId: String) -> [Reason] {
    let orders = Dictionary(evidence.orders.map { ($0.id, $0) }) { first, _ in first }
    return Reason.list(underWay) { item in
      var reason = reason(for: item, item.orderId.flatMap { orders[$0] })
      if let account = item.account { reason.text += say("; paid with Apple Account \(account)") }
      return reason
    }
  }

  private func reason(for item: UnderWay, _ order: Order?) -> Reason {
    if item.isElsewhere { return reasonElsewhere(item) }
    let since = Optional(item.since).minute
    switch item.kind {
    case .purchasing:
      return Reason(
        .purchasing, supports: false, intentId: item.intentId, say("a purchase is being made right now"))
    case .chargeUnknown:
      return Reason(
        .chargeUnknown, supports: false, intentId: item.intentId,
        say("a purchase begun \(since) got no answer from the App Store: it may have been charged"))
    case .interrupted:
      return Reason(
        .interrupted, supports: false, transactionId: item.transactionId, intentId: item.intentId,
        say("a purchase begun \(since) was interrupted: the customer has to settle something with Apple first"))
    case .pending:
      return Reason(
        .askToBuy, supports: false, transactionId: item.transactionId, intentId: item.intentId,
        say("a purchase waits for approval since \(since)"))
    case .paidNotDelivered: return orderReason(item, order)
    }
  }

  /// The reason of a person as it is told, in whatever language.
  private static func told(byHand stored: String) -> String {
    ClosedByHand.words(of: stored).map { say("closed by hand: \($0)") } ?? stored
  }

  /// The reasons of people who closed what waited for somebody.
  func byHandReasons(_ productId: String) -> [Reason] {
    let closed = evidence.intents.filter {
      $0.productId == productId && $0.account == evidence.account && $0.user == evidence.user && $0.state == .closed
        && ClosedByHand.words(of: $0.closedReason) != nil
    }.sorted { ($1.createdDate, $1.id) < ($0.createdDate, $0.id) }
    return Reason.list(closed) { intent in
      Reason(
        .closedByHand, supports: false, intentId: intent.id,
        say(
          "a purchase begun \(Optional(intent.createdDate).minute) was \(Self.told(byHand: intent.closedReason ?? ""))")
      )
    }
  }

  private func orderReason(_ item: UnderWay, _ order: Order?) -> Reason {
    let byHand = ClosedByHand.words(of: order?.closedReason) == nil ? nil : order?.closedReason
    let why = [order?.lastError, byHand == nil ? order?.closedReason : nil].compactMap { $0 }.first
    let minute = Optional(item.since).minute
    let isFree = isFree(item.transactionId, of: order?.productId ?? "")
    let lead = (isFree ? Words("confirmed by Apple \(minute), with nothing to pay") : Words("charged \(minute)")).text
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
      case .badSignature: say("\(lead), and its signature does not hold")
      case .waiting where !evidence.isConfirmedByServer && order?.verification == VerificationWay.none:
        say("paid \(minute), and this device has not taken it in yet")
      case .waiting, nil:
        JudgementText.chargedAndUndecided(minute: lead, why: why).text
      }
    return Reason(
      byHand == nil ? .credited : .closedByHand, supports: false, transactionId: item.transactionId,
      orderId: item.orderId, intentId: item.intentId, text)
  }
}
