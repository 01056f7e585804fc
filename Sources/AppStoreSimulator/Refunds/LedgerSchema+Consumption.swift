import Database

extension LedgerSchema {
  /// What the app's server was asked about refunds, and what it answered: the newest request of each transaction.
  static let consumption: SQL = """
    CREATE TABLE consumption_requests (
      transaction_id INTEGER PRIMARY KEY REFERENCES transactions (id),
      reason TEXT,
      asked_date INTEGER,
      answered_date INTEGER,
      answer TEXT
    ) STRICT;
    """
}
