import AppStoreModel
import Storage

/// Transaction histories: by modification and by refund.
extension LedgerSession {
  /// The number of transactions on a page, as at Apple.
  static let pageSize = 20

  /// Returns one page of an account's purchases, finished consumables included, oldest modification first.
  ///
  /// A device may request longer pages than Apple's server returns. The page ends before a transaction that is held
  /// back, so that no revision skips it.
  ///
  /// - Throws: a `StoreError` of kind `invalidRevision`.
  func history(of name: String, after revision: String?, limit: Int = pageSize) throws -> HistoryPage {
    let account = try account(name)
    let start = try Revision.sequence(of: revision, list: .history, account, state)
    let rows = try connection.rows(
      """
      SELECT sequence AS number, signed, corrupted FROM transactions WHERE account = ?1 AND sequence > ?2 AND sequence < coalesce(
        (SELECT min(t.sequence) FROM late_transactions AS l JOIN transactions AS t ON t.id = l.transaction_id
          WHERE l.account = ?1 AND l.listed_date > ?4), ?5)
      ORDER BY sequence LIMIT ?3
      """, account.name, start, limit + 1, now, Int64.max, map: NumberedStatement.init(row:))
    return try page(rows, start: start, list: .history, account, limit: limit)
  }

  /// Returns one page of the refunds that have not been reversed, in the order in which they were granted.
  ///
  /// - Throws: a `StoreError` of kind `invalidRevision`.
  func refundHistory(of name: String, after revision: String?, limit: Int = pageSize) throws -> HistoryPage {
    let account = try account(name)
    let start = try Revision.sequence(of: revision, list: .refunds, account, state)
    let rows = try connection.rows(
      """
      SELECT revocation_sequence AS number, signed, corrupted FROM transactions WHERE account = ? AND revocation_sequence > ?
      ORDER BY revocation_sequence LIMIT ?
      """, account.name, start, limit + 1, map: NumberedStatement.init(row:))
    return try page(rows, start: start, list: .refunds, account, limit: limit)
  }

  /// Returns all unfinished transactions of an account, oldest first.
  func unfinished(of name: String) throws -> [String] {
    let account = try account(name)
    return try connection.rows(
      """
      SELECT 0 AS number, signed, corrupted FROM transactions WHERE account = ?1 AND finished = 0 AND id NOT IN
        (SELECT transaction_id FROM late_transactions WHERE account = ?1 AND listed_date > ?2)
      ORDER BY purchase_date, id
      """, account.name, now, map: NumberedStatement.init(row:)
    ).map { try text(of: $0) }
  }

  /// Marks a transaction as finished; finishing it twice does no harm.
  func finish(_ id: String, account name: String) throws {
    let account = try account(name)
    guard var row = try Int64(id).flatMap({ try findTransaction($0) }), row.account == account.name else {
      throw StoreError.unknownTransaction(id)
    }
    guard !row.isFinished else { return }
    row.isFinished = true
    try connection.update(row)
  }

  /// Returns the newest renewal information of each subscription of an account, followed by that of shared ones.
  func renewalInfos(of name: String) throws -> [String] {
    let account = try account(name).name
    return try subscriptions(of: account).map { try text(of: $0) }
      + shares(with: account).compactMap { try text(of: $0) }
  }

  /// Returns the decoded payload of a transaction's statement.
  func payload(of statement: Statement) throws -> Transaction { try Transaction(json: statement.json()) }

  /// Returns the first rows as a page; one row more than `limit` says that another page follows.
  func page(
    _ rows: [NumberedStatement], start: Int64, list: Revision.List, _ account: AccountRow, limit: Int = pageSize
  ) throws -> HistoryPage {
    let shown = rows.prefix(limit)
    let reached = shown.last?.number ?? start
    return HistoryPage(
      signedTransactions: try shown.map { try text(of: $0) },
      revision: Revision.text(list: list, sequence: reached, account, state), hasMore: rows.count > limit,
      listsAll: try nextListing() == nil)
  }
}

/// A transaction's statement with the number by which a list is sorted.
struct NumberedStatement {
  var number: Int64
  var statement: Statement
  var isCorrupted: Bool

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    number = try row["number"]
    statement = try row["signed"]
    isCorrupted = try row["corrupted"]
  }
}
