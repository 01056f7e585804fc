/// What a database file has to be: whose it is, and the steps that lead to its present form.
///
/// The version (`user_version`) is the number of steps. Steps are only ever appended: a file of version 3 runs the fourth
/// and later ones, all in one transaction, and an empty file runs all of them.
package struct DatabaseSchema: Sendable {
  /// One step from a version to the next.
  package enum Migration: Sendable {
    /// A script of one or more statements.
    case sql(SQL)
    /// Work that statements alone cannot do. It runs inside the transaction; foreign keys are checked at its end.
    case run(@Sendable (DatabaseConnection) throws -> Void)
  }

  /// The `application_id` in the file's header.
  package let applicationID: Int32
  /// The steps, oldest first.
  package let migrations: [Migration]

  /// A schema with its steps, oldest first.
  package init(applicationID: Int32, migrations: [Migration]) {
    self.applicationID = applicationID
    self.migrations = migrations
  }

  /// The version that the steps lead to.
  package var version: Int { migrations.count }
}
