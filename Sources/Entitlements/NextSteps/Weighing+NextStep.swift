import StoreModel

extension Weighing {
  /// Who can do what about what a lineage says.
  func nextStep(for judgement: Judgement) -> NextStep {
    switch judgement.state {
    case .subscribed: return nextStep(forSubscribed: judgement)
    case .gracePeriod:
      return NextStep(
        who: .customer,
        text: "ask the customer to update the payment method in Settings; Apple retries, and access stays until "
          + judgement.accessEnds.minute)
    case .billingRetry:
      let latest = judgement.accessEnds.known?.adding(milliseconds: Self.longestBillingRetry)
      return NextStep(
        who: .customer,
        text: "ask the customer to update the payment method in Settings; Apple retries until \(latest.day) at most, "
          + "and access returns with the payment")
    case .purchased: return judgement.rule == .durationUnknown ? setDuration : .nothing
    case .upgraded:
      return NextStep(who: .nobody, text: "nothing to do: another product of the group is served instead")
    case .revoked:
      return NextStep(
        who: .customer, text: "the customer can buy the product, or ask the family's organizer to share it again")
    case .refunded:
      return NextStep(
        who: .customer,
        text: "the customer can buy it again; only Apple can take a refund back, on the customer's request")
    default: return nextStep(forExpired: judgement)
    }
  }

  /// Who can do what about a consumable.
  func nextStep(forConsumable count: ConsumableCount) -> NextStep {
    if count.balance < 0 {
      return NextStep(
        who: .us, text: "\(count.balance.magnitude) refunded after use: decide whether the customer still owes them")
    }
    if count.balance > 0 { return NextStep(who: .customer, text: "the customer can use what is left") }
    return NextStep(who: .customer, text: "the customer can buy it; a consumable is never restored")
  }

  /// Who can do what when nothing was bought, as far as this device knows.
  var nextStepWithoutPurchase: NextStep {
    evidence.lastChecked == nil
      ? NextStep(who: .customer, text: "the customer can restore earlier purchases, or buy it")
      : NextStep(who: .customer, text: "the customer can buy it, or restore what was bought elsewhere")
  }

  private var setDuration: NextStep {
    NextStep(who: .us, text: "set how long the product lasts: till duration PRODUCT P1M")
  }

  private func nextStep(forSubscribed judgement: Judgement) -> NextStep {
    let renewal = renewal(of: judgement.lineage)
    let end = judgement.accessEnds.minute
    if renewal?.isInBillingRetryPeriod == true {
      return NextStep(
        who: .customer, text: "ask the customer to update the payment method in Settings before access ends \(end)")
    }
    if renewal?.autoRenewStatus == .off {
      return NextStep(who: .customer, text: "the customer can turn auto-renew on again in Settings before \(end)")
    }
    if renewal?.priceIncreaseStatus == .customerHasNotResponded {
      return NextStep(who: .customer, text: "the customer has to agree to the higher price before \(end)")
    }
    return renewal == nil ? .nothing : NextStep(who: .nobody, text: "nothing to do: Apple renews it \(end)")
  }

  private func nextStep(forExpired judgement: Judgement) -> NextStep {
    if judgement.rule == .expiryUnknown {
      return NextStep(
        who: .us, text: "run a refund check to fetch the transaction again; a date that its end depends on is missing")
    }
    if judgement.lineage.type == .autoRenewableSubscription,
      renewal(of: judgement.lineage)?.expirationIntent == .billingError
    {
      return NextStep(
        who: .customer, text: "ask the customer to update the payment method in Settings and to subscribe again")
    }
    return judgement.lineage.type == .autoRenewableSubscription
      ? NextStep(who: .customer, text: "the customer can subscribe again; a refund check shows a renewal not seen yet")
      : NextStep(who: .customer, text: "the customer can buy it again")
  }
}

extension NextStep {
  /// Everything is as it should be.
  static let nothing = NextStep(who: .nobody, text: "nothing to do")
}
