package import AppStoreModel
import Core
package import Storage

/// The desk in one SQLite file, `desk.db`, which needs no server.
package final class SQLiteEngine: DeskEngine {
  private let database: DatabaseConnection
  private let schema: DeskSchema

  /// Opens the file or creates it; a file of another version is refused.
  ///
  /// - Throws: A `DatabaseFault`.
  package init(_ path: String, schema: DeskSchema, isReadOnly: Bool = false) throws {
    self.schema = schema
    database = try DatabaseConnection(
      path, schema: DatabaseSchema(desk: schema), access: isReadOnly ? .readOnly : .readWrite)
    if !isReadOnly { try database.eraseDeleted() }
  }

  package var name: String { "SQLite \(DatabaseConnection.sqliteVersion)" }
  package var isReadOnly: Bool { database.access == .readOnly }
  /// False, because a transaction locks the file from its start.
  package var hasOtherWriters: Bool { false }

  /// Does nothing, because opening the file has already migrated it.
  package func migrate(_ schema: DeskSchema, contracts: Bool, progress: (Int, Int, Int) throws -> Void) {}

  package func version() -> Int { database.schemaVersion }

  package func transaction<Result>(_ work: () throws -> Result) throws -> Result {
    try database.transaction(work)
  }

  package func read<Result>(_ work: () throws -> Result) throws -> Result { try database.read(work) }

  package func execute(_ sql: SQL, values: [DatabaseValue]) throws -> Int { try database.execute(sql, values: values) }

  package func execute(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [Int] {
    try values.map { try database.execute(sql, values: $0) }
  }

  package func forEachRow(
    _ sql: SQL, values: [DatabaseValue], _ body: (borrowing DatabaseRow) throws -> Bool
  ) throws {
    try database.forEachRow(sql, values: values, body)
  }

  package func rows(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [[HeldRow]] {
    try values.map { try rows(sql, values: $0) { try $0.held } }
  }

  package func rows(_ sql: SQL, among list: [DatabaseValue], values: [DatabaseValue]) throws -> [HeldRow] {
    let one = SQL(trusted: sql.text.replacing("ANY(?)", with: "?"))
    return try list.flatMap { try rows(one, values: [$0] + values) { try $0.held } }
  }

  package func insert(
    _ rows: [[DatabaseValue]], into table: DeskTable, whenThere conflict: DeskConflict
  ) throws -> [Bool] {
    let sql = table.insertion(conflict)
    return try rows.map { try database.execute(sql, values: $0) > 0 }
  }

  /// Returns 0, because a file has no partitions.
  package func turnMonths(of table: DeskTable, at now: Timestamp, dropping end: Timestamp?) -> Int { 0 }

  /// Does nothing, because the only writer holds the lock of the file.
  package func lock(_ number: Int64) {}

  package func numbers(_ count: Int) throws -> [Int64] {
    let next: Int64? = try database.value("UPDATE numbers SET next = next + ? RETURNING next", count)
    guard let next else { throw DeskRowError(column: "numbers.next", holds: "nothing") }
    return Array((next - Int64(count))..<next)
  }

  package func changeCounter() throws -> Int64 { try database.dataVersion() }

  package func plan(of sql: SQL, values: [DatabaseValue]) throws -> [String] {
    try database.rows("EXPLAIN QUERY PLAN" + sql, values: values) { try $0["detail"] }
  }

  package func integrityFindings() throws -> [String] { try database.integrityCheck() }

  /// Rewrites the file without deleted data, and empties the `-wal` file.
  package func purge(_ tables: [DeskTable]) throws -> Bool { try database.purge() }
}

extension DeskTable {
  /// Returns the INSERT statement for one row, with values in the order of the columns; both databases understand it.
  package func insertion(_ conflict: DeskConflict) -> SQL {
    // A boolean is sent as a number.
    let places = columns.map { $0.kind == .boolean ? "? <> 0" : "?" }.joined(separator: ", ")
    return SQL(trusted: "INSERT INTO \(name)(\(columns.map(\.name).joined(separator: ", "))) VALUES(\(places))")
      + ending(conflict)
  }

  /// Returns the end of an INSERT, which says what happens to existing rows.
  func ending(_ conflict: DeskConflict) -> SQL {
    func excluded(_ names: [String]) -> [String] { names.map { "\($0) = excluded.\($0)" } }
    let settings =
      switch conflict {
      case .keep: [String]()
      case .replace: excluded(columns.map(\.name).filter { !key.contains($0) })
      case .change(let names): excluded(names)
      case .add(let column): ["\(column) = \(name).\(column) + excluded.\(column)"]
      }
    guard !settings.isEmpty else { return "ON CONFLICT DO NOTHING" }
    let list = settings.joined(separator: ", ")
    return SQL(trusted: "ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(list)")
  }
}

extension DatabaseSchema {
  /// Creates the schema of `desk.db`; the application id in the file's header is `TILK`.
  fileprivate init(desk schema: DeskSchema) {
    // The table `numbers`, from which new numbers come, belongs to this engine only.
    self.init(
      applicationID: 0x5449_4c4b, version: schema.version,
      script: schema.steps.flatMap { $0.expand + $0.contract }.map(\.sqlite).reduce("", +)
        + "CREATE TABLE numbers(next INTEGER NOT NULL) STRICT; INSERT INTO numbers VALUES(1);")
  }
}

extension DeskSchema.Change {
  /// The change as SQLite's SQL.
  fileprivate var sqlite: SQL {
    switch self {
    case .create(let table): SQL(trusted: table.sqlite)
    case .add(let column, let table):
      SQL(trusted: "ALTER TABLE \(table) ADD COLUMN \(column.name) \(column.kind.sqlite);")
    case .index(let index, let table): SQL(trusted: index.sqlite(of: table))
    // A new file has no rows to fill.
    case .fill: ""
    case .run(let sql): sql + ";"
    }
  }
}

extension DeskTable {
  fileprivate var sqlite: String {
    let lines = columns.map { column in
      let check = column.check ?? (column.kind == .boolean ? "\(column.name) IN (0, 1)" : nil)
      return "\(column.name) \(column.kind.sqlite)\(column.isOptional ? "" : " NOT NULL")"
        + (check.map { " CHECK(\($0))" } ?? "")
    }
    let ending = isNarrow ? "STRICT, WITHOUT ROWID" : "STRICT"
    let table =
      "CREATE TABLE \(name)(\(lines.joined(separator: ", ")), PRIMARY KEY(\(key.joined(separator: ", ")))) \(ending);"
    return ([table] + indexes.map { $0.sqlite(of: name) }).joined(separator: " ")
  }
}

extension DeskTable.Index {
  /// Returns the statement that creates the index; SQLite has no included columns, so that they become key columns.
  fileprivate func sqlite(of table: String) -> String {
    "CREATE INDEX \(name) ON \(table)(\((columns + including).joined(separator: ", ")))"
      + (condition.map { " WHERE \($0)" } ?? "") + ";"
  }
}

extension DeskTable.Kind {
  fileprivate var sqlite: String {
    switch self {
    case .integer, .small, .date, .boolean: "INTEGER"
    case .text: "TEXT"
    case .bytes: "BLOB"
    }
  }
}
