import Database
import Entitlements
package import Purchasing
package import StoreModel

extension LocalStore {
  package func use(_ productId: String, count: Int, user: String?, at date: Timestamp) throws -> Int? {
    try batch {
      let balance = try consumables(user: user)[productId]?.balance ?? 0
      guard count > 0, count <= balance else { return nil }
      try database.execute(
        "INSERT INTO uses(product_id, user, count, date) VALUES(?, ?, ?, ?)", productId, user, count, date)
      return balance - count
    }
  }

  package func save(_ use: PendingUse) throws {
    try batch {
      try database.execute(
        "INSERT OR REPLACE INTO pending_uses VALUES(?, ?, ?, ?, ?)", use.id, use.productId, use.user, use.count,
        use.date)
    }
  }

  package func pendingUses() throws -> [PendingUse] {
    try database.rows("SELECT id, product_id, user, count, date FROM pending_uses ORDER BY date, id") { row in
      PendingUse(id: try row[0], productId: try row[1], user: try row[2], count: try row[3], date: try row[4])
    }
  }

  package func settle(_ use: PendingUse, isCounted: Bool) throws {
    try batch {
      guard try database.execute("DELETE FROM pending_uses WHERE id = ?", use.id) > 0, isCounted else { return }
      try database.execute(
        "INSERT INTO uses(product_id, user, count, date) VALUES(?, ?, ?, ?)", use.productId, use.user, use.count,
        use.date)
    }
  }

  /// What a user was delivered and has used, by product; of what was refunded, the share that the App Store took back.
  func consumables(user: String?) throws -> [String: ConsumableCount] {
    var counts: [String: ConsumableCount] = [:]
    let deliveries: [(product: String, quantity: Int, revocation: Timestamp?, payload: [UInt8]?)] = try database.rows(
      """
      SELECT deliveries.product_id, deliveries.quantity, transactions.revocation_date,
        CASE WHEN transactions.revocation_date IS NULL THEN NULL ELSE versions.payload END
      FROM deliveries LEFT JOIN transactions ON transactions.transaction_id = deliveries.transaction_id
      LEFT JOIN versions ON versions.id = transactions.version
      WHERE deliveries.user IS ?
      """, user
    ) { (try $0[0], try $0[1], try $0[2], try $0[3]) }
    for delivery in deliveries {
      var count = counts[delivery.product] ?? ConsumableCount(delivered: 0, used: 0, refunded: 0)
      count.delivered += delivery.quantity
      if delivery.revocation != nil, let payload = delivery.payload {
        let percentage = try Transaction(storedPayload: payload).revocationPercentage
        count.refunded += ConsumableCount.refundedShare(of: delivery.quantity, percentage: percentage)
      }
      counts[delivery.product] = count
    }
    let uses: [(product: String, count: Int)] = try database.rows(
      "SELECT product_id, sum(count) FROM uses WHERE user IS ? GROUP BY product_id", user
    ) { (try $0[0], try $0[1]) }
    for use in uses {
      counts[use.product, default: ConsumableCount(delivered: 0, used: 0, refunded: 0)].used += use.count
    }
    return counts
  }

  package func setDuration(_ period: SubscriptionPeriod?, of productId: String) throws {
    try batch {
      if let period {
        try database.execute("INSERT OR REPLACE INTO durations VALUES(?, ?)", productId, period.iso8601)
      } else {
        try database.execute("DELETE FROM durations WHERE product_id = ?", productId)
      }
    }
  }

  func durations() throws -> [String: SubscriptionPeriod] {
    let rows: [(id: String, period: String)] = try database.rows("SELECT product_id, period FROM durations") {
      (try $0[0], try $0[1])
    }
    return Dictionary(rows.compactMap { row in SubscriptionPeriod(iso8601: row.period).map { (row.id, $0) } }) {
      first, _ in
      first
    }
  }
}
