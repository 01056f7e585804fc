import Storage

extension DatabaseSchema.Shortcut {
  /// The schema after the first 4 steps of a server.
  static let appServer = Self(
    version: 4,
    script: """
      CREATE TABLE faults(name TEXT PRIMARY KEY, is_one_shot INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE users(name TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, first_seen INTEGER NOT NULL) STRICT,
        WITHOUT ROWID;
      CREATE TABLE intents(id TEXT PRIMARY KEY, user TEXT, product_id TEXT NOT NULL, token TEXT, date INTEGER NOT
        NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX intents_token ON intents(token, date) WHERE token IS NOT NULL;
      CREATE TABLE uses(id TEXT PRIMARY KEY, user TEXT NOT NULL, product_id TEXT NOT NULL, count INTEGER NOT NULL,
        date INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX uses_user ON uses(user, product_id);
      CREATE TABLE grants(id TEXT PRIMARY KEY, user TEXT NOT NULL, product_id TEXT NOT NULL, reason TEXT NOT NULL,
        granted_date INTEGER NOT NULL, until_date INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX grants_user ON grants(user, granted_date);
      CREATE TABLE transactions(environment TEXT NOT NULL, transaction_id TEXT NOT NULL, original_transaction_id TEXT
        NOT NULL, payload BLOB NOT NULL, token TEXT, purchase TEXT, PRIMARY KEY(environment, transaction_id)) STRICT,
        WITHOUT ROWID;
      CREATE INDEX transactions_lineage ON transactions(environment, original_transaction_id);
      CREATE TABLE lineages(environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL, attribution TEXT NOT
        NULL, policy_outcome TEXT, decided_date INTEGER NOT NULL, PRIMARY KEY(environment, original_transaction_id))
        STRICT, WITHOUT ROWID;
      CREATE TABLE owners(environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL, user TEXT NOT NULL,
        position INTEGER NOT NULL, PRIMARY KEY(environment, original_transaction_id, user)) STRICT, WITHOUT ROWID;
      CREATE INDEX owners_user ON owners(user);
      CREATE TABLE orders(id TEXT PRIMARY KEY, transaction_id TEXT NOT NULL, environment TEXT NOT NULL, user TEXT,
        answer TEXT NOT NULL, reason TEXT, quantity INTEGER NOT NULL, attribution TEXT, policy_outcome TEXT,
        closed_reason TEXT, date INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE overdue_orders(id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
      CREATE TABLE events(id INTEGER PRIMARY KEY, date INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, user
        TEXT, transaction_id TEXT, order_id TEXT) STRICT;
      CREATE INDEX transactions_token ON transactions(token) WHERE token IS NOT NULL;
      CREATE TABLE "credits"(environment TEXT NOT NULL, purchase TEXT NOT NULL, transaction_id TEXT NOT NULL, user
        TEXT, product_id TEXT NOT NULL, quantity INTEGER NOT NULL, refunded INTEGER NOT NULL, is_consumable INTEGER
        NOT NULL, attribution TEXT NOT NULL, order_id TEXT, token TEXT, date INTEGER NOT NULL, PRIMARY
        KEY(environment, purchase)) STRICT, WITHOUT ROWID;
      CREATE INDEX credits_user ON credits(user, product_id) WHERE is_consumable = 1;
      CREATE INDEX credits_token ON credits(token) WHERE token IS NOT NULL;
      CREATE TABLE renewals(environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL, signed_date INTEGER NOT
        NULL, payload BLOB NOT NULL, PRIMARY KEY(environment, original_transaction_id)) STRICT, WITHOUT ROWID;
      CREATE TABLE notifications(uuid TEXT PRIMARY KEY, type TEXT NOT NULL, subtype TEXT, environment TEXT,
        signed_date INTEGER, arrived_date INTEGER NOT NULL, way TEXT NOT NULL, transaction_id TEXT,
        original_transaction_id TEXT) STRICT, WITHOUT ROWID;
      CREATE TABLE withheld(transaction_id TEXT PRIMARY KEY, reason TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE transfers(id TEXT PRIMARY KEY, environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL,
        purchase TEXT, from_user TEXT, to_user TEXT NOT NULL, reason TEXT NOT NULL, date INTEGER NOT NULL) STRICT,
        WITHOUT ROWID;
      CREATE INDEX transfers_from ON transfers(from_user, date) WHERE from_user IS NOT NULL;
      CREATE TABLE other_purchases(reference TEXT PRIMARY KEY, user TEXT NOT NULL, product_id TEXT NOT NULL, platform
        TEXT NOT NULL, purchase_date INTEGER NOT NULL, expires_date INTEGER) STRICT, WITHOUT ROWID;
      CREATE INDEX other_purchases_user ON other_purchases(user);
      CREATE TABLE unknown_names(name TEXT PRIMARY KEY, count INTEGER NOT NULL, first_date INTEGER NOT NULL) STRICT,
        WITHOUT ROWID;
      CREATE TABLE change_log(id INTEGER PRIMARY KEY, act INTEGER NOT NULL, name TEXT NOT NULL, device TEXT NOT NULL,
        inverse BLOB) STRICT;
      CREATE TABLE "settings"(id INTEGER PRIMARY KEY CHECK(id = 1), policy TEXT NOT NULL, overdue_age INTEGER, epoch
        INTEGER, heard INTEGER, backlog INTEGER) STRICT;
      INSERT INTO settings(id, policy) VALUES(1, 'keep');
      """)
}
