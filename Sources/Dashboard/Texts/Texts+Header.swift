import Screen
import StoreModel

extension Texts {
  static func tooSmall(_ least: Size) -> String { "terminal too small (need \(least.width)x\(least.height))" }

  static let readOnly = "read-only"
  static let clockDoubtful = "clock?"

  /// How news arrives, the longest wording first.
  static func updates(_ device: DeviceState) -> [String] {
    guard device.updates == .held else { return ["updates: live"] }
    guard device.waitingUpdates > 0 else { return ["updates: held"] }
    return ["updates: held (\(device.waitingUpdates) waiting)", "updates: held (\(device.waitingUpdates))"]
  }

  /// The time that counts, the longest wording first.
  static func storeTime(_ state: State) -> [String] {
    let time = state.minute(state.now)
    guard let situation = state.situation else { return ["store time \(time)", time] }
    let pace = pace(situation)
    return ["store time \(time), \(pace)", "\(time), \(pace)", time]
  }

  /// Who is signed in, the user, the storefront, and the age of the last check, the longest wording first.
  static func whoAndWhen(_ state: State) -> [[String]] {
    if state.isSupport {
      let age = age(of: state.device.lastChecked, now: state.now)
      return [[state.account.map { "customer \($0)" } ?? nobodyLookedUp, age]]
    }
    let account = state.account.map { "Apple Account \($0)" } ?? signedOutLabel
    let user = state.device.user.map { "user \(safe($0))" } ?? "no user"
    let storefront = state.storefront.map { ["storefront \(safe($0))"] } ?? []
    let age = age(of: state.device.lastChecked, now: state.now)
    return [[account, user] + storefront + [age], [account, user, age], [account, age]]
  }

  private static let signedOutLabel = "no Apple Account signed in"

  private static func age(of date: Timestamp?, now: Timestamp) -> String {
    guard let date else { return "never checked" }
    let seconds = now.milliseconds(since: date) / 1000
    return seconds < 60 ? "checked just now" : "checked \(span(seconds)) ago"
  }

  // MARK: Promoted purchases

  static let nothingPromoted = "nothing was begun in the App Store"
  static let isDeferred = "it is put off already, until somebody logs in (i)"

  /// What was begun in the App Store, the longest wording first.
  static func banner(_ product: String, isDeferred: Bool) -> [String] {
    isDeferred
      ? [
        "\(product), begun in the App Store, waits until somebody logs in (i); p continues it now",
        "\(product) waits until somebody logs in (i); p continues",
      ]
      : [
        "\(product) was begun in the App Store: p continues it here, n puts it off until somebody logs in",
        "\(product) was begun in the App Store: p continues, n later",
        "\(product), begun elsewhere: p continues, n later",
        "Begun in the App Store: p continues, n later",
      ]
  }

  // MARK: Panes

  static func productsTitle(filter: String) -> String { filter.isEmpty ? "Products" : "Products matching \(filter)" }
  static let detailTitle = "Detail"
  static let more = "more"

  static func position(_ index: Int, of count: Int) -> String { "\(index) of \(count)" }
  /// Without counting: a list may have millions of rows.
  static func position(_ index: Int, hasNewer: Bool) -> String { hasNewer ? "more" : "row \(index), more" }

  static func title(of tab: Tab) -> String {
    switch tab {
    case .refunds: "Refunds"
    case .transactions: "Transactions"
    case .orders: "Orders"
    case .unfinished: "Unfinished"
    case .journal: "Journal"
    case .quarantine: "Quarantine"
    }
  }

  static let shortTabTitles = ["Refunds", "Transactions", "Orders", "Unfinished", "Journal", "Quar."]

  static func limit(_ state: State) -> String {
    state.tabs.onlyProduct.map { "only \(state.name(of: $0)); f lists all" } ?? ""
  }

  /// What an empty list means.
  static func empty(_ tab: Tab, _ state: State) -> String {
    if state.device.account == nil, tab != .journal {
      return state.isSupport ? "Nobody was looked up yet: S does." : "Nobody is signed in to the App Store."
    }
    return switch tab {
    case .refunds: "No refund is known. A refund check (c) asks the App Store."
    case .transactions: "No transaction is known. Buying (b) or restoring (r) brings some."
    case .orders: "Nothing was paid on this device yet."
    case .unfinished: "Nothing waits: everything paid was delivered and reported."
    case .journal: "Nothing happened yet."
    case .quarantine: "Nothing is in quarantine: every signature that came held."
    }
  }

  // MARK: Message line

  static func found(_ count: Int) -> String { Texts.count(count, "product") }

  static func busy(_ work: Work) -> String {
    var text = doing(work.kind)
    if let progress = work.progress {
      text += progress.total.map { " \(progress.done)/\($0)" } ?? " \(progress.done)"
    }
    if work.isStopping { return text + ", stopping" }
    return work.isCancellable ? text + ", Esc stops" : text
  }
}
