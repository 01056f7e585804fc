import Database
package import StoreModel

/// What a case needs besides: a device's memory whose accounts are the customers of the files that were imported.
extension LocalStore {
  /// The App Store that a file belongs to; nil where it is not bound yet.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func identity(path: String) throws -> StoreIdentity? {
    try boundIdentity(in: DatabaseConnection(path, schema: .device, access: .readOnly))
  }

  /// The accounts that a file has evidence of, by name.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func accounts(path: String) throws -> [String] {
    try DatabaseConnection(path, schema: .device, access: .readOnly)
      .rows("SELECT DISTINCT account FROM membership ORDER BY account") { try $0[0] }
  }

  package func memberships() throws -> [(account: String, transaction: Transaction)] {
    let rows: [(String, [UInt8])] = try database.rows(
      """
      SELECT membership.account, versions.payload FROM membership
      JOIN transactions ON transactions.transaction_id = membership.transaction_id
      JOIN versions ON versions.id = transactions.version
      """
    ) { (try $0[0], try $0[1]) }
    return try rows.map { ($0.0, try Transaction(storedPayload: $0.1)) }
  }

  package func move(lineage: String, from account: String, to other: String) throws {
    try batch {
      try database.execute(
        """
        UPDATE OR REPLACE membership SET account = ? WHERE account = ? AND transaction_id IN (
          SELECT transaction_id FROM transactions WHERE coalesce(original_transaction_id, transaction_id) = ?)
        """, other, account, lineage)
      try database.execute(
        "UPDATE OR REPLACE refunds SET account = ? WHERE account = ? AND original_transaction_id = ?", other, account,
        lineage)
      try database.execute(
        "UPDATE OR REPLACE renewal_infos SET account = ? WHERE account = ? AND original_transaction_id = ?", other,
        account, lineage)
    }
  }
}
