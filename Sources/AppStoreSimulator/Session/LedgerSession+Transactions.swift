import Database
import StoreKitFiles
import StoreModel

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
  /// - Throws: a `SimulatorError` of kind `transactionNotFound`.
  func transaction(_ id: Int64) throws -> TransactionRow {
    guard let row = try findTransaction(id) else { throw SimulatorError.unknownTransaction(String(id)) }
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
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, row.values)
  }

  /// Stores what can change in a transaction.
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
        row.signed.databaseValue, row.isUpgraded.databaseValue, row.id.databaseValue,
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
      ownership: .purchased, reason: reason, isFinished: false, isCorrupted: false, sequence: 0, signed: "")
  }
}
