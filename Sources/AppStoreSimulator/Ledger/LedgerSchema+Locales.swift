import Database

extension LedgerSchema {
  /// The locale that was chosen for an Apple Account.
  static let locales: SQL = "ALTER TABLE accounts ADD COLUMN locale TEXT;"
}
