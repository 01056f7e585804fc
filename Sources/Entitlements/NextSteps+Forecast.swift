import AppStoreModel
import Core

extension ResolverContext {
  /// Returns the step, or a more useful one where the step is to buy but a purchase would not give access.
  func settled(_ step: NextStep, for product: Product) -> NextStep {
    guard case .buy = step.action else { return step }
    let forecast = forecast(of: product)
    return forecast.isWorthBuying && !changesPlan(forecast) ? step : self.step(for: product, forecast)
  }

  private func changesPlan(_ forecast: PurchaseForecast) -> Bool {
    if case .charges(let change) = forecast.outcome { change?.replacesPeriod == true } else { false }
  }

  /// Returns the next step for a product that the user does not have, based on the effect of buying it.
  func step(for product: Product, _ forecast: PurchaseForecast) -> NextStep {
    let current = forecast.currentProductId.flatMap { catalogue[$0]?.displayName } ?? forecast.currentProductId ?? ""
    let date = forecast.date.minute
    switch forecast.outcome {
    case .refused:
      return NextStep(who: .nobody, text: say("nothing to do: this App Store does not sell it"))
    case .owned where forecast.isAnotherUsers:
      return nextStepForAnotherUsers((excluded[product.id] ?? []).filter(isStanding)) ?? .nothing
    case .charges where forecast.isAnotherUsers, .atRenewal where forecast.isAnotherUsers:
      if let owner = forecast.owner, AnonymousUser(name: owner) != nil {
        return forecast.currentProductId == product.id ? restoreAnonymous : restoreAnonymousPlan(current)
      }
      return NextStep(
        who: .customer,
        text: say(
          "have the customer log in as \(forecast.owner ?? say("the user with that plan")): buying would "
            + "change \(current), which that login has on this Apple Account"
        ),
        action: .logIn(user: forecast.owner))
    case .owned:
      return NextStep(
        who: .us, text: say("restore: this Apple Account already has it, so buying would charge nothing"),
        action: .restore)
    case .atRenewal(.alreadyChosen):
      return NextStep(
        who: .nobody, text: say("nothing to do: it starts at the next renewal, \(date)"), until: forecast.date)
    case .atRenewal:
      return NextStep(
        who: .customer,
        text: say(
          "the customer can choose it for the next renewal, \(date); until then \(current) continues, and "
            + "nothing is charged"
        ), until: forecast.date)
    case .asked(let until):
      return NextStep(
        who: .customer,
        text: say(
          "wait for the parent or guardian: a request of this Apple Account for it is open until "
            + "\(Optional(until).minute)"
        ), until: until)
    case .unknown:
      return NextStep(who: .us, text: NextStepText.askAppStoreAgain.text, action: .refundCheck)
    case .charges(let change):
      if change?.replacesPeriod == true {
        return NextStep(
          who: .customer,
          text: say(
            "the customer can change to it now: \(current) ends at once, and Apple refunds the unused part"),
          action: .buy(productId: product.id))
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
  /// The step for a purchase made without logging in: a restore with its Apple Account moves it to the user.
  var restoreAnonymous: NextStep {
    NextStep(
      who: .customer,
      text: say("the customer can restore: this Apple Account bought it without logging in, on another installation"),
      action: .restore)
  }

  /// Returns the step for a group whose active plan was bought without logging in.
  ///
  /// A restore brings back that plan, not the requested product.
  func restoreAnonymousPlan(_ current: String) -> NextStep {
    NextStep(
      who: .customer,
      text: say(
        "the customer can restore first: this Apple Account bought \(current) without logging in, on another "
          + "installation"),
      action: .restore)
  }
}
