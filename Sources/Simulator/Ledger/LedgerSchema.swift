import Storage

/// The schema of `appstore.db`, the simulated App Store's ledger.
///
/// Times are milliseconds since 1970, prices are milliunits, and ids are the numbers that the signed data contain as
/// text.
enum LedgerSchema {
  /// The application id in the file's header: "TilA".
  static let applicationID: Int32 = 0x5469_6C41

  static let schema = DatabaseSchema(
    applicationID: applicationID, version: 24,
    script: tables + indexes + settings + DatabaseSchema.changeLog)

  /// The tables of the row types.
  private static let tables: SQL =
    LedgerIdentity.table.create + LedgerState.table.create + AccountRow.table.create + TransactionRow.table.create
    + SubscriptionRow.table.create + WaitingPurchaseRow.table.create + RefundRequestRow.table.create
    + NotificationRow.table.create + ConsumptionRow.table.create + ShareRow.table.create

  /// The indexes of the row types, and the tables without one.
  private static let indexes: SQL = """
    -- Spoiled signatures are rare and asked for with every page of a history.
    CREATE INDEX transactions_history ON transactions (account, sequence);
    CREATE INDEX transactions_product ON transactions (account, product_id, purchase_date);
    CREATE INDEX transactions_lineage ON transactions (original_id, purchase_date);
    CREATE INDEX transactions_unfinished ON transactions (account, purchase_date, id) WHERE finished = 0;
    CREATE INDEX transactions_refunds ON transactions (account, revocation_sequence)
      WHERE revocation_sequence IS NOT NULL;
    CREATE INDEX transactions_spoiled ON transactions (account, sequence) WHERE corrupted = 1;
    CREATE INDEX subscriptions_due ON subscriptions (due_date, original_id) WHERE due_date IS NOT NULL;
    CREATE INDEX waiting_purchases_open ON waiting_purchases (id) WHERE decision IS NULL;
    CREATE INDEX refund_requests_open ON refund_requests (asked_date, transaction_id) WHERE decision IS NULL;
    CREATE INDEX notifications_due ON notifications (next_attempt, id) WHERE next_attempt IS NOT NULL;
    CREATE INDEX notifications_account ON notifications (account, id);
    CREATE TABLE notification_attempts(
      notification_id INTEGER NOT NULL REFERENCES notifications (id), attempt INTEGER NOT NULL,
      date INTEGER NOT NULL, result TEXT NOT NULL, status INTEGER, milliseconds INTEGER,
      PRIMARY KEY (notification_id, attempt)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE catalogue(id INTEGER PRIMARY KEY CHECK (id = 1), bytes BLOB NOT NULL) STRICT;
    """

  /// The tables of faults, families, extensions and other settings.
  private static let settings: SQL = """
    -- A fault that strikes once strikes on in the action in which it has struck, and in no other one.
    CREATE TABLE faults(name TEXT PRIMARY KEY NOT NULL, kind TEXT, once INTEGER NOT NULL, struck TEXT) STRICT;
    -- Transactions that are listed later than they were paid.
    CREATE TABLE late_transactions(
      transaction_id INTEGER PRIMARY KEY REFERENCES transactions (id),
      account TEXT NOT NULL REFERENCES accounts (name), listed_date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX late_transactions_due ON late_transactions (account, listed_date);
    -- The members of each family, purchases that are not shared, and the shared ones of each member.
    CREATE TABLE family_members(
      account TEXT PRIMARY KEY NOT NULL REFERENCES accounts (name),
      organizer TEXT NOT NULL REFERENCES accounts (name)
    ) STRICT;
    CREATE INDEX family_members_organizer ON family_members (organizer);
    CREATE TABLE unshared_products(
      account TEXT NOT NULL REFERENCES accounts (name), product_id TEXT NOT NULL,
      PRIMARY KEY (account, product_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX shares_account ON shares (account, original_id);
    -- Whole histories under names, as documents.
    CREATE TABLE checkpoints(
      name TEXT PRIMARY KEY NOT NULL, date INTEGER NOT NULL, document TEXT NOT NULL
    ) STRICT;
    -- Extensions of one subscription, with the id of the request, and those for all subscribers of a product.
    CREATE TABLE extensions(
      original_id INTEGER NOT NULL REFERENCES subscriptions (original_id), date INTEGER NOT NULL,
      days INTEGER NOT NULL, request_id TEXT, effective_date INTEGER, PRIMARY KEY (original_id, date)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX extensions_requests ON extensions (original_id, request_id)
      WHERE request_id IS NOT NULL;
    CREATE TABLE promoted_purchases(
      id INTEGER PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (name), product_id TEXT NOT NULL,
      begun_date INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE mass_extensions(
      product_id TEXT NOT NULL, request_id TEXT NOT NULL, complete_date INTEGER NOT NULL,
      succeeded INTEGER NOT NULL, failed INTEGER NOT NULL, PRIMARY KEY (product_id, request_id)
    ) STRICT, WITHOUT ROWID;
    -- The notification bench holds, reorders and repeats notifications.
    CREATE TABLE held_notifications(id INTEGER PRIMARY KEY CHECK (id = 1), since INTEGER NOT NULL) STRICT;
    -- Images, messages, defaults, the URL and the tests of retention messaging; each as the JSON that it is
    -- answered with.
    CREATE TABLE retention(
      kind TEXT NOT NULL, name TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (kind, name)
    ) STRICT, WITHOUT ROWID;
    -- During an undo, the act being undone.
    CREATE TABLE undo_under_way(
      id INTEGER PRIMARY KEY CHECK (id = 1), act INTEGER NOT NULL, names TEXT NOT NULL
    ) STRICT;
    -- The nonces of offers' signatures that were used.
    CREATE TABLE offer_nonces( nonce TEXT PRIMARY KEY NOT NULL, date INTEGER NOT NULL ) STRICT;
    """
}
