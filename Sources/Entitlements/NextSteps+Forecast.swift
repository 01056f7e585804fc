import StoreModel
import Texts

extension Weighing {
  /// A step, unless it is to buy what buying would not bring: then what can be done instead.
  func settled(_ step: NextStep, for product: Product) -> NextStep {
    guard case .buy = step.action else { return step }
    let forecast = forecast(of: product)
    return forecast.isWorthBuying && !changesPlan(forecast) ? step : self.step(for: product, forecast)
  }

  private func changesPlan(_ forecast: PurchaseForecast) -> Bool {
    if case .charges(let change) = forecast.outcome { change?.replacesPeriod == true } else { false }
  }

  /// Who can do what about a product that the user does not have, by what buying it would do.
  func step(for product: Product, _ forecast: PurchaseForecast) -> NextStep {
    let current = forecast.currentProductId.flatMap { catalogue[$0]?.displayName } ?? forecast.currentProductId ?? ""
    let date = forecast.date.minute
    switch forecast.outcome {
    case .refused:
      return NextStep(who: .nobody, text: NextStepText.isNotSold.text)
    case .owned where forecast.isAnotherUsers:
      return nextStepForAnotherUsers((excluded[product.id] ?? []).filter(isStanding)) ?? .nothing
    case .charges where forecast.isAnotherUsers, .atRenewal where forecast.isAnotherUsers:
      return NextStep(
        who: .customer, text: NextStepText.changesAnotherLoginsPlan(current, of: forecast.owner).text,
        action: .logIn(user: forecast.owner))
    case .owned:
      return NextStep(who: .us, text: NextStepText.isOwnedHere.text, action: .restore)
    case .atRenewal(.alreadyChosen):
      return NextStep(
        who: .nobody, text: NextStepText.planBegins(date).text, until: forecast.date)
    case .atRenewal:
      return NextStep(
        who: .customer, text: NextStepText.planCanChange(from: current, at: date).text, until: forecast.date)
    case .asked(let until):
      return NextStep(who: .customer, text: NextStepText.isAskedFor(Optional(until).minute).text, until: until)
    case .unknown:
      return NextStep(who: .us, text: NextStepText.askAppStoreAgain.text, action: .refundCheck)
    case .charges(let change):
      if change?.replacesPeriod == true {
        return NextStep(
          who: .customer, text: NextStepText.planCanChangeNow(from: current).text, action: .buy(productId: product.id))
      }
      return forecast.isComplete
        ? NextStep(
          who: .customer, text: NextStepText.customerCanBuyItOrRestore.text, action: .buy(productId: product.id))
        : NextStep(who: .customer, text: NextStepText.customerCanRestoreEarlierPurchases.text, action: .restore)
    }
  }

  /// Whether a purchase of another user still gives access by Apple's evidence.
  func isStanding(_ exclusion: Exclusion) -> Bool {
    guard exclusion.rule == .belongsToAnotherUser else { return false }
    let weighed = WeighedTransaction(evidence.transactions[exclusion.index].transaction, index: exclusion.index)
    guard !weighed.isRevoked, !weighed.isUpgraded else { return false }
    return lineageKey(weighed).type != .autoRenewableSubscription
      || judgePeriod(weighed, lineageKey(weighed), isAhead: false).entitled
  }
}
