import StoreModel

extension Weighing {
  /// Who can do what about what a lineage says.
  func nextStep(for judgement: Judgement) -> NextStep {
    let productId = transaction(judgement.deciding).productId ?? ""
    switch judgement.state {
    case .subscribed: return nextStep(forSubscribed: judgement)
    case .gracePeriod:
      return NextStep(
        who: .customer,
        text: "ask the customer to update the payment method in Settings; Apple retries, and access stays until "
          + judgement.accessEnds.minute, say: Self.paymentWords, until: judgement.accessEnds)
    case .billingRetry:
      let latest = judgement.accessEnds.known?.adding(milliseconds: Self.longestBillingRetry)
      return NextStep(
        who: .customer,
        text: "ask the customer to update the payment method in Settings; Apple retries until \(latest.day) at most, "
          + "and access returns with the payment", say: Self.paymentWords, until: latest)
    case .renewalAwaited:
      return NextStep(
        who: .us, text: "ask the App Store again: whether it was renewed is not known yet", action: .refundCheck,
        until: judgement.accessEnds)
    case .purchased: return judgement.rule == .durationUnknown ? setDuration(productId) : .nothing
    case .paidNotDelivered: return nextStep(forUncredited: judgement)
    case .upgraded:
      return NextStep(who: .nobody, text: "nothing to do: another product of the group is served instead")
    default: return nextStep(forInactive: judgement, productId)
    }
  }

  /// Who can do what about a consumable.
  func nextStep(forConsumable count: ConsumableCount, _ productId: String) -> NextStep {
    if count.balance < 0 {
      return NextStep(
        who: .us, text: "\(count.balance.magnitude) refunded after use: decide whether the customer still owes them")
    }
    if count.balance > 0 {
      return NextStep(who: .customer, text: "the customer can use what is left", action: .use(productId: productId))
    }
    return NextStep(
      who: .customer, text: "the customer can buy it; a consumable is never restored",
      action: .buy(productId: productId))
  }

  /// Who can do what when nothing was bought, as far as this device knows.
  func nextStepWithoutPurchase(of productId: String) -> NextStep {
    evidence.lastChecked == nil
      ? NextStep(who: .customer, text: "the customer can restore earlier purchases, or buy it", action: .restore)
      : NextStep(
        who: .customer, text: "the customer can buy it, or restore what was bought elsewhere",
        action: .buy(productId: productId))
  }

  /// Who can do what when access ended that this device never saw as a purchase.
  func nextStep(forEnded state: EntitlementState, productId: String) -> NextStep {
    switch state {
    case .refunded:
      return NextStep(
        who: .customer,
        text: "the customer can buy it again; only Apple can take a refund back, on the customer's request",
        action: .buy(productId: productId), say: Self.refundedWords)
    case .upgraded:
      return NextStep(who: .nobody, text: "nothing to do: another product of the group is served instead")
    default:
      return NextStep(who: .customer, text: "the customer can buy it again", action: .buy(productId: productId))
    }
  }

  private static let refundedWords =
    "Apple refunded this purchase, so it is no longer active. You can buy it again at any time."
  private static let paymentWords =
    "Apple could not collect the payment for your subscription. Please update your payment method in Settings."
  private static let deliveryWords =
    "Your payment has arrived, and we are confirming your purchase. You do not have to buy it again."
  private static let finalWords =
    "Your payment has arrived, but this purchase could not be delivered. You can ask Apple for a refund, or write to us."
  private static let unknownWords =
    "Apple shows no purchase on this Apple Account yet. A pending line at your bank usually disappears by itself."

  private func setDuration(_ productId: String) -> NextStep {
    NextStep(
      who: .us, text: "set how long the product lasts: till duration PRODUCT P1M",
      action: .setDuration(productId: productId))
  }

  private func nextStep(forSubscribed judgement: Judgement) -> NextStep {
    let renewal = renewal(of: judgement.lineage, judgement.deciding)
    let end = judgement.accessEnds.minute
    let isShared = judgement.deciding.isShared
    if renewal?.isInBillingRetryPeriod == true {
      return NextStep(
        who: .customer, text: "ask the customer to update the payment method in Settings before access ends \(end)",
        say: Self.paymentWords, until: judgement.accessEnds)
    }
    if renewal?.autoRenewStatus == .off {
      return isShared
        ? NextStep(who: .nobody, text: "nothing to do: the member of the family who pays let it end \(end)")
        : NextStep(
          who: .customer, text: "the customer can turn auto-renew on again in Settings before \(end)",
          until: judgement.accessEnds)
    }
    if renewal?.priceIncreaseStatus == .customerHasNotResponded, !isShared {
      return NextStep(
        who: .customer, text: "the customer has to agree to the higher price before \(end)",
        until: judgement.accessEnds)
    }
    return renewal == nil ? .nothing : NextStep(who: .nobody, text: "nothing to do: Apple renews it \(end)")
  }

  private func nextStep(forInactive judgement: Judgement, _ productId: String) -> NextStep {
    let buy = NextStep.Action.buy(productId: productId)
    switch judgement.rule {
    case .refunded:
      return NextStep(
        who: .customer,
        text: "the customer can buy it again; only Apple can take a refund back, on the customer's request",
        action: buy, say: Self.refundedWords)
    case .familyShareEnded:
      return NextStep(
        who: .customer, text: "the customer can buy the product, or ask the family's organizer to share it again",
        action: buy)
    case .organisationWithdrew:
      return NextStep(
        who: .customer, text: "the customer can buy it, or ask the organisation for it again", action: buy)
    case .movedToBundle:
      return NextStep(who: .us, text: "look for the bundle that it became part of, then restore", action: .restore)
    case .expiryUnknown:
      return NextStep(
        who: .us, text: "run a refund check to fetch the transaction again; a date that its end depends on is missing",
        action: .refundCheck)
    default: break
    }
    guard judgement.lineage.type == .autoRenewableSubscription else {
      return NextStep(who: .customer, text: "the customer can buy it again", action: buy)
    }
    return renewal(of: judgement.lineage)?.expirationIntent == .billingError
      ? NextStep(
        who: .customer, text: "ask the customer to update the payment method in Settings and to subscribe again",
        action: buy, say: Self.paymentWords)
      : NextStep(
        who: .customer, text: "the customer can subscribe again; a refund check shows a renewal not seen yet",
        action: buy)
  }

  // MARK: What is under way

  /// Who can do what about what is under way of a product: the most urgent; nil where nothing is.
  ///
  /// - Parameter isHad: Whether the user has the product by now, so that what goes on would be paid for twice.
  func nextStep(forUnderWay underWay: [UnderWay], of productId: String, isHad: Bool) -> NextStep? {
    let order = UnderWay.Kind.urgency
    guard
      let item = underWay.min(by: {
        (order.firstIndex(of: $0.kind) ?? 0, $0.cause == .overdue ? 1 : 0)
          < (order.firstIndex(of: $1.kind) ?? 0, $1.cause == .overdue ? 1 : 0)
      })
    else { return nil }
    let since = Optional(item.since).minute
    switch item.kind {
    case .purchasing:
      return NextStep(who: .nobody, text: "wait: a purchase is being made right now, begun \(since)")
    case .interrupted where isHad:
      return NextStep(
        who: .customer,
        text: "the customer has it already: what is settled with Apple now would be a second purchase; it lapses "
          + item.until.minute,
        say: "You have this already, so there is nothing left to settle for it.", until: item.until)
    case .pending where isHad:
      return NextStep(
        who: .customer,
        text: "the customer has it already: an approval now would be a second purchase, so let the family decline it; "
          + "it lapses \(item.until.minute)",
        say: "You have this already. Please ask the family's organizer to decline the request that still waits.",
        until: item.until)
    case .interrupted:
      return NextStep(
        who: .customer,
        text: "the customer has to settle what the App Store asks for (a payment method, new terms); the purchase goes "
          + "on then, or lapses \(item.until.minute)",
        say: "Apple needs something from you before it can finish this purchase: please look in Settings.",
        until: item.until)
    case .pending:
      return NextStep(
        who: .customer,
        text:
          "somebody in the family has to approve the purchase; a refusal is never reported to an app, and it lapses "
          + item.until.minute,
        say: "This purchase waits until the family's organizer approves it.", until: item.until)
    case .chargeUnknown:
      let isApples = item.who == .apple
      return NextStep(
        who: item.who,
        text: isApples
          ? "the App Store did not list it: it is asked once more after \(item.until.minute), then nothing was charged"
          : "ask the App Store again: whether it was charged shows then", action: isApples ? nil : .retry(orderId: nil),
        say: Self.unknownWords, until: isApples ? item.until : nil)
    case .paidNotDelivered:
      return nextStep(
        forCharged: item.cause ?? .waiting, orderId: item.orderId, transactionId: item.transactionId,
        since: item.since, until: item.until, productId)
    }
  }

  private func nextStep(forUncredited judgement: Judgement) -> NextStep {
    let transaction = transaction(judgement.deciding)
    guard case .nobodys(let cause, let orderId, let since) = credit(of: judgement.deciding.index) else {
      return .nothing
    }
    return nextStep(
      forCharged: cause, orderId: orderId, transactionId: transaction.transactionId, since: since ?? now,
      until: nil, transaction.productId ?? "")
  }

  /// Who can do what about something that was charged and that nobody was credited with.
  private func nextStep(
    forCharged cause: UndeliveredCause, orderId: String?, transactionId: String?, since: Timestamp, until: Timestamp?,
    _ productId: String
  ) -> NextStep {
    let again: NextStep.Action = orderId.map { .retry(orderId: $0) } ?? .restore
    switch cause {
    case .unreachable, .waiting:
      let what = cause == .unreachable ? "the app's server could not be reached" : "the app's server is still deciding"
      let ends = since.adding(milliseconds: Patience.delivery)
      let late = now >= ends
      return NextStep(
        who: .us,
        text: late
          ? "\(what) for more than a day: see to it, then try again"
            + (orderId == nil ? "" : "; or give it up, so that Apple can refund it")
          : until.map {
            "\(what): tried again by itself " + ($0 < ends ? Optional($0).minute : "by the next action")
              + ", or at once"
          }
            ?? "\(what): ask it again",
        action: again, say: Self.deliveryWords, until: late ? nil : until)
    case .refused:
      guard let orderId else {
        return NextStep(
          who: .us, text: "find out whose token it is: give the customer a grant, or move the purchase to them",
          action: transactionId.map { .transfer(transactionId: $0) }, say: Self.deliveryWords)
      }
      let order = undelivered.values.first { $0.id == orderId }
      if order?.isRejected == true {
        return NextStep(
          who: .us, text: "put right why the app's server does not take it (see WHY), then try it again", action: again,
          say: Self.deliveryWords)
      }
      return (order?.attempts ?? 0) > 1
        ? NextStep(
          who: .us, text: "refused again: look at why with the server's journal, or give it up with a reason",
          action: .close(id: orderId), say: Self.deliveryWords)
        : NextStep(
          who: .us, text: "look at why the app's server refused it, then try it again", action: again,
          say: Self.deliveryWords)
    case .badSignature:
      if evidence.appStore.signsAnew {
        return NextStep(
          who: .us, text: "restore: the App Store signs it anew then, and it is delivered", action: .restore,
          say: Self.deliveryWords)
      }
      return NextStep(
        who: .us,
        text: "the signature does not hold, and asking again does not help: give it up, so that Apple can "
          + "refund it", action: orderId.map { .close(id: $0) }, say: Self.finalWords)
    case .overdue:
      if let request = openRefundRequests(productId).first(where: isUndecided), request.transactionId == transactionId {
        return .refundAsked(request)
      }
      return NextStep(
        who: .nobody,
        text: "nothing more comes of it here, because it was given up: ask Apple for a refund, or we grant it",
        say: Self.finalWords)
    }
  }
}

extension UnderWay.Kind {
  /// What is looked at first: where money is known to be, then where it may be.
  static let urgency: [UnderWay.Kind] = [.purchasing, .paidNotDelivered, .chargeUnknown, .interrupted, .pending]
}

extension NextStep {
  /// Everything is as it should be.
  static let nothing = NextStep(who: .nobody, text: "nothing to do")

  /// Apple has a refund to decide about, and is waited for that long.
  static func refundAsked(_ request: RefundRequest) -> NextStep {
    let until = request.askedDate.adding(milliseconds: Patience.refund)
    return NextStep(
      who: .apple,
      text: "Apple decides about the refund, mostly within two days; then check for refunds: it is waited for until "
        + Optional(until).minute, until: until)
  }
}
