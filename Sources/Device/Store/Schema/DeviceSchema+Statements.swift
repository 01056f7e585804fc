import Storage

extension DatabaseSchema {
  /// Version 5: what arrives is never overwritten, and what was given is counted by purchase.
  ///
  /// A statement is kept with the dates (device time) on which it arrived and was last repeated; today's content begins
  /// the list of a device that is older than it.
  static let statements: SQL = """
    CREATE TABLE statements(
      id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT, arrived_date INTEGER NOT NULL,
      repeated_date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX statements_key ON statements(kind, key, id);
    ALTER TABLE device ADD COLUMN server_grace INTEGER;
    ALTER TABLE intents ADD COLUMN missed_date INTEGER;
    ALTER TABLE membership ADD COLUMN arrived_date INTEGER NOT NULL DEFAULT 0;
    -- Renewal informations that a newer one took the place of.
    CREATE TABLE earlier_renewal_infos(
      id INTEGER PRIMARY KEY, account TEXT NOT NULL, original_transaction_id TEXT NOT NULL, payload BLOB NOT NULL,
      arrived_date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX earlier_renewal_infos_account ON earlier_renewal_infos(account);
    CREATE INDEX orders_undelivered ON orders(account, number)
      WHERE state NOT IN ('delivered', 'finished', 'closed') OR closed_reason IS NOT NULL;
    CREATE INDEX orders_without_server ON orders(user) WHERE verification = 'none';

    -- What is known of before today: nothing of a new device, which has no row yet.
    CREATE TEMP TABLE today AS
      SELECT max(floor, unixepoch() * 1000 + clock_offset, 1) AS date, verification FROM device LIMIT 1;
    INSERT INTO statements(kind, key, value, arrived_date, repeated_date)
      SELECT 'since', '', '', date, date FROM today;
    INSERT INTO statements(kind, key, value, arrived_date, repeated_date)
      SELECT 'device', '', json_object(
        'account', (SELECT value FROM keychain WHERE name = 'account'),
        'user', (SELECT value FROM keychain WHERE name = 'user'), 'verification', today.verification,
        'lastChecked', device.last_checked, 'offlineValidity', device.offline_validity), date, date
      FROM today, device;
    INSERT INTO statements(kind, key, value, arrived_date, repeated_date)
      SELECT 'owner', original_transaction_id, json_object(
        'originalTransactionId', original_transaction_id, 'users', json(users), 'attribution', attribution), date, date
      FROM owners, today;
    INSERT INTO statements(kind, key, value, arrived_date, repeated_date)
      SELECT 'account', user_accounts.user, json_object(
        'user', user_accounts.user, 'policy', policy,
        'balances', (SELECT json_group_array(json_object(
          'productId', product_id, 'delivered', delivered, 'used', used, 'refunded', refunded))
          FROM balances WHERE balances.user = user_accounts.user),
        'grants', (SELECT json_group_array(json_object(
          'id', id, 'user', grants.user, 'productId', product_id, 'reason', reason, 'grantedDate', granted_date,
          'untilDate', until_date)) FROM grants WHERE grants.user = user_accounts.user)), date, date
      FROM user_accounts, today;
    INSERT INTO statements(kind, key, value, arrived_date, repeated_date)
      SELECT 'intent', id, json_object(
        'id', id, 'account', account, 'user', user, 'product_id', product_id, 'state', state,
        'created_date', created_date, 'transaction_id', transaction_id, 'closed_reason', closed_reason), date, date
      FROM intents, today WHERE state <> 'closed';
    INSERT INTO statements(kind, key, value, arrived_date, repeated_date)
      SELECT 'order', id, json_object(
        'id', id, 'intent_id', intent_id, 'transaction_id', transaction_id, 'product_id', product_id,
        'account', account, 'user', user, 'state', state, 'created_date', created_date, 'last_error', last_error,
        'verification', orders.verification, 'attempts', attempts, 'next_retry', next_retry,
        'closed_reason', closed_reason, 'is_refused_by_server', is_refused_by_server), date, date
      FROM orders, today;
    INSERT INTO statements(kind, key, value, arrived_date, repeated_date)
      SELECT 'refundRequest', transaction_id, json_object(
        'transactionId', transaction_id, 'productId', product_id, 'account', account, 'askedDate', asked_date),
        date, date
      FROM refund_requests, today;
    INSERT INTO statements(kind, key, value, arrived_date, repeated_date)
      SELECT 'duration', product_id, period, date, date FROM durations, today;
    INSERT INTO statements(kind, key, value, arrived_date, repeated_date)
      SELECT 'absence', account || char(10) || transaction_id, 'absent', date, date FROM membership, today
      WHERE is_absent = 1;
    DROP TABLE today;
    DROP TABLE user_accounts;
    DROP TABLE balances;
    DROP TABLE grants;

    -- One delivery for each purchase: Apple may give one purchase two transaction ids.
    CREATE TABLE deliveries_by_purchase(
      environment TEXT NOT NULL, purchase TEXT NOT NULL, transaction_id TEXT NOT NULL, order_id TEXT NOT NULL,
      product_id TEXT NOT NULL, user TEXT, quantity INTEGER NOT NULL, date INTEGER NOT NULL,
      PRIMARY KEY(environment, purchase)
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO deliveries_by_purchase
      SELECT environment, coalesce(
        CASE json_extract(CAST(payload AS TEXT), '$.type')
          WHEN 'Auto-Renewable Subscription' THEN json_extract(CAST(payload AS TEXT), '$.webOrderLineItemId')
          WHEN 'Non-Consumable' THEN json_extract(CAST(payload AS TEXT), '$.originalTransactionId')
        END, deliveries.transaction_id), deliveries.transaction_id, order_id, deliveries.product_id, user, quantity, date
      FROM deliveries LEFT JOIN transactions ON transactions.transaction_id = deliveries.transaction_id
      LEFT JOIN versions ON versions.id = transactions.version
      ORDER BY date, deliveries.transaction_id;
    DROP TABLE deliveries;
    ALTER TABLE deliveries_by_purchase RENAME TO deliveries;
    CREATE INDEX deliveries_user ON deliveries(user, product_id);
    CREATE INDEX deliveries_transaction ON deliveries(transaction_id);
    """
}
