import Foundation
import Locks
import PostgreSQL

/// A folder for a desk's file, which goes when nobody holds it any more.
final class ThrowAwayDesk {
  let folder = FileManager.default.temporaryDirectory.appending(path: "till-desk-\(UUID().uuidString)")

  /// The schemas on a server that stand for its files.
  let addresses = Mutex<[String: PostgreSQLAddress]>([:])

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "desk.db").path }
}
