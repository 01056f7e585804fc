import Database

extension DatabaseSchema {
  /// Version 4: purchases begun in the App Store that the app puts off.
  static let deferredPurchases: SQL = """
    -- By the App Store's numbers, until somebody logs in.
    CREATE TABLE deferred_purchases(id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    """
}

/// Purchases begun in the App Store that wait until somebody logs in.
extension LocalStore {
  package func deferredPurchases() throws -> [String] {
    try database.rows("SELECT id FROM deferred_purchases ORDER BY id") { try $0[0] }
  }

  package func deferPurchase(_ id: String) throws {
    try batch { try database.execute("INSERT OR IGNORE INTO deferred_purchases VALUES(?)", id) }
  }

  package func takeUpDeferredPurchases() throws {
    try batch { try database.execute("DELETE FROM deferred_purchases") }
  }
}
