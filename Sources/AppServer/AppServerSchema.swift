import AppStoreModel
package import Storage

extension DatabaseSchema {
  /// The schema of `appserver.db`, the file of the app server.
  ///
  /// The application id in the file's header is `TILS`. Dates are in milliseconds, quantities are purchased quantities.
  package static let appServer = DatabaseSchema(
    applicationID: 0x5449_4c53, version: 8, script: evidence + rows + people + purchases + hearing + changeLog)

  /// The tables of the row types.
  private static let rows: SQL =
    StoredCredit.table.create + Withheld.table.create + Grant.table.create + OtherPurchase.table.create
    + AppServerEvent.table.create

  /// The tables of users, their announced purchases (intents) and what they used of consumables.
  private static let people: SQL = """
    CREATE TABLE users(
      name TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, first_seen INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Purchases that were announced before the App Store was asked, with the token that they carry.
    CREATE TABLE intents(
      id TEXT PRIMARY KEY, user TEXT, product_id TEXT NOT NULL, token TEXT, date INTEGER NOT NULL,
      quantity INTEGER NOT NULL DEFAULT 1, state TEXT NOT NULL DEFAULT 'closed', transaction_id TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX intents_token ON intents(token, date) WHERE token IS NOT NULL;
    CREATE INDEX intents_open ON intents(user, date) WHERE state <> 'closed';
    CREATE TABLE uses(
      id TEXT PRIMARY KEY, user TEXT NOT NULL, product_id TEXT NOT NULL, count INTEGER NOT NULL,
      date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX uses_user ON uses(user, product_id);
    """

  /// The tables of purchases, their owners and their credits.
  private static let purchases: SQL = """
    CREATE INDEX signed_items_lineage ON signed_items(lineage, kind, scope) WHERE is_newest = 1;
    CREATE INDEX signed_items_token ON signed_items(token) WHERE token IS NOT NULL AND is_newest = 1;
    -- Who owns the transactions of one original transaction; a consumable belongs to the user it was credited
    -- to.
    CREATE TABLE lineages(
      environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL, attribution TEXT NOT NULL,
      policy_outcome TEXT, decided_date INTEGER NOT NULL, PRIMARY KEY(environment, original_transaction_id)
    ) STRICT, WITHOUT ROWID;
    -- The key comes first: integrity_check of SQLite 3.40 mistakes the columns of such a table otherwise.
    CREATE TABLE owners(
      environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL, user TEXT NOT NULL,
      position INTEGER NOT NULL, PRIMARY KEY(environment, original_transaction_id, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX owners_user ON owners(user);
    CREATE TABLE orders(
      id TEXT PRIMARY KEY, transaction_id TEXT NOT NULL, environment TEXT NOT NULL, user TEXT,
      answer TEXT NOT NULL, reason TEXT, quantity INTEGER NOT NULL, attribution TEXT, policy_outcome TEXT,
      closed_reason TEXT, date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX credits_user ON credits(user, product_id) WHERE is_consumable = 1;
    CREATE INDEX credits_token ON credits(token) WHERE token IS NOT NULL;
    """

  /// The tables of App Store notifications and renewal information, transfers, grants and settings.
  private static let hearing: SQL = """
    -- Every notification that was taken; what is signed inside it is among the transactions and renewals.
    CREATE TABLE notifications(
      uuid TEXT PRIMARY KEY, type TEXT NOT NULL, subtype TEXT, environment TEXT, signed_date INTEGER,
      arrived_date INTEGER NOT NULL, way TEXT NOT NULL, transaction_id TEXT, original_transaction_id TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX withheld_user ON withheld(user, date);
    CREATE INDEX withheld_lineage ON withheld(original_transaction_id) WHERE ground = 'fraud';
    -- Which purchases moved from one user to another, and why.
    CREATE TABLE transfers(
      id TEXT PRIMARY KEY, environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL, purchase TEXT,
      from_user TEXT, to_user TEXT NOT NULL, reason TEXT NOT NULL, date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX transfers_from ON transfers(from_user, date) WHERE from_user IS NOT NULL;
    CREATE INDEX other_purchases_user ON other_purchases(user);
    -- Values in notifications that are not known here, by name.
    CREATE TABLE unknown_names(
      name TEXT PRIMARY KEY, count INTEGER NOT NULL, first_date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- How the server is set, and how far it has read the App Store's news; one row. The epoch is that of the
    -- App Store whose purchases it knows.
    CREATE TABLE settings(
      id INTEGER PRIMARY KEY CHECK(id = 1), policy TEXT NOT NULL, overdue_age INTEGER, epoch INTEGER,
      heard INTEGER, backlog INTEGER
    ) STRICT;
    INSERT INTO settings(id, policy) VALUES(1, 'keep');
    -- How long non-renewing subscriptions entitle, by product, as `DurationRules` writes them.
    CREATE TABLE durations(product_id TEXT PRIMARY KEY, rules TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX grants_user ON grants(user, granted_date);
    -- The users who claimed, by logging in, what was bought before that; the first claim counts.
    CREATE TABLE logins(
      anonymous TEXT PRIMARY KEY, user TEXT NOT NULL, date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
