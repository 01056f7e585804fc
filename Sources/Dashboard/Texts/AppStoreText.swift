import StoreModel
import StoreVerbs
import Texts

/// What the App Store's side says.
enum AppStoreText: Sentence {
  case isLoading, noRow, title, nobody
  case on, off, once, paused, realTime
  case section(AppStoreSection, isShort: Bool)
  case empty(AppStoreSection)
  case menuTitle(String)

  // What is worth knowing at a glance.
  case networkOff, noPayments, faults(Int), asksToBuy

  // What was done, and how the device learns of it.
  case done(Deed, deviceLearns: Bool)

  // Decisions.
  case decision(AppStoreCase.Kind)
  case customerWrites(String)
  case consumption(AppStoreCase.Consumption)
  case promoted, promotedDetail

  // Notifications.
  case onTheirWay, nothingToDecide
  case notification(attempts: Int, next: String?, id: String)

  // Subscriptions.
  case subscription(Subscription.State)
  case willFail(on: String), becomes(String, on: String), renews(on: String, price: String, renewals: Int)
  case ends(on: String), inGrace(until: String), inRetry(until: String), ended(on: String), refunded(until: String)
  case priceIncrease(Subscription.PriceIncrease)

  // Accounts.
  case signedIn
  case account(storefront: String, family: [String], isAlone: Bool)

  // Faults.
  case onDevice, atAppStore
  case deviceFault(String, isOn: Bool)
  case failsWith(kind: String, words: String), ofDelivery, ways(Int), oneWay

  // Settings.
  case device, deviceKnows, newDevice

  // Purchases.
  case upgraded, over, shared, stands
  case purchase(transaction: String, until: String?, isShared: Bool)

  /// What somebody did who played Apple, a parent, the network or time.
  enum Deed: Hashable {
    case approved, declined, refundGranted, refundDeclined, refundReversed
    case network(Bool), payments(Bool)
    case clockMoved(seconds: Int64)
    case startedOver
  }
}
