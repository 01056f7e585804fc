import Database

extension LedgerSchema {
  /// Who is in whose family, what is kept from it, and what each member has through another one.
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
