import Database

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
