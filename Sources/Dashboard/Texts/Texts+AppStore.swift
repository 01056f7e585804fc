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
    "The App Store was started over: this device's memory was set aside, and an empty one has begun."

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
    let rise = item.priceIncrease.map { "; \(words(for: $0))" } ?? ""
    return fate(of: item, state.minute(item.nextDate)) + rise
  }

  private static func fate(of item: AppStoreSubscription, _ date: String) -> String {
    switch item.state {
    case .active where item.billingFails && item.autoRenew: "the renewal on \(date) will fail"
    case .active where item.autoRenew && item.nextProductName != nil:
      "becomes \(safe(item.nextProductName ?? "")) on \(date)"
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

  static func raising(_ item: AppStoreSubscription) -> (title: String, text: String) {
    (
      "Raise the price of \(safe(item.productName))?",
      "The customer has to agree (c) before the period ends; without that it ends with the period."
    )
  }

  private static func words(for answer: AppStoreSubscription.PriceIncrease) -> String {
    switch answer {
    case .pending: "the price rises, if the customer agrees (c)"
    case .agreed: "the customer agreed to the higher price"
    case .refused: "the customer refused the higher price"
    }
  }

  static let onlyPaidIsExtended = "only a period that is paid for can be extended"
  static let noPriceIncrease = "no higher price was announced: l does"

  static func consents(_ item: AppStoreSubscription, _ state: State) -> Choice {
    let date = state.minute(item.nextDate)
    let answers = [
      ("yes", "it renews on \(date) at the higher price"), ("no", "it ends on \(date)"),
    ]
    return Choice(
      title: "Does the customer agree to the higher price?",
      items: answers.map { word, note in
        Choice.Item(
          title: word, note: note, pick: .move(.verb(["consent", item.originalTransactionId, word])))
      })
  }

  static func extensions(_ id: String) -> Choice {
    Choice(
      title: "By how many days, which nobody pays for?",
      items: [3, 7, 14, 30, 90].map { days in
        let move = AppStoreMove.verb(["extend", id, "\(days)"])
        return Choice.Item(title: "\(days)", note: move.verb, pick: .move(move))
      })
  }

  static func deleting(_ product: String) -> (title: String, text: String) {
    (
      "Delete this transaction?",
      "\(product): it, its renewals and what the family had of it are gone, as if they had never been. Nobody is told."
    )
  }

  static let decideFirst = "it waits for a decision: y or n first"
  static func belongsTo(_ account: String) -> String { "it is \(account)'s: sign in there first (i)" }
  static let noSubscription = "no subscription is selected"
  static let isOver = "it is over; renewing it or buying it begins it anew"
  static let noAccount = "no Apple Account is selected"

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

  static let familyOfWhom = "choose the Apple Account that joins the family of the one that is signed in"

  static func joiningFamily(_ account: AppleAccount, of own: String) -> (title: String, text: String) {
    (
      "Take \(safe(account.name)) into the family of \(safe(own))?",
      "What both bought and may share is the other's too from now on."
    )
  }

  static func leavingFamily(_ account: AppleAccount) -> (title: String, text: String) {
    (
      "Take \(safe(account.name)) out of its family?",
      "What it had through others is revoked, and what others had through it; nothing is paid back."
    )
  }

  static func emptying(_ account: AppleAccount) -> (title: String, text: String) {
    (
      "Empty \(safe(account.name))?",
      "Everything that it bought or asked for is gone from the App Store; the account stays."
    )
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

  static let locales = Choice(
    title: "Which locale?",
    items: [
      ("en_US", "English"), ("en_GB", "English, Britain"), ("zh_CN", "Chinese, simplified"),
      ("zh_TW", "Chinese, traditional"), ("ja_JP", "Japanese"), ("ko_KR", "Korean"), ("de_DE", "German"),
      ("fr_FR", "French"), ("es_ES", "Spanish"), ("pt_BR", "Portuguese, Brazil"),
    ].map { Choice.Item(title: $0.0, note: $0.1, pick: .move(.verb(["locale", $0.0]))) } + [
      Choice.Item(title: "none", note: "the storefront's own again", pick: .move(.verb(["locale", "--off"])))
    ])

  // MARK: Checkpoints and interruptions

  static let noCheckpoint = "there is no checkpoint yet: c makes one"

  static func checkpoints(_ names: [String]) -> Choice {
    Choice(
      title: "Back to which checkpoint? Devices begin anew.",
      items: names.map { name in
        let move = AppStoreMove.verb(["checkpoint", "--restore", name])
        let question = Confirmation(
          decision: .move(move), title: "Back to \(safe(name))?",
          text: ["What happened since is gone from the App Store, and devices begin anew.", safe(move.verb)])
        return Choice.Item(title: safe(name), note: safe(move.verb), pick: .confirm(question))
      }, cursor: max(0, names.count - 1))
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
        ? "a fault of delivery: nothing paid may get lost by it" : "\(fault.kinds.count) ways to fail: k")
  }

  static let noKinds = "it fails in one way only"

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
    case .setBack: "time back"
    case .renewalsFail: "renewals"
    case .rate: "rate"
    case .pauseClock: "clock"
    case .network: "network"
    case .payments: "payments"
    case .askToBuy: "Ask to Buy"
    case .grace: "grace period"
    case .interrupted: "interrupted"
    case .checkpoint: "checkpoint"
    case .goBack: "go back"
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
    case .setBack: ("nothing is undone", .none)
    case .renewalsFail: situation.failsRenewals ? ("the first one fails", .bad) : ("are paid", .good)
    case .interrupted: situation.interrupts ? (on, .waiting) : (off, .empty)
    case .checkpoint: ("the present history", .none)
    case .goBack: (count(situation.checkpoints.count, "checkpoint"), .none)
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
    case .setBack: "set back"
    case .renewalsFail: situation.failsRenewals ? "let them be paid" : "let the first one fail"
    case .interrupted: situation.interrupts ? "switch off" : "every purchase is interrupted"
    case .checkpoint: "keep it"
    case .goBack: "to a checkpoint"
    case .newDevice: "new device"
    case .startOver: "start over"
    default: ""
    }
  }
}
