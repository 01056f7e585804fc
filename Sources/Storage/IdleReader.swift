import Core

/// A read-only connection that waits for its next use, because opening one parses the file's whole schema.
package final class IdleReader: Sendable {
  /// Sendable is correct: the caller of `keep` uses the connection no more, and `take` gives it to one caller only.
  private struct Unused: @unchecked Sendable { let connection: DatabaseConnection }

  private let held = Mutex<Unused?>(nil)

  package init() {}

  /// Returns the connection to a file, and forgets it; nil where there is none, or where another file is at the path.
  package func take(for path: String) -> DatabaseConnection? {
    let taken = held.withLock { held in
      defer { held = nil }
      return held?.connection
    }
    guard let taken, taken.isUsable, taken.identity == FileIdentity(path: path) else { return nil }
    return taken
  }

  /// Keeps a connection that its caller uses no more.
  package func keep(_ connection: DatabaseConnection) {
    let unused = Unused(connection: connection)
    held.withLock { $0 = unused }
  }

  /// Closes the connection.
  package func close() { held.withLock { $0 = nil } }
}
