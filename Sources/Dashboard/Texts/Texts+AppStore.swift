import Screen
import StoreModel
import Texts

extension Texts {
  static func title(of section: AppStoreSection) -> String { AppStoreText.section(section, isShort: false).text }

  static var shortSectionTitles: [String] {
    AppStoreSection.allCases.map { AppStoreText.section($0, isShort: true).text }
  }
  static var onTheirWay: String { AppStoreText.onTheirWay.text }
  static var nothingToDecide: String { AppStoreText.nothingToDecide.text }

  static func detail(of item: AppStoreNotification, _ state: State) -> String {
    AppStoreText.notification(
      attempts: item.attempts, next: item.nextAttempt.map { state.minute($0) }, id: safe(item.notificationUUID)
    ).text
  }

  /// What an empty part means.
  static func empty(_ section: AppStoreSection) -> String { AppStoreText.empty(section).text }

  /// What is worth knowing at a glance, the most important first.
  static func standing(of situation: AppStoreSituation, _ state: State) -> [(String, Style)] {
    var parts: [(AppStoreText, Style)] = []
    if !situation.network { parts.append((.networkOff, .bad)) }
    if !situation.payments { parts.append((.noPayments, .bad)) }
    if !situation.faults.isEmpty { parts.append((.faults(situation.faults.count), .bad)) }
    if situation.asksToBuy { parts.append((.asksToBuy, .warning)) }
    return parts.map { ($0.text, $1) } + [(state.account ?? nobody, .dim)]
  }

  static func menuTitle(_ name: String) -> String { AppStoreText.menuTitle(name).text }

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

  /// What comes next for a subscription.
  static func detail(of item: Subscription, _ state: State) -> String {
    let rise = item.priceIncrease.map { "; \(AppStoreText.priceIncrease($0))" } ?? ""
    return fate(of: item, state.minute(item.nextDate)).text + rise
  }

  private static func fate(of item: Subscription, _ date: String) -> AppStoreText {
    switch item.state {
    case .active where item.billingFails && item.autoRenew: .willFail(on: date)
    case .active where item.autoRenew && item.nextProductName != nil:
      .becomes(safe(item.nextProductName ?? ""), on: date)
    case .active where item.autoRenew:
      .renews(on: date, price: safe(item.displayPrice), renewals: item.renewals)
    case .active: .ends(on: date)
    case .grace: .inGrace(until: date)
    case .retry: .inRetry(until: date)
    case .expired: .ended(on: date)
    case .revoked: .refunded(until: date)
    }
  }

  // MARK: Accounts

  static var signedIn: String { AppStoreText.signedIn.text }

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

  static var once: String { AppStoreText.once.text }
  /// Where a failure happens.
  static var onDevice: String { AppStoreText.onDevice.text }
  static var atAppStore: String { AppStoreText.atAppStore.text }

  static func faultVerb(_ kind: DeviceFault.Kind, _ armed: DeviceFault?) -> String {
    AppStoreText.deviceFault(kind.name, isOn: armed != nil).text
  }

  static func detail(of fault: AppStoreFault, _ armed: ArmedFault?) -> String {
    let text: AppStoreText =
      armed?.kind.map { .failsWith(kind: $0.rawValue, words: $0.words) }
      ?? (fault.kinds.isEmpty ? .ofDelivery : .ways(fault.kinds.count))
    return text.text
  }

  // MARK: Settings

  static var device: String { AppStoreText.device.text }
  static var deviceKnows: String { AppStoreText.deviceKnows.text }
  static var newDeviceWord: String { AppStoreText.newDevice.text }
}

/// What is asked before Apple, a parent or the app's server decides, and what it leads to.
extension Texts {
  static func detail(of item: AppStoreCase) -> String {
    let note = item.note.map(safe) ?? ""
    let told = note.isEmpty ? transaction(safe(item.transactionId)) : words(note)
    return item.consumption.map { "\(told); \(AppStoreText.consumption($0))" } ?? told
  }

  // MARK: Promoted purchases

  static var promotedWord: String { AppStoreText.promoted.text }
  static var promotedDetail: String { AppStoreText.promotedDetail.text }
}

/// Purchases as the App Store's side has them, and what customers do elsewhere.
extension Texts {
  static func standing(of item: AppStorePurchase, now: Timestamp) -> (String, Mark) {
    if item.isUpgraded { return (AppStoreText.upgraded.text, .empty) }
    if let end = item.expiresDate, end <= now { return (AppStoreText.over.text, .empty) }
    return ((item.isShared ? AppStoreText.shared : .stands).text, .good)
  }

  static func detail(of item: AppStorePurchase, _ state: State) -> String {
    AppStoreText.purchase(
      transaction: transaction(safe(item.transactionId)), until: item.expiresDate.map { state.minute($0) },
      isShared: item.isShared
    ).text
  }
}
