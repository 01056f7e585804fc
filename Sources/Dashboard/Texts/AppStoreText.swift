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

// MARK: - English

extension AppStoreText {
  var english: String {
    switch self {
    case .isLoading: "the App Store has not answered yet"
    case .noRow: "no row is selected"
    case .title: "The App Store's side"
    case .nobody: "nobody is signed in"
    case .on: "on"
    case .off: "off"
    case .once: "once"
    case .paused: "paused"
    case .realTime: "real time"
    case .section(let section, let isShort): title(of: section, isShort: isShort)
    case .empty(let section): empty(section)
    case .menuTitle(let name): "What happens to \(name)?"

    case .networkOff: "network off"
    case .noPayments: "no payments"
    case .faults(let count): English.counted(count, "fault")
    case .asksToBuy: "asks to buy"

    case .done(let deed, let deviceLearns):
      done(deed, deviceLearns ? " The device learns of it by a refund check (\(key(.refundCheck)))." : "")

    case .decision(.askToBuy): "Ask to Buy"
    case .decision(.interrupted): "interrupted"
    case .decision(.refundRequest): "refund asked"
    case .decision(.refunded): "refunded"
    case .customerWrites(let note): "The customer writes: \(note)"
    case .consumption(.waiting): "Apple asks how far it was used (\(key("answer-consumption")) answers)"
    case .consumption(.answered): "the app's server said how far it was used"
    case .consumption(.missed): "nobody told Apple in time how far it was used"
    case .promoted: "promoted"
    case .promotedDetail:
      "begun in the App Store: the app continues it (\(key(.continuePurchase)) there); \(key("decline")) gives it up"

    case .onTheirWay: "Notifications on their way"
    case .nothingToDecide: "there is nothing to decide about a notification"
    case .notification(let attempts, let next, let id):
      "\(English.counted(attempts, "attempt"))\(next.map { ", next on \($0)" } ?? ""), \(id)"

    case .subscription(.active): "active"
    case .subscription(.grace): "grace"
    case .subscription(.retry): "billing retry"
    case .subscription(.expired): "expired"
    case .subscription(.revoked): "refunded"
    case .willFail(let date): "the renewal on \(date) will fail"
    case .becomes(let product, let date): "becomes \(product) on \(date)"
    case .renews(let date, let price, let renewals):
      "renews on \(date) for \(price); \(English.counted(renewals, "renewal")) so far"
    case .ends(let date): "ends on \(date): auto-renew is off"
    case .inGrace(let date): "the renewal failed; access until \(date), while Apple retries"
    case .inRetry(let date): "the renewal failed; no access, Apple retries until \(date)"
    case .ended(let date): "ended on \(date)"
    case .refunded(let date): "refunded; it would have lasted until \(date)"
    case .priceIncrease(.pending): "the price rises, if the customer agrees (\(key("consent")))"
    case .priceIncrease(.agreed): "the customer agreed to the higher price"
    case .priceIncrease(.refused): "the customer refused the higher price"

    case .signedIn: "signed in"
    case .account(let storefront, let family, let isAlone):
      "storefront \(storefront)" + (family.isEmpty ? "" : "; in a family with \(family.joined(separator: ", "))")
        + (isAlone ? "; till account NAME --new makes another" : "")

    case .onDevice: "device"
    case .atAppStore: "store"
    case .deviceFault(let name, let isOn): "on this device; till fault \(name)\(isOn ? " --off" : "")"
    case .failsWith(let kind, let words): "fails with \(kind): \(words)"
    case .ofDelivery: "a fault of delivery: nothing paid may get lost by it"
    case .ways(let count): "\(English.counted(count, "way")) to fail"
    case .oneWay: "it fails in one way only"

    case .device: "device"
    case .deviceKnows: "what this device knows"
    case .newDevice: "new device"

    case .upgraded: "upgraded"
    case .over: "over"
    case .shared: "shared"
    case .stands: "stands"
    case .purchase(let transaction, let end, let isShared):
      "\(transaction)\(end.map { ", until \($0)" } ?? "")\(isShared ? ", through the family" : "")"
    }
  }

  private func title(of section: AppStoreSection, isShort: Bool) -> String {
    switch section {
    case .decisions: isShort ? "Decide" : "Decisions"
    case .subscriptions: isShort ? "Subs" : "Subscriptions"
    case .accounts: "Accounts"
    case .faults: "Faults"
    case .settings: "Settings"
    case .notifications: "Notices"
    case .purchases: isShort ? "Buys" : "Purchases"
    }
  }

  private func empty(_ section: AppStoreSection) -> String {
    switch section {
    case .decisions: "Nothing waits for a decision."
    case .subscriptions: "No Apple Account has a subscription yet; buying one (\(key(.buy))) begins it."
    case .notifications: "Nothing was told to the app's server yet; every purchase, renewal and refund is."
    case .purchases:
      "Nobody has bought anything that stands; \(key(.buy)) buys on this device, \(key(.showAccounts)) then "
        + "\(key("buy-elsewhere")) on another one."
    case .accounts, .faults, .settings: "There is nothing here."
    }
  }

  private func done(_ deed: Deed, _ hint: String) -> String {
    switch deed {
    case .approved: "A parent approved: charged.\(hint)"
    case .declined: "A parent declined. The app is never told."
    case .refundGranted: "Apple granted the refund.\(hint)"
    case .refundDeclined: "Apple declined the refund: the purchase stands.\(hint)"
    case .refundReversed: "Apple took the refund back.\(hint)"
    case .network(true): "The network is on."
    case .network(false): "The network is off: nothing reaches the App Store."
    case .payments(true): "Payments are allowed."
    case .payments(false): "This device may not make payments."
    case .clockMoved(let seconds): "The App Store's clock moved \(PaneText.span(seconds: seconds)) forward.\(hint)"
    case .startedOver: "Started over."
    }
  }
}
