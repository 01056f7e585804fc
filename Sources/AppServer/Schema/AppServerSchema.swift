package import Storage

extension DatabaseSchema {
  /// The schema of `appserver.db`, the app's own server; `TILS` in the header's application id.
  ///
  /// Dates are milliseconds, quantities are purchased quantities.
  package static let appServer = DatabaseSchema(
    applicationID: 0x5449_4c53,
    migrations: [
      .sql(settings + people + purchases + events), .sql(hearing), .sql(unknown), .sql(changes), .sql(money),
      .sql(given), .sql(logins),
    ],
    shortcut: .appServer)

  /// Version 4: acts can be undone; SQLite records changes of rows that have a key.
  private static let changes: SQL =
    changeLog + """
      CREATE TABLE settings_with_key(
        id INTEGER PRIMARY KEY CHECK(id = 1), policy TEXT NOT NULL, overdue_age INTEGER, epoch INTEGER, heard INTEGER,
        backlog INTEGER
      ) STRICT;
      INSERT INTO settings_with_key SELECT 1, policy, overdue_age, epoch, heard, backlog FROM settings LIMIT 1;
      DROP TABLE settings;
      ALTER TABLE settings_with_key RENAME TO settings;
      """

  /// Version 5: a user's open purchases, and the grounds on which purchases were given up.
  private static let money: SQL = """
    -- What was announced before this version is over.
    ALTER TABLE intents ADD COLUMN quantity INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE intents ADD COLUMN state TEXT NOT NULL DEFAULT 'closed';
    ALTER TABLE intents ADD COLUMN transaction_id TEXT;
    CREATE INDEX intents_open ON intents(user, date) WHERE state <> 'closed';
    -- Whose it is, and the ground on which it was given up; none where it was refused.
    ALTER TABLE withheld ADD COLUMN original_transaction_id TEXT;
    ALTER TABLE withheld ADD COLUMN order_id TEXT;
    ALTER TABLE withheld ADD COLUMN user TEXT;
    ALTER TABLE withheld ADD COLUMN product_id TEXT;
    ALTER TABLE withheld ADD COLUMN ground TEXT;
    ALTER TABLE withheld ADD COLUMN date INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX withheld_user ON withheld(user, date);
    CREATE INDEX withheld_lineage ON withheld(original_transaction_id) WHERE ground = 'fraud';
    """

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

  /// Version 2: the server hears the App Store by itself, and counts purchases instead of transactions.
  private static let hearing: SQL = """
    -- How far the App Store's news was heard, and below what it is still to be looked through.
    ALTER TABLE settings ADD COLUMN heard INTEGER;
    ALTER TABLE settings ADD COLUMN backlog INTEGER;
    -- What a transaction claims by itself: whom it names, and which purchase it is a statement about.
    ALTER TABLE transactions ADD COLUMN token TEXT;
    ALTER TABLE transactions ADD COLUMN purchase TEXT;
    UPDATE transactions SET
      token = lower(json_extract(CAST(payload AS TEXT), '$.appAccountToken')),
      purchase = CASE json_extract(CAST(payload AS TEXT), '$.type')
        WHEN 'Auto-Renewable Subscription' THEN
          coalesce(json_extract(CAST(payload AS TEXT), '$.webOrderLineItemId'), transaction_id)
        WHEN 'Non-Consumable' THEN original_transaction_id
        ELSE transaction_id END;
    CREATE INDEX transactions_token ON transactions(token) WHERE token IS NOT NULL;
    -- One credit for each purchase, whoever asks from whichever device, and whoever tells of it first. Without an order
    -- the server credited it by itself; without a user it waits for the first one.
    CREATE TABLE purchase_credits(
      environment TEXT NOT NULL, purchase TEXT NOT NULL, transaction_id TEXT NOT NULL, user TEXT,
      product_id TEXT NOT NULL, quantity INTEGER NOT NULL, refunded INTEGER NOT NULL, is_consumable INTEGER NOT NULL,
      attribution TEXT NOT NULL, order_id TEXT, token TEXT, date INTEGER NOT NULL, PRIMARY KEY(environment, purchase)
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO purchase_credits
      SELECT credits.environment, coalesce(transactions.purchase, credits.transaction_id), credits.transaction_id, user,
        product_id, quantity, refunded, is_consumable, attribution, order_id, credits.token, date
      FROM credits LEFT JOIN transactions
        ON transactions.environment = credits.environment AND transactions.transaction_id = credits.transaction_id
      ORDER BY date, credits.transaction_id;
    DROP TABLE credits;
    ALTER TABLE purchase_credits RENAME TO credits;
    CREATE INDEX credits_user ON credits(user, product_id) WHERE is_consumable = 1;
    CREATE INDEX credits_token ON credits(token) WHERE token IS NOT NULL;
    -- The newest verified renewal information of each original transaction.
    CREATE TABLE renewals(
      environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL, signed_date INTEGER NOT NULL,
      payload BLOB NOT NULL, PRIMARY KEY(environment, original_transaction_id)
    ) STRICT, WITHOUT ROWID;
    -- Every notification that was taken; what is signed inside it is among the transactions and renewals.
    CREATE TABLE notifications(
      uuid TEXT PRIMARY KEY, type TEXT NOT NULL, subtype TEXT, environment TEXT, signed_date INTEGER,
      arrived_date INTEGER NOT NULL, way TEXT NOT NULL, transaction_id TEXT, original_transaction_id TEXT
    ) STRICT, WITHOUT ROWID;
    -- What the server does not credit by itself: its order was found too old, refused on purpose or closed by hand.
    CREATE TABLE withheld(transaction_id TEXT PRIMARY KEY, reason TEXT NOT NULL) STRICT, WITHOUT ROWID;
    -- Which purchases went over from one user to another, by whom and why.
    CREATE TABLE transfers(
      id TEXT PRIMARY KEY, environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL, purchase TEXT,
      from_user TEXT, to_user TEXT NOT NULL, reason TEXT NOT NULL, date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX transfers_from ON transfers(from_user, date) WHERE from_user IS NOT NULL;
    -- Purchases made on other platforms, with the reference and the end that they have there.
    CREATE TABLE other_purchases(
      reference TEXT PRIMARY KEY, user TEXT NOT NULL, product_id TEXT NOT NULL, platform TEXT NOT NULL,
      purchase_date INTEGER NOT NULL, expires_date INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX other_purchases_user ON other_purchases(user);
    """

  private static let unknown: SQL = """
    -- What notifications say that is not known here, by name.
    CREATE TABLE unknown_names(name TEXT PRIMARY KEY, count INTEGER NOT NULL, first_date INTEGER NOT NULL)
      STRICT, WITHOUT ROWID;
    """
}
