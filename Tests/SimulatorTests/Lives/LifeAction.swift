import AppStoreModel
import TestSupport

/// One event in the life of customers' subscriptions.
///
/// Its numbers (the nth account, the nth transaction) are taken modulo the count, so that any action can be left out of
/// a sequence and the others remain valid. An action that is impossible at its time does nothing.
enum LifeAction: Hashable, Sendable {
  case buy(account: Int, product: Int)
  case redeem(account: Int, code: Bool)
  case buyInThePast(account: Int, product: Int, days: Int64, PastRenewals)
  case autoRenew(account: Int, Bool)
  case billing(account: Int, fails: Bool)
  case grace(Bool)
  case rate(TimeRate)
  case raisePrice(account: Int)
  case answer(account: Int, agrees: Bool)
  case extend(account: Int, days: Int)
  case refund(account: Int, transaction: Int, percentage: Int?)
  case askForRefund(account: Int, transaction: Int)
  case reverse(account: Int, transaction: Int)
  case expire(account: Int)
  case renew(account: Int)
  case delete(account: Int, transaction: Int)
  case join(account: Int, of: Int)
  case leave(account: Int)
  case share(account: Int, product: Int, Bool)
  /// Advances the clock to the next date at which something changes by itself, plus this many milliseconds.
  case toTheEdge(Int64)
  case jump(Int64)
  case setBack(Int64)

  private static let rates: [TimeRate] = [
    .realTime, .realTime, .realTime, .oneHourIsOneDay, .oneSecondIsOneDay, .monthlyRenewalEveryHour,
    .monthlyRenewalEveryFiveMinutes, .monthlyRenewalEveryThirtySeconds, .oneRenewalEveryMinute,
    .oneRenewalEveryTwoSeconds,
  ]

  /// Returns a random action; purchases and time are the most likely.
  static func random(using random: inout SeededGenerator) -> LifeAction {
    let account = random.chance(70) ? 0 : Int.random(in: 1...2, using: &random)
    let product = Int.random(in: 0..<LifeCatalogue.products.count, using: &random)
    let any = Int.random(in: 0..<1000, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<18: return .buy(account: account, product: product)
    case 18..<21: return .redeem(account: account, code: random.chance(50))
    case 21..<23:
      return .buyInThePast(
        account: account, product: product, days: Int64.random(in: 1...100, using: &random),
        PastRenewals.allCases.randomElement(using: &random) ?? .default)
    case 23..<29: return .autoRenew(account: account, random.chance(50))
    case 29..<37: return .billing(account: account, fails: random.chance(60))
    case 37..<40: return .grace(random.chance(60))
    case 40..<43: return .rate(rates.randomElement(using: &random) ?? .realTime)
    case 43..<46: return .raisePrice(account: account)
    case 46..<49: return .answer(account: account, agrees: random.chance(50))
    case 49..<52: return .extend(account: account, days: Int.random(in: 1...90, using: &random))
    case 52..<57:
      return .refund(account: account, transaction: any, percentage: random.chance(50) ? any % 100 + 1 : nil)
    case 57..<59: return .askForRefund(account: account, transaction: any)
    case 59..<62: return .reverse(account: account, transaction: any)
    case 62..<64: return .expire(account: account)
    case 64..<67: return .renew(account: account)
    case 67..<68: return .delete(account: account, transaction: any)
    case 68..<71: return .join(account: account, of: any % 3)
    case 71..<73: return .leave(account: account)
    case 73..<75: return .share(account: account, product: product, random.chance(60))
    case 75..<88: return .toTheEdge(Int64.random(in: -1...1, using: &random))
    case 88..<99: return .jump(Int64.random(in: 0...60 * day, using: &random))
    default: return .setBack(Int64.random(in: 1...20 * day, using: &random))
    }
  }
}
