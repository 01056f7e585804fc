import AppStoreModel
package import Storage

extension DatabaseSchema {
  /// The schema of `device.db`, one device's store.
  ///
  /// The application id in the file's header is `TILD`.
  package static let device = DatabaseSchema(
    applicationID: 0x5449_4c44, version: 13, script: evidence + rows + orderIndexes + indexes + tables + changeLog)

  /// The tables of the row types.
  private static let rows: SQL =
    StoreIdentity.table.create + DeviceState.table.create + Membership.table.create + QuarantinedItem.table.create
    + Intent.table.create + Order.table.create + KeychainOrder.table.create + StoredDelivery.table.create
    + FinishCall.table.create + PendingUse.table.create + Ownership.table.create + AccountRefund.table.create
    + RefundRequest.table.create + JournalEntry.table.create + Statement.table.create

  /// The indexes of orders that are open or undelivered.
  private static let orderIndexes: SQL =
    "CREATE INDEX orders_open ON orders(number) WHERE" + .orderIsOpen
    + "; CREATE INDEX orders_undelivered ON orders(account, number) WHERE" + .orderIsUndelivered + ";"

  /// The other indexes of the row types.
  private static let indexes: SQL = """
    CREATE INDEX membership_date ON membership(account, purchase_date, transaction_id);
    CREATE INDEX membership_product ON membership(account, product_id, purchase_date, transaction_id);
    CREATE INDEX membership_transaction ON membership(transaction_id);
    CREATE INDEX membership_lineage
      ON membership(account, product_id, lineage, class, purchase_date, transaction_id);
    CREATE INDEX membership_class ON membership(account, product_id, class, purchase_date, transaction_id);
    CREATE INDEX membership_of_lineage ON membership(lineage, account);
    CREATE INDEX membership_of_token ON membership(token, account) WHERE token IS NOT NULL;
    CREATE INDEX intents_open ON intents(state, created_date) WHERE state <> 'closed';
    CREATE INDEX intents_given_up ON intents(closed_reason) WHERE closed_reason IS NOT NULL;
    CREATE INDEX intents_match ON intents(account, product_id, created_date);
    CREATE INDEX orders_account ON orders(account, number);
    CREATE INDEX orders_product ON orders(account, product_id, number);
    CREATE INDEX orders_intent ON orders(intent_id);
    CREATE INDEX orders_without_server ON orders(user) WHERE verification = 'none';
    CREATE INDEX refunds_date ON refunds(account, revocation_date, transaction_id);
    CREATE INDEX journal_product ON journal(product_id, id);
    CREATE INDEX journal_order ON journal(order_id, id) WHERE order_id IS NOT NULL;
    CREATE INDEX statements_key ON statements(kind, key, id);
    CREATE INDEX deliveries_transaction ON deliveries(transaction_id);
    CREATE INDEX deliveries_user ON deliveries(user, product_id, date, quantity);
    """

  /// The tables without a row type.
  private static let tables: SQL = """
    -- What survives a reinstall: who is signed in to the App Store, who is logged in to the app, and who uses
    -- it without a login.
    CREATE TABLE keychain(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE users(name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE revisions(
      account TEXT NOT NULL, list TEXT NOT NULL, revision TEXT NOT NULL, PRIMARY KEY(account, list)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE uses(
      id INTEGER PRIMARY KEY, product_id TEXT NOT NULL, user TEXT, count INTEGER NOT NULL, date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX uses_product ON uses(product_id, user);
    CREATE TABLE products(
      id TEXT PRIMARY KEY, position INTEGER NOT NULL, json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- The states as they were last derived, for the first frame only.
    CREATE TABLE last_statuses(
      position INTEGER PRIMARY KEY, product TEXT NOT NULL, state TEXT NOT NULL, entitled INTEGER NOT NULL,
      confirmed INTEGER NOT NULL, balance INTEGER, expires_date INTEGER, since INTEGER
    ) STRICT;
    CREATE TABLE durations(product_id TEXT PRIMARY KEY, period TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE unfinished(
      account TEXT NOT NULL, transaction_id TEXT NOT NULL, product_id TEXT NOT NULL, date INTEGER, state TEXT,
      PRIMARY KEY(account, transaction_id)
    ) STRICT, WITHOUT ROWID;
    -- Failures on purpose.
    CREATE TABLE faults(name TEXT PRIMARY KEY, is_once INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    -- Purchases begun in the App Store, by its numbers, that wait for a user to log in.
    CREATE TABLE deferred_purchases(id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    -- What was set or given here and the app server has not received yet.
    CREATE TABLE waiting_server_calls(
      id TEXT PRIMARY KEY, call TEXT NOT NULL, date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}

extension SQL {
  /// Joins the newest version of each transaction in `membership`, as `signed_items`.
  static let newestTransactions: SQL = """
    JOIN signed_items ON signed_items.subject = membership.transaction_id AND signed_items.kind = 1
      AND signed_items.scope = '' AND signed_items.is_newest = 1
    """
  /// The condition of open orders, which is also the condition of an index.
  static let orderIsOpen: SQL = "state IN" + .list(Order.State.allCases.filter(\.isOpen))
  /// The condition of orders that were charged and not delivered, which is also the condition of an index.
  static let orderIsUndelivered: SQL =
    "(state NOT IN" + .list(Order.State.allCases.filter(\.isDelivered)) + "OR closed_reason IS NOT NULL)"
}
