package import Storage

/// The schema of the desk's database, as steps from each version to the next.
///
/// The version is the number of steps plus that of the versions no longer supported. Steps are only ever appended.
package struct DeskSchema: Sendable {
  /// One change of the schema.
  package enum Change: Sendable {
    case create(DeskTable)
    /// A new column; it may be NULL in existing rows.
    case add(DeskTable.Column, to: String)
    case index(DeskTable.Index, of: String)
    /// A statement that changes at most `?` rows; it runs again, each time in a commit of its own, until it changes
    /// none.
    case fill(SQL)
    /// A statement that both databases understand.
    case run(SQL)
  }

  /// The way from one version to the next, in two phases between which both versions can use the database.
  package struct Step: Sendable {
    /// What the new version needs and the previous one does not notice: tables, columns, indexes, their content.
    package let expand: [Change]
    /// What the previous version does not survive, such as dropping its columns; it runs when all programs are new.
    package let contract: [Change]

    package init(_ expand: [Change], contract: [Change] = []) {
      self.expand = expand
      self.contract = contract
    }
  }

  /// The newest version that is no longer supported; the first step leads to the next one.
  let refused: Int
  /// The steps, oldest first.
  package let steps: [Step]

  package init(refused: Int = 0, steps: [Step]) { (self.refused, self.steps) = (refused, steps) }

  /// The version after all steps.
  package var version: Int { refused + steps.count }
  /// The version from which a new database starts, with all tables at once.
  var first: Int { refused + 1 }
}
