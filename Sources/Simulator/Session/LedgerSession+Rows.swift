import AppStoreModel
import Core
import Storage
import Verbs

/// Statements, and the rows that stand for the whole ledger.
extension LedgerSession {
  func all<Row>(
    _ sql: SQL, _ values: [DatabaseValue], _ make: (borrowing DatabaseRow) throws -> Row
  ) throws -> [Row] {
    try connection.rows(sql, values: values, map: make)
  }

  func first<Row>(
    _ sql: SQL, _ values: [DatabaseValue], _ make: (borrowing DatabaseRow) throws -> Row
  ) throws -> Row? {
    try all(sql, values, make).first
  }

  /// The first column of a query's rows.
  func values<Value: DatabaseConvertible>(_ sql: SQL, _ values: [DatabaseValue]) throws -> [Value] {
    try connection.values(sql, values: values)
  }

  /// The first column of a query's first row; nil when there is no row, or NULL in it.
  func value<Value: DatabaseConvertible>(_ sql: SQL, _ values: [DatabaseValue]) throws -> Value? {
    try connection.value(sql, values: values)
  }

  func run(_ sql: SQL, _ values: [DatabaseValue] = []) throws {
    try connection.execute(sql, values: values)
  }

  /// Writes the state back.
  func save() throws {
    try run(
      "REPLACE INTO state (id," + LedgerState.columns
        + ") VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      state.values)
  }
}

/// Transactions as rows.
extension LedgerSession {
  /// A transaction by its id, if there is one.
  func findTransaction(_ id: Int64) throws -> TransactionRow? {
    try first(
      "SELECT" + TransactionRow.columns + "FROM transactions WHERE id = ?", [id.databaseValue],
      TransactionRow.init(row:))
  }

  /// A transaction by its id.
  ///
  /// - Throws: a `StoreError` of kind `transactionNotFound`.
  func transaction(_ id: Int64) throws -> TransactionRow {
    guard let row = try findTransaction(id) else { throw StoreError.unknownTransaction(String(id)) }
    return row
  }

  /// The newest purchase of a product that an account owns for good: a non-consumable that was not refunded.
  func ownedTransaction(of productId: String, account: String) throws -> TransactionRow? {
    try first(
      "SELECT" + TransactionRow.columns + """
        FROM transactions
        WHERE account = ? AND product_id = ? AND revocation_date IS NULL AND ownership = 'PURCHASED'
        ORDER BY purchase_date DESC, id DESC LIMIT 1
        """, [account.databaseValue, productId.databaseValue], TransactionRow.init(row:))
  }

  /// Stores a new transaction.
  func insert(_ row: TransactionRow) throws {
    try run(
      "INSERT INTO transactions (" + TransactionRow.columns + """
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
          ?, ?, ?)
        """, row.values)
  }

  /// Stores the columns of a transaction that can change.
  func update(_ row: TransactionRow) throws {
    try run(
      """
      UPDATE transactions SET expires_date = ?, revocation_date = ?, revocation_reason = ?, revocation_type = ?,
        revocation_percentage = ?, revocation_sequence = ?, finished = ?, corrupted = ?, sequence = ?, signed = ?,
        upgraded = ?
      WHERE id = ?
      """,
      [row.expiresDate.databaseValue] + row.revocationValues + [
        row.isFinished.databaseValue, row.isCorrupted.databaseValue, row.sequence.databaseValue,
        row.statement.databaseValue, row.isUpgraded.databaseValue, row.id.databaseValue,
      ])
  }

  /// A transaction that is paid at an instant, not signed and not stored yet.
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

/// Subscriptions as rows.
extension LedgerSession {
  /// The subscription whose next event comes first.
  func nextDueSubscription() throws -> SubscriptionRow? {
    try first(
      "SELECT" + SubscriptionRow.columns + """
        FROM subscriptions WHERE due_date IS NOT NULL ORDER BY due_date, original_id LIMIT 1
        """, [], SubscriptionRow.init(row:))
  }

  /// The instant at which something happens next by itself to a subscription.
  func nextDueDate() throws -> Int64? {
    try value(
      "SELECT due_date FROM subscriptions WHERE due_date IS NOT NULL ORDER BY due_date, original_id LIMIT 1", [])
  }

  /// The first moment of a kind to come; nil where none is.
  func instant(of moment: ClockMoment) throws -> Int64? {
    switch moment {
    case .next: try nextDueDate()
    case .renewal:
      try value(
        "SELECT MIN(due_date) FROM subscriptions WHERE state = ? AND auto_renew = 1",
        [Subscription.State.active.databaseValue])
    case .graceEnd:
      try value(
        "SELECT MIN(due_date) FROM subscriptions WHERE state = ?", [Subscription.State.grace.databaseValue])
    }
  }

  /// The subscription of an account in a group.
  func subscription(group: String, account: String) throws -> SubscriptionRow? {
    try first(
      "SELECT" + SubscriptionRow.columns + "FROM subscriptions WHERE account = ? AND group_id = ?",
      [account.databaseValue, group.databaseValue], SubscriptionRow.init(row:))
  }

  /// The subscription that all periods of an original id belong to.
  func subscription(originalId: Int64) throws -> SubscriptionRow? {
    try first(
      "SELECT" + SubscriptionRow.columns + "FROM subscriptions WHERE original_id = ?", [originalId.databaseValue],
      SubscriptionRow.init(row:))
  }

  /// All subscriptions of an account, oldest first.
  func subscriptions(of account: String) throws -> [SubscriptionRow] {
    try all(
      "SELECT" + SubscriptionRow.columns + "FROM subscriptions WHERE account = ? ORDER BY original_id",
      [account.databaseValue], SubscriptionRow.init(row:))
  }

  /// The subscription that SUB names: an original transaction id, or a product id of the account's catalogue.
  ///
  /// - Throws: a `StoreError` of kind `transactionNotFound` when the account has no such subscription.
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

  /// Stores a new subscription.
  func insert(_ row: SubscriptionRow) throws {
    try run(
      "INSERT INTO subscriptions (" + SubscriptionRow.columns + """
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
          ?, ?, ?, ?, ?)
        """, row.values)
  }

  /// Stores the columns of a subscription that can change.
  func update(_ row: SubscriptionRow) throws {
    try run(
      """
      UPDATE subscriptions SET product_id = ?, latest_id = ?, state = ?, auto_renew = ?, billing_fails = ?,
        start_date = ?, expires_date = ?, grace_end = ?, retry_end = ?, renewals = ?, anchor_date = ?,
        anchor_periods = ?, anchor_rate = ?, anchor_period = ?, expiration_intent = ?, token = ?, signed = ?,
        due_date = ?, next_product_id = ?, price = ?, next_price = ?, consent = ?, offer_type = ?, offer_id = ?,
        offer_discount = ?, offer_period = ?, offer_price = ?, offer_left = ?, billing_plan = ?,
        commitment_number = ?, commitment_total = ?, commitment_expires = ?, commitment_price = ?,
        next_billing_plan = ?, stacked_code = ?
      WHERE original_id = ?
      """, Array(row.values.dropFirst(3)) + [row.originalId.databaseValue])
  }
}

extension LedgerSession {
  /// Every account's subscriptions with their next events, account by account, oldest first.
  func shownSubscriptions(locale: String?) throws -> [Subscription] {
    try accounts().flatMap { account in
      try subscriptions(of: account.name).map { shown($0, account, locale: locale) }
    }
  }

  /// A subscription as the App Store's side shows it, named for a locale or else for its account's.
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
  /// The catalogue's file with the present settings.
  func savedConfiguration() throws -> [UInt8] {
    var settings = catalogue.settings
    // A rate that Xcode has not cannot be written: the file keeps its own.
    if state.rate.isXcodes { settings.timeRate = state.rate.rawValue }
    settings.asksToBuy = state.asksToBuy
    settings.hasBillingGracePeriod = state.grace
    settings.interruptsPurchases = state.interrupts
    settings.failsRenewals = state.failsRenewals
    settings.disablesDialogs = !state.showsDialogs
    // A purchase that fails is one switch of the file or the other: it stays the one that it was.
    let armed = Set(try faults().filter { !$0.isOneShot }.map(\.fault))
    let isListed = settings.simulatedErrors.contains { AppStoreFault(xcodeName: $0) == .purchase }
    settings.failsTransactions = armed.contains(.purchase) && !isListed
    settings.simulatedErrors = AppStoreFault.xcodeNames
      .filter { armed.contains($0.fault) && ($0.fault != .purchase || isListed) }.map(\.name)
    // Names that all accounts share are those of the file.
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

  /// 1 January 2001, a year after the certificates begin.
  private static let firstInstant: Int64 = 978_307_200_000
}
