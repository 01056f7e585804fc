import Core
import Storage

/// The creation of the desk's tables, and their way from one version to the next.
///
/// A new database gets all tables in one transaction. A later version first expands the schema, part by part: each part
/// commits by itself, an index is built without stopping writers, and existing rows are filled in batches. This may take
/// hours; after an interruption the next call continues with the first part that is not done. Meanwhile both versions of
/// Till can use the database. It contracts only with `--contract`, when all programs are new.
extension PostgreSQLEngine {
  /// How many rows a part fills in one commit.
  private static let fillingLimit = 5000
  /// The lock of a schema's changes.
  private var migrating: Int64 { DeskID.hash(Array("migrate \(schemaName)".utf8)) }

  package func version() throws -> Int { try versions().expanded }

  /// Returns the newest version that the tables are complete for, and the oldest version that can still use them.
  private func versions() throws -> (expanded: Int, floor: Int) {
    let isVisible: Bool? = try connection.first(
      """
      SELECT has_schema_privilege(n.oid, 'USAGE') AS visible FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ? AND c.relname = 'schema_history'
      """, schemaName
    ) { try $0["visible"] }
    guard let isVisible else { return (0, 0) }
    guard isVisible else {
      throw DatabaseFault(.forbidden, file: place, detail: say("this login has none of the desk's roles; grant it one"))
    }
    return try connection.first(
      """
      SELECT coalesce(max(version) FILTER (WHERE phase = 'expand'), 0) AS expanded,
        coalesce(max(version) FILTER (WHERE phase = 'contract'), 0) AS floor FROM schema_history WHERE part = 0
      """
    ) { (expanded: try $0["expanded"] as Int, floor: try $0["floor"] as Int) } ?? (0, 0)
  }

  package func check(_ schema: DeskSchema) throws {
    let found = try versions()
    guard found.expanded != 0, found.expanded != schema.version else { return }
    guard found.expanded > schema.refused else { throw refusal(of: found.expanded) }
    guard found.expanded > schema.version else {
      throw DatabaseFault(.olderSchema(found: found.expanded, supported: schema.version), file: place)
    }
    guard found.floor <= schema.version else {
      throw DatabaseFault(.newerSchema(found: found.floor, supported: schema.version), file: place)
    }
  }

  private func refusal(of version: Int) -> DatabaseFault {
    DatabaseFault(
      .cannotOpen, file: place,
      detail: say(
        "this desk has an old format (\(version)) from before the "
          + "first release; create a new desk and import into it"))
  }

  package func migrate(
    _ schema: DeskSchema, contracts: Bool, progress: (Int, Int, Int) throws -> Void
  ) throws {
    let found = try versions()
    if found.expanded == schema.version, !contracts || found.floor == schema.version { return }
    let (announcement, patience) = (connection.announcement, connection.patience)
    connection.announcement = nil
    defer { (connection.announcement, connection.patience) = (announcement, patience) }
    guard found.expanded > 0 else { return try create(schema) }
    guard found.expanded > schema.refused else { throw refusal(of: found.expanded) }
    guard found.expanded <= schema.version else { return try check(schema) }
    // Another connection holds the lock for as long as it takes, and no transaction of this one becomes long.
    let guardian = try PostgreSQLConnection(connection.address)
    guard try guardian.begin(holding: migrating) else {
      throw DatabaseFault(.busy(pid: nil), file: place, detail: say("another till desk init is changing the tables"))
    }
    defer { guardian.close() }
    connection.patience.statement = 7 * 86_400_000
    var parts: [(version: Int, phase: String, part: Int, change: DeskSchema.Change?)] = []
    for (index, step) in schema.steps.enumerated().dropFirst(1) {
      let version = schema.first + index
      for (phase, changes) in [("expand", step.expand), ("contract", contracts ? step.contract : [])] {
        parts += changes.enumerated().map { (version, phase, $0 + 1, $1) }
        // Nothing to contract leaves the previous version able to use the tables.
        if phase == "expand" || contracts { parts.append((version, phase, 0, nil)) }
      }
    }
    let done = try connection.rows("SELECT version, phase, part FROM schema_history") { row in
      "\(try row["version"] as Int) \(try row["phase"] as String) \(try row["part"] as Int)"
    }
    let left = parts.filter { !done.contains("\($0.version) \($0.phase) \($0.part)") }
    for (number, part) in left.enumerated() {
      try progress(number + 1, left.count, 0)
      let rows = try part.change.map { change in
        try make(change) { try progress(number + 1, left.count, $0) }
      }
      try connection.transaction {
        try connection.execute(
          "INSERT INTO schema_history(version, phase, part, rows) VALUES (?, ?, ?, ?)", part.version, part.phase,
          part.part, rows ?? 0)
      }
    }
  }

  /// Creates all tables in an empty database.
  private func create(_ schema: DeskSchema) throws {
    guard try isDistributed == false || hasCitus() else {
      throw DatabaseFault(
        .cannotOpen, file: place,
        detail: say("the database has no Citus; leave out --distributed, or run CREATE EXTENSION citus"))
    }
    // Another process may be creating the same tables; on Citus this takes a while.
    connection.patience.lock = 60_000
    try connection.transaction {
      try connection.lockUntilEnd(migrating)
      guard try versions().expanded == 0 else { return }
      let old: Int64? = try connection.value("SELECT (to_regclass('public.desk_schema') IS NOT NULL)::INTEGER")
      if schemaName == Self.usualSchema, old == 1 { throw refusal(of: schema.refused) }
      let words = PostgreSQLSchema(name: self.schema, isDistributed: isDistributed)
      let changes = schema.steps.flatMap { $0.expand + $0.contract }
      let statements =
        words.foundation
        + changes.flatMap { change in
          if case .fill = change { [SQL]() } else { words.statements(change, isNew: true) }
        }
      // Citus functions are SELECTs, which a pipeline runs as well.
      try connection.execute(statements.map { ($0, []) })
      try connection.execute(
        """
        INSERT INTO schema_history(version, phase, part, rows)
        SELECT v, p, 0, 0 FROM generate_series(CAST(? AS BIGINT), ?) v, unnest(ARRAY['expand', 'contract']) p
        """, schema.first, schema.version)
    }
    if isDistributed {
      isCitus = true
      try useFewConnections()
    }
  }

  /// Makes one part of a step, and returns how many rows it changed.
  private func make(_ change: DeskSchema.Change, progress: (Int) throws -> Void) throws -> Int {
    let words = PostgreSQLSchema(name: schema, isDistributed: isDistributed)
    switch change {
    case .fill(let sql):
      var count = 0
      while true {
        let rows = try connection.transaction { try connection.execute(sql, Self.fillingLimit) }
        guard rows > 0 else { return count }
        count += rows
        try progress(count)
      }
    case .index:
      // An index that an interrupted call left half built is dropped first.
      for statement in words.statements(change, isNew: false) { try connection.runAlone(statement) }
    case .create, .add, .run:
      let statements = words.statements(change, isNew: false)
      try connection.transaction { try connection.execute(statements.map { ($0, []) }) }
    }
    return 0
  }
}

extension PostgreSQLConnection {
  /// Begins a transaction that holds a lock until the connection is closed.
  ///
  /// - Returns: False if another connection holds the lock.
  func begin(holding number: Int64) throws -> Bool {
    try ensureOpen()
    try run("BEGIN")
    // Any other way to ask would first leave the transaction.
    let answer = try answer(to: "SELECT pg_try_advisory_xact_lock(?)", [.integer(number)])
    // A next statement ends the snapshot of the first, for which vacuum and CREATE INDEX CONCURRENTLY would wait.
    try run("SET LOCAL idle_in_transaction_session_timeout = 0")
    return try answer.value(at: 0) == .integer(1)
  }

  /// Runs a statement that a transaction cannot contain, such as building an index beside writers.
  fileprivate func runAlone(_ sql: SQL) throws(DatabaseFault) {
    try ensureOpen()
    try run(sql.text)
  }
}
