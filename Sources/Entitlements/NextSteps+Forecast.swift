import AppStoreModel
import Core

extension ResolverContext {
  /// Returns the step, or a more useful one where the step is to buy but a purchase would not give access, or Till would
  /// refuse it.
  func settled(_ step: NextStep, for product: Product) -> NextStep {
    guard case .buy = step.action else { return step }
    if let first = stepBeforeListing(of: product.id) { return first }
    let forecast = forecast(of: product)
    if let had = planElsewhere(besides: product, forecast) { return had }
    let isPlain = forecast.isWorthBuying && !forecast.isOwnerUnknown && !changesPlan(forecast)
    return asFarAsPossible(isPlain ? step : self.step(for: product, forecast))
  }

  /// Returns the step; one to buy without its action where nothing can be bought here, and preceded by allowing payments
  /// where this device may not pay.
  private func asFarAsPossible(_ step: NextStep) -> NextStep {
    guard case .buy = step.action else { return step }
    guard evidence.canBuy else { return NextStep(who: step.who, text: step.text, say: step.say) }
    guard !evidence.canMakePayments else { return step }
    return NextStep(
      who: .customer, text: say("allow payments on this device first; then the customer can buy it"),
      action: step.action, say: CustomerText.paymentsNotAllowed.text)
  }

  private func changesPlan(_ forecast: PurchaseForecast) -> Bool {
    guard case .charges(let change) = forecast.outcome else { return false }
    return change?.replacesPeriod ?? (forecast.currentProductId != nil)
  }

  /// Returns the next step for a product that the user does not have, based on the effect of buying it.
  func step(for product: Product, _ forecast: PurchaseForecast) -> NextStep {
    let current = forecast.currentProductId.map(name) ?? ""
    let date = forecast.date.minute
    switch forecast.outcome {
    case .refused:
      return NextStep(who: .nobody, text: say("nothing to do: this App Store does not sell it"))
    case .owned where forecast.isAnotherUsers:
      return nextStepForAnotherUsers((excluded[product.id] ?? []).filter(isStanding)) ?? .nothing
    case .charges where forecast.fraudProductId != nil, .atRenewal where forecast.fraudProductId != nil:
      return NextStep(
        who: .nobody, text: UserMoneyText.fraud(of: forecast.fraudProductId.map(name) ?? "").text,
        say: CustomerText.replyAboutPurchase.text)
    case .charges where forecast.isAnotherUsers, .atRenewal where forecast.isAnotherUsers:
      if forecast.isBroughtByRestore {
        return forecast.currentProductId == product.id ? restoreHere : restorePlan(current)
      }
      return NextStep(
        who: .customer,
        text: say(
          "have the customer log in as \(forecast.owner ?? say("the user with that plan")): buying would "
            + "change \(current), which that login has on this Apple Account"
        ),
        action: .logIn(user: forecast.owner))
    case .charges where forecast.isOwnerUnknown, .atRenewal where forecast.isOwnerUnknown:
      return NextStep(who: .us, text: NextStepText.askWhoOwnsIt.text, action: .refundCheck)
    case .owned:
      return NextStep(
        who: .us, text: say("restore: this Apple Account already has it, so buying would charge nothing"),
        action: .restore)
    case .atRenewal(.alreadyChosen) where !forecast.isEnding:
      return NextStep(
        who: .nobody, text: say("nothing to do: it starts at the next renewal, \(date)"), until: forecast.date)
    case .atRenewal:
      let text: Words =
        evidence.isOfSeveralAccounts
        ? Words(
          "with the Apple Account that pays for \(current), the customer can choose it for the next renewal, "
            + "\(date); with another one, both would be charged")
        : Words(
          "the customer can choose it for the next renewal, \(date); until then \(current) continues, and "
            + "nothing is charged")
      return NextStep(who: .customer, text: text.text, until: forecast.date)
    case .asked(let until, isClosed: true):
      return NextStep(
        who: .customer,
        text: say(
          "wait until \(Optional(until.wholeMinute).minute): a request for it was closed here, and can still be completed "
            + "with Apple; buying it would be a second purchase"), say: CustomerText.requestIsOpen.text, until: until)
    case .asked(let until, isClosed: false):
      return NextStep(
        who: .customer,
        text: say(
          "wait for the parent or guardian: a request of this Apple Account for it is open until "
            + "\(Optional(until.wholeMinute).minute)"
        ), until: until)
    case .unanswered(let other):
      if let first = stepBeforeListing(of: other) { return first }
      let name = name(of: other)
      if let waiting = underWay(other).first(where: { $0.kind == .chargeUnknown && $0.who == .apple }) {
        return NextStep(
          who: .apple,
          text: say(
            "wait: \(name) may have been charged, and Till asks once more after "
              + "\(waiting.until.map(\.wholeMinute).minute)"),
          until: waiting.until)
      }
      return NextStep(
        who: .us, text: say("ask the App Store first: \(name) may have been charged"), action: .retry(orderId: nil))
    case .unverified(let other) where other != product.id:
      return NextStep(
        who: .us,
        text: say("check first: a purchase of \(name(of: other)) has an invalid signature"),
        action: evidence.appStoreSignsAnew ? .refundCheck : .quarantine)
    case .unverified: return afterFailedVerification
    case .unknown:
      return NextStep(who: .us, text: NextStepText.askAppStoreAgain.text, action: .refundCheck)
    case .charges(nil) where forecast.currentProductId != nil:
      return NextStep(
        who: .customer,
        text: say(
          "the customer can change to it with the Apple Account that pays for \(current); whether \(current) then ends at "
            + "once or at the renewal, \(date), is not known here, because the levels of the group are not known"),
        action: .buy(productId: product.id))
    case .charges where forecast.sharedProductId != nil:
      let shared = forecast.sharedProductId.map(name) ?? ""
      return NextStep(
        who: .nobody, text: say("nothing to do: the family shares \(shared), and buying this too would add nothing"),
        say: CustomerText.familyShares(shared).text)
    case .charges(let change):
      if change?.replacesPeriod == true {
        // In the grace period, nothing was paid for the time that is left.
        let isPaid = !forecast.isCurrentFree && forecast.date.map { now < $0 } ?? true
        let text: Words =
          evidence.isOfSeveralAccounts
          ? Words(
            "with the Apple Account that pays for \(current), the customer can change to it now; with another one, "
              + "both would be charged")
          : isPaid
            ? Words("the customer can change to it now: \(current) ends at once, and Apple refunds the unused part")
            : Words("the customer can change to it now: \(current) ends at once")
        return NextStep(who: .customer, text: text.text, action: .buy(productId: product.id))
      }
      return forecast.isComplete
        ? NextStep(
          who: .customer, text: say("the customer can buy it, or restore what was bought elsewhere"),
          action: .buy(productId: product.id))
        : NextStep(who: .customer, text: NextStepText.restoreFirst.text, action: .restore)
    }
  }

  /// Returns whether a purchase of another user still gives access by Apple's evidence.
  func isStanding(_ exclusion: Exclusion) -> Bool {
    guard exclusion.rule == .belongsToAnotherUser else { return false }
    let weighed = WeighedTransaction(evidence.transactions[exclusion.index].transaction, index: exclusion.index)
    guard !weighed.isRevoked, !weighed.isUpgraded else { return false }
    return lineageKey(weighed).type != .autoRenewableSubscription
      || judgePeriod(weighed, lineageKey(weighed), isAhead: false).entitled
  }
}

extension ResolverContext {
  /// The step where a transaction has an invalid signature.
  var afterFailedVerification: NextStep {
    evidence.appStoreSignsAnew
      ? NextStep(
        who: .us, text: say("see what failed verification and why, then restore: the App Store signs it again"),
        action: .restore)
      : NextStep(
        who: .us,
        text: say(
          "see what failed verification and why: it does not count, and asking again brings the same "
            + "signature"),
        action: .quarantine)
  }

  /// The step for a purchase that a restore with its Apple Account moves to the user.
  var restoreHere: NextStep {
    NextStep(
      who: .customer,
      text: say("the customer can restore: this Apple Account bought it, and another installation or login has it"),
      action: .restore)
  }

  /// Returns the step for a group whose active plan a restore moves to the user.
  ///
  /// A restore brings back that plan, not the requested product.
  func restorePlan(_ current: String) -> NextStep {
    NextStep(
      who: .customer,
      text: say(
        "the customer can restore first: this Apple Account bought \(current), and another installation or login "
          + "has it"),
      action: .restore)
  }

  /// Returns the step for a purchase that another user restored: a restore with the Apple Account that bought it.
  func restoreAgain(_ right: Right) -> NextStep {
    let account = evidence.buyers[right.originalTransactionId]
    if let account, account == evidence.account { return restoreHere }
    return NextStep(
      who: .customer,
      text: account.map {
        say("sign in with Apple Account \($0), then restore: another installation or login has the purchase")
      } ?? say("sign in with the Apple Account that bought it, then restore: another installation or login has it"),
      action: .signIn(account: account), say: CustomerText.restoreWithItsAccount.text)
  }

  /// Returns whether a restore with its Apple Account moves another user's purchase to the user.
  ///
  /// It does so where the app server says it, and for every purchase made without logging in.
  func isBroughtByRestore(_ index: Int) -> Bool {
    switch evidence.transactions[index].transaction.lineageId.flatMap({ rights[$0]?.ended?.why }) {
    case .restoredByAnother: return true
    case .transferred: return false
    default: break
    }
    return owner(of: index).map { AnonymousUser(name: $0) != nil } ?? false
  }
}
