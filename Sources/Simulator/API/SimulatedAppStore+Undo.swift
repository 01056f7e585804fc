package import AppStoreModel
package import Storage

/// Undoing acts: the ledger's part, which comes first.
extension SimulatedAppStore {
  /// An undo that was begun, and its acts.
  package struct UndoUnderWay: Hashable, Sendable {
    package let act: Int64
    /// The undone acts, a line each.
    package let names: String
  }

  /// Records the inverse of this process's changes from now on, for the given act.
  package func record(_ act: @escaping @Sendable () -> RecordedAct?) throws(StoreError) {
    try perform { $0.connection.recording = .acts(act) }
  }

  /// The acts that the ledger can undo.
  package func recordedActs() throws(StoreError) -> RecordedActs { try perform { try $0.connection.recordedActs() } }

  /// Takes back everything since an act; until `endUndo` the other files have to follow.
  ///
  /// Ids that were given out stay used, and so do the numbers of modifications.
  ///
  /// - Returns: How many notifications had been posted that are not to be taken back.
  package func beginUndo(since act: Int64, names: String) throws(StoreError) -> Int {
    try perform { ledger in
      try Self.unrecorded(ledger.connection) { connection in
        let counts: SQL = "SELECT last_id, last_sequence, catalogue_version FROM state"
        let used: (id: Int64, sequence: Int64, catalogue: Int64)? = try connection.first(counts) {
          (try $0["last_id"], try $0["last_sequence"], try $0["catalogue_version"])
        }
        let posted = try Self.postings(connection)
        try connection.takeBack(since: act)
        // A catalogue that comes back is another one than that which every process has read.
        try connection.execute(
          """
          UPDATE state SET last_id = max(last_id, ?), last_sequence = max(last_sequence, ?),
            catalogue_version = CASE catalogue_version WHEN ? THEN catalogue_version ELSE ? + 1 END
          """, used?.id, used?.sequence, used?.catalogue, used?.catalogue)
        try connection.execute("INSERT OR REPLACE INTO undo_under_way VALUES (1, ?, ?)", act, names)
        return max(0, posted - (try Self.postings(connection)))
      }
    }
  }

  /// The product of a transaction; nil where there is none of that id.
  package func productId(ofTransaction id: String) throws(StoreError) -> String? {
    try read { session in try Int64(id).flatMap { try session.findTransaction($0)?.productId } }
  }

  /// The undo that was begun and not ended; nil where there is none.
  package func undoUnderWay() throws(StoreError) -> UndoUnderWay? {
    try perform { ledger in
      try ledger.connection.first("SELECT act, names FROM undo_under_way") {
        UndoUnderWay(act: try $0["act"], names: try $0["names"])
      }
    }
  }

  /// The other files have followed.
  package func endUndo() throws(StoreError) {
    try perform { ledger in
      try Self.unrecorded(ledger.connection) { _ = try $0.execute("DELETE FROM undo_under_way") }
    }
  }

  /// How many notifications were posted over HTTP, counting each try.
  private static func postings(_ connection: DatabaseConnection) throws -> Int {
    try connection.value("SELECT count(*) FROM notification_attempts") ?? 0
  }

  private static func unrecorded<Result>(
    _ connection: DatabaseConnection, _ work: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    let recording = connection.recording
    connection.recording = .off
    defer { connection.recording = recording }
    return try connection.transaction { try work(connection) }
  }
}
