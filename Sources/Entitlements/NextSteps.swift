import StoreModel
import Texts

extension Weighing {
  /// Who can do what about what a lineage says.
  func nextStep(for judgement: Judgement) -> NextStep {
    let productId = transaction(judgement.deciding).productId ?? ""
    switch judgement.state {
    case .gracePeriod:
      return NextStep(
        who: .customer,
        text: NextStepText.askCustomerToUpdatePayment.text
          + judgement.accessEnds.minute, until: judgement.accessEnds)
    case .billingRetry:
      let latest = judgement.accessEnds.known?.adding(milliseconds: Self.longestBillingRetry)
      return NextStep(
        who: .customer,
        text: NextStepText.askCustomerToUpdatePaymentMethod(latest.day).text, until: latest)
    case .renewalAwaited:
      return NextStep(
        who: .us, text: NextStepText.askAppStoreAgain.text, action: .refundCheck,
        until: judgement.entitled ? judgement.accessEnds : nil)
    case .purchased: return judgement.rule == .durationUnknown ? setDuration(productId) : .nothing
    case .paidNotDelivered: return nextStep(forUncredited: judgement)
    case .upgraded:
      return NextStep(who: .nobody, text: NextStepText.nothingToDo.text)
    default:
      return judgement.entitled ? nextStep(forSubscribed: judgement) : nextStep(forInactive: judgement, productId)
    }
  }

  /// Who can do what about a consumable.
  func nextStep(forConsumable count: ConsumableCount, _ productId: String) -> NextStep {
    if count.balance < 0, count.refunded == 0 {
      return NextStep(who: .us, text: UserMoneyText.movedAfterUse(Int(count.balance.magnitude)).text)
    }
    if count.balance < 0 {
      return NextStep(
        who: .us, text: NextStepText.refundedAfterUse(count.balance.magnitude).text)
    }
    if count.balance == 0, count.owed > 0 {
      return NextStep(
        who: .us, text: ChargedTwiceText.decideWhatIsOwed(count.owed).text, action: .grant(productId: productId),
        say: ChargedTwiceText.sayOwed.text)
    }
    if count.balance > 0 {
      return NextStep(who: .customer, text: NextStepText.customerCanUseWhat.text, action: .use(productId: productId))
    }
    return NextStep(
      who: .customer, text: NextStepText.customerCanBuy.text,
      action: .buy(productId: productId))
  }

  /// Who can do what when nothing was bought, as far as this device knows.
  func nextStepWithoutPurchase(of product: Product) -> NextStep { step(for: product, forecast(of: product)) }

  /// Who can do what when access ended that this device never saw as a purchase.
  func nextStep(forEnded state: EntitlementState, productId: String) -> NextStep {
    switch state {
    case .refunded:
      return NextStep(
        who: .customer,
        text: NextStepText.onlyAppleGivesItBack.text,
        action: .buy(productId: productId))
    case .upgraded:
      return NextStep(who: .nobody, text: NextStepText.nothingToDo.text)
    default:
      return NextStep(who: .customer, text: NextStepText.buyItAgain.text, action: .buy(productId: productId))
    }
  }

  private func setDuration(_ productId: String) -> NextStep {
    NextStep(
      who: .us, text: NextStepText.setHowLongProductLasts.text,
      action: .setDuration(productId: productId))
  }

  private func nextStep(forSubscribed judgement: Judgement) -> NextStep {
    let end = judgement.accessEnds.minute
    let isShared = judgement.deciding.isShared
    if renewal(of: judgement.lineage, judgement.deciding)?.isInBillingRetryPeriod == true {
      return NextStep(
        who: .customer, text: NextStepText.askCustomerToUpdatePaymentMethodInSettings(end).text,
        until: judgement.accessEnds)
    }
    guard let renewal = comingRenewal(for: judgement) else { return .nothing }
    guard renewal.renews else {
      if isShared { return NextStep(who: .nobody, text: NextStepText.nothingToDoMemberOfFamilyWho(end).text) }
      if isRefundDeclined(transaction(judgement.deciding).transactionId) {
        return NextStep(who: .nobody, text: NextStepText.refundWasDeclined(end).text)
      }
      return NextStep(
        who: .customer, text: NextStepText.customerCanTurnAutoRenew(end).text, until: judgement.accessEnds)
    }
    if isShared { return NextStep(who: .nobody, text: NextStepText.nothingToDoAppleRenews(end).text) }
    let price = words(for: renewal.price, transaction(judgement.deciding))
    if renewal.awaitsConsent {
      return NextStep(
        who: .customer, text: NextStepText.customerHasToAgree(price: price, until: end).text,
        until: judgement.accessEnds)
    }
    if let next = pendingProductId(for: judgement) {
      let name = catalogue[next]?.displayName ?? next
      return NextStep(who: .nobody, text: NextStepText.appleRenewsAs(name, price: price, at: end).text)
    }
    if renewal.isOffer, let price {
      return NextStep(who: .nobody, text: NextStepText.appleRenewsByOffer(price, at: end).text)
    }
    if renewal.isAnotherPrice, let price {
      return NextStep(who: .nobody, text: NextStepText.appleRenewsAtAnotherPrice(price, at: end).text)
    }
    return NextStep(who: .nobody, text: NextStepText.nothingToDoAppleRenews(end).text)
  }

  /// Whether Apple declined a refund of a transaction, as the app's server was told.
  func isRefundDeclined(_ transactionId: String?) -> Bool {
    transactionId.map(evidence.declinedRefunds.contains) ?? false
  }

  /// An amount as the storefront of a transaction writes it.
  func words(for price: Price?, _ transaction: Transaction) -> String? {
    price.map { price in
      let storefront =
        transaction.storefront.flatMap { Storefront(countryCode: $0) }
        ?? Storefront.all.first { $0.currency == price.currency }
      return storefront.map { price.formatted(locale: $0.localeIdentifier) } ?? "\(price.decimalText) \(price.currency)"
    }
  }

  private func nextStep(forInactive judgement: Judgement, _ productId: String) -> NextStep {
    let buy = NextStep.Action.buy(productId: productId)
    switch judgement.rule {
    case .refunded:
      let isFree = isFree(transaction(judgement.deciding).transactionId, of: productId)
      return NextStep(
        who: .customer, text: (isFree ? NextStepText.buyItAgain : .onlyAppleGivesItBack).text, action: buy)
    case .familyShareEnded:
      return NextStep(
        who: .customer, text: NextStepText.customerCanBuyProduct.text,
        action: buy)
    case .organisationWithdrew:
      return NextStep(
        who: .customer, text: NextStepText.customerCanBuyItOrAsk.text, action: buy)
    case .movedToBundle:
      return NextStep(who: .us, text: NextStepText.lookForBundle.text, action: .restore)
    case .expiryUnknown:
      return NextStep(
        who: .us, text: NextStepText.runRefundCheckToFetch.text,
        action: .refundCheck)
    default: break
    }
    guard judgement.lineage.type == .autoRenewableSubscription else {
      return NextStep(who: .customer, text: NextStepText.buyItAgain.text, action: buy)
    }
    return renewal(of: judgement.lineage)?.expirationIntent == .billingError
      ? NextStep(
        who: .customer, text: NextStepText.askCustomerToUpdatePaymentMethodInSettingsAndToSubscribe.text,
        action: buy)
      : NextStep(
        who: .customer, text: NextStepText.customerCanSubscribeAgain.text,
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
    if item.isElsewhere { return nextStep(forElsewhere: item, productId) }
    let since = Optional(item.since).minute
    switch item.kind {
    case .purchasing:
      return NextStep(who: .nobody, text: NextStepText.waitPurchaseIsBeingMade(since).text)
    case .interrupted where isHad:
      return NextStep(
        who: .customer,
        text: NextStepText.customerHasItAlready.text
          + item.until.minute,
        say: NextStepText.youHaveThisAlreadySo.text, until: item.until)
    case .pending where isHad:
      return NextStep(
        who: .customer,
        text: NextStepText.customerHasItAlreadyApprovalNowWould(item.until.minute).text,
        say: NextStepText.youHaveThisAlready.text,
        until: item.until)
    case .interrupted:
      return NextStep(
        who: .customer,
        text: NextStepText.customerHasToSettleWhat(item.until.minute).text,
        until: item.until)
    case .pending:
      return NextStep(
        who: .customer,
        text:
          NextStepText.somebodyInFamily.text
          + item.until.minute,
        until: item.until)
    case .chargeUnknown:
      let isApples = item.who == .apple
      return NextStep(
        who: item.who,
        text: isApples
          ? NextStepText.appStoreDidNotList(item.until.minute).text
          : NextStepText.askAppStoreAgainWhetherItWasCharged.text, action: isApples ? nil : .retry(orderId: nil),
        until: isApples ? item.until : nil)
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
    if orderId == nil, serverRefusal(of: judgement.deciding) != nil {
      return NextStep(
        who: .us, text: NextStepText.putRightWhyAppsServer.text, action: .restore)
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
      if let step = nextStep(forUnasked: cause, orderId, action: again) { return step }
      let what = cause == .unreachable ? NextStepText.appsServerCould.text : NextStepText.appsServerIsStillDeciding.text
      let ends = since.adding(milliseconds: Patience.delivery)
      let late = now >= ends
      return NextStep(
        who: .us,
        text: late
          ? NextStepText.forMoreThanDay(what, orGiveItUp: orderId != nil).text
          : until.map {
            NextStepText.triedAgain(what, at: $0 < ends ? Optional($0).minute : nil).text
          }
            ?? NextStepText.askItAgain(what).text,
        action: again, until: late ? nil : until)
    case .refused:
      guard let orderId else {
        return NextStep(
          who: .us, text: NextStepText.findOutWhoseToken.text,
          action: transactionId.map { .transfer(transactionId: $0) })
      }
      let order = undelivered.values.first { $0.id == orderId }
      if order?.isRejected == true {
        return NextStep(
          who: .us, text: NextStepText.putRightWhyAppsServer.text, action: again)
      }
      return (order?.attempts ?? 0) > 1
        ? NextStep(
          who: .us, text: NextStepText.refusedAgain.text,
          action: .close(id: orderId))
        : NextStep(
          who: .us, text: NextStepText.lookAtWhyAppsServer.text, action: again)
    case .badSignature:
      if evidence.appStore.signsAnew {
        return NextStep(
          who: .us, text: NextStepText.restoreAppStoreSigns.text, action: .restore)
      }
      return NextStep(
        who: .us,
        text: NextStepText.signatureDoesNotHold.text, action: orderId.map { .close(id: $0) })
    case .overdue:
      if let request = openRefundRequests(productId).first(where: isUndecided), request.transactionId == transactionId {
        return .refundAsked(request)
      }
      if let step = nextStep(forGivenUp: orderId, transactionId) { return step }
      return NextStep(
        who: .nobody,
        text: NextStepText.nothingMoreComes.text)
    }
  }
}

extension UnderWay.Kind {
  /// What is looked at first: where money is known to be, then where it may be.
  static let urgency: [UnderWay.Kind] = [.purchasing, .paidNotDelivered, .chargeUnknown, .interrupted, .pending]
}

extension NextStep {
  /// Everything is as it should be.
  static var nothing: NextStep { NextStep(who: .nobody, text: NextStepText.nothingAtAll.text) }

  /// Apple has a refund to decide about, and is waited for that long.
  static func refundAsked(_ request: RefundRequest) -> NextStep {
    let until = request.askedDate.adding(milliseconds: Patience.refund)
    return NextStep(
      who: .apple,
      text: NextStepText.appleDecides(until: Optional(until).minute).text, until: until)
  }
}
