internal import CSQLite
import Core

extension DatabaseConnection {
  /// How far a checkpoint goes.
  package enum Checkpoint: Hashable, Sendable {
    /// As far as it gets without waiting for readers.
    case passive
    /// Waits for readers, and leaves an empty -wal behind.
    case truncate
  }

  /// Carries committed pages from the -wal into the database file, under the lock between processes.
  ///
  /// A commit that leaves 1000 pages or more in the -wal does so as well, still under the lock; closing never does.
  ///
  /// - Returns: whether everything was carried over; false when a reader still needs older pages.
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

  /// Makes this connection overwrite with zeros everything it deletes.
  package func eraseDeleted() throws { try run("PRAGMA secure_delete = ON") }

  /// Writes the whole file anew from its content, and empties the -wal: no deleted byte is left in either.
  ///
  /// - Returns: False where a reader held the -wal for longer than the timeout: old pages are in it until a later call.
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

  /// A number that changes when another connection, of this or another process, commits.
  ///
  /// Compare it with an earlier answer of the same connection; its own commits do not change it.
  package func dataVersion() throws -> Int64 {
    try value("PRAGMA data_version") ?? 0
  }

  /// Gives back the pages of the file that are kept for the next question, up to two megabytes.
  package func releaseMemory() { sqlite3_db_release_memory(handle) }

  /// How many rows this connection has changed so far; a transaction that was given up counts as well.
  package var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  /// The version of the SQLite library.
  package static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

  /// The faults that SQLite finds in the structure of the file, at most 100; empty when it is intact.
  ///
  /// Damage inside a value is not found here: `PageSums` and signatures tell that.
  package func quickCheck() throws -> [String] {
    try values("PRAGMA quick_check").filter { $0 != "ok" }
  }

  /// Like `quickCheck()`, and compares indexes with their tables; also finds rows whose foreign key has no target.
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
  /// - Throws: `cannotOpen` when there is something at the path already; `diskFull`, `ioError`.
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

  /// Replaces everything in this database with the content of a backup, as one commit that other connections see.
  ///
  /// - Throws: as opening the backup does; `olderSchema` and `newerSchema` unless its version is this one's; `busy`,
  ///   `diskFull`, `ioError`: the content is then as it was.
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
