package import AppStoreModel
import Entitlements
import Storage

/// The dates of events, and the dates on which this device learned of them.
extension LocalStore {
  /// As many transactions of a product as a timeline is drawn from; the newest.
  private static let longestLife = 64

  /// The life of every product that the signed-in account ever bought, as it was signed.
  ///
  /// What it costs does not grow with what is stored: the newest transactions of each product are read.
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

  /// Every version of the newest transactions of a product.
  private func versions(of productId: String, account: String) throws -> [StoredTransaction] {
    try database.rows(
      """
      SELECT versions.payload, versions.verdict, own.origin, own.is_absent FROM (
        SELECT transaction_id, origin, is_absent FROM membership INDEXED BY membership_product
        WHERE account = ? AND product_id = ? ORDER BY purchase_date DESC, transaction_id DESC LIMIT ?
      ) AS own JOIN versions ON versions.transaction_id = own.transaction_id
      """, account, productId, Self.longestLife
    ) { row in
      return StoredTransaction(
        transaction: try Transaction(storedPayload: try row["payload"]), verdict: try row["verdict"],
        origin: try row["origin"], isAbsent: try row["is_absent"])
    }
  }

  /// When something arrived at this device between two dates, the first of them left out; in order.
  ///
  /// Arrivals within one second count as one moment, at its end.
  package func arrivals(after first: Timestamp, until last: Timestamp) throws -> [Timestamp] {
    var values: [(any DatabaseConvertible)?] = []
    let tables: [SQL] = ["versions", "membership", "renewal_infos", "earlier_renewal_infos", "statements"]
    var union: SQL = ""
    for table in tables {
      if !values.isEmpty { union += "UNION" }
      union += "SELECT arrived_date FROM" + table + "WHERE arrived_date > ? AND arrived_date <= ?"
      values += [first, last] as [(any DatabaseConvertible)?]
    }
    let dates: [Timestamp] = try database.rows(union + "ORDER BY arrived_date", values: values) {
      try $0["arrived_date"]
    }
    return dates.enumerated().filter { index, date in
      index + 1 >= dates.count || dates[index + 1].milliseconds(since: date) > 1000
    }.map(\.element)
  }
}
