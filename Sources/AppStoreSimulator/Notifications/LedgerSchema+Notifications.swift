import Database

extension LedgerSchema {
  /// The outbox of notifications.
  ///
  /// In a payload the header segment of the ledger's certificates, which the signed texts inside begin with, is one
  /// character.
  static let notifications: SQL = """
    CREATE TABLE notifications (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      subtype TEXT,
      account TEXT,
      product_id TEXT,
      transaction_id INTEGER,
      original_id INTEGER,
      signed_date INTEGER NOT NULL,
      payload TEXT NOT NULL,
      signature TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      next_attempt INTEGER,
      delivered_date INTEGER
    ) STRICT;
    CREATE INDEX notifications_due ON notifications (next_attempt, id) WHERE next_attempt IS NOT NULL;
    CREATE INDEX notifications_account ON notifications (account, id);

    CREATE TABLE notification_attempts (
      notification_id INTEGER NOT NULL REFERENCES notifications (id),
      attempt INTEGER NOT NULL,
      date INTEGER NOT NULL,
      result TEXT NOT NULL,
      PRIMARY KEY (notification_id, attempt)
    ) STRICT, WITHOUT ROWID;
    """
}
