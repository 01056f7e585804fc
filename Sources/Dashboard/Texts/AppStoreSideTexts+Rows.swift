import AppStoreModel
import Core
import TerminalUI
import Verbs

extension AppStoreSideTexts {
  static func title(of section: AppStoreSection, isShort: Bool = false) -> String {
    switch section {
    case .decisions: isShort ? say("Decide") : say("Decisions", context: "AppStore")
    case .subscriptions: isShort ? say("Subs") : say("Subscriptions")
    case .accounts: say("Accounts")
    case .faults: say("Faults")
    case .settings: say("Settings")
    case .notifications: say("Notices")
    case .purchases: isShort ? say("Buys") : say("Purchases")
    }
  }

  static func detail(of item: AppStoreNotification, _ state: State) -> String {
    let id = safeText(item.notificationUUID)
    // The embedded app server reads the notification itself, without an attempt to post it.
    if item.delivery == .delivered, item.attempts == 0 {
      return "\(ViewerText.delivery(.delivered)), \(id)"
    }
    let next = item.nextAttempt.map { say(", next on \(state.minute($0))") } ?? ""
    return say(
      item.attempts, "\(item.attempts) attempt\(next), \(id)", "\(item.attempts) attempts\(next), \(id)")
  }

  /// Returns the text of an empty section.
  static func empty(_ section: AppStoreSection) -> String {
    switch section {
    case .decisions: say("No decisions pending.")
    case .subscriptions:
      say("No Apple Account has a subscription yet; buying one (\(ActionTable.key(of: .buy))) begins it.")
    case .notifications: say("No notifications sent yet.")
    case .purchases:
      say(
        "No active purchases; \(ActionTable.key(of: .buy)) buys on this device, "
          + "\(ActionTable.key(of: .showAccounts)) then \(ActionTable.key(of: "buy-elsewhere")) on another one.")
    case .accounts, .faults, .settings: say("Nothing here.")
    }
  }

  /// Returns the summary of the App Store's side, the most important part first.
  static func standing(of situation: AppStoreSituation, _ state: State) -> [(String, Style)] {
    var parts: [(Words, Style)] = []
    if !situation.network { parts.append((Words("network off"), .bad)) }
    if !situation.payments { parts.append((Words("no payments"), .bad)) }
    if !situation.faults.isEmpty {
      parts.append(
        (Words(situation.faults.count, "\(situation.faults.count) fault", "\(situation.faults.count) faults"), .bad))
    }
    if situation.asksToBuy { parts.append((Words("asks to buy"), .warning)) }
    return parts.map { ($0.text, $1) } + [(state.account ?? nobody, .dim)]
  }

  // MARK: Subscriptions

  static func standing(of state: Subscription.State) -> (word: String, mark: Mark) {
    switch state {
    case .active: (say("active"), .good)
    case .grace: (say("grace"), .waiting)
    case .retry: (say("billing retry"), .bad)
    case .expired: (say("expired"), .empty)
    case .revoked: (say("revoked"), .bad)
    }
  }

  /// Returns the next event of a subscription.
  static func detail(of item: Subscription, _ state: State) -> String {
    let rise = item.priceIncrease.map { "; \(words(for: $0))" } ?? ""
    return fate(of: item, state.minute(item.nextDate)).text + rise
  }

  private static func words(for increase: Subscription.PriceIncrease) -> String {
    switch increase {
    case .pending: say("the price increases if the customer agrees (\(ActionTable.key(of: "consent")))")
    case .agreed: say("the customer agreed to the price increase")
    case .refused: say("the customer declined the price increase")
    }
  }

  private static func fate(of item: Subscription, _ date: String) -> Words {
    switch item.state {
    case .active where item.billingFails && item.autoRenew: Words("the renewal on \(date) will fail")
    case .active where item.autoRenew && item.nextProductName != nil:
      Words("becomes \(safeText(item.nextProductName ?? "")) on \(date)")
    case .active where item.autoRenew:
      Words(
        item.renewals, "renews on \(date) for \(safeText(item.displayPrice)); \(item.renewals) renewal so far",
        "renews on \(date) for \(safeText(item.displayPrice)); \(item.renewals) renewals so far")
    case .active: Words("ends on \(date): auto-renewal is off")
    case .grace: Words("the renewal failed; access until \(date) while Apple retries")
    case .retry: Words("the renewal failed; no access, Apple retries until \(date)")
    case .expired: Words("ended on \(date)")
    case .revoked: Words("revoked; otherwise it would have lasted until \(date)")
    }
  }

  // MARK: Accounts

  static func detail(of account: AppleAccount, _ state: State) -> String {
    let family = (state.situation?.families.first { $0.contains(account.name) } ?? [])
      .filter { $0 != account.name }.map { safeText($0) }
    let words: Words =
      "storefront \(safeText(account.storefront))"
      + (family.isEmpty ? "" : "; in a family with \(Language.series(family))")
      + (state.situation?.accounts.count == 1 ? "; the only Apple Account of this App Store" : "")
    return words.text
  }

  // MARK: Faults

  /// Returns whether a fault is switched on, and if so, whether for one occurrence; nil is off.
  static func word(forFault isOnce: Bool?) -> String {
    isOnce.map { $0 ? say("once") : say("on") } ?? say("off")
  }

  static func detail(of armed: DeviceFault?) -> String {
    let key = ActionTable.key(of: .pick)
    return armed == nil ? say("on this device; \(key) switches it on") : say("on this device; \(key) switches it off")
  }

  static func detail(of fault: AppStoreFault, _ armed: ArmedFault?) -> String {
    let text: Words =
      armed?.kind.map { Words("fails with \($0.rawValue): \($0.words)") }
      ?? (fault.kinds.isEmpty
        ? Words("a delivery fault: paid purchases must not get lost")
        : Words(fault.kinds.count, "\(fault.kinds.count) kind of failure", "\(fault.kinds.count) kinds of failure"))
    return text.text
  }
}

/// The texts of cases that Apple, a parent or the app server decides.
extension AppStoreSideTexts {
  static func detail(of item: AppStoreCase) -> String {
    let note = item.note.map { safeText($0) } ?? ""
    let told = note.isEmpty ? RowText.transaction(safeText(item.transactionId)).text : words(note)
    return item.consumption.map { "\(told); \(words(for: $0))" } ?? told
  }

  private static func words(for consumption: AppStoreCase.Consumption) -> String {
    switch consumption {
    case .waiting: say("Apple asks how much was used (\(ActionTable.key(of: "answer-consumption")) answers)")
    case .answered: say("the app server told Apple how much was used")
    case .missed: say("Apple got no answer in time about how much was used")
    }
  }

  static var promotedDetail: String {
    say(
      "begun in the App Store: the app continues it (\(ActionTable.key(of: .continuePurchase)) there); "
        + "\(ActionTable.key(of: "decline")) gives it up"
    )
  }
}

/// The texts of purchases at the App Store.
extension AppStoreSideTexts {
  static func standing(of item: AppStorePurchase, now: Timestamp) -> (String, Mark) {
    if item.isUpgraded { return (say("upgraded"), .empty) }
    if let end = item.expiresDate, end <= now { return (say("ended"), .empty) }
    return ((item.isShared ? Words("shared") : Words("active")).text, .good)
  }

  static func detail(of item: AppStorePurchase, _ state: State) -> String {
    say(
      "\(RowText.transaction(safeText(item.transactionId)).text)\((item.expiresDate.map { state.minute($0) }).map { say(", until \($0)") } ?? "")\(item.isShared ? say(", shared by family") : "")"
    )
  }
}
