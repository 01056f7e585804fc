package import Database
package import PostgreSQL
import Texts

/// The desk in PostgreSQL: for several agents and listeners, on more than one machine.
///
/// Spread over the machines of Citus, or over hash partitions of one server, each row of a customer lies with the customer's
/// other rows.
package final class PostgreSQLEngine: DeskEngine {
  /// How the tables lie when they are made.
  package enum Spread: Hashable, Sendable {
    /// Each in one piece.
    case none
    /// Cut by customer or by id: by Citus where the database has it, else in so many partitions.
    case distributed(partitions: Int = 8)
  }

  let connection: PostgreSQLConnection
  private let spread: Spread
  package let isReadOnly: Bool
  package var hasOtherWriters: Bool { true }

  /// Opens a connection.
  ///
  /// - Parameter spread: for the tables that have to be made; those that are there stay as they are.
  /// - Throws: A `DatabaseFault`.
  package init(
    _ address: PostgreSQLAddress, spread: Spread = .none, isReadOnly: Bool = false,
    patience: PostgreSQLConnection.Patience = .init()
  ) throws {
    connection = try PostgreSQLConnection(address, patience: patience)
    self.spread = spread
    self.isReadOnly = isReadOnly
    connection.announcement = Self.counting
    connection.notesReads = try asksByFunctions()
  }

  /// The statement as whoever is logged in may run it.
  func asked(_ sql: SQL) -> SQL { connection.notesReads ? Self.calls[sql] ?? sql : sql }

  /// Numbers of a sequence are seen at once and wait for nobody; behind COMMIT, so that whoever sees it finds the news.
  private static let counting: SQL = "SELECT nextval('desk_changes')"

  /// Whether each commit is told to those who listen (`DeskNews`) besides: it costs a commit of its own.
  package var announces = false {
    didSet {
      connection.announcement =
        announces ? "SELECT nextval('desk_changes'), pg_notify('desk_' || current_schema(), '')" : Self.counting
    }
  }

  package var name: String {
    let version = connection.serverVersion
    return "PostgreSQL \(version / 10_000).\(version % 10_000)"
  }

  /// Where the database is, for messages.
  package var place: String { connection.address.description }

  package func version() throws -> Int {
    let isThere: Int64? = try connection.value("SELECT (to_regclass('desk_schema') IS NOT NULL)::INTEGER")
    guard isThere == 1 else { return 0 }
    return try connection.value("SELECT coalesce(max(version), 0) FROM desk_schema") ?? 0
  }

  package func migrate(_ schema: DeskSchema) throws {
    if try version() == schema.version { return }
    let announcement = connection.announcement
    connection.announcement = nil
    defer { connection.announcement = announcement }
    try connection.transaction {
      try connection.lockUntilEnd(0x0074_696c_6c00)
      let found = try version()
      guard found <= schema.version else {
        throw DatabaseFault(.newerSchema(found: found, supported: schema.version), file: place)
      }
      let words = PostgreSQLWords(spread: spread, hasCitus: try hasCitus())
      if found == 0 {
        for statement in PostgreSQLWords.foundation { try connection.execute(statement) }
      }
      for step in schema.steps[found...] {
        for statement in step.flatMap(words.statements) { try run(statement) }
      }
      try connection.execute("INSERT INTO desk_schema VALUES (?)", schema.version)
    }
  }

  /// Whether the database is one of Citus, asked once.
  private(set) lazy var isCitus = (try? hasCitus()) ?? false

  /// Whether the database is one of Citus.
  func hasCitus() throws -> Bool {
    let count: Int64? = try connection.value("SELECT count(*) FROM pg_extension WHERE extname = 'citus'")
    return count == 1
  }

  /// A statement of the making; what distributes a table is a question to Citus.
  private func run(_ statement: SQL) throws {
    guard statement.text.hasPrefix("SELECT") else {
      try connection.execute(statement)
      return
    }
    try connection.forEachRow(statement) { _ in true }
  }

  package func transaction<Result>(_ work: () throws -> Result) throws -> Result {
    guard !isReadOnly else {
      throw DatabaseFault(.readOnly, file: place, detail: EvidenceFaultText.openedForReading.text)
    }
    return try connection.transaction(work)
  }

  package func read<Result>(_ work: () throws -> Result) throws -> Result { try connection.read(work) }

  package func execute(_ sql: SQL, values: [DatabaseValue]) throws -> Int {
    try connection.execute(asked(sql), values: values)
  }

  package func execute(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [Int] {
    try connection.execute(values.map { [sql = asked(sql)] in (sql, $0) })
  }

  package func forEachRow(_ sql: SQL, values: [DatabaseValue], _ body: (DeskRow) throws -> Bool) throws {
    var names: DeskColumns?
    try connection.forEachRow(asked(sql), values: values) { row in
      let columns = names ?? DeskColumns(row.names)
      names = columns
      return try body(DeskRow(names: columns, values: try row.values))
    }
  }

  package func rows(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [[DeskRow]] {
    guard !values.isEmpty else { return [] }
    var names: DeskColumns?
    return try connection.rows(asked(sql), each: values) { row in
      let columns = names ?? DeskColumns(row.names)
      names = columns
      return DeskRow(names: columns, values: try row.values)
    }
  }

  package func lock(_ number: Int64) throws { try connection.lockUntilEnd(number) }

  package func numbers(_ count: Int) throws -> [Int64] {
    try connection.values("SELECT nextval('desk_numbers') FROM generate_series(1, ?)", count)
  }

  /// A replica knows the sequence only roughly; how far it has followed says it there.
  package func changeCounter() throws -> Int64 {
    let counter: Int64? = try connection.value(
      """
      SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::BIGINT
      ELSE (SELECT last_value FROM desk_changes) END
      """)
    return counter ?? 0
  }

  package func plan(of sql: SQL, values: [DatabaseValue]) throws -> [String] {
    try connection.rows("EXPLAIN (COSTS OFF)" + sql, values: values) { row in
      guard case .text(let line) = try row.values[0] else { return "" }
      return line
    }
  }

  package func integrityFindings() throws -> [String] {
    try connection.values(
      """
      SELECT 'the index ' || indexrelid::regclass::TEXT || ' is not whole: REINDEX it' FROM pg_index
      WHERE NOT indisvalid ORDER BY 1
      """)
  }
}
