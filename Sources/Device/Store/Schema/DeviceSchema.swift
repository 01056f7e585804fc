package import Storage

extension DatabaseSchema {
  /// The schema of `device.db`, one device's store; `TILD` in the header's application id.
  package static let device = DatabaseSchema(
    applicationID: 0x5449_4c44,
    migrations: [
      .sql(identityAndKeychain + evidence + purchases + lists), .sql(appServer), .sql(verdicts),
      .sql(deferredPurchases), .sql(statements), .sql(changes), .sql(classes), .run(classify), .sql(waiting),
      .sql(anonymous),
    ], shortcut: .device)

  /// Version 3: evidence that something else than its own signature vouches for (`StoredVerdict`).
  private static let verdicts: SQL = """
    ALTER TABLE versions RENAME COLUMN is_verified TO verdict;
    ALTER TABLE renewal_infos RENAME COLUMN is_verified TO verdict;
    """

  private static let identityAndKeychain: SQL = """
    -- The App Store that this device belongs to; one row.
    CREATE TABLE identity(
      kind TEXT NOT NULL, environment TEXT NOT NULL, bundle_id TEXT NOT NULL, root TEXT, ledger_id TEXT
    ) STRICT;
    -- What survives a reinstall: who is signed in to the App Store, and who is logged in to the app.
    CREATE TABLE keychain(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE users(name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    -- What the device knows of time and of news; one row.
    CREATE TABLE device(
      updates TEXT NOT NULL, clock_offset INTEGER NOT NULL, floor INTEGER NOT NULL, machine_date INTEGER NOT NULL,
      last_checked INTEGER, offline_validity INTEGER, epoch INTEGER, waiting_updates INTEGER NOT NULL
    ) STRICT;
    """

  private static let evidence: SQL = """
    -- Header segments hold the certificates, nine tenths of a JWS, and are the same for many of them.
    CREATE TABLE headers(id INTEGER PRIMARY KEY, segment TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE roots(id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE) STRICT;
    -- Every signed statement about a transaction, older versions too. The JWS is rebuilt from it exactly.
    CREATE TABLE versions(
      id INTEGER PRIMARY KEY, transaction_id TEXT NOT NULL, signed_date INTEGER NOT NULL,
      header INTEGER NOT NULL REFERENCES headers, payload BLOB NOT NULL, signature BLOB NOT NULL,
      is_verified INTEGER NOT NULL, root INTEGER REFERENCES roots, arrived_date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX versions_transaction ON versions(transaction_id, signed_date);
    -- The newest version of each transaction, with the columns that are searched.
    CREATE TABLE transactions(
      transaction_id TEXT PRIMARY KEY, version INTEGER NOT NULL REFERENCES versions, versions INTEGER NOT NULL,
      original_transaction_id TEXT, product_id TEXT, revocation_date INTEGER
    ) STRICT, WITHOUT ROWID;
    -- Which Apple Account a transaction is visible to, and by which way it came.
    CREATE TABLE membership(
      account TEXT NOT NULL, transaction_id TEXT NOT NULL REFERENCES transactions, origin TEXT NOT NULL,
      is_absent INTEGER NOT NULL, product_id TEXT, purchase_date INTEGER NOT NULL,
      PRIMARY KEY(account, transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX membership_date ON membership(account, purchase_date, transaction_id);
    CREATE INDEX membership_product ON membership(account, product_id, purchase_date, transaction_id);
    CREATE INDEX membership_transaction ON membership(transaction_id);
    CREATE TABLE renewal_infos(
      account TEXT NOT NULL, original_transaction_id TEXT NOT NULL, signed_date INTEGER NOT NULL,
      header INTEGER NOT NULL REFERENCES headers, payload BLOB NOT NULL, signature BLOB NOT NULL,
      is_verified INTEGER NOT NULL, root INTEGER REFERENCES roots, arrived_date INTEGER NOT NULL,
      PRIMARY KEY(account, original_transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE quarantine(
      id INTEGER PRIMARY KEY, transaction_id TEXT, product_id TEXT, failure TEXT NOT NULL, message TEXT NOT NULL,
      account TEXT, date INTEGER NOT NULL, jws TEXT NOT NULL, digest BLOB NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE revisions(
      account TEXT NOT NULL, list TEXT NOT NULL, revision TEXT NOT NULL, PRIMARY KEY(account, list)
    ) STRICT, WITHOUT ROWID;
    """

  private static let purchases: SQL = """
    CREATE TABLE intents(
      id TEXT PRIMARY KEY, account TEXT NOT NULL, user TEXT, product_id TEXT NOT NULL, quantity INTEGER NOT NULL,
      app_account_token TEXT, state TEXT NOT NULL, created_date INTEGER NOT NULL, store_date INTEGER NOT NULL,
      transaction_id TEXT, closed_reason TEXT, owner TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX intents_open ON intents(state, created_date) WHERE state <> 'closed';
    CREATE INDEX intents_match ON intents(account, product_id, created_date);
    CREATE TABLE orders(
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, intent_id TEXT, transaction_id TEXT NOT NULL UNIQUE,
      product_id TEXT NOT NULL, quantity INTEGER NOT NULL, account TEXT NOT NULL, user TEXT, app_account_token TEXT,
      state TEXT NOT NULL, created_date INTEGER NOT NULL, updated_date INTEGER NOT NULL, last_error TEXT, owner TEXT
    ) STRICT;
    CREATE INDEX orders_account ON orders(account, number);
    CREATE INDEX orders_product ON orders(account, product_id, number);
    CREATE INDEX orders_intent ON orders(intent_id);
    CREATE INDEX orders_open ON orders(number) WHERE state NOT IN ('closed', 'refused');
    -- At most one delivery for each transaction, whatever happens.
    CREATE TABLE deliveries(
      environment TEXT NOT NULL, transaction_id TEXT NOT NULL, order_id TEXT NOT NULL, product_id TEXT NOT NULL,
      user TEXT, quantity INTEGER NOT NULL, date INTEGER NOT NULL, PRIMARY KEY(environment, transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deliveries_user ON deliveries(user, product_id);
    CREATE TABLE uses(
      id INTEGER PRIMARY KEY, product_id TEXT NOT NULL, user TEXT, count INTEGER NOT NULL, date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX uses_product ON uses(product_id, user);
    -- Finish calls that the App Store has not heard.
    CREATE TABLE outbox(
      transaction_id TEXT PRIMARY KEY, account TEXT NOT NULL, attempts INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  private static let lists: SQL = """
    CREATE TABLE products(id TEXT PRIMARY KEY, position INTEGER NOT NULL, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
    -- The states as they were last derived, for the first frame only.
    CREATE TABLE last_statuses(
      position INTEGER PRIMARY KEY, product TEXT NOT NULL, state TEXT NOT NULL, entitled INTEGER NOT NULL,
      confirmed INTEGER NOT NULL, balance INTEGER, expires_date INTEGER, since INTEGER
    ) STRICT;
    CREATE TABLE durations(product_id TEXT PRIMARY KEY, period TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE refunds(
      account TEXT NOT NULL, transaction_id TEXT NOT NULL, original_transaction_id TEXT NOT NULL,
      product_id TEXT NOT NULL, purchase_date INTEGER, revocation_date INTEGER NOT NULL, revocation_reason INTEGER,
      revocation_type TEXT, revocation_percentage INTEGER, price INTEGER, currency TEXT, reversed_date INTEGER,
      PRIMARY KEY(account, transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX refunds_date ON refunds(account, revocation_date, transaction_id);
    CREATE TABLE refund_requests(
      transaction_id TEXT PRIMARY KEY, product_id TEXT NOT NULL, account TEXT NOT NULL, reason TEXT,
      asked_date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE unfinished(
      account TEXT NOT NULL, transaction_id TEXT NOT NULL, product_id TEXT NOT NULL, date INTEGER,
      PRIMARY KEY(account, transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE journal(
      id INTEGER PRIMARY KEY, date INTEGER NOT NULL, machine_date INTEGER NOT NULL, kind TEXT NOT NULL,
      text TEXT NOT NULL, account TEXT, user TEXT, product_id TEXT, transaction_id TEXT, order_id TEXT
    ) STRICT;
    CREATE INDEX journal_product ON journal(product_id, id);
    """
}

extension DatabaseSchema {
  /// Version 2: the app's server, back-off, and failures on purpose.
  ///
  /// Earlier purchases have no server to ask, and a device that has delivered by itself continues to.
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

extension DatabaseSchema {
  /// Version 6: what is done can be taken back.
  ///
  /// SQLite notes changes of rows that have a key, so that the device's one row has one.
  static let changes: SQL =
    changeLog + """
      CREATE TABLE device_with_key(
        id INTEGER PRIMARY KEY CHECK(id = 1), updates TEXT NOT NULL, clock_offset INTEGER NOT NULL,
        floor INTEGER NOT NULL, machine_date INTEGER NOT NULL, last_checked INTEGER, offline_validity INTEGER,
        epoch INTEGER, waiting_updates INTEGER NOT NULL, verification TEXT NOT NULL DEFAULT 'none', server_grace INTEGER
      ) STRICT;
      INSERT INTO device_with_key
        SELECT 1, updates, clock_offset, floor, machine_date, last_checked, offline_validity, epoch, waiting_updates,
          verification, server_grace FROM device LIMIT 1;
      DROP TABLE device;
      ALTER TABLE device_with_key RENAME TO device;
      """
}
