import Database
import StoreKitFiles
import StoreModel

/// How a ledger begins, and begins again.
extension LedgerSession {
  /// The catalogue of a file with the settings that it carries, and Apple Accounts that own nothing; one without a list.
  mutating func begin(with bytes: [UInt8], name: String, accounts: [LedgerContents.NewAccount]? = nil) throws {
    _ = try importCatalogue(bytes, name: name)
    state.rate = TimeRate(rawValue: catalogue.settings.timeRate) ?? .realTime
    state.askToBuy = catalogue.settings.asksToBuy
    state.grace = catalogue.settings.hasBillingGracePeriod
    state.interruptsPurchases = catalogue.settings.interruptsPurchases
    state.failsRenewals = catalogue.settings.failsRenewals
    if catalogue.settings.failsTransactions { try arm(.purchase, kind: .unknown, isOneShot: false) }
    for account in accounts ?? [LedgerContents.NewAccount(name: "new@")] {
      try addAccount(
        account.name, storefront: account.storefront ?? catalogue.storefront.countryCode, note: "owns nothing",
        locale: account.storefront == nil ? catalogue.chosenLocale : nil)
    }
  }

  /// Starts over: a new epoch under the same identity, with the demo data.
  ///
  /// Ids go on rising.
  mutating func reset(machine: Int64) throws {
    for (_, table) in LedgerTables.all.reversed() { try run("DELETE FROM" + table) }
    var fresh = LedgerState(firstId: state.lastId)
    fresh.epoch = state.epoch + 1
    fresh.lastSequence = state.lastSequence
    fresh.catalogueVersion = state.catalogueVersion
    state = fresh
    now = machine
    try beginWithDemo()
  }

  /// Three Apple Accounts with histories, all in the past of `now`, at real time.
  ///
  /// The times are chosen so that one subscription expired two to five days ago and stays in grace for days to come.
  mutating func beginWithDemo() throws {
    let end = Timestamp(milliseconds: now)
    _ = try importCatalogue(Array(DemoCatalogue.text.utf8), name: DemoCatalogue.name)
    state.grace = true
    let storefront = catalogue.storefront.countryCode
    try addAccount("new@", storefront: storefront, note: "owns nothing and has no history")
    try addAccount("again@", storefront: storefront, note: "bought, refunded, bought again")
    try addAccount("grace@", storefront: storefront, note: "a renewal failed: in the grace period")

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
  }

  @discardableResult
  private mutating func buyAndFinish(_ productId: String, account: String) throws -> String {
    guard case .success(_, let id, _) = try purchase(PurchaseOrder(account: account, productId: productId)) else {
      throw SimulatorError(.failed, "the demo data could not be made: \(account) could not buy \(productId)")
    }
    try finish(id, account: account)
    return id
  }
}
