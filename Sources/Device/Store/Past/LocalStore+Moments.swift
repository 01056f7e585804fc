package import AppStoreModel
import Entitlements
import Storage

/// The timelines of products, and the dates on which this device received data.
extension LocalStore {
  /// Returns the timeline of every product that the signed-in account ever bought, from the signed data.
  ///
  /// The cost does not grow with the size of the store: only the newest transactions of each product are read.
  package func lives(at now: Timestamp) throws -> [ProductLife] {
    try database.read {
      let state = try deviceState()
      let account = state.account
      var evidence = try emptyEvidence(account: account, user: "")
      guard let account else { return [] }
      evidence.durations = try durationRules()
      if state.verification != .none { evidence.add(durationsOf: try userAccount(state.appUser)) }
      evidence.transactions = try boughtProductIds(of: account).flatMap { try versions(of: $0, account: account) }
      evidence.renewalInfos = try pastRenewalInfos(of: account, asOf: .distantFuture)
      return Lives.derive(evidence, at: now)
    }
  }

  /// Returns every version of the newest transactions of a product.
  private func versions(of productId: String, account: String) throws -> [StoredTransaction] {
    try database.rows(
      """
      SELECT item.payload, item.verdict, own.origin, own.is_absent FROM (
        SELECT transaction_id, origin, is_absent FROM membership INDEXED BY membership_product
        WHERE account = ? AND product_id = ? ORDER BY purchase_date DESC, transaction_id DESC LIMIT ?
      ) AS own JOIN signed_items AS item
        ON item.subject = own.transaction_id AND item.kind = 1 AND item.scope = ''
      """, account, productId, Lives.longest
    ) { row in
      return StoredTransaction(
        transaction: try Transaction(storedPayload: try row["payload"]), verdict: try row["verdict"],
        origin: try row["origin"], isAbsent: try row["is_absent"])
    }
  }

  /// Returns the dates on which data arrived at this device, after one date and up to another, in order.
  ///
  /// Arrivals within one second count as one, at the last of them.
  package func arrivals(after first: Timestamp, until last: Timestamp) throws -> [Timestamp] {
    var values: [DatabaseValue] = []
    let tables: [SQL] = ["signed_items", "membership", "statements"]
    var union: SQL = ""
    for table in tables {
      if !values.isEmpty { union += "UNION" }
      union += "SELECT arrived_date FROM" + table + "WHERE arrived_date > ? AND arrived_date <= ?"
      values += [first.databaseValue, last.databaseValue]
    }
    let dates: [Timestamp] = try database.rows(union + "ORDER BY arrived_date", values: values) {
      try $0["arrived_date"]
    }
    return dates.enumerated().filter { index, date in
      index + 1 >= dates.count || dates[index + 1].milliseconds(since: date) > 1000
    }.map(\.element)
  }
}
