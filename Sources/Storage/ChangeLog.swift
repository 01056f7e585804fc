internal import CSQLite
import Core

/// An act whose changes are recorded so that it can be undone.
package struct RecordedAct: Hashable, Sendable {
  /// The act's number: the machine's time at its start; later acts have greater numbers in every file.
  package var number: Int64
  /// The name of the act.
  package var name: String
  /// The device on which the act was done.
  package var device: String

  package init(number: Int64, name: String, device: String) {
    (self.number, self.name, self.device) = (number, name, device)
  }
}

/// The acts that can be undone in a file.
package struct RecordedActs: Hashable, Sendable {
  /// The acts, latest first.
  package var acts: [RecordedAct] = []
  /// The number of the last act that cannot be undone any more, or nil if there is none.
  package var barrier: Int64?

  /// The greatest number so far.
  package var last: Int64 { max(acts.first?.number ?? 0, barrier ?? 0) }
}

/// The way in which a connection records the changes of its transactions.
package enum ChangeRecording: Sendable {
  /// Nothing is recorded: the file has no log, or the changes are those of an undo.
  case off
  /// The inverse of each change is recorded for the given act; a change without an act is a barrier.
  case acts(@Sendable () -> RecordedAct?)
  /// The changes are a barrier: neither they nor any earlier change can be undone.
  case barrier
}

extension DatabaseSchema {
  /// The table of recorded changes, for a schema whose changes can be undone.
  ///
  /// A row holds the inverse of one transaction's changes. A row without an inverse is a barrier: acts up to its number
  /// cannot be undone in any file. Numbers never decrease from row to row.
  package static let changeLog: SQL = """
    CREATE TABLE change_log(
      id INTEGER PRIMARY KEY, act INTEGER NOT NULL, name TEXT NOT NULL, device TEXT NOT NULL, inverse BLOB
    ) STRICT;
    """
}

extension DatabaseConnection {
  /// The maximum number of transactions kept, and the maximum size in bytes of one transaction's changes.
  private static let keptTransactions = 500
  private static let keptBytes = 8 << 20

  /// Runs the work with no change recorded, as an undo needs it.
  @discardableResult
  package func unrecorded<Result>(_ work: () throws -> Result) rethrows -> Result {
    let usual = recording
    recording = .off
    defer { recording = usual }
    return try work()
  }

  /// Does the work of a transaction and records its inverse in the same transaction.
  func recorded<Result>(_ work: () throws -> Result) throws -> Result {
    switch recording {
    case .off: return try work()
    case .barrier:
      let before = sqlite3_total_changes64(handle)
      let result = try work()
      if sqlite3_total_changes64(handle) != before { try addBarrier() }
      return result
    case .acts(let current):
      let session = try ChangeSession(handle)
      let result = try work()
      let inverse = try session.inverse(atMost: Self.keptBytes)
      session.close()
      guard !inverse.isEmpty else { return result }
      guard let act = current(), case .bytes(let bytes) = inverse else {
        try addBarrier()
        return result
      }
      // If another process recorded a change in the meantime, this one gets at least the same number.
      try execute(
        """
        INSERT INTO change_log(act, name, device, inverse)
        VALUES(max(?, coalesce((SELECT act FROM change_log ORDER BY id DESC LIMIT 1), 0)), ?, ?, ?)
        """, act.number, act.name, act.device, bytes)
      try forgetTheOldest()
      return result
    }
  }

  /// Adds a barrier: no earlier act can be undone, even one that only changed other files.
  private func addBarrier() throws {
    try execute(
      """
      INSERT OR REPLACE INTO change_log(id, act, name, device) VALUES(
        (SELECT id + (inverse IS NOT NULL) FROM change_log ORDER BY id DESC LIMIT 1),
        max(CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) + 1,
          coalesce((SELECT act FROM change_log ORDER BY id DESC LIMIT 1), 0)), '', '')
      """)
  }

  /// Deletes the oldest rows beyond the limit; the oldest one left becomes a barrier, since its act may be incomplete.
  private func forgetTheOldest() throws {
    let oldest: SQL = "(SELECT max(id) FROM change_log) - ?"
    try execute("DELETE FROM change_log WHERE id <" + oldest, Self.keptTransactions)
    try execute(
      "UPDATE change_log SET inverse = NULL WHERE inverse IS NOT NULL AND id =" + oldest, Self.keptTransactions)
  }

  /// Returns the acts that can be undone in this file.
  package func recordedActs() throws -> RecordedActs {
    let rows: [(act: RecordedAct, isBarrier: Bool)] = try rows(
      "SELECT act, name, device, inverse IS NULL AS is_barrier FROM change_log ORDER BY id DESC"
    ) { row in
      (
        RecordedAct(number: try row["act"], name: try row["name"], device: try row["device"]),
        try row["is_barrier"]
      )
    }
    let open = rows.prefix { !$0.isBarrier }.map(\.act)
    return RecordedActs(
      acts: open.enumerated().filter { $0.offset == 0 || open[$0.offset - 1] != $0.element }.map(\.element),
      barrier: rows.first(where: \.isBarrier)?.act.number)
  }

  /// Forgets the name of an act: it is taken back with the one before it.
  package func forgetName(ofAct act: Int64) throws {
    try execute("UPDATE change_log SET name = '' WHERE act = ? AND inverse IS NOT NULL", act)
  }

  /// Undoes an act and every later one, as part of the running transaction.
  ///
  /// Does nothing if they were undone before.
  package func takeBack(since act: Int64) throws {
    let inverses: [[UInt8]] = try values(
      "SELECT inverse FROM change_log WHERE act >= ? AND inverse IS NOT NULL ORDER BY id DESC", act)
    for inverse in inverses { try apply(inverse) }
    try execute("DELETE FROM change_log WHERE act >= ?", act)
  }

  /// Applies a changeset, completely or not at all: a missing row makes it fail.
  private func apply(_ changes: [UInt8]) throws {
    // Cached statements hold no lock at this point, and the table of the log itself is never among the changes.
    var bytes = changes
    let code = bytes.withUnsafeMutableBytes { buffer in
      sqlite3changeset_apply(
        handle, Int32(buffer.count), buffer.baseAddress, nil,
        { _, conflict, _ in
          // A changed row is replaced: it is a counter that grew since, and its owner sets it again, as ids stay used.
          conflict == SQLITE_CHANGESET_DATA ? SQLITE_CHANGESET_REPLACE : SQLITE_CHANGESET_ABORT
        }, nil)
    }
    guard code == SQLITE_OK else {
      throw misuse(say("cannot undo: the file has changed in another way since (\("\(code)"))"))
    }
  }
}

/// SQLite's session that records the changes of one transaction.
private final class ChangeSession {
  enum Inverse {
    case bytes([UInt8])
    /// The changes are larger than the limit.
    case tooMuch

    var isEmpty: Bool { if case .bytes(let bytes) = self { bytes.isEmpty } else { false } }
  }

  private var session: OpaquePointer?

  init(_ handle: OpaquePointer?) throws {
    guard sqlite3session_create(handle, "main", &session) == SQLITE_OK,
      sqlite3session_attach(session, nil) == SQLITE_OK
    else { throw DatabaseFault(.misuse, file: "", detail: say("cannot record the changes")) }
  }

  deinit { close() }

  func close() {
    if let session { sqlite3session_delete(session) }
    session = nil
  }

  /// Returns the inverse of the changes.
  func inverse(atMost limit: Int) throws -> Inverse {
    guard sqlite3session_isempty(session) == 0 else { return .bytes([]) }
    var (count, changes): (Int32, UnsafeMutableRawPointer?) = (0, nil)
    var (inverseCount, inverse): (Int32, UnsafeMutableRawPointer?) = (0, nil)
    defer {
      sqlite3_free(changes)
      sqlite3_free(inverse)
    }
    guard sqlite3session_changeset(session, &count, &changes) == SQLITE_OK, Int(count) <= limit,
      sqlite3changeset_invert(count, changes, &inverseCount, &inverse) == SQLITE_OK
    else { return .tooMuch }
    return .bytes([UInt8](UnsafeRawBufferPointer(start: inverse, count: Int(inverseCount))))
  }
}
