package import AppStoreModel
package import Storage

/// Undo of actions in the ledger, which is the first of the three files to be undone.
extension SimulatedAppStore {
  /// An undo that has begun and not ended, with the actions it takes back.
  package struct UndoUnderWay: Hashable, Sendable {
    package let act: Int64
    /// The undone actions, one a line.
    package let names: String
  }

  /// Records the inverse of this process's changes from now on, under the action that `act` returns.
  package func record(_ act: @escaping @Sendable () -> RecordedAct?) throws(StoreError) {
    try perform { $0.connection.recording = .acts(act) }
  }

  /// Returns the actions that the ledger can undo.
  package func recordedActs() throws(StoreError) -> RecordedActs { try perform { try $0.connection.recordedActs() } }

  /// Undoes everything since an action; the other two files must be undone before `endUndo` is called.
  ///
  /// Issued ids and modification numbers stay used.
  ///
  /// - Returns: How many of the undone notifications had already been sent and cannot be taken back.
  package func beginUndo(since act: Int64, names: String) throws(StoreError) -> Int {
    try perform { ledger in
      let connection = ledger.connection
      return try connection.unrecorded {
        try connection.transaction {
          let counts: SQL = "SELECT last_id, last_sequence, catalogue_version FROM state"
          let used: (id: Int64, sequence: Int64, catalogue: Int64)? = try connection.first(counts) {
            (try $0["last_id"], try $0["last_sequence"], try $0["catalogue_version"])
          }
          let posted = try Self.postings(connection)
          try connection.takeBack(since: act)
          // A restored catalogue gets a new version number, so that every process parses it again.
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
  }

  /// Returns the product id of a transaction; nil if the transaction is unknown.
  package func productId(ofTransaction id: String) throws(StoreError) -> String? {
    try read { session in try Int64(id).flatMap { try session.findTransaction($0)?.productId } }
  }

  /// Returns the undo that has begun and not ended; nil if there is none.
  package func undoUnderWay() throws(StoreError) -> UndoUnderWay? {
    try perform { ledger in
      try ledger.connection.first("SELECT act, names FROM undo_under_way") {
        UndoUnderWay(act: try $0["act"], names: try $0["names"])
      }
    }
  }

  /// Marks the undo as complete, once the other files have been undone.
  package func endUndo() throws(StoreError) {
    try perform { ledger in
      let connection = ledger.connection
      try connection.unrecorded { try connection.transaction { try connection.execute("DELETE FROM undo_under_way") } }
    }
  }

  /// Returns how many times notifications were posted over HTTP, each attempt counted.
  private static func postings(_ connection: DatabaseConnection) throws -> Int {
    try connection.value("SELECT count(*) FROM notification_attempts") ?? 0
  }
}
