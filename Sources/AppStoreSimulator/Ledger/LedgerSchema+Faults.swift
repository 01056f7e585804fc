import Database

extension LedgerSchema {
  /// Faults that are switched on, and transactions that are listed later than they were paid.
  static let faults: SQL = """
    CREATE TABLE faults (
      name TEXT PRIMARY KEY NOT NULL,
      kind TEXT,
      once INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE late_transactions (
      transaction_id INTEGER PRIMARY KEY REFERENCES transactions (id),
      account TEXT NOT NULL REFERENCES accounts (name),
      listed_date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX late_transactions_due ON late_transactions (account, listed_date);
    """
}
