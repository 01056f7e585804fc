internal import CSQLite
import Core

/// A connection to one SQLite database file, with settings that make every commit durable.
///
/// It belongs to one owner (it is not `Sendable`), and a process has one writing connection per file. Readers open
/// their own read-only connections. Writing is possible only inside `transaction`, which holds the lock between
/// processes.
///
/// ```swift
/// let database = try DatabaseConnection(path, schema: schema)
/// try database.transaction {
///   try database.execute("INSERT INTO journal (time, text) VALUES (?, ?)", time, text)
/// }
/// let texts: [String] = try database.values("SELECT text FROM journal WHERE time >= ?", start)
/// ```
///
/// SQLite runs into a file size limit with SIGXFSZ, which kills the process. So the program must ignore SIGXFSZ and
/// SIGPIPE before it opens a database.
package final class DatabaseConnection {
  /// The access mode of a connection.
  package enum Access: Hashable, Sendable {
    /// Reads and writes; creates the file (mode 0600) if it does not exist.
    case readWrite
    /// Reads only; never creates the file and never runs a checkpoint.
    case readOnly
  }

  /// How long to wait for another writer, in milliseconds.
  package static let busyTimeout = 5000

  /// The path of the file with symbolic links resolved.
  package let file: String
  /// The access mode of this connection.
  package let access: Access
  /// Whether opening created the database.
  package internal(set) var isNew = false
  /// The `user_version` of the file.
  package internal(set) var schemaVersion = 0
  /// The reason why writing is refused when a later version of Till wrote this file; it can be read.
  package internal(set) var newerSchema: DatabaseFault?

  let schema: DatabaseSchema
  let timeout: Int
  let lock: ProcessLock
  var handle: OpaquePointer?
  var identity: FileIdentity?
  var statements: [SQL: PreparedStatement] = [:]
  /// The transaction that is running.
  var scope = Scope.none
  /// How this connection records its changes.
  package var recording = ChangeRecording.off
  /// The fault that made SQLite roll back the running transaction on its own.
  var rolledBackBy: DatabaseFault?
  /// The fault after which this connection must not be used any more.
  var broken: DatabaseFault?

  /// Whether the connection is open, outside a transaction, and without a lasting fault.
  var isUsable: Bool {
    if case .none = scope { handle != nil && broken == nil } else { false }
  }

  enum Scope {
    case none
    case read
    case write(depth: Int)
  }

  /// Opens a database; creates the tables in an empty file.
  ///
  /// - Parameter timeout: How long to wait for another writer, in milliseconds.
  /// - Throws: `isADirectory`, `missing`, `cannotOpen`, `notADatabase`, `corrupt`, `wrongApplication`, `newerSchema`
  ///   (for writing), `olderSchema`, `busy`, `readOnly`, `diskFull`. The file is then unchanged.
  package init(
    _ path: String, schema: DatabaseSchema, access: Access = .readWrite, timeout: Int = busyTimeout
  ) throws {
    file = try DatabaseFiles.canonical(path)
    self.schema = schema
    self.access = access
    self.timeout = timeout
    lock = ProcessLock(database: file, timeout: timeout)
    try open()
  }

  deinit {
    close()
  }

  /// Closes the file without a checkpoint.
  ///
  /// Every later call throws `misuse` until `reopen()`.
  package func close() {
    for statement in statements.values { sqlite3_finalize(statement.handle) }
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Closes the file and opens it again, for use after `syncFailed` or `moved`.
  ///
  /// The caller must then read the stored state again: a COMMIT that failed may have been stored.
  ///
  /// - Throws: The errors of opening; `misuse` inside a transaction.
  package func reopen() throws {
    guard case .none = scope else { throw misuse(say("reopen() inside a transaction")) }
    close()
    broken = nil
    newerSchema = nil
    isNew = false
    try open()
  }

  /// Returns the fault of SQLite's last call on this connection.
  func fault(_ code: Int32) -> DatabaseFault {
    DatabaseFault(code: code, database: handle, file: file)
  }

  func misuse(_ detail: String) -> DatabaseFault {
    DatabaseFault(.misuse, file: file, detail: detail)
  }
}

extension DatabaseConnection {
  /// Opens the file, applies the settings and checks the schema; closes the file if one of these fails.
  func open() throws {
    do {
      try openFile()
      try applySettings()
      try checkSchema()
    } catch {
      close()
      throw error
    }
  }

  private func openFile() throws {
    switch DatabaseFiles.kind(of: file) {
    case .file: break
    case .directory: throw DatabaseFault(.isADirectory, file: file)
    case .other: throw DatabaseFault(.cannotOpen, file: file, detail: say("neither a file nor a folder"))
    case .absent where access == .readOnly: throw DatabaseFault(.missing, file: file)
    case .absent: try lock.withLock { try DatabaseFiles.create(file) }
    }
    let flags = access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    try check(sqlite3_open_v2(file, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, PageSums.layer))
    if access == .readWrite { PageSums.makeRoom(in: handle, file: file) }
    identity = FileIdentity(path: file)
  }

  /// Applies the settings that every connection needs.
  ///
  /// WAL mode is not among them: it is stored in the file and set when the tables are created.
  private func applySettings() throws {
    try check(sqlite3_busy_timeout(handle, Int32(clamping: timeout)))
    let switches: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_DEFENSIVE, 1),
      (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
      // Without it, a kept statement on a table with a partial index is compiled again for each new value.
      (SQLITE_DBCONFIG_ENABLE_QPSG, 1),
    ]
    for (option, on) in switches { try check(csqlite_set_switch(handle, option, on)) }
    try run(DatabaseFiles.isThrowAway(file) ? "PRAGMA synchronous = OFF" : "PRAGMA synchronous = FULL")
    try run("PRAGMA cell_size_check = ON")
    try run("PRAGMA mmap_size = 0")
  }

  func check(_ code: Int32) throws(DatabaseFault) {
    guard code == SQLITE_OK else { throw fault(code) }
  }
}

extension DatabaseConnection {
  /// Checks that the file has this schema; creates the tables in an empty file.
  ///
  /// A file of another program or another version is refused before anything is written to it.
  func checkSchema() throws {
    guard try isEmpty() else { return }
    guard access == .readWrite else { throw DatabaseFault(.missing, file: file) }
    try useWAL()
    try transaction {
      // Another process may have created the tables in the meantime.
      guard try isEmpty() else { return }
      isNew = true
      try run(schema.script())
      try run(SQL(trusted: "PRAGMA application_id = \(schema.applicationID)"))
      try run(SQL(trusted: "PRAGMA user_version = \(schema.version)"))
      schemaVersion = schema.version
    }
  }

  /// Reads the version of the schema, and returns whether the file is still empty.
  ///
  /// - Throws: `wrongApplication`, `olderSchema`, and `newerSchema` for writing, unless the file is empty or has this
  ///   schema.
  private func isEmpty() throws -> Bool {
    let application = try single("PRAGMA application_id", as: Int32.self)
    let version = try single("PRAGMA user_version", as: Int.self)
    schemaVersion = version
    if application == 0, version == 0, try single("SELECT count(*) FROM sqlite_schema", as: Int.self) == 0 {
      return true
    }
    guard application == schema.applicationID else {
      throw DatabaseFault(.wrongApplication(found: application, expected: schema.applicationID), file: file)
    }
    guard version >= schema.version else {
      throw DatabaseFault(.olderSchema(found: version, supported: schema.version), file: file)
    }
    guard version > schema.version else { return false }
    let newer = DatabaseFault(.newerSchema(found: version, supported: schema.version), file: file)
    guard access == .readOnly else { throw newer }
    newerSchema = newer
    return false
  }

  /// Switches the file to WAL mode; this changes the file's header, so it happens under the lock.
  private func useWAL() throws {
    guard try single("PRAGMA journal_mode", as: String.self) != "wal" else { return }
    let mode = try lock.withLock { try single("PRAGMA journal_mode = WAL", as: String.self) }
    guard mode == "wal" else {
      throw DatabaseFault(
        .cannotOpen, file: file, detail: say("its file system lacks the shared memory that WAL needs"))
    }
  }

  /// Returns the only value of a pragma.
  ///
  /// The call is trusted, because SQLite counts `journal_mode` as a change even if the pragma only reads it.
  private func single<Value: DatabaseConvertible>(_ sql: SQL, as type: Value.Type) throws -> Value {
    var result: Value?
    try step(sql, [], isTrusted: true) { row in
      result = try Value(row: row, at: 0)
      return true
    }
    guard let result else { throw misuse(say("\(sql.text) has no row")) }
    return result
  }
}

/// The schema of a database file: its kind, its version, and the script that creates its tables.
///
/// A file of another version is refused and left unchanged: there is no migration.
package struct DatabaseSchema: Sendable {
  /// The `application_id` in the file's header.
  package let applicationID: Int32
  /// The `user_version` in the file's header.
  package let version: Int
  let script: @Sendable () -> SQL

  /// Creates a schema from the script that creates its tables in an empty file; only then is the script composed.
  package init(applicationID: Int32, version: Int, script: @autoclosure @escaping @Sendable () -> SQL) {
    (self.applicationID, self.version, self.script) = (applicationID, version, script)
  }
}
