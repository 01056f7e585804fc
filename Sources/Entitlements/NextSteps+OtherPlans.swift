import AppStoreModel
import Core

/// The steps beside other plans of a subscription group: of another Apple Account, of another platform, or given up.
extension ResolverContext {
  /// Returns the step where the user has, or may still get, a plan of the group that this Apple Account does not pay for,
  /// so that both would be paid; nil in every other case.
  func planElsewhere(besides product: Product, _ forecast: PurchaseForecast) -> NextStep? {
    guard forecast.chargesNow, forecast.isComplete, let group = product.subscriptionGroupIdentifier else { return nil }
    let rights = rights.values.filter {
      catalogue[$0.productId]?.subscriptionGroupIdentifier == group && !isOfThisAccount($0)
    }.sorted { ($1.purchaseDate, $1.purchase) < ($0.purchaseDate, $0.purchase) }
    if let right = rights.first(where: { $0.productId != product.id && stands($0) }) {
      let plan = name(of: right.productId)
      return NextStep(
        who: .nobody,
        text: say(
          "nothing to do here: the user has \(plan), which another Apple Account or platform pays for; buying this too "
            + "would be a second subscription"), say: CustomerText.hasPlanElsewhere(plan).text)
    }
    return rights.first(where: mayBeCollected).map(nextStep(forCollected:))
      ?? purchaseElsewhere(besides: product, in: group)
  }

  /// Returns the step for a plan of this Apple Account beside one of the group that another account or platform pays for;
  /// nil where nothing is to be said about the two.
  ///
  /// Both may be about to renew, one may end, or Apple may still try to collect this account's renewal.
  func stepBesideOtherPlan(of product: Product) -> NextStep? {
    guard let group = product.subscriptionGroupIdentifier,
      let own = judgements.values.joined().first(where: { isPlan($0, of: group) }),
      let other = rights.values.filter({ isPlan($0, of: group) }).min(by: { $0.purchase < $1.purchase }),
      let ownId = transaction(own.deciding).productId, [ownId, other.productId].contains(product.id)
    else { return nil }
    let (plan, otherPlan) = (name(of: ownId), name(of: other.productId))
    if isRetried(own) {
      return NextStep(
        who: .customer,
        text: say(
          "ask the customer to cancel \(plan), whose renewal Apple still tries to collect: the customer has \(otherPlan) "
            + "with another Apple Account or on another platform, and would pay for both"),
        say: CustomerText.cancelUnpaid(plan, besides: otherPlan).text,
        until: own.accessEnds?.adding(milliseconds: Self.longestBillingRetry))
    }
    guard continues(other, after: own.accessEnds), let renewal = comingRenewal(for: own) else { return nil }
    let end = own.accessEnds.minute
    guard renewal.choice.renews else {
      return ownId == product.id
        ? NextStep(
          who: .nobody,
          text: say(
            "nothing to do: it ends \(end), and \(otherPlan) continues with another Apple Account or on another platform"
          ))
        : nil
    }
    let charge =
      other.renews == true ? [own.accessEnds, self.end(of: other)].compactMap(\.self).min() : own.accessEnds
    return NextStep(
      who: .customer,
      text: say(
        "cancel one of the two: the customer has \(plan), and \(otherPlan) with another Apple Account or on another "
          + "platform; after \(charge.minute) both are paid"),
      say: CustomerText.twoSubscriptions(until: charge.day).text, until: charge)
  }

  /// Returns whether a plan renews by itself, or runs longer than this Apple Account's period.
  private func continues(_ other: Right, after end: Timestamp?) -> Bool {
    if other.renews == true { return true }
    guard other.attribution == .otherPlatform, let end else { return false }
    return self.end(of: other).map { end < $0 } ?? true
  }

  /// Returns whether this Apple Account pays for a plan of a group, or Apple still tries to collect its renewal.
  private func isPlan(_ judgement: Judgement, of group: String) -> Bool {
    transaction(judgement.deciding).subscriptionGroupIdentifier == group && !judgement.deciding.isShared
      && (judgement.entitled || judgement.state == .billingRetry)
  }

  /// Returns whether another Apple Account or platform gives the user a plan of a group.
  private func isPlan(_ right: Right, of group: String) -> Bool {
    catalogue[right.productId]?.subscriptionGroupIdentifier == group && stands(right) && !isOfThisAccount(right)
  }

  func name(of productId: String) -> String { catalogue[productId]?.displayName ?? productId }

  /// Returns the step for a plan whose renewal Apple may still collect from another Apple Account.
  func nextStep(forCollected right: Right) -> NextStep {
    if isRenewalUnknown(right) {
      return NextStep(who: .us, text: NextStepText.askAppStoreAgain.text, action: .refundCheck)
    }
    return NextStep(
      who: .customer,
      text: say(
        "ask the customer to check the payment method of the Apple Account that pays for \(name(of: right.productId)): "
          + "Apple may still renew it, and buying here would be a second subscription"),
      say: CustomerText.billingRetry.text, until: end(of: right)?.adding(milliseconds: Self.longestBillingRetry))
  }

  /// Returns the step for a purchase of another plan that is open on another device or Apple Account of the user.
  private func purchaseElsewhere(besides product: Product, in group: String) -> NextStep? {
    let plans = catalogue.values.filter { $0.subscriptionGroupIdentifier == group && $0.id != product.id }
    return plans.map(\.id).sorted().lazy.compactMap { id in
      let elsewhere = self.underWay(id).filter {
        ($0.account != nil || $0.isElsewhere) && $0.ground?.isFinal != true
      }
      guard var step = self.nextStep(forUnderWay: elsewhere, of: id, isHad: false) else { return nil }
      step.text = say("\(self.name(of: id)) comes first, or both would be paid: \(step.text)")
      step.say = CustomerText.otherPlanIsOpen(self.name(of: id), product: product.displayName).text
      return step
    }.first
  }

  /// Returns whether a period ended without the app server being told that its subscription expired, so that Apple may
  /// still collect the renewal.
  func mayBeCollected(_ right: Right) -> Bool {
    guard right.type == .autoRenewableSubscription, right.ended == nil, let end = end(of: right) else { return false }
    return end <= now && now < end.adding(milliseconds: Self.longestBillingRetry)
  }
}
