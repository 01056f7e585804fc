import AppStoreModel
import Core

extension ResolverContext {
  /// Returns the next step for a lineage: who can act, and how.
  func nextStep(for judgement: Judgement) -> NextStep {
    let productId = transaction(judgement.deciding).productId ?? ""
    switch judgement.state {
    case .gracePeriod where comingRenewal(for: judgement)?.renews != false:
      return NextStep(
        who: .customer,
        text: say("ask the customer to update the payment method in Settings; Apple retries, and access stays until ")
          + judgement.accessEnds.minute, until: judgement.accessEnds)
    case .billingRetry:
      let latest = judgement.accessEnds.known?.adding(milliseconds: Self.longestBillingRetry)
      let renewal = renewal(of: judgement.lineage, judgement.deciding)
      let chosen = renewal?.autoRenewProductId.flatMap { $0 == productId ? nil : catalogue[$0]?.displayName }
      return NextStep(
        who: .customer,
        text: chosen.map {
          say(
            "ask the customer to update the payment method in Settings; Apple retries until \(latest.day) at the "
              + "latest, and \($0) begins with the payment")
        }
          ?? say(
            "ask the customer to update the payment method in Settings; Apple retries until \(latest.day) at the "
              + "latest, and access returns with the payment"),
        until: latest)
    case .renewalAwaited:
      return NextStep(
        who: .us, text: NextStepText.askAppStoreAgain.text, action: .refundCheck,
        until: judgement.entitled ? judgement.accessEnds : nil)
    case .purchased: return judgement.rule == .durationUnknown ? setDuration(productId) : .nothing
    case .paidNotDelivered: return nextStep(forUncredited: judgement)
    case .upgraded: return nextStep(forReplaced: productId)
    default:
      return judgement.entitled ? nextStep(forSubscribed: judgement) : nextStep(forInactive: judgement, productId)
    }
  }

  /// Returns the next step for a consumable: who can act, and how.
  ///
  /// - Parameters:
  ///   - bought: The newest purchase of it, where the user received nothing from it.
  ///   - holder: Who has that purchase.
  func nextStep(
    forConsumable count: ConsumableCount, _ productId: String, bought: WeighedTransaction?, holder: ConsumableHolder?
  ) -> NextStep {
    if count.balance < 0, count.refunded == 0 {
      return NextStep(
        who: .us,
        text: say(
          "\(Int(count.balance.magnitude)) used here, and the purchase was moved to another user afterwards: "
            + "decide whether to compensate"
        ),
        say: say(
          "This purchase was moved to a different login after it had been used here. Please reply if that seems wrong.")
      )
    }
    if count.balance < 0 {
      return NextStep(
        who: .us,
        text: say("\(count.balance.magnitude) refunded after use: decide whether the customer still owes them"))
    }
    if count.balance == 0, count.owed > 0 {
      return NextStep(
        who: .us,
        text: say(
          "\(count.owed) paid but not received, because an earlier purchase was refunded after use: decide "
            + "whether to grant it"
        ), action: .grant(productId: productId),
        say: say(
          "Apple refunded an earlier purchase that was already used, so this one replaced it. Please reply if "
            + "that seems wrong."
        ))
    }
    if count.balance > 0 {
      return NextStep(
        who: .customer, text: say("the customer can use the rest"), action: .use(productId: productId))
    }
    let id = bought.flatMap { transaction($0).transactionId } ?? ""
    switch holder {
    case .noUser:
      return NextStep(
        who: .us,
        text: say(
          "Apple charged for it, and no user had it at the last check: move the purchase to the user who bought it"),
        action: .transfer(transactionId: id), say: CustomerText.paidNotDelivered(by: nil).text)
    case .anotherInstallation:
      // Till cannot know whether that installation still exists, so buying it again is not suggested.
      return NextStep(
        who: .us,
        text: say(
          "ask the customer to use it where it was bought without logging in; if that installation is gone, move the "
            + "purchase to the customer's login"),
        action: .transfer(transactionId: id), say: CustomerText.boughtWithoutLoggingIn.text)
    case .unknown:
      return NextStep(
        who: .us, text: NextStepText.askWhoOwnsIt.text, action: .refundCheck,
        say: CustomerText.notChecked(by: nil).text)
    case .anotherUser where AnonymousUser(name: evidence.user) != nil:
      let owner = bought.flatMap { self.owner(of: $0.index) }
      return NextStep(
        who: .customer, text: say("have the customer log in as \(owner ?? say("its user"))"),
        action: .logIn(user: owner), say: CustomerText.anotherLogins.text)
    case .anotherUser, nil:
      return NextStep(
        who: .customer, text: say("the customer can buy it; consumables are never restored"),
        action: .buy(productId: productId), say: holder.map { _ in CustomerText.anotherLogins.text })
    }
  }

  /// Returns the next step after access ended, where this device never had the purchase.
  func nextStep(forEnded state: EntitlementState, productId: String, isFree: Bool) -> NextStep {
    switch state {
    case .refunded where !isFree:
      return NextStep(
        who: .customer,
        text: NextStepText.onlyAppleGivesItBack.text,
        action: .buy(productId: productId))
    case .upgraded: return nextStep(forReplaced: productId)
    default:
      return NextStep(who: .customer, text: NextStepText.buyItAgain.text, action: .buy(productId: productId))
    }
  }

  /// Returns the step for a plan that another product of its group replaced: nothing, until it starts again if it was
  /// chosen for the next period, or until that other product's payment fails or it ends.
  func nextStep(forReplaced productId: String?) -> NextStep {
    if let product = productId.flatMap({ catalogue[$0] }) {
      let forecast = forecast(of: product)
      if case .atRenewal(.alreadyChosen) = forecast.outcome, !forecast.isAnotherUsers {
        return step(for: product, forecast)
      }
      switch replacement(of: product) {
      case let plan? where plan.state == .billingRetry: return nextStep(for: plan)
      case let plan? where plan.state.hasEnded:
        // Where another plan of the group is active, `settled` turns this into the change of plan that buying would be.
        return NextStep(who: .customer, text: NextStepText.subscribeAgain.text, action: .buy(productId: product.id))
      default: break
      }
    }
    return NextStep(
      who: .nobody, text: say("nothing to do: the subscription continues as another product of the group"))
  }

  private func setDuration(_ productId: String) -> NextStep {
    NextStep(
      who: .us, text: say("set the product's duration"),
      action: .setDuration(productId: productId))
  }

  private func nextStep(forSubscribed judgement: Judgement) -> NextStep {
    let isShared = judgement.deciding.isShared
    if isRetried(judgement) {
      return NextStep(
        who: .customer,
        text: say(
          "ask the customer to update the payment method in Settings before access ends \(judgement.accessEnds.minute)"),
        until: judgement.accessEnds)
    }
    guard let renewal = comingRenewal(for: judgement) else { return .nothing }
    let (next, end) = (judgement.accessEnds.minute, (renewal.commitment?.date ?? judgement.accessEnds).minute)
    guard renewal.choice.renews else {
      if isShared {
        return NextStep(
          who: .nobody,
          text: say(
            "nothing to do: the family member who pays turned off "
              + "auto-renewal; it ends \(end)"))
      }
      if isRefundDeclined(transaction(judgement.deciding).transactionId) {
        return NextStep(who: .nobody, text: say("nothing to do: Apple declined the refund, and it ends \(end)"))
      }
      if renewal.commitment != nil {
        return NextStep(
          who: .nobody,
          text: say("nothing to do: the monthly payments of the commitment continue until \(end), and it ends then"))
      }
      return NextStep(
        who: .customer, text: say("the customer can turn auto-renew on again in Settings before \(end)"),
        until: judgement.accessEnds)
    }
    if isShared { return NextStep(who: .nobody, text: NextStepText.nothingToDoAppleRenews(next).text) }
    let price = words(for: renewal.price, transaction(judgement.deciding))
    if renewal.awaitsConsent {
      // An offer puts the higher price off, which is then not known here, but not the end without the customer's consent.
      let higher = renewal.isOffer ? nil : price
      return NextStep(
        who: .customer,
        text: say(
          "the customer has to agree to the higher price\(higher.map { say(" of \($0)") } ?? "") before \(next), or "
            + "it ends then"
        ),
        until: judgement.accessEnds)
    }
    if let chosen = pendingProductId(for: judgement) {
      let name = catalogue[chosen]?.displayName ?? chosen
      // During a commitment, the price is that of its next payment.
      let itsPrice = renewal.commitment == nil ? price : nil
      return NextStep(
        who: .nobody,
        text: say("nothing to do: it becomes \(name) at the renewal \(end)\(itsPrice.map { say(", for \($0)") } ?? "")")
      )
    }
    if renewal.isOffer, let price {
      return NextStep(who: .nobody, text: say("nothing to do: Apple renews it \(next) for \(price), by an offer"))
    }
    if renewal.isAnotherPrice, let price {
      return NextStep(
        who: .nobody, text: say("nothing to do: Apple renews it \(next) for \(price), a different price"))
    }
    return NextStep(who: .nobody, text: NextStepText.nothingToDoAppleRenews(next).text)
  }

  /// Returns whether Apple declined a refund of a transaction, according to a notification to the app server.
  func isRefundDeclined(_ transactionId: String?) -> Bool {
    transactionId.map(evidence.declinedRefunds.contains) ?? false
  }

  /// Returns a price in the format of a transaction's storefront.
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
      if let step = nextStep(afterRefundOf: judgement.deciding) { return step }
      let isFree = isFree(transaction(judgement.deciding).transactionId, of: productId)
      return NextStep(
        who: .customer, text: (isFree ? NextStepText.buyItAgain : NextStepText.onlyAppleGivesItBack).text, action: buy)
    case .familyShareEnded:
      return NextStep(
        who: .customer, text: say("the customer can buy the product, or ask the family to share it again"),
        action: buy)
    case .organisationWithdrew:
      return NextStep(
        who: .customer, text: say("the customer can buy it, or ask the organization for it again"), action: buy)
    case .movedToBundle:
      return NextStep(who: .us, text: say("find the bundle that now includes it, then restore"), action: .restore)
    case .expiryUnknown:
      return NextStep(
        who: .us,
        text: say("the transaction does not say when it ends; run a refund check to fetch it again"),
        action: .refundCheck)
    default: break
    }
    guard judgement.lineage.type == .autoRenewableSubscription else {
      return NextStep(who: .customer, text: NextStepText.buyItAgain.text, action: buy)
    }
    return renewal(of: judgement.lineage)?.expirationIntent == .billingError
      ? NextStep(
        who: .customer, text: say("ask the customer to update the payment method in Settings and to subscribe again"),
        action: buy)
      : NextStep(who: .customer, text: NextStepText.subscribeAgain.text, action: buy)
  }

  // MARK: Purchases in progress

  /// Returns the most urgent next step for the purchases of a product in progress; nil if there are none.
  ///
  /// - Parameter isHad: Whether the user already has the product, so that completing another purchase would be paid
  ///   twice.
  func nextStep(forUnderWay underWay: [UnderWay], of productId: String, isHad: Bool) -> NextStep? {
    let order = UnderWay.Kind.urgency
    guard
      let item = underWay.min(by: {
        (order.firstIndex(of: $0.kind) ?? 0, $0.cause == .overdue ? 1 : 0)
          < (order.firstIndex(of: $1.kind) ?? 0, $1.cause == .overdue ? 1 : 0)
      })
    else { return nil }
    // What was only requested elsewhere would be a second purchase, too.
    if item.isElsewhere, !(isHad && item.isRequest) { return nextStep(forElsewhere: item, productId) }
    let since = Optional(item.since).minute
    // A deadline is rounded up wherever a person reads it.
    let until = item.until.map(\.wholeMinute).minute
    switch item.kind {
    case .purchasing:
      return NextStep(who: .nobody, text: say("wait: a purchase is in progress, begun \(since)"))
    case .interrupted where isHad:
      return NextStep(
        who: .customer,
        text: say(
          "the customer already has it; completing this request with Apple would be a second purchase; "
            + "it expires ")
          + until,
        say: say("You have this already, so there is nothing left to settle for it."), until: item.until)
    case .pending where isHad:
      return NextStep(
        who: .customer,
        text: say(
          "the customer already has it; an approval now would be a second purchase, so the family should "
            + "decline it; it expires \(until)"
        ),
        say: say("You have this already. Please ask your parent or guardian to decline the request that still waits."),
        until: item.until)
    case .interrupted:
      return NextStep(
        who: .customer,
        text: NextStepText.customerHasToSettleWhat(until).text,
        until: item.until)
    case .pending:
      return NextStep(
        who: .customer,
        text:
          NextStepText.somebodyInFamily.text
          + until,
        until: item.until)
    case .chargeUnknown:
      let isApples = item.who == .apple
      return NextStep(
        who: item.who,
        text: isApples
          ? say(
            "the App Store did not list it: Till asks once more after \(until); if it is still not "
              + "listed, nothing was charged")
          : say("ask the App Store again: it shows whether the purchase was charged"),
        action: isApples ? nil : .retry(orderId: nil),
        until: isApples ? item.until : nil)
    case .paidNotDelivered:
      if let date = item.reversedDate, let id = item.orderId {
        return NextStep(
          who: .us, text: UserMoneyText.decide(onReversal: Optional(date).minute).text, action: .reopen(id: id),
          until: item.until)
      }
      if let account = item.account, let step = nextStep(forRestoreWith: account, item) { return step }
      return nextStep(
        forCharged: item.cause ?? .waiting, orderId: item.orderId, transactionId: item.transactionId,
        since: item.since, until: item.until, productId)
    }
  }

  /// Returns the step for a purchase of another Apple Account that only a restore with that account brings; nil for
  /// other purchases.
  private func nextStep(forRestoreWith account: String, _ item: UnderWay) -> NextStep? {
    let text: Words
    if item.cause == .badSignature, evidence.appStoreSignsAnew {
      text = "sign in with Apple Account \(account), then restore: the App Store signs the purchase again"
    } else if nextStep(forGivenUp: item.orderId)?.action == .restore {
      text = "sign in with Apple Account \(account), then restore: a purchase that arrives again is credited once"
    } else {
      return nil
    }
    return NextStep(who: .customer, text: text.text, action: .signIn(account: account))
  }

  private func nextStep(forUncredited judgement: Judgement) -> NextStep {
    let transaction = transaction(judgement.deciding)
    guard case .nobodys(let cause, let orderId, let since) = credit(of: judgement.deciding.index) else {
      return .nothing
    }
    if orderId == nil, let ground = ground(of: judgement.deciding.index),
      let step = nextStep(forGivenUp: ground, isHere: false)
    {
      return step
    }
    if orderId == nil, serverRefusal(of: judgement.deciding) != nil {
      return NextStep(
        who: .us, text: NextStepText.putRightWhyAppsServer.text, action: .restore)
    }
    return nextStep(
      forCharged: cause, orderId: orderId, transactionId: transaction.transactionId,
      since: since ?? evidence.transactions[judgement.deciding.index].arrivedDate ?? now, until: nil,
      transaction.productId ?? "")
  }

  /// Returns the next step for a purchase that was charged and credited to no user.
  private func nextStep(
    forCharged cause: UndeliveredCause, orderId: String?, transactionId: String?, since: Timestamp, until: Timestamp?,
    _ productId: String
  ) -> NextStep {
    let again: NextStep.Action = orderId.map { .retry(orderId: $0) } ?? .restore
    let isFree = isFree(transactionId, of: productId)
    switch cause {
    case .unreachable, .waiting:
      if let step = nextStep(forUnasked: cause, orderId, action: again) { return step }
      let what =
        cause == .unreachable ? say("the app server could not be reached") : say("the app server is still deciding")
      let ends = since.adding(milliseconds: Patience.delivery)
      guard now < ends else {
        return NextStep(
          who: .us, text: NextStepText.forMoreThanDay(what, orGiveItUp: orderId != nil, isFree: isFree).text,
          action: again)
      }
      // Till itself asks again only about an order.
      let text =
        until.map { NextStepText.triedAgain(what, by: $0 < ends ? Optional($0.wholeMinute).minute : nil) }
        ?? NextStepText.askedAgain(what, by: Optional(ends.wholeMinute).minute)
      return NextStep(who: .us, text: text.text, action: again, until: until ?? ends)
    case .refused:
      guard let orderId else {
        return NextStep(
          who: .us,
          text: say(
            "find out why the app server credits no user, then give the customer a grant or move the purchase "
              + "to the customer"),
          action: transactionId.map { .transfer(transactionId: $0) })
      }
      let order = undelivered.values.first { $0.id == orderId }
      if let transactionId, order?.intentId == nil, hasForeignToken(transactionId, of: productId) {
        return loggingInOrMoving(transactionId, of: nil)
      }
      if order?.isRejected == true {
        return NextStep(
          who: .us, text: NextStepText.putRightWhyAppsServer.text, action: again)
      }
      return (order?.attempts ?? 0) > 1
        ? NextStep(
          who: .us,
          text: say(
            "rejected again: find the reason in the server's journal, or give it up with a "
              + "reason"),
          action: .close(id: orderId))
        : NextStep(
          who: .us, text: say("find out why the app server rejected it, then retry"), action: again)
    case .badSignature:
      if evidence.appStoreSignsAnew {
        return NextStep(
          who: .us, text: say("restore: the App Store signs it again, and Till delivers it"), action: .restore)
      }
      return NextStep(
        who: .us, text: NextStepText.signatureIsInvalid(isFree: isFree).text, action: orderId.map { .close(id: $0) })
    case .overdue:
      if let request = openRefundRequests(productId).first(where: isUndecided), request.transactionId == transactionId {
        return .refundAsked(request)
      }
      return nextStep(forGivenUp: orderId)
        ?? NextStep(who: .nobody, text: NextStepText.noMoreToExpect(isFree: isFree).text)
    }
  }
}

extension UnderWay.Kind {
  /// The order of urgency: known charges first, then possible charges.
  static let urgency: [UnderWay.Kind] = [.purchasing, .paidNotDelivered, .chargeUnknown, .interrupted, .pending]
}

extension NextStep {
  /// The step where nothing needs to be done.
  static var nothing: NextStep { NextStep(who: .nobody, text: Words("nothing to do").text) }

  /// Returns the step for a refund request that Apple has to decide about, with the time until which Till waits.
  static func refundAsked(_ request: RefundRequest) -> NextStep {
    let until = request.askedDate.adding(milliseconds: Patience.refund)
    return NextStep(
      who: .apple,
      text: Words(
        "Apple decides about the refund, usually within two days; then check for refunds: Till waits until "
          + "\(Optional(until.wholeMinute).minute)"
      ).text, say: CustomerText.refundAsked.text, until: until)
  }
}
