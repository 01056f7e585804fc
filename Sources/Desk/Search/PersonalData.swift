/// The list of all tables and columns that may hold a person's data, which is made from the definition of the tables.
package enum PersonalData {
  /// Returns the tables from which forgetting removes rows in one of these ways.
  static func tables(_ removals: DeskTable.Removal...) -> [DeskTable] {
    DeskTables.all.filter { removals.contains($0.removal) }
  }

  /// The tables whose rows may be deleted or changed.
  static let touched = DeskTables.all.filter { $0.removal != .nothing }

  /// Returns the columns that no definition names, as `table.column`.
  package static func unanswered(_ columns: [(table: String, column: String)]) -> [String] {
    let known = Set(DeskTables.all.flatMap { table in table.columns.map { "\(table.name).\($0.name)" } })
    return columns.map { "\($0.table).\($0.column)" }.filter { !known.contains($0) }
  }
}
