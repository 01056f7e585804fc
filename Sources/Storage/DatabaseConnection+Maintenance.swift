internal import CSQLite
import Core

extension DatabaseConnection {
  /// The mode of a checkpoint.
  package enum Checkpoint: Hashable, Sendable {
    /// Copies as many pages as possible without waiting for readers.
    case passive
    /// Waits for readers, and leaves an empty -wal file.
    case truncate
  }

  /// Copies committed pages from the -wal file into the database file, under the lock between processes.
  ///
  /// A commit that leaves 1000 pages or more in the -wal does the same, still under the lock. Closing never does.
  ///
  /// - Returns: Whether all pages were copied; false if a reader still needs older pages.
  /// - Throws: `busy`, `diskFull`, `ioError`, `syncFailed`; `misuse` inside a transaction.
  @discardableResult
  package func checkpoint(_ mode: Checkpoint = .passive) throws -> Bool {
    guard case .none = scope else { throw misuse(DatabaseText.checkpointInsideTransaction.text) }
    guard access == .readWrite else {
      throw DatabaseFault(.readOnly, file: file, detail: DatabaseText.openedForReading.text)
    }
    try checkUsable()
    return try lock.withLock {
      var pages: Int32 = 0
      var carried: Int32 = 0
      let sqliteMode = mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
      let code = sqlite3_wal_checkpoint_v2(handle, "main", sqliteMode, &pages, &carried)
      if code & 0xff == SQLITE_BUSY { return false }
      guard code == SQLITE_OK else { throw noted(fault(code)) }
      return pages == carried
    }
  }

  /// Makes this connection overwrite everything that it deletes with zeros.
  package func eraseDeleted() throws { try run("PRAGMA secure_delete = ON") }

  /// Rewrites the whole file from its content and empties the -wal, so that neither keeps a deleted byte.
  ///
  /// - Returns: False if a reader used the -wal for longer than the timeout: it keeps old pages until a later call.
  /// - Throws: `busy`, `diskFull`, `ioError`, `syncFailed`; `misuse` inside a transaction.
  package func purge() throws -> Bool {
    guard case .none = scope else { throw misuse(DatabaseText.checkpointInsideTransaction.text) }
    guard access == .readWrite else {
      throw DatabaseFault(.readOnly, file: file, detail: DatabaseText.openedForReading.text)
    }
    try checkUsable()
    return try lock.withLock {
      try checkInPlace()
      try run("VACUUM")
      var (pages, carried): (Int32, Int32) = (0, 0)
      let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, &pages, &carried)
      if code & 0xff == SQLITE_BUSY { return false }
      guard code == SQLITE_OK else { throw noted(fault(code)) }
      return true
    }
  }

  /// Returns a number that changes when another connection, of this or another process, commits.
  ///
  /// Compare it only with an earlier number of the same connection; its own commits don't change it.
  package func dataVersion() throws -> Int64 {
    try value("PRAGMA data_version") ?? 0
  }

  /// Frees the cached pages of the file, which take up to two megabytes.
  package func releaseMemory() { sqlite3_db_release_memory(handle) }

  /// The version of the SQLite library.
  package static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

  /// Returns the structural faults that SQLite finds in the file and its indexes, at most 100, and rows without parents.
  ///
  /// A damaged value is not found here, but by `PageSums` and by the signatures.
  package func integrityCheck() throws -> [String] {
    let findings: [String] = try values("PRAGMA integrity_check").filter { $0 != "ok" }
    let orphans: [String] = try rows("PRAGMA foreign_key_check") { row in
      let (table, parent): (String, String) = (try row["table"], try row["parent"])
      return say("a row of \(table) refers to a missing row of \(parent)")
    }
    return findings + orphans
  }

  /// Copies the whole database, as one consistent state, into a new file (mode 0600).
  ///
  /// - Throws: `cannotOpen` if the path already exists; `diskFull`, `ioError`.
  package func backUp(to path: String) throws {
    try checkUsable()
    let target = try DatabaseFiles.canonical(path)
    guard DatabaseFiles.kind(of: target) == .absent else {
      throw DatabaseFault(.cannotOpen, file: target, detail: say("a file already exists at this path"))
    }
    try DatabaseFiles.create(target)
    var copy: OpaquePointer?
    defer { sqlite3_close_v2(copy) }
    let code = sqlite3_open_v2(target, &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, PageSums.layer)
    guard code == SQLITE_OK else { throw DatabaseFault(code: code, database: copy, file: target) }
    try Self.copyPages(from: handle, to: copy, file: target)
  }

  /// Replaces the content of this database with that of a backup, in one commit that other connections see.
  ///
  /// - Throws: The errors of opening the backup; `olderSchema` or `newerSchema` unless its version is this one's;
  ///   `busy`, `diskFull`, `ioError`. After an error the content is unchanged.
  package func restore(from path: String) throws {
    guard access == .readWrite else {
      throw DatabaseFault(.readOnly, file: file, detail: DatabaseText.openedForReading.text)
    }
    guard case .none = scope else { throw misuse(say("a restore inside a transaction")) }
    let backup = try DatabaseConnection(path, schema: schema, access: .readOnly, timeout: timeout)
    if let newer = backup.newerSchema { throw newer }
    try lock.withLock {
      try checkInPlace()
      try Self.copyPages(from: backup.handle, to: handle, file: file)
    }
  }

  private static func copyPages(from source: OpaquePointer?, to target: OpaquePointer?, file: String) throws {
    guard let backup = sqlite3_backup_init(target, "main", source, "main") else {
      throw DatabaseFault(code: sqlite3_errcode(target), database: target, file: file)
    }
    let step = sqlite3_backup_step(backup, -1)
    let finish = sqlite3_backup_finish(backup)
    guard step == SQLITE_DONE, finish == SQLITE_OK else {
      throw DatabaseFault(code: step == SQLITE_DONE ? finish : step, database: target, file: file)
    }
  }
}
