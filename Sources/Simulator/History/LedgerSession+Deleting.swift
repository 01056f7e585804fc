import AppStoreModel
import Storage

/// Deletion from the ledger, after which it looks as if the deleted rows had never existed.
extension LedgerSession {
  /// Deletes a transaction, the later periods of its subscription, and the family's shares of them; returns their ids.
  mutating func deleteTransaction(_ id: String) throws -> [String] {
    let row = try knownTransaction(id)
    var gone = try periods(ofLineage: row.originalId, from: row)
    for share in try shares(ofLineage: row.originalId) {
      gone += try periods(ofLineage: share.originalId, from: nil)
    }
    try connection.execute(
      "DELETE FROM shares WHERE original_id = ? OR source_original_id = ?", row.originalId, row.originalId)
    try goBack(subscription(originalId: row.originalId), without: gone)
    for id in gone { try forget(id) }
    if row.ownership == .purchased, try subscription(originalId: row.originalId) != nil {
      try settleShares(ofLineage: row.originalId, account: row.account)
    }
    // The modification number still rises, so that every reader notices the deletion.
    _ = nextSequence()
    return gone.sorted().map { String($0) }
  }

  /// Deletes all purchases, shares and waiting purchases of an account.
  mutating func resetAccount(_ name: String) throws {
    let account = try account(name).name
    let bought: [Int64] = try connection.values(
      "SELECT DISTINCT original_id FROM transactions WHERE account = ? AND ownership = 'PURCHASED' ORDER BY original_id",
      account)
    for lineage in bought {
      for share in try shares(ofLineage: lineage) {
        for id in try periods(ofLineage: share.originalId, from: nil) { try forget(id) }
      }
      try connection.execute("DELETE FROM shares WHERE source_original_id = ?", lineage)
    }
    try connection.execute("DELETE FROM shares WHERE account = ?", account)
    try connection.execute(
      "DELETE FROM extensions WHERE original_id IN (SELECT original_id FROM subscriptions WHERE account = ?)", account)
    try connection.execute("DELETE FROM subscriptions WHERE account = ?", account)
    let left: [Int64] = try connection.values("SELECT id FROM transactions WHERE account = ?", account)
    for id in left { try forget(id) }
    try connection.execute("DELETE FROM waiting_purchases WHERE account = ?", account)
    _ = nextSequence()
    for member in try family(of: account) { try settleShares(of: member) }
  }

  /// Returns the ids of a lineage's transactions; with `row`, only those from that period on.
  private func periods(ofLineage originalId: Int64, from row: TransactionRow?) throws -> [Int64] {
    try connection.values(
      """
      SELECT id FROM transactions WHERE original_id = ? AND (purchase_date > ? OR (purchase_date = ? AND id >= ?))
      ORDER BY purchase_date, id
      """, originalId, row?.purchaseDate ?? .min, row?.purchaseDate ?? .min, row?.id ?? .min)
  }

  /// Moves a subscription back to its newest remaining period; deletes it if none remains.
  private mutating func goBack(_ subscription: SubscriptionRow?, without gone: [Int64]) throws {
    guard var subscription else { return }
    let left = try periods(ofLineage: subscription.originalId, from: nil).filter { !gone.contains($0) }
    guard var newest = try left.last.map({ try transaction($0) }) else {
      try connection.execute("DELETE FROM extensions WHERE original_id = ?", subscription.originalId)
      try connection.execute("DELETE FROM subscriptions WHERE original_id = ?", subscription.originalId)
      return
    }
    guard subscription.latestId != newest.id else { return }
    if newest.isUpgraded {
      // The upgrade that had replaced this period is deleted.
      newest.isUpgraded = false
      try change(&newest)
    }
    subscription.nextProductId = nil
    subscription.nextPrice = nil
    subscription.consent = nil
    subscription.offer = nil
    subscription.expirationIntent = nil
    subscription.latestId = newest.id
    subscription.productId = newest.productId
    subscription.expiresDate = newest.expiresDate ?? now
    if newest.revocation != nil {
      subscription.expire(.customerCancelled)
      subscription.state = .revoked
    } else if subscription.expiresDate > now {
      subscription.state = .active
      subscription.graceEnd = nil
      subscription.retryEnd = nil
      subscription.anchor = BillingAnchor(
        date: subscription.expiresDate, periods: 0, rate: subscription.anchor.rate, period: subscription.anchor.period)
    } else {
      subscription.expire(.customerCancelled)
    }
    try change(&subscription)
  }

  private func forget(_ id: Int64) throws {
    for statement: SQL in [
      "DELETE FROM refund_requests WHERE transaction_id = ?",
      "DELETE FROM consumption_requests WHERE transaction_id = ?",
      "DELETE FROM late_transactions WHERE transaction_id = ?", "DELETE FROM transactions WHERE id = ?",
    ] {
      try connection.execute(statement, id)
    }
  }
}
