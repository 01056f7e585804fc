import AppStoreModel
import Core
import Storage

/// Histories, in the order of modification and of refunds.
extension LedgerSession {
  /// Apple: 20 transactions per page.
  static let pageSize = 20

  /// One page of everything that an account bought, finished consumables too, oldest modification first; a device asks
  /// for longer ones than Apple's server answers.
  ///
  /// It ends before a transaction that is late, so that no revision passes over it.
  ///
  /// - Throws: a `StoreError` of kind `invalidRevision`.
  func history(of name: String, after revision: String?, limit: Int = pageSize) throws -> HistoryPage {
    let account = try account(name)
    let start = try Revision.sequence(of: revision, list: .history, account, state)
    let rows = try all(
      """
      SELECT sequence AS number, signed, corrupted FROM transactions WHERE account = ?1 AND sequence > ?2 AND sequence < coalesce(
        (SELECT min(t.sequence) FROM late_transactions AS l JOIN transactions AS t ON t.id = l.transaction_id
          WHERE l.account = ?1 AND l.listed_date > ?4), ?5)
      ORDER BY sequence LIMIT ?3
      """,
      [
        account.name.databaseValue, start.databaseValue, (limit + 1).databaseValue, now.databaseValue,
        Int64.max.databaseValue,
      ], NumberedStatement.init(row:))
    return try page(rows, start: start, list: .history, account, limit: limit)
  }

  /// One page of the refunds that stand, by the date on which they were granted.
  ///
  /// - Throws: a `StoreError` of kind `invalidRevision`.
  func refundHistory(of name: String, after revision: String?, limit: Int = pageSize) throws -> HistoryPage {
    let account = try account(name)
    let start = try Revision.sequence(of: revision, list: .refunds, account, state)
    let rows = try all(
      """
      SELECT revocation_sequence AS number, signed, corrupted FROM transactions WHERE account = ? AND revocation_sequence > ?
      ORDER BY revocation_sequence LIMIT ?
      """,
      [account.name.databaseValue, start.databaseValue, (limit + 1).databaseValue], NumberedStatement.init(row:))
    return try page(rows, start: start, list: .refunds, account, limit: limit)
  }

  /// All unfinished transactions of an account, oldest first.
  func unfinished(of name: String) throws -> [String] {
    let account = try account(name)
    return try all(
      """
      SELECT 0 AS number, signed, corrupted FROM transactions WHERE account = ?1 AND finished = 0 AND id NOT IN
        (SELECT transaction_id FROM late_transactions WHERE account = ?1 AND listed_date > ?2)
      ORDER BY purchase_date, id
      """,
      [account.name.databaseValue, now.databaseValue], NumberedStatement.init(row:)
    ).map { try text(of: $0) }
  }

  /// The app says that it delivered; saying it twice does no harm.
  func finish(_ id: String, account name: String) throws {
    let account = try account(name)
    guard var row = try Int64(id).flatMap({ try findTransaction($0) }), row.account == account.name else {
      throw StoreError.unknownTransaction(id)
    }
    guard !row.isFinished else { return }
    row.isFinished = true
    try update(row)
  }

  /// The newest renewal information of each subscription of an account, shared ones behind its own.
  func renewalInfos(of name: String) throws -> [String] {
    let account = try account(name).name
    return try subscriptions(of: account).map { try text(of: $0) }
      + shares(with: account).compactMap { try text(of: $0) }
  }

  /// What a transaction's statement says.
  func payload(of statement: Statement) throws -> Transaction { try Transaction(json: statement.json()) }

  private func page(
    _ rows: [NumberedStatement], start: Int64, list: Revision.List, _ account: AccountRow, limit: Int
  ) throws -> HistoryPage {
    let shown = rows.prefix(limit)
    let reached = shown.last?.number ?? start
    return HistoryPage(
      signedTransactions: try shown.map { try text(of: $0) },
      revision: Revision.text(list: list, sequence: reached, account, state), hasMore: rows.count > limit)
  }
}

/// A transaction's statement with the number by which it is ordered.
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
