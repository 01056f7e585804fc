import Storage

extension DatabaseSchema {
  /// Version 5: how long non-renewing subscriptions entitle, and grants of consumables, which have no end.
  static let given: SQL = """
    -- By product, as `DurationRules` writes them.
    CREATE TABLE durations(product_id TEXT PRIMARY KEY, rules TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE grants_for_good(
      id TEXT PRIMARY KEY, user TEXT NOT NULL, product_id TEXT NOT NULL, reason TEXT NOT NULL,
      granted_date INTEGER NOT NULL, until_date INTEGER, quantity INTEGER, compensates TEXT
    ) STRICT, WITHOUT ROWID;
    INSERT INTO grants_for_good
      SELECT id, user, product_id, reason, granted_date, until_date, NULL, NULL FROM grants;
    DROP TABLE grants;
    ALTER TABLE grants_for_good RENAME TO grants;
    CREATE INDEX grants_user ON grants(user, granted_date);
    """
}
