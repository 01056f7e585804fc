import Database

/// The form of `appstore.db`, the simulated App Store's ledger.
///
/// Times are milliseconds since 1970, prices milliunits, ids the numbers that the signed data carry as text. A signed
/// object is kept as its payload and signature segments: the header with the certificates is the same for all.
enum LedgerSchema {
  /// "TilA" in the file's header.
  static let applicationID: Int32 = 0x5469_6C41

  static let schema = DatabaseSchema(
    applicationID: applicationID,
    migrations: [
      .sql(first), .sql(notifications), .sql(consumption),
      .sql(faults), .sql(family), .sql(checkpoints),
      .sql(plans), .sql(massExtensions), .sql(extensionRequests), .sql(locales),
    ])

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
