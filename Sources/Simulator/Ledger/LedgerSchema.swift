import Storage

/// The schema of `appstore.db`, the simulated App Store's ledger.
///
/// Times are milliseconds since 1970, prices are milliunits, and ids are the numbers that the signed data contain as
/// text.
enum LedgerSchema {
  /// The application id in the file's header: "TilA".
  static let applicationID: Int32 = 0x5469_6C41

  static let schema = DatabaseSchema(
    applicationID: applicationID, version: 22, script: sales + notifications + settings + DatabaseSchema.changeLog)

  /// The tables of the App Store, its accounts and their purchases.
  private static let sales: SQL = """
    CREATE TABLE identity(
      id INTEGER PRIMARY KEY CHECK (id = 1), ledger_id TEXT NOT NULL, bundle_id TEXT NOT NULL,
      seed INTEGER NOT NULL, root_pem TEXT NOT NULL, root_fingerprint TEXT NOT NULL,
      header_segment TEXT NOT NULL, leaf BLOB NOT NULL, intermediate BLOB NOT NULL, root BLOB NOT NULL,
      signing_key TEXT NOT NULL, environment TEXT NOT NULL DEFAULT 'Sandbox', app_apple_id INTEGER
    ) STRICT;
    CREATE TABLE state(
      id INTEGER PRIMARY KEY CHECK (id = 1), epoch INTEGER NOT NULL, time_rate INTEGER NOT NULL,
      clock_offset INTEGER NOT NULL, paused_at INTEGER, clock_floor INTEGER NOT NULL, network INTEGER NOT NULL,
      payments INTEGER NOT NULL, grace INTEGER NOT NULL, ask_to_buy INTEGER NOT NULL,
      last_signed INTEGER NOT NULL, last_id INTEGER NOT NULL, last_sequence INTEGER NOT NULL,
      catalogue_version INTEGER NOT NULL, interrupted INTEGER NOT NULL DEFAULT 0,
      renewals_fail INTEGER NOT NULL DEFAULT 0, renewal_limit INTEGER, dialogs INTEGER NOT NULL DEFAULT 1,
      settings TEXT NOT NULL DEFAULT '{}'
    ) STRICT;
    CREATE TABLE catalogue(id INTEGER PRIMARY KEY CHECK (id = 1), bytes BLOB NOT NULL) STRICT;
    CREATE TABLE accounts(
      name TEXT PRIMARY KEY NOT NULL, position INTEGER NOT NULL UNIQUE, storefront TEXT NOT NULL,
      note TEXT NOT NULL, app_transaction_id INTEGER NOT NULL, locale TEXT
    ) STRICT;
    -- A statement is kept without header and signature, since it is signed at the answer. Spoiled signatures
    -- are rare and asked for with every page of a history.
    CREATE TABLE transactions(
      id INTEGER PRIMARY KEY, original_id INTEGER NOT NULL, account TEXT NOT NULL REFERENCES accounts (name),
      product_id TEXT NOT NULL, type TEXT NOT NULL, group_id TEXT, quantity INTEGER NOT NULL,
      purchase_date INTEGER NOT NULL, original_purchase_date INTEGER NOT NULL, expires_date INTEGER,
      price INTEGER NOT NULL, currency TEXT NOT NULL, storefront TEXT NOT NULL, token TEXT,
      ownership TEXT NOT NULL, reason TEXT NOT NULL, web_order_line_item_id INTEGER, revocation_date INTEGER,
      revocation_reason INTEGER, revocation_type TEXT, revocation_percentage INTEGER,
      revocation_sequence INTEGER, finished INTEGER NOT NULL, corrupted INTEGER NOT NULL,
      sequence INTEGER NOT NULL UNIQUE, signed TEXT NOT NULL, upgraded INTEGER NOT NULL DEFAULT 0,
      offer_type INTEGER, offer_id TEXT, offer_discount TEXT, offer_period TEXT, billing_plan TEXT,
      commitment_number INTEGER, commitment_total INTEGER, commitment_expires INTEGER, commitment_price INTEGER
    ) STRICT;
    CREATE INDEX transactions_history ON transactions (account, sequence);
    CREATE INDEX transactions_product ON transactions (account, product_id, purchase_date);
    CREATE INDEX transactions_lineage ON transactions (original_id, purchase_date);
    CREATE INDEX transactions_unfinished ON transactions (account, purchase_date, id) WHERE finished = 0;
    CREATE INDEX transactions_refunds ON transactions (account, revocation_sequence)
      WHERE revocation_sequence IS NOT NULL;
    CREATE INDEX transactions_spoiled ON transactions (account, sequence) WHERE corrupted = 1;
    CREATE TABLE subscriptions(
      original_id INTEGER PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (name), group_id TEXT NOT NULL,
      product_id TEXT NOT NULL, latest_id INTEGER NOT NULL REFERENCES transactions (id), state TEXT NOT NULL,
      auto_renew INTEGER NOT NULL, billing_fails INTEGER NOT NULL, start_date INTEGER NOT NULL,
      expires_date INTEGER NOT NULL, grace_end INTEGER, retry_end INTEGER, renewals INTEGER NOT NULL,
      anchor_date INTEGER NOT NULL, anchor_periods INTEGER NOT NULL, anchor_rate INTEGER NOT NULL,
      anchor_period TEXT NOT NULL, expiration_intent INTEGER, token TEXT, due_date INTEGER,
      signed TEXT NOT NULL, next_product_id TEXT, price INTEGER, next_price INTEGER, consent TEXT,
      offer_type INTEGER, offer_id TEXT, offer_discount TEXT, offer_period TEXT, offer_price INTEGER,
      offer_left INTEGER, billing_plan TEXT, commitment_number INTEGER, commitment_total INTEGER,
      commitment_expires INTEGER, commitment_price INTEGER, next_billing_plan TEXT, stacked_code TEXT,
      UNIQUE (account, group_id)
    ) STRICT;
    CREATE INDEX subscriptions_due ON subscriptions (due_date, original_id) WHERE due_date IS NOT NULL;
    CREATE TABLE waiting_purchases(
      id INTEGER PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (name), product_id TEXT NOT NULL,
      quantity INTEGER NOT NULL, token TEXT, asked_date INTEGER NOT NULL, decision TEXT, decided_date INTEGER,
      kind TEXT NOT NULL DEFAULT 'askToBuy'
    ) STRICT;
    CREATE INDEX waiting_purchases_open ON waiting_purchases (id) WHERE decision IS NULL;
    CREATE TABLE refund_requests(
      transaction_id INTEGER PRIMARY KEY REFERENCES transactions (id), reason TEXT, asked_date INTEGER NOT NULL,
      decision TEXT, decided_date INTEGER
    ) STRICT;
    CREATE INDEX refund_requests_open ON refund_requests (asked_date, transaction_id) WHERE decision IS NULL;
    """

  /// The tables of notifications and consumption requests to the app server.
  private static let notifications: SQL = """
    -- The outbox. In a payload the header segment of the ledger's certificates, which the signed texts inside
    -- begin with, is one character.
    CREATE TABLE notifications(
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, type TEXT NOT NULL, subtype TEXT, account TEXT,
      product_id TEXT, transaction_id INTEGER, original_id INTEGER, signed_date INTEGER NOT NULL,
      payload TEXT NOT NULL, signature TEXT NOT NULL, attempts INTEGER NOT NULL, next_attempt INTEGER,
      delivered_date INTEGER, send_order INTEGER, copies INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX notifications_due ON notifications (next_attempt, id) WHERE next_attempt IS NOT NULL;
    CREATE INDEX notifications_account ON notifications (account, id);
    CREATE TABLE notification_attempts(
      notification_id INTEGER NOT NULL REFERENCES notifications (id), attempt INTEGER NOT NULL,
      date INTEGER NOT NULL, result TEXT NOT NULL, status INTEGER, milliseconds INTEGER,
      PRIMARY KEY (notification_id, attempt)
    ) STRICT, WITHOUT ROWID;
    -- Apple's questions about refunds to the app server, and the answers: the newest request of each
    -- transaction.
    CREATE TABLE consumption_requests(
      transaction_id INTEGER PRIMARY KEY REFERENCES transactions (id), reason TEXT, asked_date INTEGER,
      answered_date INTEGER, answer TEXT
    ) STRICT;
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
    CREATE TABLE shares(
      original_id INTEGER PRIMARY KEY, source_original_id INTEGER NOT NULL, source_id INTEGER NOT NULL,
      account TEXT NOT NULL REFERENCES accounts (name), latest_id INTEGER NOT NULL, active INTEGER NOT NULL,
      signed TEXT, UNIQUE (source_original_id, account)
    ) STRICT;
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
