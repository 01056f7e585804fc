import Database
package import StoreModel

extension LocalStore {
  static let intentColumns: SQL = """
    SELECT id, account, user, product_id, quantity, app_account_token, state, created_date, store_date, transaction_id,
      closed_reason, owner FROM intents
    """

  static func intent(_ row: borrowing DatabaseRow) throws -> Intent {
    Intent(
      id: try row[0], account: try row[1], user: try row[2], productId: try row[3], quantity: try row[4],
      appAccountToken: try row[5], state: try row[6], createdDate: try row[7], storeDate: try row[8],
      transactionId: try row[9], closedReason: try row[10], owner: try row[11])
  }

  package func save(_ intent: Intent) throws {
    try batch {
      try database.execute(
        "INSERT OR REPLACE INTO intents VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", intent.id, intent.account,
        intent.user, intent.productId, intent.quantity, intent.appAccountToken, intent.state, intent.createdDate,
        intent.storeDate, intent.transactionId, intent.closedReason, intent.owner)
    }
  }

  package func intent(_ id: String) throws -> Intent? {
    try database.first(Self.intentColumns + "WHERE id = ?", id) { try Self.intent($0) }
  }

  package func openIntents() throws -> [Intent] {
    try database.rows(Self.intentColumns + "WHERE state <> 'closed' ORDER BY created_date, id") {
      try Self.intent($0)
    }
  }

  package func intents(matching transaction: Transaction, account: String) throws -> [Intent] {
    try database.rows(
      Self.intentColumns + """
        WHERE account = ? AND product_id = ? AND quantity = ? AND app_account_token IS ? AND store_date <= ?
          AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.intent_id = intents.id)
          AND (state <> 'closed' OR transaction_id IS NULL OR transaction_id = ?)
        ORDER BY state = 'closed', created_date, id
        """,
      account, transaction.productId, Int(transaction.quantity ?? 1), transaction.appAccountToken,
      transaction.purchaseDate ?? Timestamp(milliseconds: 0), transaction.transactionId
    ) { try Self.intent($0) }
  }
}
