package import Storage

extension DatabaseSchema {
  /// The schema of `device.db`, one device's store.
  ///
  /// The application id in the file's header is `TILD`.
  package static let device = DatabaseSchema(
    applicationID: 0x5449_4c44, version: 10,
    script: identityAndEvidence + purchases + orderIndexes + lists + arrivals + changeLog)

  /// The indexes of orders that are open or undelivered.
  private static let orderIndexes: SQL =
    "CREATE INDEX orders_open ON orders(number) WHERE" + .orderIsOpen
    + "; CREATE INDEX orders_undelivered ON orders(account, number) WHERE" + .orderIsUndelivered + ";"

  /// The tables of the App Store, the sign-ins, and the signed data.
  private static let identityAndEvidence: SQL = """
    -- The App Store that this device belongs to; one row.
    CREATE TABLE identity(
      kind TEXT NOT NULL, environment TEXT NOT NULL, bundle_id TEXT NOT NULL, root TEXT, ledger_id TEXT
    ) STRICT;
    -- What survives a reinstall: who is signed in to the App Store, who is logged in to the app, and who uses
    -- it without a login.
    CREATE TABLE keychain(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE users(name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    -- Header segments hold the certificates, nine tenths of a JWS, and are the same for many of them.
    CREATE TABLE headers(id INTEGER PRIMARY KEY, segment TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE roots(id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE) STRICT;
    -- Every signed statement about a transaction, older versions too. The JWS is rebuilt from it exactly. For
    -- the verdict see `Verdict`.
    CREATE TABLE versions(
      id INTEGER PRIMARY KEY, transaction_id TEXT NOT NULL, signed_date INTEGER NOT NULL,
      header INTEGER NOT NULL REFERENCES headers, payload BLOB NOT NULL, signature BLOB NOT NULL,
      verdict INTEGER NOT NULL, root INTEGER REFERENCES roots, arrived_date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX versions_transaction ON versions(transaction_id, signed_date);
    -- The newest version of each transaction, with the columns that are searched.
    CREATE TABLE transactions(
      transaction_id TEXT PRIMARY KEY, version INTEGER NOT NULL REFERENCES versions, versions INTEGER NOT NULL,
      original_transaction_id TEXT, product_id TEXT, revocation_date INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX transactions_taken_back ON transactions(transaction_id) WHERE revocation_date IS NOT NULL;
    -- Which Apple Account a transaction is visible to, how it arrived, and its class, by which an answer is
    -- found however long a history is.
    CREATE TABLE membership(
      account TEXT NOT NULL, transaction_id TEXT NOT NULL REFERENCES transactions, origin TEXT NOT NULL,
      is_absent INTEGER NOT NULL, product_id TEXT, purchase_date INTEGER NOT NULL,
      arrived_date INTEGER NOT NULL DEFAULT 0, lineage TEXT NOT NULL DEFAULT '', class TEXT NOT NULL DEFAULT '',
      token TEXT, PRIMARY KEY(account, transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX membership_date ON membership(account, purchase_date, transaction_id);
    CREATE INDEX membership_product ON membership(account, product_id, purchase_date, transaction_id);
    CREATE INDEX membership_transaction ON membership(transaction_id);
    CREATE INDEX membership_lineage
      ON membership(account, product_id, lineage, class, purchase_date, transaction_id);
    CREATE INDEX membership_class ON membership(account, product_id, class, purchase_date, transaction_id);
    CREATE INDEX membership_of_lineage ON membership(lineage, account);
    CREATE INDEX membership_of_token ON membership(token, account) WHERE token IS NOT NULL;
    CREATE TABLE renewal_infos(
      account TEXT NOT NULL, original_transaction_id TEXT NOT NULL, signed_date INTEGER NOT NULL,
      header INTEGER NOT NULL REFERENCES headers, payload BLOB NOT NULL, signature BLOB NOT NULL,
      verdict INTEGER NOT NULL, root INTEGER REFERENCES roots, arrived_date INTEGER NOT NULL,
      PRIMARY KEY(account, original_transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE quarantine(
      id INTEGER PRIMARY KEY, transaction_id TEXT, product_id TEXT, failure TEXT NOT NULL,
      message TEXT NOT NULL, account TEXT, date INTEGER NOT NULL, jws TEXT NOT NULL, digest BLOB NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE revisions(
      account TEXT NOT NULL, list TEXT NOT NULL, revision TEXT NOT NULL, PRIMARY KEY(account, list)
    ) STRICT, WITHOUT ROWID;
    """

  /// The tables of intents, orders and finish calls.
  private static let purchases: SQL = """
    CREATE TABLE intents(
      id TEXT PRIMARY KEY, account TEXT NOT NULL, user TEXT, product_id TEXT NOT NULL,
      quantity INTEGER NOT NULL, app_account_token TEXT, state TEXT NOT NULL, created_date INTEGER NOT NULL,
      store_date INTEGER NOT NULL, transaction_id TEXT, closed_reason TEXT, owner TEXT, missed_date INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX intents_open ON intents(state, created_date) WHERE state <> 'closed';
    CREATE INDEX intents_match ON intents(account, product_id, created_date);
    CREATE TABLE orders(
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, intent_id TEXT, transaction_id TEXT NOT NULL UNIQUE,
      product_id TEXT NOT NULL, quantity INTEGER NOT NULL, account TEXT NOT NULL, user TEXT,
      app_account_token TEXT, state TEXT NOT NULL, created_date INTEGER NOT NULL, updated_date INTEGER NOT NULL,
      last_error TEXT, owner TEXT, verification TEXT NOT NULL DEFAULT 'none',
      attempts INTEGER NOT NULL DEFAULT 0, next_retry INTEGER, closed_reason TEXT,
      is_refused_by_server INTEGER NOT NULL DEFAULT 0, credit_users TEXT, credit_quantity INTEGER,
      attribution TEXT, policy_outcome TEXT
    ) STRICT;
    CREATE INDEX orders_account ON orders(account, number);
    CREATE INDEX orders_product ON orders(account, product_id, number);
    CREATE INDEX orders_intent ON orders(intent_id);
    CREATE INDEX orders_without_server ON orders(user) WHERE verification = 'none';
    CREATE TABLE uses(
      id INTEGER PRIMARY KEY, product_id TEXT NOT NULL, user TEXT, count INTEGER NOT NULL, date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX uses_product ON uses(product_id, user);
    -- Finish calls that the App Store has not received.
    CREATE TABLE outbox(
      transaction_id TEXT PRIMARY KEY, account TEXT NOT NULL, attempts INTEGER NOT NULL, next_retry INTEGER
    ) STRICT, WITHOUT ROWID;
    """

  /// The tables of the catalogue and of what lists show.
  private static let lists: SQL = """
    CREATE TABLE products(
      id TEXT PRIMARY KEY, position INTEGER NOT NULL, json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- The states as they were last derived, for the first frame only.
    CREATE TABLE last_statuses(
      position INTEGER PRIMARY KEY, product TEXT NOT NULL, state TEXT NOT NULL, entitled INTEGER NOT NULL,
      confirmed INTEGER NOT NULL, balance INTEGER, expires_date INTEGER, since INTEGER
    ) STRICT;
    CREATE TABLE durations(product_id TEXT PRIMARY KEY, period TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE refunds(
      account TEXT NOT NULL, transaction_id TEXT NOT NULL, original_transaction_id TEXT NOT NULL,
      product_id TEXT NOT NULL, purchase_date INTEGER, revocation_date INTEGER NOT NULL,
      revocation_reason INTEGER, revocation_type TEXT, revocation_percentage INTEGER, price INTEGER,
      currency TEXT, reversed_date INTEGER, PRIMARY KEY(account, transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX refunds_date ON refunds(account, revocation_date, transaction_id);
    CREATE TABLE refund_requests(
      transaction_id TEXT PRIMARY KEY, product_id TEXT NOT NULL, account TEXT NOT NULL, reason TEXT,
      asked_date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE unfinished(
      account TEXT NOT NULL, transaction_id TEXT NOT NULL, product_id TEXT NOT NULL, date INTEGER, state TEXT,
      PRIMARY KEY(account, transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE journal(
      id INTEGER PRIMARY KEY, date INTEGER NOT NULL, machine_date INTEGER NOT NULL, kind TEXT NOT NULL,
      text TEXT NOT NULL, account TEXT, user TEXT, product_id TEXT, transaction_id TEXT, order_id TEXT
    ) STRICT;
    CREATE INDEX journal_product ON journal(product_id, id);
    CREATE INDEX journal_order ON journal(order_id, id) WHERE order_id IS NOT NULL;
    """

  /// The tables of the app server's answers, deliveries, statements, and what waits for the app server.
  private static let arrivals: SQL = """
    -- What the app server said last about who owns a purchase.
    CREATE TABLE owners(
      original_transaction_id TEXT PRIMARY KEY, users TEXT NOT NULL, attribution TEXT NOT NULL,
      policy_outcome TEXT
    ) STRICT, WITHOUT ROWID;
    -- Uses that the app server has not answered: asked again under the same id.
    CREATE TABLE pending_uses(
      id TEXT PRIMARY KEY, product_id TEXT NOT NULL, user TEXT NOT NULL, count INTEGER NOT NULL,
      date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- What survives a reinstall of orders: their UUIDs, their users, and how they are confirmed.
    CREATE TABLE keychain_orders(
      transaction_id TEXT PRIMARY KEY, order_id TEXT NOT NULL, intent_id TEXT, user TEXT,
      verification TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Failures on purpose.
    CREATE TABLE faults(name TEXT PRIMARY KEY, is_once INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    -- Purchases begun in the App Store, by its numbers, that wait for a user to log in.
    CREATE TABLE deferred_purchases(id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    -- What arrived, which is never overwritten: with the dates (device time) on which it arrived and was last
    -- repeated.
    CREATE TABLE statements(
      id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT, arrived_date INTEGER NOT NULL,
      repeated_date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX statements_key ON statements(kind, key, id);
    -- Renewal information that newer information replaced.
    CREATE TABLE earlier_renewal_infos(
      id INTEGER PRIMARY KEY, account TEXT NOT NULL, original_transaction_id TEXT NOT NULL,
      payload BLOB NOT NULL, arrived_date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX earlier_renewal_infos_account ON earlier_renewal_infos(account);
    -- At most one delivery for each purchase, whatever happens: Apple may give one purchase two transaction
    -- ids.
    CREATE TABLE deliveries(
      environment TEXT NOT NULL, purchase TEXT NOT NULL, transaction_id TEXT NOT NULL, order_id TEXT NOT NULL,
      product_id TEXT NOT NULL, user TEXT, quantity INTEGER NOT NULL, date INTEGER NOT NULL,
      PRIMARY KEY(environment, purchase)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deliveries_transaction ON deliveries(transaction_id);
    CREATE INDEX deliveries_user ON deliveries(user, product_id, date, quantity);
    -- What the device knows of time and of news; one row, with a key, since SQLite notes changes of rows that
    -- have one.
    CREATE TABLE device(
      id INTEGER PRIMARY KEY CHECK(id = 1), updates TEXT NOT NULL, clock_offset INTEGER NOT NULL,
      floor INTEGER NOT NULL, machine_date INTEGER NOT NULL, last_checked INTEGER, offline_validity INTEGER,
      epoch INTEGER, waiting_updates INTEGER NOT NULL, verification TEXT NOT NULL DEFAULT 'none',
      server_grace INTEGER
    ) STRICT;
    -- What was set or given here and the app server has not received yet.
    CREATE TABLE waiting_server_calls(
      id TEXT PRIMARY KEY, call TEXT NOT NULL, date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
