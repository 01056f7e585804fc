import Database

extension LedgerSchema {
  /// The notification bench: what is held, sent in another order or more than once, and what the receiver answered.
  static let bench: SQL = """
    CREATE TABLE held_notifications (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      since INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE notifications ADD COLUMN send_order INTEGER;
    ALTER TABLE notifications ADD COLUMN copies INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE notification_attempts ADD COLUMN status INTEGER;
    ALTER TABLE notification_attempts ADD COLUMN milliseconds INTEGER;
    """
}
