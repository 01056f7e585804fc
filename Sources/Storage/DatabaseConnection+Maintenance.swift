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
    try checkMaintainable()
    return try lock.withLock { try carryOver(mode) }
  }

  /// Makes this connection overwrite everything that it deletes with zeros.
  package func eraseDeleted() throws { try run("PRAGMA secure_delete = ON") }

  /// Rewrites the whole file from its content and empties the -wal, so that neither keeps a deleted byte.
  ///
  /// - Returns: False if a reader used the -wal for longer than the timeout: it keeps old pages until a later call.
  /// - Throws: `busy`, `diskFull`, `ioError`, `syncFailed`; `misuse` inside a transaction.
  package func purge() throws -> Bool {
    try checkMaintainable()
    return try lock.withLock {
      try checkInPlace()
      try run("VACUUM")
      return try carryOver(.truncate)
    }
  }

  private func checkMaintainable() throws {
    guard case .none = scope else { throw misuse(DatabaseText.checkpointInsideTransaction.text) }
    guard access == .readWrite else {
      throw DatabaseFault(.readOnly, file: file, detail: DatabaseText.openedForReading.text)
    }
    try checkUsable()
  }

  private func carryOver(_ mode: Checkpoint) throws -> Bool {
    var (pages, carried): (Int32, Int32) = (0, 0)
    let sqliteMode = mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let code = sqlite3_wal_checkpoint_v2(handle, "main", sqliteMode, &pages, &carried)
    if code & 0xff == SQLITE_BUSY { return false }
    guard code == SQLITE_OK else { throw noted(fault(code)) }
    return pages == carried
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
}
