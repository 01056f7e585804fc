import AppStoreModel
import Core
import Storage

/// The first content of a ledger, and its resets.
extension LedgerSession {
  /// Fills a ledger with a catalogue, the file's settings, and Apple Accounts that own nothing.
  ///
  /// Without `accounts` there is a single one.
  mutating func begin(with bytes: [UInt8], name: String, accounts: [LedgerContents.NewAccount]? = nil) throws {
    _ = try importCatalogue(bytes, name: name)
    for account in accounts ?? [LedgerContents.NewAccount(name: "new@")] {
      try addAccount(
        account.name, storefront: account.storefront ?? catalogue.storefront.countryCode, note: AccountRow.ownsNothing,
        locale: account.storefront == nil ? catalogue.chosenLocale : nil)
    }
    try takeSettings()
  }

  /// Resets the settings to those of the catalogue's file (Apple: SKTestSession.resetToDefaultState).
  ///
  /// - Returns: The settings that are on afterwards, in words.
  @discardableResult
  mutating func takeSettings() throws -> [String] {
    let settings = catalogue.settings
    (state.settings, state.renewalLimit) = (AppStoreSettings(), nil)
    state.rate = TimeRate(rawValue: settings.timeRate) ?? .realTime
    state.asksToBuy = settings.asksToBuy
    state.grace = settings.hasBillingGracePeriod
    state.interrupts = settings.interruptsPurchases
    state.failsRenewals = settings.failsRenewals
    state.showsDialogs = !settings.disablesDialogs
    for fault in AppStoreFault.allCases { try disarm(fault) }
    let simulated = settings.simulatedErrors.compactMap(AppStoreFault.init(xcodeName:))
    for fault in simulated { try arm(fault, kind: nil, isOneShot: false) }
    if settings.failsTransactions { try arm(.purchase, kind: .unknown, isOneShot: false) }
    for account in try accounts() where account.storefront == catalogue.storefront.countryCode {
      try setLocale(catalogue.chosenLocale, of: account.name)
    }
    var switchedOn: [String] = []
    if state.rate != .realTime { switchedOn.append(say("the time rate \(state.rate.name)")) }
    if state.asksToBuy { switchedOn.append("Ask to Buy") }
    if state.grace { switchedOn.append(say("Billing Grace Period")) }
    if state.interrupts { switchedOn.append(say("interrupted purchases")) }
    if state.failsRenewals { switchedOn.append(say("failing renewals")) }
    if !state.showsDialogs { switchedOn.append(say("payment without a sheet")) }
    return switchedOn + (try faults()).map { say("the fault \($0.fault.rawValue)") }
  }

  /// Resets the App Store: starts a new epoch without history.
  ///
  /// Apple: clearTransactions and resetToDefaultState of SKTestSession. The identity and the catalogue stay, and the
  /// settings are the catalogue file's. Ids continue to rise. With the demo catalogue, or with `isDemo`, the demo's
  /// customers are created again as of the machine's current time. Any other App Store keeps its clock.
  ///
  /// - Parameter keepsClock: Whether the demo keeps its clock too.
  mutating func reset(isDemo: Bool = false, keepsClock: Bool = false) throws {
    let bytes = try catalogueBytes()
    let isDemo = isDemo || bytes == DemoCatalogue.bytes
    let kept = try accounts().map { LedgerContents.NewAccount(name: $0.name, storefront: $0.storefront) }
    try emptyHistory()
    guard isDemo else {
      return try begin(with: bytes, name: LedgerText.theCatalogue.text, accounts: kept.isEmpty ? nil : kept)
    }
    if !keepsClock {
      (state.clockOffset, state.pausedAt, state.clockFloor) = (0, nil, 0)
      now = machine
    }
    try beginWithDemo()
  }

  /// Deletes all purchases in a new epoch; settings, catalogue and Apple Accounts stay.
  ///
  /// Apple: SKTestSession.clearTransactions.
  mutating func clear() throws {
    let (kept, bytes) = (state, try catalogueBytes())
    let accounts = try accounts()
    let armed = try faults()
    try emptyHistory()
    let (epoch, lastId) = (state.epoch, state.lastId)
    state = kept
    (state.epoch, state.lastId) = (epoch, lastId)
    _ = try importCatalogue(bytes, name: LedgerText.theCatalogue.text)
    for account in accounts {
      try addAccount(
        account.name, storefront: account.storefront, note: AccountRow.ownsNothing, locale: account.chosenLocale)
    }
    for fault in armed { try arm(fault.fault, kind: fault.kind, isOneShot: fault.isOneShot) }
  }

  private mutating func emptyHistory() throws {
    // The app server's retention messaging configuration is not history.
    for table in LedgerTables.all.reversed() where table != "retention" {
      try connection.execute("DELETE FROM" + table)
    }
    var fresh = LedgerState(firstId: state.lastId)
    fresh.epoch = state.epoch + 1
    fresh.lastSequence = state.lastSequence
    fresh.catalogueVersion = state.catalogueVersion
    (fresh.clockOffset, fresh.pausedAt, fresh.clockFloor) = (state.clockOffset, state.pausedAt, state.clockFloor)
    state = fresh
  }

  /// Fills the ledger with the demo's Apple Accounts and their histories, all in the past of `now`, at real time.
  ///
  /// The dates are chosen so that one subscription expired two to five days ago and stays in its grace period for some
  /// days.
  mutating func beginWithDemo() throws {
    let end = Timestamp(milliseconds: now)
    _ = try importCatalogue(DemoCatalogue.bytes, name: DemoCatalogue.name)
    state.grace = true
    let storefront = catalogue.storefront.countryCode
    try addAccount(
      DemoCatalogue.firstAccount, storefront: storefront, note: "owns nothing and has no history")
    try addAccount("again@", storefront: storefront, note: "bought, refunded, bought again")
    try addAccount("grace@", storefront: storefront, note: "in the grace period after a failed renewal")

    let day = Timestamp.millisecondsPerDay
    now = end.adding(milliseconds: -2 * day).adding(.month, count: -1).milliseconds
    try buyAndFinish(DemoCatalogue.monthly, account: "grace@")
    try setBilling(fails: true, of: DemoCatalogue.monthly, account: "grace@")

    try catchUp(to: end.adding(milliseconds: -26 * day).milliseconds)
    let refunded = try buyAndFinish(DemoCatalogue.premium, account: "again@")
    try catchUp(to: end.adding(milliseconds: -25 * day).milliseconds)
    try requestRefund(of: refunded, reason: "bought by mistake", account: "again@")
    try catchUp(to: end.adding(milliseconds: -24 * day).milliseconds)
    try approveRefund(of: refunded, percentage: nil)
    try catchUp(to: end.adding(milliseconds: -15 * day).milliseconds)
    try buyAndFinish(DemoCatalogue.premium, account: "again@")
    try catchUp(to: end.milliseconds)
    // Notifications of events from before the ledger existed are not sent; they are only in the history.
    try connection.execute("UPDATE notifications SET next_attempt = NULL")
  }

  @discardableResult
  private mutating func buyAndFinish(_ productId: String, account: String) throws -> String {
    let bought = try purchase(PurchaseRequest(account: account, productId: productId))
    guard case .success = bought.answer, let id = bought.transactionId.map({ String($0) }) else {
      throw StoreError(.failed, say("Till could not create the demo data: \(account) could not buy \(productId)"))
    }
    try finish(id, account: account)
    return id
  }
}
