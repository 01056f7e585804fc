internal import CSQLite
import Core

/// Something that was done, as far as its changes are kept so that they can be taken back.
package struct RecordedAct: Hashable, Sendable {
  /// Later acts have greater numbers, in every file that they changed: the machine's time at which they began.
  package var number: Int64
  /// The act, in words; empty where it changed nothing that a person would take back.
  package var name: String
  /// The device on which it was done.
  package var device: String

  package init(number: Int64, name: String, device: String) {
    (self.number, self.name, self.device) = (number, name, device)
  }
}

/// The acts that a file can undo.
package struct RecordedActs: Hashable, Sendable {
  /// The latest first.
  package var acts: [RecordedAct]
  /// The last act that cannot be taken back any more; nil where nothing stands in the way.
  package var barrier: Int64?

  package init(acts: [RecordedAct] = [], barrier: Int64? = nil) { (self.acts, self.barrier) = (acts, barrier) }

  /// The greatest number so far.
  package var last: Int64 { max(acts.first?.number ?? 0, barrier ?? 0) }
}

/// The recording of the changes of a connection's transactions.
package enum ChangeRecording: Sendable {
  /// They are not kept: there is no log here, or they are those of taking something back.
  case off
  /// The inverse of each change is kept, for the given act; without an act they are a barrier.
  case acts(@Sendable () -> RecordedAct?)
  /// The changes cannot be undone, nor can any before them.
  case barrier
}

extension DatabaseSchema {
  /// The log of changes, part of a schema whose changes can be undone.
  ///
  /// Kept is the inverse of a change; a row without one is a barrier behind the acts up to its number,
  /// the machine's time, in any of the files. Numbers only grow from row to row.
  package static let changeLog: SQL = """
    CREATE TABLE change_log(
      id INTEGER PRIMARY KEY, act INTEGER NOT NULL, name TEXT NOT NULL, device TEXT NOT NULL, inverse BLOB
    ) STRICT;
    """
}

extension DatabaseConnection {
  /// As many transactions are kept, and as many bytes of one at the most.
  private static let keptTransactions = 500
  private static let keptBytes = 8 << 20

  /// Does the work of a transaction, and stores its inverse in the same transaction.
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
      // A change of another process since then counts as later.
      try execute(
        """
        INSERT INTO change_log(act, name, device, inverse)
        VALUES(max(?, coalesce((SELECT act FROM change_log ORDER BY id DESC LIMIT 1), 0)), ?, ?, ?)
        """, act.number, act.name, act.device, bytes)
      try forgetTheOldest()
      return result
    }
  }

  /// Makes every earlier act impossible to undo, even one that only changed other files.
  private func addBarrier() throws {
    try execute(
      """
      INSERT OR REPLACE INTO change_log(id, act, name, device) VALUES(
        (SELECT id + (inverse IS NOT NULL) FROM change_log ORDER BY id DESC LIMIT 1),
        max(CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) + 1,
          coalesce((SELECT act FROM change_log ORDER BY id DESC LIMIT 1), 0)), '', '')
      """)
  }

  /// Keeps no more than is to be kept; an act that lost a part cannot be taken back.
  private func forgetTheOldest() throws {
    let oldest: SQL = "(SELECT max(id) FROM change_log) - ?"
    try execute("DELETE FROM change_log WHERE id <" + oldest, Self.keptTransactions)
    try execute(
      "UPDATE change_log SET inverse = NULL WHERE inverse IS NOT NULL AND id =" + oldest, Self.keptTransactions)
  }

  /// The acts that this file can undo.
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

  /// Takes back everything since an act, it included; a part of the running transaction.
  ///
  /// Nothing happens where that was done before.
  package func takeBack(since act: Int64) throws {
    let inverses: [[UInt8]] = try values(
      "SELECT inverse FROM change_log WHERE act >= ? AND inverse IS NOT NULL ORDER BY id DESC", act)
    for inverse in inverses { try apply(inverse) }
    try execute("DELETE FROM change_log WHERE act >= ?", act)
  }

  /// Applies a changeset; a missing row fails the whole.
  private func apply(_ changes: [UInt8]) throws {
    // The statements that are kept hold no lock by now; the table that the log itself is in is never among the changes.
    var bytes = changes
    let code = bytes.withUnsafeMutableBytes { buffer in
      sqlite3changeset_apply(
        handle, Int32(buffer.count), buffer.baseAddress, nil,
        { _, conflict, _ in
          // A counter that went on since (ids stay used) is put back with its row, and set again by its owner.
          conflict == SQLITE_CHANGESET_DATA ? SQLITE_CHANGESET_REPLACE : SQLITE_CHANGESET_ABORT
        }, nil)
    }
    guard code == SQLITE_OK else {
      throw misuse(say("cannot undo: the file has changed in another way since (\("\(code)"))"))
    }
  }
}

/// SQLite's record of one transaction's changes.
private final class ChangeSession {
  enum Inverse {
    case bytes([UInt8])
    /// More than is kept.
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

  /// The inverse of the changes.
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
