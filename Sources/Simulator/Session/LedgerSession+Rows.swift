import AppStoreModel
import Core
import Storage
import Verbs

extension LedgerSession {
  /// Stores the state.
  func save() throws { try connection.replace(state) }
}

/// Transactions in the ledger.
extension LedgerSession {
  /// Returns a transaction by its id; nil if there is none.
  func findTransaction(_ id: Int64) throws -> TransactionRow? {
    try connection.first(TransactionRow.self, "WHERE id = ?", id)
  }

  /// Returns a transaction by its id.
  ///
  /// - Throws: a `StoreError` of kind `transactionNotFound`.
  func transaction(_ id: Int64) throws -> TransactionRow {
    guard let row = try findTransaction(id) else { throw StoreError.unknownTransaction(String(id)) }
    return row
  }

  /// Returns the newest purchase of a non-consumable that was neither refunded nor shared by family.
  func ownedTransaction(of productId: String, account: String) throws -> TransactionRow? {
    try connection.first(
      TransactionRow.self,
      """
      WHERE account = ? AND product_id = ? AND revocation_date IS NULL AND ownership = 'PURCHASED'
      ORDER BY purchase_date DESC, id DESC LIMIT 1
      """, account, productId)
  }

  /// Returns a transaction that is paid at a date, not yet signed or stored.
  func newTransaction(
    id: Int64, _ product: ConfiguredProduct, account: AccountRow, quantity: Int32 = 1, token: String?, at date: Int64,
    reason: TransactionReason = .purchase
  ) -> TransactionRow {
    TransactionRow(
      id: id, originalId: id, account: account.name, productId: product.id, type: product.type,
      groupId: product.subscription?.groupID, quantity: quantity, purchaseDate: date, originalPurchaseDate: date,
      price: product.total(for: quantity), currency: account.currency, storefront: account.storefront, token: token,
      ownership: .purchased, reason: reason, isFinished: false, isCorrupted: false, sequence: 0, statement: .none)
  }
}

/// Subscriptions in the ledger.
extension LedgerSession {
  /// Returns the subscription whose next event comes first.
  func nextDueSubscription() throws -> SubscriptionRow? {
    try connection.first(
      SubscriptionRow.self,
      """
      WHERE due_date IS NOT NULL ORDER BY due_date, original_id LIMIT 1
      """)
  }

  /// Returns the date of the next event of any subscription.
  func nextDueDate() throws -> Int64? {
    try connection.value(
      "SELECT due_date FROM subscriptions WHERE due_date IS NOT NULL ORDER BY due_date, original_id LIMIT 1")
  }

  /// The first moment of a kind to come; nil where none is.
  func instant(of moment: ClockMoment) throws -> Int64? {
    switch moment {
    case .next: try nextDueDate()
    case .renewal:
      try connection.value(
        "SELECT MIN(due_date) FROM subscriptions WHERE state = ? AND auto_renew = 1", Subscription.State.active)
    case .graceEnd:
      try connection.value("SELECT MIN(due_date) FROM subscriptions WHERE state = ?", Subscription.State.grace)
    }
  }

  /// Returns an account's subscription in a group.
  func subscription(group: String, account: String) throws -> SubscriptionRow? {
    try connection.first(SubscriptionRow.self, "WHERE account = ? AND group_id = ?", account, group)
  }

  /// Returns the subscription with an original transaction id.
  func subscription(originalId: Int64) throws -> SubscriptionRow? {
    try connection.first(SubscriptionRow.self, "WHERE original_id = ?", originalId)
  }

  /// Returns all subscriptions of an account, oldest first.
  func subscriptions(of account: String) throws -> [SubscriptionRow] {
    try connection.all(SubscriptionRow.self, "WHERE account = ? ORDER BY original_id", account)
  }

  /// Returns the subscription that a command's SUB argument names: an original transaction id or a product id.
  ///
  /// - Throws: a `StoreError` of kind `transactionNotFound` if the account has no such subscription.
  func subscription(named name: String, account: String) throws -> SubscriptionRow {
    if let id = Int64(name), let row = try subscription(originalId: id), row.account == account { return row }
    let matching = try subscriptions(of: account).filter { $0.productId == name }
    guard let row = matching.last else {
      throw StoreError(
        .transactionNotFound,
        say(
          "\(safeText(account)) has no subscription \(safeText(name)); "
            + "name its product or its original transaction id")
      )
    }
    return row
  }
}

extension LedgerSession {
  /// Returns the subscriptions of all accounts, account by account, oldest first.
  func shownSubscriptions(locale: String?) throws -> [Subscription] {
    try accounts().flatMap { account in
      try subscriptions(of: account.name).map { shown($0, account, locale: locale) }
    }
  }

  /// Returns a subscription for display, with names in `locale` or else in its account's locale.
  func shown(_ row: SubscriptionRow, locale: String? = nil) throws -> Subscription {
    shown(row, try account(row.account), locale: locale)
  }

  private func shown(_ row: SubscriptionRow, _ account: AccountRow, locale: String?) -> Subscription {
    let product = catalogue.product(row.productId, in: account.currency)
    let locale = account.locale(onDevice: locale)
    return Subscription(
      originalTransactionId: String(row.originalId), transactionId: String(row.latestId), productId: row.productId,
      productName: product?.displayName(locale: locale) ?? row.productId,
      displayPrice: price(renewalPrice(of: row) ?? product?.total(for: 1) ?? 0, account.currency, account.storefront),
      account: row.account, state: row.state, autoRenew: row.autoRenew, billingFails: row.billingFails,
      expiresDate: Timestamp(milliseconds: row.expiresDate),
      gracePeriodExpiresDate: row.graceEnd.map(Timestamp.init(milliseconds:)),
      nextDate: Timestamp(milliseconds: row.dueDate ?? row.expiresDate), renewals: row.renewals,
      nextProductId: row.nextProductId,
      nextProductName: row.nextProductId.map { catalogue.product($0)?.displayName(locale: locale) ?? $0 },
      priceIncrease: row.consent)
  }
}

extension LedgerSession {
  /// Returns the catalogue's file with the current settings.
  func savedConfiguration() throws -> [UInt8] {
    var settings = catalogue.settings
    // A rate that Xcode does not have cannot be written; the file keeps its own.
    if state.rate.isXcodes { settings.timeRate = state.rate.rawValue }
    settings.asksToBuy = state.asksToBuy
    settings.hasBillingGracePeriod = state.grace
    settings.interruptsPurchases = state.interrupts
    settings.failsRenewals = state.failsRenewals
    settings.disablesDialogs = !state.showsDialogs
    // The file can express a failing purchase by either of two settings; the one that it uses is kept.
    let armed = Set(try faults().filter { !$0.isOneShot }.map(\.fault))
    let isListed = settings.simulatedErrors.contains { AppStoreFault(xcodeName: $0) == .purchase }
    settings.failsTransactions = armed.contains(.purchase) && !isListed
    settings.simulatedErrors = AppStoreFault.xcodeNames
      .filter { armed.contains($0.fault) && ($0.fault != .purchase || isListed) }.map(\.name)
    // The storefront and locale are written only if all accounts share them.
    let accounts = try accounts()
    if let first = accounts.first, accounts.allSatisfy({ $0.storefront == first.storefront }) {
      if first.storefront != catalogue.storefront.countryCode { settings.storefront = first.storefront }
      if let locale = first.chosenLocale, accounts.allSatisfy({ $0.chosenLocale == locale }) {
        settings.locale = locale
      }
    }
    return catalogue.bytes(with: settings)
  }

  /// Sets the clock forward or back.
  mutating func setClock(to date: Int64) throws {
    guard date < now else { return try advance(by: date - now) }
    guard date >= Self.firstInstant else {
      throw StoreError(.usage, say("the clock cannot go back before 2001, as the certificates start in 2000"))
    }
    state.clockOffset = date - machine
    if state.pausedAt != nil { state.pausedAt = date }
    state.clockFloor = date
    now = date
  }

  /// The earliest time of the clock: 1 January 2001, a year after the certificates begin.
  private static let firstInstant: Int64 = 978_307_200_000
}
