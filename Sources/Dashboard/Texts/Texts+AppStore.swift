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
    }
  }

  /// What an empty part means.
  static func empty(_ section: AppStoreSection) -> String {
    switch section {
    case .decisions: noCases
    case .subscriptions: "No Apple Account has a subscription yet; buying one (b) begins it."
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

  static func menuTitle(_ name: String) -> String { "What happens to \(name)?" }

  // MARK: Subscriptions

  static func word(for state: AppStoreSubscription.State) -> String {
    switch state {
    case .active: "active"
    case .grace: "grace"
    case .retry: "billing retry"
    case .expired: "expired"
    case .revoked: "refunded"
    }
  }

  static func mark(for state: AppStoreSubscription.State) -> Mark {
    switch state {
    case .active: .good
    case .grace: .waiting
    case .retry, .revoked: .bad
    case .expired: .empty
    }
  }

  /// What comes next for a subscription.
  static func detail(of item: AppStoreSubscription, _ state: State) -> String {
    let date = state.minute(item.nextDate)
    return switch item.state {
    case .active where item.billingFails && item.autoRenew: "the renewal on \(date) will fail"
    case .active where item.autoRenew:
      "renews on \(date) for \(safe(item.displayPrice)); \(item.renewals) renewals so far"
    case .active: "ends on \(date): auto-renew is off"
    case .grace: "the renewal failed; access until \(date), while Apple retries"
    case .retry: "the renewal failed; no access, Apple retries until \(date)"
    case .expired: "ended on \(date)"
    case .revoked: "refunded; it would have lasted until \(date)"
    }
  }

  static func renewing(_ item: AppStoreSubscription, _ state: State) -> (title: String, text: String) {
    (
      "Renew \(safe(item.productName)) now?",
      "Charges \(safe(item.displayPrice)) to \(safe(item.account)); a new period begins now, auto-renew is on."
    )
  }

  static func expiring(_ item: AppStoreSubscription, _ state: State) -> (title: String, text: String) {
    (
      "End \(safe(item.productName)) now?",
      "Access ends now, as if it had been cancelled and run out. Nothing is paid back; buying begins it anew."
    )
  }

  static func switchingAutoRenew(_ item: AppStoreSubscription, _ state: State) -> (title: String, text: String) {
    let date = state.minute(item.nextDate)
    return item.autoRenew
      ? ("Switch auto-renew off?", "Access lasts until \(date) and ends then; nothing more is charged.")
      : ("Switch auto-renew on?", "It renews on \(date) for \(safe(item.displayPrice)), and each period from then on.")
  }

  static func billing(
    _ item: AppStoreSubscription, fails: Bool, _ state: State
  ) -> (title: String, text: String) {
    if fails {
      return ("Let payment work again?", "What could not be charged is charged now, and access is back at once.")
    }
    let grace = state.situation?.grace == true
    return (
      "Let the next renewal fail?",
      "The renewal on \(state.minute(item.nextDate)) fails. "
        + (grace ? "A grace period keeps access for a while; then" : "Access ends then, and")
        + " Apple retries until payment works (b again) or time is up."
    )
  }

  static func belongsTo(_ account: String) -> String { "it is \(account)'s: sign in there first (i)" }
  static let noSubscription = "no subscription is selected"
  static let isOver = "it is over; renewing it or buying it begins it anew"
  static let noAccount = "no Apple Account is selected"

  // MARK: Decisions

  static let onlyRefundsInPart = "only a refund can be granted in part"

  static func shares(of transactionId: String) -> Choice {
    Choice(
      title: "How much is paid back?",
      items: [25, 50, 75].map { share in
        let move = AppStoreMove.verb(["refund", "approve", transactionId, "--percentage", "\(share)"])
        return Choice.Item(title: "\(share) %", note: move.verb, pick: .move(move))
      })
  }

  // MARK: Accounts

  static let signedIn = "signed in"

  static func detail(of account: AppleAccount) -> String {
    "storefront \(safe(account.storefront)): currency, prices and language follow it"
  }

  static func storefronts(_ now: String) -> Choice {
    Choice(
      title: "Which storefront?",
      items: ["USA", "CHN", "DEU", "JPN", "GBR", "FRA", "KOR", "BRA", "IND"].filter { $0 != now }.map { code in
        let move = AppStoreMove.verb(["storefront", code])
        return Choice.Item(
          title: code, note: Storefront(countryCode: code)?.currency ?? "", pick: .move(move))
      })
  }

  // MARK: Faults

  static func word(for armed: ArmedFault?) -> String {
    guard let armed else { return off }
    return armed.isOneShot ? "once" : on
  }

  static func detail(of fault: AppStoreFault, _ armed: ArmedFault?) -> String {
    let how = armed?.kind.map { "fails with \($0.rawValue): \($0.words)" }
    return how
      ?? (fault.kinds.isEmpty
        ? "a fault of delivery: nothing paid may get lost by it" : "\(fault.kinds.count) ways to fail: k")
  }

  static let noKinds = "it is a fault of delivery, which has no kinds"

  static func kinds(of fault: AppStoreFault) -> Choice {
    Choice(
      title: "How does it fail?",
      items: fault.kinds.map { kind in
        Choice.Item(
          title: kind.rawValue, note: kind.words, pick: .move(.verb(["fault", fault.rawValue, kind.rawValue])))
      })
  }

  // MARK: Settings

  static func name(ofSetting setting: Action) -> String {
    switch setting {
    case .advanceClock: "time"
    case .rate: "rate"
    case .pauseClock: "clock"
    case .network: "network"
    case .payments: "payments"
    case .askToBuy: "Ask to Buy"
    case .grace: "grace period"
    case .newDevice: "device"
    case .startOver: "App Store"
    default: ""
    }
  }

  static func value(of setting: Action, _ situation: AppStoreSituation, _ state: State) -> (String, Mark) {
    switch setting {
    case .advanceClock: (state.minute(situation.now), .none)
    case .rate: (pace(situation.rate), .none)
    case .pauseClock: situation.isPaused ? ("stands still", .waiting) : ("runs", .good)
    case .network: situation.network ? (on, .good) : (off, .bad)
    case .payments: situation.payments ? (allowed, .good) : (notAllowed, .bad)
    case .askToBuy: situation.asksToBuy ? (on, .waiting) : (off, .empty)
    case .grace: situation.grace ? (on, .good) : (off, .empty)
    case .newDevice: ("what this device knows", .none)
    default: ("everything bought here", .none)
    }
  }

  static func rates(_ now: TimeRate) -> Choice {
    Choice(
      title: "How fast do subscriptions live?",
      items: TimeRate.allCases.map { rate in
        Choice.Item(title: rate.name, note: rate == now ? "now" : "", pick: .move(.verb(["rate", rate.name])))
      }, cursor: TimeRate.allCases.firstIndex(of: now) ?? 0)
  }

  /// What a key of the App Store's side does, beside the fact that it changes.
  static func verb(of action: Action, _ situation: AppStoreSituation) -> String {
    switch action {
    case .advanceClock: "move forward"
    case .rate: "change"
    case .pauseClock: situation.isPaused ? "let it run" : "pause"
    case .network: situation.network ? "switch off" : "switch on"
    case .payments: situation.payments ? "forbid" : "allow"
    case .askToBuy: situation.asksToBuy ? "switch off" : "every purchase asks a parent"
    case .grace: situation.grace ? "switch off" : "switch on"
    case .newDevice: "new device"
    case .startOver: "start over"
    default: ""
    }
  }
}
