import Database

extension DatabaseSchema {
  /// Version 2: the app's server, back-off, and failures on purpose.
  ///
  /// What was bought before has no server to ask, and a device that has delivered by itself goes on so.
  static let appServer: SQL = """
    ALTER TABLE device ADD COLUMN verification TEXT NOT NULL DEFAULT 'none';
    ALTER TABLE orders ADD COLUMN verification TEXT NOT NULL DEFAULT 'none';
    ALTER TABLE orders ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE orders ADD COLUMN next_retry INTEGER;
    ALTER TABLE orders ADD COLUMN closed_reason TEXT;
    ALTER TABLE orders ADD COLUMN is_refused_by_server INTEGER NOT NULL DEFAULT 0;
    -- What the app's server credited.
    ALTER TABLE orders ADD COLUMN credit_users TEXT;
    ALTER TABLE orders ADD COLUMN credit_quantity INTEGER;
    ALTER TABLE orders ADD COLUMN attribution TEXT;
    ALTER TABLE orders ADD COLUMN policy_outcome TEXT;
    ALTER TABLE outbox ADD COLUMN next_retry INTEGER;
    ALTER TABLE unfinished ADD COLUMN state TEXT;
    -- What the app's server said last: whose purchases are, and what its users have.
    CREATE TABLE owners(
      original_transaction_id TEXT PRIMARY KEY, users TEXT NOT NULL, attribution TEXT NOT NULL, policy_outcome TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE user_accounts(user TEXT PRIMARY KEY, policy TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE balances(
      user TEXT NOT NULL, product_id TEXT NOT NULL, delivered INTEGER NOT NULL, used INTEGER NOT NULL,
      refunded INTEGER NOT NULL, PRIMARY KEY(user, product_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE grants(
      id TEXT PRIMARY KEY, user TEXT NOT NULL, product_id TEXT NOT NULL, reason TEXT NOT NULL,
      granted_date INTEGER NOT NULL, until_date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX grants_user ON grants(user);
    -- Uses that the app's server has not answered: asked again under the same id.
    CREATE TABLE pending_uses(
      id TEXT PRIMARY KEY, product_id TEXT NOT NULL, user TEXT NOT NULL, count INTEGER NOT NULL, date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- What survives a reinstall of orders: their UUIDs, for whom they are, and how they are confirmed.
    CREATE TABLE keychain_orders(
      transaction_id TEXT PRIMARY KEY, order_id TEXT NOT NULL, intent_id TEXT, user TEXT, verification TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Failures on purpose.
    CREATE TABLE faults(name TEXT PRIMARY KEY, is_once INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX journal_order ON journal(order_id, id) WHERE order_id IS NOT NULL;
    """
}
