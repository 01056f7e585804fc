import AppStoreModel
import Storage

extension DatabaseSchema {
  /// Versions 7 and 8: an answer is found by index, however long a customer's history is.
  static let classes: SQL = """
    ALTER TABLE membership ADD COLUMN lineage TEXT NOT NULL DEFAULT '';
    ALTER TABLE membership ADD COLUMN class TEXT NOT NULL DEFAULT '';
    ALTER TABLE membership ADD COLUMN token TEXT;
    DROP INDEX deliveries_user;
    CREATE INDEX deliveries_user ON deliveries(user, product_id, date, quantity);
    CREATE INDEX transactions_taken_back ON transactions(transaction_id) WHERE revocation_date IS NOT NULL;
    """

  /// Gives each row that an earlier version kept its lineage and class; the indexes are made when they are full.
  static func classify(_ database: DatabaseConnection) throws {
    var last = ""
    while true {
      let rows: [(id: String, payload: [UInt8], verdict: StoredVerdict)] = try database.rows(
        """
        SELECT transactions.transaction_id, versions.payload, versions.verdict FROM transactions
        JOIN versions ON versions.id = transactions.version
        WHERE transactions.transaction_id > ? ORDER BY transactions.transaction_id LIMIT 500
        """, last
      ) { (try $0["transaction_id"], try $0["payload"], try $0["verdict"]) }
      guard let end = rows.last?.id else { break }
      last = end
      for row in rows {
        let transaction = try Transaction(storedPayload: row.payload)
        try database.execute(
          """
          UPDATE membership SET lineage = ?, token = ?,
            class = CASE is_absent WHEN 0 THEN '+' ELSE '-' END || substr(?, 2) WHERE transaction_id = ?
          """, transaction.originalTransactionId ?? row.id, transaction.appAccountToken?.lowercased(),
          EquivalenceKey(transaction, row.verdict).text, row.id)
      }
    }
    try database.execute(
      """
      CREATE INDEX membership_lineage
        ON membership(account, product_id, lineage, class, purchase_date, transaction_id)
      """)
    try database.execute(
      "CREATE INDEX membership_class ON membership(account, product_id, class, purchase_date, transaction_id)")
    // Whose a lineage is, and a token, among the customers of a case.
    try database.execute("CREATE INDEX membership_of_lineage ON membership(lineage, account)")
    try database.execute(
      "CREATE INDEX membership_of_token ON membership(token, account) WHERE token IS NOT NULL")
  }
}
