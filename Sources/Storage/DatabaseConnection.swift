internal import CSQLite
import Core

/// A connection to one SQLite database file, with the settings that make a commit last.
///
/// It belongs to one owner (it is not `Sendable`) and a process has one connection that writes per file; readers open
/// their own, read-only. Writing is possible only inside `transaction`, which holds the lock between processes.
///
/// ```swift
/// let database = try DatabaseConnection(path, schema: schema)
/// try database.transaction {
///   try database.execute("INSERT INTO journal (time, text) VALUES (?, ?)", time, text)
/// }
/// let texts: [String] = try database.values("SELECT text FROM journal WHERE time >= ?", start)
/// ```
///
/// SQLite meets a file size limit with SIGXFSZ, which kills the process: the program has to ignore SIGXFSZ and SIGPIPE
/// before it opens a database.
package final class DatabaseConnection {
  /// The rights of a connection.
  package enum Access: Hashable, Sendable {
    /// Reads and writes; creates the file (mode 0600) when it is not there.
    case readWrite
    /// Reads only, never creates, never checkpoints.
    case readOnly
  }

  /// How long another writer is waited for, in milliseconds.
  package static let busyTimeout = 5000

  /// The file, its symbolic links resolved.
  package let file: String
  /// The rights of this connection.
  package let access: Access
  /// Whether opening found no database here and created one.
  package internal(set) var isNew = false
  /// The `user_version` of the file.
  package internal(set) var schemaVersion = 0
  /// Set when this read-only connection reads a file of a later version: show it; writing is refused.
  package internal(set) var newerSchema: DatabaseFault?

  let schema: DatabaseSchema
  let timeout: Int
  let lock: ProcessLock
  var handle: OpaquePointer?
  var identity: FileIdentity?
  var statements: [SQL: PreparedStatement] = [:]
  /// The transaction that the connection is in.
  var scope = Scope.none
  /// The recording of this connection's changes.
  package var recording = ChangeRecording.off
  /// Why SQLite rolled the running transaction back on its own.
  var rolledBackBy: DatabaseFault?
  /// Why this connection can no longer be trusted.
  var broken: DatabaseFault?

  enum Scope {
    case none
    case read
    case write(depth: Int)
  }

  /// Opens a database, and makes its tables in an empty file.
  ///
  /// - Parameter timeout: how long to wait for another writer, in milliseconds.
  /// - Throws: `isADirectory`, `missing`, `cannotOpen`, `notADatabase`, `corrupt`, `wrongApplication`, `newerSchema`
  ///   (for writing), `olderSchema`, `busy`, `readOnly`, `diskFull`: the file is then as it was.
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

  /// Closes the file, without a checkpoint.
  ///
  /// Every later call throws `misuse`, until `reopen()`.
  package func close() {
    for statement in statements.values { sqlite3_finalize(statement.handle) }
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Closes and opens the file again: after `syncFailed` or `moved`.
  ///
  /// The stored state has to be read again then: a COMMIT that failed may have been stored.
  ///
  /// - Throws: as opening does; `misuse` inside a transaction.
  package func reopen() throws {
    guard case .none = scope else { throw misuse(say("reopen() inside a transaction")) }
    close()
    broken = nil
    newerSchema = nil
    isNew = false
    try open()
  }

  /// The fault of SQLite's last call on this connection.
  func fault(_ code: Int32) -> DatabaseFault {
    DatabaseFault(code: code, database: handle, file: file)
  }

  func misuse(_ detail: String) -> DatabaseFault {
    DatabaseFault(.misuse, file: file, detail: detail)
  }
}

extension DatabaseConnection {
  /// Opens the file, applies the settings and checks the schema; leaves nothing open when one of these fails.
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

  /// The settings that hold for every connection.
  ///
  /// WAL is the file's own and comes with its first schema.
  private func applySettings() throws {
    try check(sqlite3_busy_timeout(handle, Int32(clamping: timeout)))
    let switches: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_DEFENSIVE, 1),
      (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
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
  /// Refuses a file that is another program's or of another version before anything in it is written; makes the tables
  /// of an empty one.
  func checkSchema() throws {
    guard try isEmpty() else { return }
    guard access == .readWrite else { throw DatabaseFault(.missing, file: file) }
    try useWAL()
    try transaction {
      // Another process may have made them since.
      guard try isEmpty() else { return }
      isNew = true
      try run(schema.script)
      try run(SQL(trusted: "PRAGMA application_id = \(schema.applicationID)"))
      try run(SQL(trusted: "PRAGMA user_version = \(schema.version)"))
      schemaVersion = schema.version
    }
  }

  /// - Throws: `wrongApplication`, `olderSchema`, and `newerSchema` for writing, unless the file is empty or the schema's.
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

  /// Puts the file into WAL mode, which changes its header and so happens under the lock.
  private func useWAL() throws {
    guard try single("PRAGMA journal_mode", as: String.self) != "wal" else { return }
    let mode = try lock.withLock { try single("PRAGMA journal_mode = WAL", as: String.self) }
    guard mode == "wal" else {
      throw DatabaseFault(
        .cannotOpen, file: file, detail: say("its file system lacks the shared memory that WAL needs"))
    }
  }

  /// The one value of a pragma.
  ///
  /// SQLite counts `journal_mode` as a change even when it is only asked.
  private func single<Value: DatabaseConvertible>(_ sql: SQL, as type: Value.Type) throws -> Value {
    var result: Value?
    try step(sql, [], isTrusted: true) { row in
      result = try Value(row: row, at: 0)
    }
    guard let result else { throw misuse(say("\(sql.text) has no row")) }
    return result
  }
}

/// The form of a database file: what kind it is, the version of its tables, and the script that makes them.
///
/// A file of another version is refused and stays as it is: nothing brings it up to date.
package struct DatabaseSchema: Sendable {
  /// The `application_id` in the file's header.
  package let applicationID: Int32
  /// The `user_version` in the file's header.
  package let version: Int
  let script: SQL

  /// A schema with the statements that make its tables in an empty file.
  package init(applicationID: Int32, version: Int, script: SQL) {
    (self.applicationID, self.version, self.script) = (applicationID, version, script)
  }
}
