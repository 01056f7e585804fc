import Core
package import Storage

/// The desk in PostgreSQL, for several agents and listeners on more than one machine.
///
/// With Citus, each row of a customer is stored with the customer's other rows. Tables whose rows expire are partitioned
/// by month.
package final class PostgreSQLEngine: DeskEngine {
  let connection: PostgreSQLConnection
  /// Whether Citus distributes new tables.
  let isDistributed: Bool
  package let isReadOnly: Bool
  package var hasOtherWriters: Bool { true }
  package var isSpread: Bool { isCitus }

  /// Opens a connection.
  ///
  /// - Parameter isDistributed: Whether Citus distributes new tables; existing tables stay as they are.
  /// - Throws: A `DatabaseFault`.
  package init(
    _ address: PostgreSQLAddress, isDistributed: Bool = false, isReadOnly: Bool = false,
    patience: PostgreSQLConnection.Patience = .usual
  ) throws {
    connection = try PostgreSQLConnection(address, patience: patience)
    self.isDistributed = isDistributed
    self.isReadOnly = isReadOnly
    schemaName = address.schema ?? Self.usualSchema
    schema = Self.quoted(schemaName)
    let names = QualifiedNames(schema: schema, tables: DeskTables.all.map(\.name) + ["schema_history"])
    connection.placeholders.naming = names.qualified
    connection.announcement = counting
    access = try foundAccess()
    if access == .functions { agent = AgentDesk(connection) }
  }

  /// How the login may use the desk's tables.
  enum Access {
    /// The login has all rights on the tables.
    case tables
    /// The login adds rows, and changes existing rows only through functions.
    case guarded
    /// The login has no rights on tables and uses functions only.
    case functions
  }

  private(set) var access = Access.tables
  /// The connection that holds the election's lock; nil while another process is elected.
  private var candidate: PostgreSQLConnection?
  private var lastElection: ContinuousClock.Instant?
  package private(set) var agent: AgentDesk?
  /// The name of the database, read once.
  private(set) lazy var database: String = (try? connection.value("SELECT current_database()::TEXT")) ?? ""
  /// The name of the schema.
  let schemaName: String
  /// The name of the schema, quoted for statements.
  let schema: String

  /// The schema of a desk, unless the address names another one.
  static let usualSchema = "till_desk"

  /// Returns a name as statements contain it.
  static func quoted(_ name: String) -> String {
    let isPlain = name.first.map { $0.isLowercase || $0 == "_" } ?? false
    guard !isPlain || !name.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }) else {
      return name
    }
    return "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// The channel on which commits are announced.
  static func channel(of address: PostgreSQLAddress) -> String { "desk_" + (address.schema ?? usualSchema) }

  /// The statement that reports a commit by increasing a sequence.
  ///
  /// A sequence's number is visible at once and waits for no lock. It is increased after COMMIT, so that a reader who
  /// sees it finds the new data.
  private var counting: SQL { SQL(trusted: "SELECT nextval(\(literal(schema + ".changes")))") }

  /// Whether each commit is also announced to listeners (`PostgreSQLListener`), which costs one more commit.
  package var announces = false {
    didSet {
      connection.announcement =
        announces
        ? SQL(trusted: "\(counting.text), pg_notify(\(literal(Self.channel(of: connection.address))), '')") : counting
    }
  }

  package var name: String {
    let version = connection.serverVersion
    return "PostgreSQL \(version / 10_000).\(version % 10_000)"
  }

  /// The database's address, for messages.
  package var place: String { connection.address.description }

  /// Whether the database uses Citus, determined once.
  lazy var isCitus = (try? hasCitus()) ?? false

  /// Lets each statement use one connection to each worker of Citus.
  ///
  /// A commit over more of them would have to be prepared on each, which takes several times as long.
  func useFewConnections() throws { try connection.set("SET citus.max_adaptive_executor_pool_size = 1") }

  /// Returns whether the database uses Citus.
  func hasCitus() throws -> Bool {
    let count: Int64? = try connection.value("SELECT count(*) FROM pg_extension WHERE extname = 'citus'")
    return count == 1
  }

  package func transaction<Result>(_ work: () throws -> Result) throws -> Result {
    guard !isReadOnly else {
      throw DatabaseFault(.readOnly, file: place, detail: say("opened read-only"))
    }
    return try connection.transaction(work)
  }

  package func read<Result>(_ work: () throws -> Result) throws -> Result { try connection.read(work) }

  package func execute(_ sql: SQL, values: [DatabaseValue]) throws -> Int {
    guard let call = guardedCall(sql) else { return try connection.execute(sql, values: values) }
    return try connection.value(call, values: values, as: Int.self) ?? 0
  }

  package func execute(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [Int] {
    guard let call = guardedCall(sql) else { return try connection.execute(values.map { (sql, $0) }) }
    guard !values.isEmpty else { return [] }
    return try connection.rows(call, each: values) { try Int(row: $0, at: 0) }.map { $0.first ?? 0 }
  }

  package func forEachRow(
    _ sql: SQL, values: [DatabaseValue], _ body: (borrowing DatabaseRow) throws -> Bool
  ) throws {
    let asked = try asked(sql, [values])
    try connection.forEachRow(asked.sql, values: asked.values[0], body)
  }

  package func rows(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [[HeldRow]] {
    guard !values.isEmpty else { return [] }
    let asked = try asked(sql, values)
    return try connection.rows(asked.sql, each: asked.values) { try $0.held }
  }

  package func rows(_ sql: SQL, among list: [DatabaseValue], values: [DatabaseValue]) throws -> [HeldRow] {
    guard !list.isEmpty else { return [] }
    let sql = agent == nil ? sql : AgentFunctions.figures[sql] ?? sql
    // A statement about one value goes to one shard of Citus.
    if list.count == 1, sql.text.contains("ANY(?)") {
      return try rows(SQL(trusted: sql.text.replacing("ANY(?)", with: "?")), values: list + values) { try $0.held }
    }
    return try connection.rows(sql, among: list, values: values) { try $0.held }
  }

  /// Returns a query in the form that the login may run.
  private func asked(_ sql: SQL, _ values: [[DatabaseValue]]) throws -> (sql: SQL, values: [[DatabaseValue]]) {
    guard let agent else { return (sql, values) }
    if let record = AgentFunctions.records[sql] {
      let calls = try values.map { try agent.call(record, $0) }
      return (record.call, calls.map(\.values))
    }
    return (AgentFunctions.figures[sql] ?? sql, values)
  }

  /// Returns the function call for a statement that the login may not run itself; nil for any other statement.
  private func guardedCall(_ sql: SQL) -> SQL? {
    switch access {
    case .guarded: Guarded.calls[sql]
    case .functions: AgentFunctions.removalCalls[sql]
    default: nil
    }
  }

  package func appendByFunction(_ row: [DatabaseValue], to table: DeskTable) throws -> Int64? {
    let values = Dictionary(uniqueKeysWithValues: zip(table.columns.map(\.name), row))
    func call(_ function: String, _ given: [String]) throws -> Int64? {
      let sql = SQL(trusted: "SELECT \(function)(\(AgentFunctions.places(given.count)))")
      return try connection.value(sql, values: given.compactMap { values[$0] })
    }
    switch (access, table) {
    case (.functions, DeskTables.audit), (.guarded, DeskTables.audit):
      return try call("desk_note", ["act", "subject", "detail"])
    case (.functions, _): return try call("agent_add_\(table.name)", AgentFunctions.given(table).map(\.name))
    default: return nil
    }
  }

  package func moveByFunction(_ table: DeskTable, of owner: [DatabaseValue], to target: Int64) throws -> Bool {
    guard access == .guarded else { return false }
    let call = SQL(trusted: "SELECT desk_move_\(table.name)(?, ?, ?, ?)")
    return try connection.value(call, values: [.integer(target)] + owner, as: Int64.self) != nil
  }

  /// Runs VACUUM, after which the space of deleted rows may be used again; the files keep it until then.
  package func purge(_ tables: [DeskTable]) throws -> Bool {
    try connection.forEachRow(SQL(trusted: "VACUUM \(relations(tables))"), values: []) { _ in true }
    return true
  }

  /// Returns the qualified names of tables, as a list.
  func relations(_ tables: [DeskTable]) -> String {
    tables.map { schema + "." + $0.name }.joined(separator: ", ")
  }

  package func lock(_ number: Int64) throws { try connection.lockUntilEnd(number) }

  package func isElected() -> Bool {
    if let candidate, candidate.isOpen { return true }
    guard lastElection.map({ $0.duration(to: .now) > .seconds(5) }) ?? true else { return false }
    lastElection = .now
    candidate = nil
    guard let other = try? PostgreSQLConnection(connection.address, patience: .init(connect: 1000, reconnect: 0)),
      (try? other.begin(holding: DeskID.hash(Array("elected \(schemaName)".utf8)))) == true
    else { return false }
    candidate = other
    return true
  }

  package func numbers(_ count: Int) throws -> [Int64] {
    try connection.values(
      SQL(trusted: "SELECT nextval(\(literal(schema + ".numbers"))) FROM generate_series(1, ?)"), count)
  }

  /// Returns the value of the commit sequence, or on a replica how far it has replayed the log.
  ///
  /// A replica knows a sequence's value only roughly.
  package func changeCounter() throws -> Int64 {
    let counter: Int64? = try connection.value(
      SQL(
        trusted: """
          SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::BIGINT
          ELSE (SELECT last_value FROM \(schema).changes) END
          """))
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
