import Database

extension LedgerSchema {
  /// What the app's server asked for all subscribers of a product, and how it ended.
  static let massExtensions: SQL = """
    CREATE TABLE mass_extensions (
      product_id TEXT NOT NULL,
      request_id TEXT NOT NULL,
      complete_date INTEGER NOT NULL,
      succeeded INTEGER NOT NULL,
      failed INTEGER NOT NULL,
      PRIMARY KEY (product_id, request_id)
    ) STRICT, WITHOUT ROWID;
    """

  /// What a request to extend one subscription was called, and what it came to.
  static let extensionRequests: SQL = """
    ALTER TABLE extensions ADD COLUMN request_id TEXT;
    ALTER TABLE extensions ADD COLUMN effective_date INTEGER;
    CREATE UNIQUE INDEX extensions_requests ON extensions (original_id, request_id) WHERE request_id IS NOT NULL;
    """
}
