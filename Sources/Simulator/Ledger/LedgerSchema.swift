import Storage

/// The form of `appstore.db`, the simulated App Store's ledger.
///
/// Times are milliseconds since 1970, prices milliunits, ids the numbers that the signed data carry as text. A
/// statement is kept without header and signature, since it is signed at the answer; a notification is kept as signed.
enum LedgerSchema {
  /// "TilA" in the file's header.
  static let applicationID: Int32 = 0x5469_6C41

  static let schema = DatabaseSchema(
    applicationID: applicationID,
    migrations: [
      .sql(first), .sql(notifications), .sql(consumption),
      .sql(faults), .sql(family), .sql(checkpoints),
      .sql(plans), .sql(massExtensions), .sql(extensionRequests), .sql(locales),
      .sql(struckFaults), .sql(renewalLimit), .sql(dialogs), .sql(environment), .sql(billingPlans), .sql(bench),
      .sql(retention), .sql(spoiled), .sql(undo), .sql(settings), .sql(unsigned), .sql(offerNonces),
    ], shortcut: .ledger)

  /// Acts can be undone; during an undo, the act being undone.
  private static let undo: SQL =
    DatabaseSchema.changeLog + """
      CREATE TABLE undo_under_way (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        act INTEGER NOT NULL,
        names TEXT NOT NULL
      ) STRICT;
      """

  /// An index on spoiled signatures, which are rare and asked for with every page of a history.
  private static let spoiled: SQL = """
    CREATE INDEX transactions_spoiled ON transactions (account, sequence) WHERE corrupted = 1;
    """

  /// Statements are signed at the answer: what was signed at their last change goes.
  private static let unsigned: SQL = """
    UPDATE transactions SET signed = substr(signed, 1, instr(signed, '.') - 1) WHERE instr(signed, '.') > 0;
    UPDATE subscriptions SET signed = substr(signed, 1, instr(signed, '.') - 1) WHERE instr(signed, '.') > 0;
    UPDATE shares SET signed = substr(signed, 1, instr(signed, '.') - 1) WHERE instr(signed, '.') > 0;
    """

  private static let first: SQL = """
    CREATE TABLE identity (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      ledger_id TEXT NOT NULL,
      bundle_id TEXT NOT NULL,
      seed INTEGER NOT NULL,
      root_pem TEXT NOT NULL,
      root_fingerprint TEXT NOT NULL,
      header_segment TEXT NOT NULL,
      leaf BLOB NOT NULL,
      intermediate BLOB NOT NULL,
      root BLOB NOT NULL,
      signing_key TEXT NOT NULL
    ) STRICT;

    CREATE TABLE state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      epoch INTEGER NOT NULL,
      time_rate INTEGER NOT NULL,
      clock_offset INTEGER NOT NULL,
      paused_at INTEGER,
      clock_floor INTEGER NOT NULL,
      network INTEGER NOT NULL,
      payments INTEGER NOT NULL,
      grace INTEGER NOT NULL,
      ask_to_buy INTEGER NOT NULL,
      last_signed INTEGER NOT NULL,
      last_id INTEGER NOT NULL,
      last_sequence INTEGER NOT NULL,
      catalogue_version INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE catalogue (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      bytes BLOB NOT NULL
    ) STRICT;

    CREATE TABLE accounts (
      name TEXT PRIMARY KEY NOT NULL,
      position INTEGER NOT NULL UNIQUE,
      storefront TEXT NOT NULL,
      note TEXT NOT NULL,
      app_transaction_id INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE transactions (
      id INTEGER PRIMARY KEY,
      original_id INTEGER NOT NULL,
      account TEXT NOT NULL REFERENCES accounts (name),
      product_id TEXT NOT NULL,
      type TEXT NOT NULL,
      group_id TEXT,
      quantity INTEGER NOT NULL,
      purchase_date INTEGER NOT NULL,
      original_purchase_date INTEGER NOT NULL,
      expires_date INTEGER,
      price INTEGER NOT NULL,
      currency TEXT NOT NULL,
      storefront TEXT NOT NULL,
      token TEXT,
      ownership TEXT NOT NULL,
      reason TEXT NOT NULL,
      web_order_line_item_id INTEGER,
      revocation_date INTEGER,
      revocation_reason INTEGER,
      revocation_type TEXT,
      revocation_percentage INTEGER,
      revocation_sequence INTEGER,
      finished INTEGER NOT NULL,
      corrupted INTEGER NOT NULL,
      sequence INTEGER NOT NULL UNIQUE,
      signed TEXT NOT NULL
    ) STRICT;
    CREATE INDEX transactions_history ON transactions (account, sequence);
    CREATE INDEX transactions_product ON transactions (account, product_id, purchase_date);
    CREATE INDEX transactions_lineage ON transactions (original_id, purchase_date);
    CREATE INDEX transactions_unfinished ON transactions (account, purchase_date, id) WHERE finished = 0;
    CREATE INDEX transactions_refunds ON transactions (account, revocation_sequence)
      WHERE revocation_sequence IS NOT NULL;

    CREATE TABLE subscriptions (
      original_id INTEGER PRIMARY KEY,
      account TEXT NOT NULL REFERENCES accounts (name),
      group_id TEXT NOT NULL,
      product_id TEXT NOT NULL,
      latest_id INTEGER NOT NULL REFERENCES transactions (id),
      state TEXT NOT NULL,
      auto_renew INTEGER NOT NULL,
      billing_fails INTEGER NOT NULL,
      start_date INTEGER NOT NULL,
      expires_date INTEGER NOT NULL,
      grace_end INTEGER,
      retry_end INTEGER,
      renewals INTEGER NOT NULL,
      anchor_date INTEGER NOT NULL,
      anchor_periods INTEGER NOT NULL,
      anchor_rate INTEGER NOT NULL,
      anchor_period TEXT NOT NULL,
      expiration_intent INTEGER,
      token TEXT,
      due_date INTEGER,
      signed TEXT NOT NULL,
      UNIQUE (account, group_id)
    ) STRICT;
    CREATE INDEX subscriptions_due ON subscriptions (due_date, original_id) WHERE due_date IS NOT NULL;

    CREATE TABLE waiting_purchases (
      id INTEGER PRIMARY KEY,
      account TEXT NOT NULL REFERENCES accounts (name),
      product_id TEXT NOT NULL,
      quantity INTEGER NOT NULL,
      token TEXT,
      asked_date INTEGER NOT NULL,
      decision TEXT,
      decided_date INTEGER
    ) STRICT;
    CREATE INDEX waiting_purchases_open ON waiting_purchases (id) WHERE decision IS NULL;

    CREATE TABLE refund_requests (
      transaction_id INTEGER PRIMARY KEY REFERENCES transactions (id),
      reason TEXT,
      asked_date INTEGER NOT NULL,
      decision TEXT,
      decided_date INTEGER
    ) STRICT;
    CREATE INDEX refund_requests_open ON refund_requests (asked_date, transaction_id) WHERE decision IS NULL;
    """
}

extension LedgerSchema {
  /// The environment of a ledger's signatures.
  static let environment: SQL = """
    ALTER TABLE identity ADD COLUMN environment TEXT NOT NULL DEFAULT 'Sandbox';
    ALTER TABLE identity ADD COLUMN app_apple_id INTEGER;
    """
}

extension LedgerSchema {
  /// Faults that are switched on, and transactions that are listed later than they were paid.
  static let faults: SQL = """
    CREATE TABLE faults (
      name TEXT PRIMARY KEY NOT NULL,
      kind TEXT,
      once INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE late_transactions (
      transaction_id INTEGER PRIMARY KEY REFERENCES transactions (id),
      account TEXT NOT NULL REFERENCES accounts (name),
      listed_date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX late_transactions_due ON late_transactions (account, listed_date);
    """

  /// The action in which a fault that strikes once has struck: it strikes on in it, and in no other one.
  static let struckFaults: SQL = "ALTER TABLE faults ADD COLUMN struck TEXT;"
}

extension LedgerSchema {
  /// The locale that was chosen for an Apple Account.
  static let locales: SQL = "ALTER TABLE accounts ADD COLUMN locale TEXT;"

  /// After how many renewals a subscription ends, where a number was chosen.
  static let renewalLimit: SQL = "ALTER TABLE state ADD COLUMN renewal_limit INTEGER;"

  /// Whether the payment sheet asks before it pays.
  static let dialogs: SQL = "ALTER TABLE state ADD COLUMN dialogs INTEGER NOT NULL DEFAULT 1;"

  /// Settings by name, so that a later setting needs no column.
  ///
  /// The row is written anew: for a column with a default value only, the undo log says NULL.
  static let settings: SQL = """
    ALTER TABLE state ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
    UPDATE state SET settings = '{}';
    """
}

extension LedgerSchema {
  /// Changes of plan, offers, price increases, extensions, interrupted and promoted purchases.
  static let plans: SQL = """
    ALTER TABLE transactions ADD COLUMN upgraded INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE transactions ADD COLUMN offer_type INTEGER;
    ALTER TABLE transactions ADD COLUMN offer_id TEXT;
    ALTER TABLE transactions ADD COLUMN offer_discount TEXT;
    ALTER TABLE transactions ADD COLUMN offer_period TEXT;

    ALTER TABLE subscriptions ADD COLUMN next_product_id TEXT;
    ALTER TABLE subscriptions ADD COLUMN price INTEGER;
    ALTER TABLE subscriptions ADD COLUMN next_price INTEGER;
    ALTER TABLE subscriptions ADD COLUMN consent TEXT;
    ALTER TABLE subscriptions ADD COLUMN offer_type INTEGER;
    ALTER TABLE subscriptions ADD COLUMN offer_id TEXT;
    ALTER TABLE subscriptions ADD COLUMN offer_discount TEXT;
    ALTER TABLE subscriptions ADD COLUMN offer_period TEXT;
    ALTER TABLE subscriptions ADD COLUMN offer_price INTEGER;
    ALTER TABLE subscriptions ADD COLUMN offer_left INTEGER;

    ALTER TABLE state ADD COLUMN interrupted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE state ADD COLUMN renewals_fail INTEGER NOT NULL DEFAULT 0;

    ALTER TABLE waiting_purchases ADD COLUMN kind TEXT NOT NULL DEFAULT 'askToBuy';

    CREATE TABLE extensions (
      original_id INTEGER NOT NULL REFERENCES subscriptions (original_id),
      date INTEGER NOT NULL,
      days INTEGER NOT NULL,
      PRIMARY KEY (original_id, date)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE promoted_purchases (
      id INTEGER PRIMARY KEY,
      account TEXT NOT NULL REFERENCES accounts (name),
      product_id TEXT NOT NULL,
      begun_date INTEGER NOT NULL
    ) STRICT;
    """
}

extension LedgerSchema {
  /// Apple's questions about refunds to the app's server, and the answers: the newest request of each transaction.
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

extension LedgerSchema {
  /// The app server's extensions for all subscribers of a product, and their results.
  static let massExtensions: SQL = """
    CREATE TABLE mass_extensions (
      product_id TEXT NOT NULL,
      request_id TEXT NOT NULL,
      complete_date INTEGER NOT NULL,
      succeeded INTEGER NOT NULL,
      failed INTEGER NOT NULL,
      PRIMARY KEY (product_id, request_id)
    ) STRICT, WITHOUT ROWID;
    """

  /// The id of a request to extend one subscription, and its result.
  static let extensionRequests: SQL = """
    ALTER TABLE extensions ADD COLUMN request_id TEXT;
    ALTER TABLE extensions ADD COLUMN effective_date INTEGER;
    CREATE UNIQUE INDEX extensions_requests ON extensions (original_id, request_id) WHERE request_id IS NOT NULL;
    """
}

extension LedgerSchema {
  /// The members of each family, purchases that are not shared, and the shared ones of each member.
  static let family: SQL = """
    CREATE TABLE family_members (
      account TEXT PRIMARY KEY NOT NULL REFERENCES accounts (name),
      organizer TEXT NOT NULL REFERENCES accounts (name)
    ) STRICT;
    CREATE INDEX family_members_organizer ON family_members (organizer);

    CREATE TABLE unshared_products (
      account TEXT NOT NULL REFERENCES accounts (name),
      product_id TEXT NOT NULL,
      PRIMARY KEY (account, product_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE shares (
      original_id INTEGER PRIMARY KEY,
      source_original_id INTEGER NOT NULL,
      source_id INTEGER NOT NULL,
      account TEXT NOT NULL REFERENCES accounts (name),
      latest_id INTEGER NOT NULL,
      active INTEGER NOT NULL,
      signed TEXT,
      UNIQUE (source_original_id, account)
    ) STRICT;
    CREATE INDEX shares_account ON shares (account, original_id);
    """
}

extension LedgerSchema {
  /// The outbox of notifications.
  ///
  /// In a payload the header segment of the ledger's certificates, which the signed texts inside begin with, is one
  /// character.
  static let notifications: SQL = """
    CREATE TABLE notifications (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      subtype TEXT,
      account TEXT,
      product_id TEXT,
      transaction_id INTEGER,
      original_id INTEGER,
      signed_date INTEGER NOT NULL,
      payload TEXT NOT NULL,
      signature TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      next_attempt INTEGER,
      delivered_date INTEGER
    ) STRICT;
    CREATE INDEX notifications_due ON notifications (next_attempt, id) WHERE next_attempt IS NOT NULL;
    CREATE INDEX notifications_account ON notifications (account, id);

    CREATE TABLE notification_attempts (
      notification_id INTEGER NOT NULL REFERENCES notifications (id),
      attempt INTEGER NOT NULL,
      date INTEGER NOT NULL,
      result TEXT NOT NULL,
      PRIMARY KEY (notification_id, attempt)
    ) STRICT, WITHOUT ROWID;
    """
}

extension LedgerSchema {
  /// The notification bench: held, reordered and repeated notifications, and the receiver's answers.
  static let bench: SQL = """
    CREATE TABLE held_notifications (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      since INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE notifications ADD COLUMN send_order INTEGER;
    ALTER TABLE notifications ADD COLUMN copies INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE notification_attempts ADD COLUMN status INTEGER;
    ALTER TABLE notification_attempts ADD COLUMN milliseconds INTEGER;
    """
}
