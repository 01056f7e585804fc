import Core
import Storage

/// Tells whether any process has stored anything in a ledger since the last question, without waiting for
/// its readers and writers.
package final class LedgerVersions: Sendable {
  private struct State {
    var connection: DatabaseConnection?
    /// The file that it is of: another one may take its place.
    var file: FileIdentity?
    var isOpened = false
  }

  private let path: String
  private let state = Mutex(State())

  /// Looks at the file of an open ledger; where that cannot be opened for reading it never knows.
  package init(of store: SimulatedAppStore) { path = store.path }

  /// The version of the ledger that a reader finds now; nil where the file was replaced or cannot be read.
  package func current() -> Int64? {
    state.withLock { [path] state in
      if !state.isOpened {
        state.connection = try? DatabaseConnection(path, schema: LedgerSchema.schema, access: .readOnly, timeout: 0)
        state.file = FileIdentity(path: path)
        state.isOpened = true
      }
      guard state.file == FileIdentity(path: path) else { return nil }
      return try? state.connection?.dataVersion()
    }
  }
}
