import Database

/// The tables that make a ledger's history: all but its identity and its checkpoints.
enum LedgerTables {
  /// Their names for a document and for statements, those that others refer to first.
  static let all: [(name: String, sql: SQL)] = [
    ("state", "state"), ("catalogue", "catalogue"), ("accounts", "accounts"), ("transactions", "transactions"),
    ("subscriptions", "subscriptions"), ("waiting_purchases", "waiting_purchases"),
    ("refund_requests", "refund_requests"), ("consumption_requests", "consumption_requests"),
    ("notifications", "notifications"), ("notification_attempts", "notification_attempts"),
    ("late_transactions", "late_transactions"), ("faults", "faults"), ("family_members", "family_members"),
    ("unshared_products", "unshared_products"), ("shares", "shares"),
    ("extensions", "extensions"), ("promoted_purchases", "promoted_purchases"),
    ("mass_extensions", "mass_extensions"),
  ]
}

extension LedgerSchema {
  /// Checkpoints: whole histories under names, as documents.
  static let checkpoints: SQL = """
    CREATE TABLE checkpoints (
      name TEXT PRIMARY KEY NOT NULL,
      date INTEGER NOT NULL,
      document TEXT NOT NULL
    ) STRICT;
    """
}
