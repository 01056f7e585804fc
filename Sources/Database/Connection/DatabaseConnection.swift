internal import CSQLite

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
/// let texts: [String] = try database.rows("SELECT text FROM journal WHERE time >= ?", start) { try $0[0] }
/// ```
///
/// SQLite meets a file size limit with SIGXFSZ, which kills the process: the program has to ignore SIGXFSZ and SIGPIPE
/// before it opens a database.
package final class DatabaseConnection {
  /// What a connection may do.
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
  /// What this connection may do.
  package let access: Access
  /// Whether opening found no database here and created one.
  package internal(set) var isNew = false
  /// The `user_version` of the file when it was opened (after bringing it up to date).
  package internal(set) var schemaVersion = 0
  /// Set when this read-only connection reads a file of a later version: show it; writing is refused.
  package internal(set) var newerSchema: DatabaseFault?

  let schema: DatabaseSchema
  let timeout: Int
  let lock: ProcessLock
  var handle: OpaquePointer?
  var identity: FileIdentity?
  var statements: [SQL: OpaquePointer] = [:]
  /// What the connection is in the middle of.
  var scope = Scope.none
  /// Why SQLite rolled the running transaction back on its own.
  var rolledBackBy: DatabaseFault?
  /// Why this connection can no longer be trusted.
  var broken: DatabaseFault?

  enum Scope {
    case none
    case read
    case write(depth: Int)
  }

  /// Opens a database and brings it up to date.
  ///
  /// - Parameter timeout: how long to wait for another writer, in milliseconds.
  /// - Throws: `isADirectory`, `missing`, `cannotOpen`, `notADatabase`, `corrupt`, `wrongApplication`, `newerSchema`
  ///   (for writing), `olderSchema` (for reading), `busy`, `readOnly`, `diskFull`: the file is then as it was.
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
    for statement in statements.values { sqlite3_finalize(statement) }
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Closes and opens the file again: after `syncFailed` or `moved`.
  ///
  /// What was stored then has to be read again: a COMMIT that failed may have been stored.
  ///
  /// - Throws: as opening does; `misuse` inside a transaction.
  package func reopen() throws {
    guard case .none = scope else { throw misuse("reopen() inside a transaction") }
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
