package import Database

extension DatabaseSchema {
  /// What `appserver.db` is, the app's own server; `TILS` in the header's application id.
  ///
  /// Dates are milliseconds, quantities are purchased quantities.
  package static let appServer = DatabaseSchema(
    applicationID: 0x5449_4c53, migrations: [.sql(settings + people + purchases + events)])

  private static let settings: SQL = """
    -- How the server is set; one row. The epoch is that of the App Store whose purchases it knows.
    CREATE TABLE settings(policy TEXT NOT NULL, overdue_age INTEGER, epoch INTEGER) STRICT;
    INSERT INTO settings VALUES('keep', NULL, NULL);
    CREATE TABLE faults(name TEXT PRIMARY KEY, is_one_shot INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """

  private static let people: SQL = """
    CREATE TABLE users(name TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, first_seen INTEGER NOT NULL)
      STRICT, WITHOUT ROWID;
    -- Purchases that were announced before the App Store was asked, with the token that they carry.
    CREATE TABLE intents(
      id TEXT PRIMARY KEY, user TEXT, product_id TEXT NOT NULL, token TEXT, date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX intents_token ON intents(token, date) WHERE token IS NOT NULL;
    CREATE TABLE uses(
      id TEXT PRIMARY KEY, user TEXT NOT NULL, product_id TEXT NOT NULL, count INTEGER NOT NULL, date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX uses_user ON uses(user, product_id);
    CREATE TABLE grants(
      id TEXT PRIMARY KEY, user TEXT NOT NULL, product_id TEXT NOT NULL, reason TEXT NOT NULL,
      granted_date INTEGER NOT NULL, until_date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX grants_user ON grants(user, granted_date);
    """

  private static let purchases: SQL = """
    -- The newest verified statement about each transaction that anybody showed.
    CREATE TABLE transactions(
      environment TEXT NOT NULL, transaction_id TEXT NOT NULL, original_transaction_id TEXT NOT NULL,
      payload BLOB NOT NULL, PRIMARY KEY(environment, transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX transactions_lineage ON transactions(environment, original_transaction_id);
    -- One credit for each transaction, whoever asks from whichever device. Without a user it waits for the first one.
    CREATE TABLE credits(
      environment TEXT NOT NULL, transaction_id TEXT NOT NULL, user TEXT, product_id TEXT NOT NULL,
      quantity INTEGER NOT NULL, refunded INTEGER NOT NULL, is_consumable INTEGER NOT NULL, attribution TEXT NOT NULL,
      order_id TEXT NOT NULL, token TEXT, date INTEGER NOT NULL, PRIMARY KEY(environment, transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX credits_user ON credits(user, product_id) WHERE is_consumable = 1;
    CREATE INDEX credits_token ON credits(token) WHERE token IS NOT NULL;
    -- Whose the transactions of one original transaction are; consumables are whose credit they are.
    CREATE TABLE lineages(
      environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL, attribution TEXT NOT NULL,
      policy_outcome TEXT, decided_date INTEGER NOT NULL, PRIMARY KEY(environment, original_transaction_id)
    ) STRICT, WITHOUT ROWID;
    -- The key comes first: integrity_check of SQLite 3.40 takes the columns of such a table for others otherwise.
    CREATE TABLE owners(
      environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL, user TEXT NOT NULL, position INTEGER NOT NULL,
      PRIMARY KEY(environment, original_transaction_id, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX owners_user ON owners(user);
    CREATE TABLE orders(
      id TEXT PRIMARY KEY, transaction_id TEXT NOT NULL, environment TEXT NOT NULL, user TEXT, answer TEXT NOT NULL,
      reason TEXT, quantity INTEGER NOT NULL, attribution TEXT, policy_outcome TEXT, closed_reason TEXT,
      date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Orders that support wants answered as overdue.
    CREATE TABLE overdue_orders(id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    """

  private static let events: SQL = """
    CREATE TABLE events(
      id INTEGER PRIMARY KEY, date INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, user TEXT,
      transaction_id TEXT, order_id TEXT
    ) STRICT;
    """
}
