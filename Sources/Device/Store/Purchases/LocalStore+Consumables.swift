package import AppStoreModel
import Storage

extension LocalStore {
  /// Uses a consumable, if the balance is large enough.
  ///
  /// - Returns: The remaining balance; nil when it was too small and nothing was used.
  package func use(_ productId: String, count: Int, user: String, at date: Timestamp) throws -> Int? {
    try batch {
      let balance = try consumables(user: user)[productId]?.balance ?? 0
      guard count > 0, count <= balance else { return nil }
      try database.execute(
        "INSERT INTO uses(product_id, user, count, date) VALUES(?, ?, ?, ?)", productId, user, count, date)
      return balance - count
    }
  }

  /// Stores a use that the app server is asked to count.
  package func save(_ use: PendingUse) throws {
    try batch { try database.replace(use) }
  }

  /// Returns the uses that the app server has not answered, oldest first.
  package func pendingUses() throws -> [PendingUse] {
    try database.all(PendingUse.self, "ORDER BY date, id")
  }

  /// Ends a pending use: the server counted it, or the balance was too small.
  package func settle(_ use: PendingUse, isCounted: Bool) throws {
    try batch {
      guard try database.execute("DELETE FROM pending_uses WHERE id = ?", use.id) > 0, isCounted else { return }
      try database.execute(
        "INSERT INTO uses(product_id, user, count, date) VALUES(?, ?, ?, ?)", use.productId, use.user, use.count,
        use.date)
    }
  }

  /// Returns a user's delivered, used and refunded units by product.
  ///
  /// Of a refunded purchase, the share that the App Store revoked counts.
  ///
  /// - Parameter date: The date at which the counts were known; nil for now.
  func consumables(user: String, asOf date: Timestamp? = nil) throws -> [String: ConsumableCount] {
    var counts: [String: ConsumableCount] = [:]
    for name in try names(of: user, asOf: date) { try add(to: &counts, name: name, asOf: date) }
    return counts
  }

  private func add(to counts: inout [String: ConsumableCount], name: String, asOf date: Timestamp?) throws {
    let end = date ?? Timestamp(milliseconds: .max)
    let delivered: [(product: String, count: Int)] = try database.rows(
      "SELECT product_id, sum(quantity) AS count FROM deliveries WHERE date <= ? AND user = ? GROUP BY product_id",
      end, name
    ) { (try $0["product_id"], try $0["count"]) }
    for delivery in delivered { counts[delivery.product, default: ConsumableCount()].delivered += delivery.count }
    if !delivered.isEmpty { try takeBack(&counts, name: name, asOf: date) }
    let uses: [(product: String, count: Int)] = try database.rows(
      "SELECT product_id, sum(count) AS count FROM uses WHERE date <= ? AND user = ? GROUP BY product_id", end, name
    ) { (try $0["product_id"], try $0["count"]) }
    for use in uses { counts[use.product, default: ConsumableCount()].used += use.count }
  }

  /// Adds the refunded units of delivered purchases.
  ///
  /// It is called only where something was delivered, because an account may have a hundred thousand refunds.
  private func takeBack(_ counts: inout [String: ConsumableCount], name: String, asOf date: Timestamp?) throws {
    let end = date ?? Timestamp(milliseconds: .max)
    // For a past date, the version that was the newest by then counts; for now, the one stored as the newest.
    let takenBack: SQL =
      date == nil
      ? """
      FROM signed_items AS item INDEXED BY signed_items_taken_back
      CROSS JOIN deliveries INDEXED BY deliveries_transaction ON deliveries.transaction_id = item.subject
      WHERE item.revocation_date IS NOT NULL AND item.is_newest = 1 AND deliveries.date <= ?1 AND deliveries.user = ?2
      """
      : """
      FROM deliveries JOIN signed_items AS item ON item.id = (
        SELECT id FROM signed_items AS past WHERE past.subject = deliveries.transaction_id AND past.kind = 1
          AND past.scope = '' AND past.arrived_date <= ?1 ORDER BY past.signed_date DESC LIMIT 1)
      WHERE deliveries.date <= ?1 AND deliveries.user = ?2
      """
    try database.forEachRow(
      "SELECT deliveries.product_id, deliveries.quantity, item.payload " + takenBack, end, name
    ) { row in
      let transaction = try Transaction(storedPayload: try row["payload"])
      guard transaction.isTakenBack else { return true }
      let product: String = try row["product_id"]
      counts[product]?.refunded += ConsumableCount.refundedShare(
        of: try row["quantity"], percentage: transaction.revocationPercentage)
      return true
    }
  }
}
