import AppStoreModel
import Core
import TerminalUI
import Verbs

/// The texts of the App Store's side for given values; `AppStoreText` has the wordings.
enum AppStoreSideTexts {
  /// Returns foreign text, safe for the screen.
  static func safe(_ text: String) -> String { safeText(text) }

  static var appStoreIsLoading: String { say("the App Store has not answered yet") }
  static var noCase: String { say("no row selected") }
  static var appStoreTitle: String { say("The App Store's side") }
  static var reading: String { PaneText.reading.text }
  static var nobody: String { say("not signed in") }
  static var on: String { say("on") }
  static var off: String { say("off") }

  static func times(_ count: Int) -> String { PaneText.times(count).text }
  static func notNow(_ reason: String) -> String { ReasonText.notNow(reason).text }
  static func transaction(_ id: String) -> String { RowText.transaction(id).text }

  static func pace(_ situation: AppStoreSituation) -> String {
    if situation.isPaused { return say("paused") }
    return pace(situation.rate)
  }

  static func pace(_ rate: TimeRate) -> String { rate == .realTime ? say("real time") : rate.name }

  static func words(_ note: String) -> String { say("The customer writes: \(note)") }

  static func word(for kind: AppStoreCase.Kind) -> String { AppStoreText.decision(kind).text }

  /// Returns the dashboard's own message for a completed verb, or nil if it has none.
  static func done(_ call: VerbCall, _ state: State) -> String? {
    deed(of: call).map { AppStoreText.done($0, deviceLearns: state.device.updates == .held).text }
  }

  private static func deed(of call: VerbCall) -> AppStoreText.Deed? {
    switch call.verb {
    case .approve: .approved
    case .decline: .declined
    case .approveRefund where call[maybe: .percentage] == nil: .refundGranted
    case .declineRefund: .refundDeclined
    case .reverseRefund: .refundReversed
    case .network: .network(call[maybe: .isOn] == true)
    case .payments: .payments(call[maybe: .isOn] == true)
    case .advance: call[maybe: .duration].map { .clockMoved(seconds: $0.milliseconds / 1000) }
    case .reset: .startedOver
    default: nil
    }
  }

  static var newDevice: Confirmation {
    Confirmation(
      decision: .newDevice, title: say("A new device?"),
      text: [
        say("This device's store is set aside, not deleted, and Till begins an empty one."),
        say(
          "The same Apple Account and user stay signed in. Nothing changes at the App Store; a restore "
            + "(\(ActionTable.key(of: .restore))) brings back what it knows."
        ),
      ])
  }
}

extension AppStoreSideTexts {
  static func title(of section: AppStoreSection) -> String { AppStoreText.section(section, isShort: false).text }

  static var shortSectionTitles: [String] {
    AppStoreSection.allCases.map { AppStoreText.section($0, isShort: true).text }
  }
  static var onTheirWay: String { say("Notifications being sent") }
  static var nothingToDecide: String { say("a notification needs no decision") }

  static func detail(of item: AppStoreNotification, _ state: State) -> String {
    AppStoreText.notification(
      attempts: item.attempts, next: item.nextAttempt.map { state.minute($0) }, id: safe(item.notificationUUID)
    ).text
  }

  /// Returns the text of an empty section.
  static func empty(_ section: AppStoreSection) -> String { AppStoreText.empty(section).text }

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

  static func menuTitle(_ name: String) -> String { say("What happens to \(name)?") }

  // MARK: Subscriptions

  static func word(for state: Subscription.State) -> String { AppStoreText.subscription(state).text }

  static func mark(for state: Subscription.State) -> Mark {
    switch state {
    case .active: .good
    case .grace: .waiting
    case .retry, .revoked: .bad
    case .expired: .empty
    }
  }

  /// Returns the next event of a subscription.
  static func detail(of item: Subscription, _ state: State) -> String {
    let rise = item.priceIncrease.map { "; \(AppStoreText.priceIncrease($0))" } ?? ""
    return fate(of: item, state.minute(item.nextDate)).text + rise
  }

  private static func fate(of item: Subscription, _ date: String) -> Words {
    switch item.state {
    case .active where item.billingFails && item.autoRenew: Words("the renewal on \(date) will fail")
    case .active where item.autoRenew && item.nextProductName != nil:
      Words("becomes \(safe(item.nextProductName ?? "")) on \(date)")
    case .active where item.autoRenew:
      Words(
        item.renewals, "renews on \(date) for \(safe(item.displayPrice)); \(item.renewals) renewal so far",
        "renews on \(date) for \(safe(item.displayPrice)); \(item.renewals) renewals so far")
    case .active: Words("ends on \(date): auto-renewal is off")
    case .grace: Words("the renewal failed; access until \(date) while Apple retries")
    case .retry: Words("the renewal failed; no access, Apple retries until \(date)")
    case .expired: Words("ended on \(date)")
    case .revoked: Words("refunded; otherwise it would have lasted until \(date)")
    }
  }

  // MARK: Accounts

  static var signedIn: String { say("signed in") }

  static func detail(of account: AppleAccount, _ state: State) -> String {
    let family = state.situation?.families.first { $0.contains(account.name) } ?? []
    return AppStoreText.account(
      storefront: safe(account.storefront), family: family.filter { $0 != account.name }.map(safe),
      isAlone: state.situation?.accounts.count == 1
    ).text
  }

  // MARK: Faults

  static func word(for armed: ArmedFault?) -> String {
    guard let armed else { return off }
    return armed.isOneShot ? once : on
  }

  static var once: String { say("once") }
  /// The place where a fault happens.
  static var onDevice: String { say("device") }
  static var atAppStore: String { say("store") }

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

  // MARK: Settings

  static var device: String { say("device") }
  static var deviceKnows: String { say("what this device knows") }
  static var newDeviceWord: String { say("new device") }
}

/// The texts of cases that Apple, a parent or the app server decides.
extension AppStoreSideTexts {
  static func detail(of item: AppStoreCase) -> String {
    let note = item.note.map(safe) ?? ""
    let told = note.isEmpty ? transaction(safe(item.transactionId)) : words(note)
    return item.consumption.map { "\(told); \(AppStoreText.consumption($0))" } ?? told
  }

  // MARK: Promoted purchases

  static var promotedWord: String { say("promoted") }
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
    if let end = item.expiresDate, end <= now { return (say("over"), .empty) }
    return ((item.isShared ? Words("shared") : Words("active")).text, .good)
  }

  static func detail(of item: AppStorePurchase, _ state: State) -> String {
    say(
      "\(transaction(safe(item.transactionId)))\((item.expiresDate.map { state.minute($0) }).map { say(", until \($0)") } ?? "")\(item.isShared ? say(", shared by family") : "")"
    )
  }
}
