import Database
import SafeText
import StoreModel

/// Subscriptions as rows.
extension LedgerSession {
  /// The subscription whose next event comes first.
  func nextDueSubscription() throws -> SubscriptionRow? {
    try first(
      "SELECT" + SubscriptionRow.columns + """
        FROM subscriptions WHERE due_date IS NOT NULL ORDER BY due_date, original_id LIMIT 1
        """, [], SubscriptionRow.init(row:))
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
  /// - Throws: a `SimulatorError` of kind `transactionNotFound` when the account has no such subscription.
  func subscription(named name: String, account: String) throws -> SubscriptionRow {
    if let id = Int64(name), let row = try subscription(originalId: id), row.account == account { return row }
    let matching = try subscriptions(of: account).filter { $0.productId == name }
    guard let row = matching.last else {
      throw SimulatorError(
        .transactionNotFound,
        "\(safeText(account)) has no subscription \(safeText(name)): name its product or its original transaction id")
    }
    return row
  }

  /// Stores a new subscription.
  func insert(_ row: SubscriptionRow) throws {
    try run(
      "INSERT INTO subscriptions (" + SubscriptionRow.columns + """
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, row.values)
  }

  /// Stores what can change in a subscription.
  func update(_ row: SubscriptionRow) throws {
    try run(
      """
      UPDATE subscriptions SET product_id = ?, latest_id = ?, state = ?, auto_renew = ?, billing_fails = ?,
        start_date = ?, expires_date = ?, grace_end = ?, retry_end = ?, renewals = ?, anchor_date = ?,
        anchor_periods = ?, anchor_rate = ?, anchor_period = ?, expiration_intent = ?, token = ?, signed = ?,
        due_date = ?, next_product_id = ?, price = ?, next_price = ?, consent = ?, offer_type = ?, offer_id = ?,
        offer_discount = ?, offer_period = ?, offer_price = ?, offer_left = ?
      WHERE original_id = ?
      """, Array(row.values.dropFirst(3)) + [row.originalId.databaseValue])
  }
}
