import Screen
import StoreModel

extension Texts {
  static func title(of section: AppStoreSection) -> String {
    switch section {
    case .decisions: "Decisions"
    case .subscriptions: "Subscriptions"
    case .accounts: "Accounts"
    case .faults: "Faults"
    case .settings: "Settings"
    case .notifications: "Notices"
    case .purchases: "Purchases"
    }
  }

  static let shortSectionTitles = ["Decide", "Subs", "Accounts", "Faults", "Settings", "Notices", "Buys"]
  static let onTheirWay = "Notifications on their way"
  static let nothingToDecide = "there is nothing to decide about a notification"

  static func detail(of item: AppStoreNotification, _ state: State) -> String {
    let next = item.nextAttempt.map { ", next on \(state.minute($0))" } ?? ""
    return "\(count(item.attempts, "attempt"))\(next), \(safe(item.notificationUUID))"
  }

  /// What an empty part means.
  static func empty(_ section: AppStoreSection) -> String {
    switch section {
    case .decisions: noCases
    case .subscriptions: "No Apple Account has a subscription yet; buying one (b) begins it."
    case .notifications: "Nothing was told to the app's server yet; every purchase, renewal and refund is."
    case .purchases: "Nobody has bought anything that stands; b buys on this device, 3 then b on another one."
    default: "There is nothing here."
    }
  }

  /// What is worth knowing at a glance, the most important first.
  static func standing(of situation: AppStoreSituation, _ state: State) -> [(String, Style)] {
    var parts: [(String, Style)] = []
    if !situation.network { parts.append(("network off", .bad)) }
    if !situation.payments { parts.append(("no payments", .bad)) }
    if !situation.faults.isEmpty { parts.append((count(situation.faults.count, "fault"), .bad)) }
    if situation.asksToBuy { parts.append(("asks to buy", .warning)) }
    parts.append((state.account ?? nobody, .dim))
    return parts
  }

  static let startedOver =
    "The App Store was started over: this device's store was set aside, and an empty one has begun."

  static func menuTitle(_ name: String) -> String { "What happens to \(name)?" }

  // MARK: Subscriptions

  static func word(for state: Subscription.State) -> String {
    switch state {
    case .active: "active"
    case .grace: "grace"
    case .retry: "billing retry"
    case .expired: "expired"
    case .revoked: "refunded"
    }
  }

  static func mark(for state: Subscription.State) -> Mark {
    switch state {
    case .active: .good
    case .grace: .waiting
    case .retry, .revoked: .bad
    case .expired: .empty
    }
  }

  /// What comes next for a subscription.
  static func detail(of item: Subscription, _ state: State) -> String {
    let rise = item.priceIncrease.map { "; \(words(for: $0))" } ?? ""
    return fate(of: item, state.minute(item.nextDate)) + rise
  }

  private static func fate(of item: Subscription, _ date: String) -> String {
    switch item.state {
    case .active where item.billingFails && item.autoRenew: "the renewal on \(date) will fail"
    case .active where item.autoRenew && item.nextProductName != nil:
      "becomes \(safe(item.nextProductName ?? "")) on \(date)"
    case .active where item.autoRenew:
      "renews on \(date) for \(safe(item.displayPrice)); \(count(item.renewals, "renewal")) so far"
    case .active: "ends on \(date): auto-renew is off"
    case .grace: "the renewal failed; access until \(date), while Apple retries"
    case .retry: "the renewal failed; no access, Apple retries until \(date)"
    case .expired: "ended on \(date)"
    case .revoked: "refunded; it would have lasted until \(date)"
    }
  }

  private static func words(for answer: Subscription.PriceIncrease) -> String {
    switch answer {
    case .pending: "the price rises, if the customer agrees (c)"
    case .agreed: "the customer agreed to the higher price"
    case .refused: "the customer refused the higher price"
    }
  }

  // MARK: Accounts

  static let signedIn = "signed in"

  static func detail(of account: AppleAccount, _ state: State) -> String {
    let family = state.situation?.families.first { $0.contains(account.name) } ?? []
    let members = family.filter { $0 != account.name }.map(safe)
    let shared = members.isEmpty ? "" : "; in a family with \(members.joined(separator: ", "))"
    let isAlone = state.situation?.accounts.count == 1
    let more = isAlone ? "; till account NAME --new makes another" : ""
    return "storefront \(safe(account.storefront))\(shared)\(more)"
  }

  // MARK: Faults

  static func word(for armed: ArmedFault?) -> String {
    guard let armed else { return off }
    return armed.isOneShot ? once : on
  }

  static let once = "once"
  /// Where a failure happens.
  static let onDevice = "device"
  static let atAppStore = "store"

  static func faultVerb(_ kind: DeviceFault.Kind, _ armed: DeviceFault?) -> String {
    "on this device; till fault \(kind.name)\(armed == nil ? "" : " --off")"
  }

  static func detail(of fault: AppStoreFault, _ armed: ArmedFault?) -> String {
    let how = armed?.kind.map { "fails with \($0.rawValue): \($0.words)" }
    return how
      ?? (fault.kinds.isEmpty
        ? "a fault of delivery: nothing paid may get lost by it" : "\(count(fault.kinds.count, "way")) to fail")
  }

  static let noKinds = "it fails in one way only"

  // MARK: Settings

  static let device = "device"
  static let deviceKnows = "what this device knows"
  static let newDeviceWord = "new device"
}
