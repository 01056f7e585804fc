import Core
import Desk
import Foundation
import TestSupport

/// A folder for a desk's file, deleted with the last reference to it.
final class ThrowAwayDesk {
  let folder = ScratchFolder.url.appending(path: "till-desk-\(UUID().uuidString)")

  /// The schemas on a server, by the name of the file that each one replaces.
  let addresses = Mutex<[String: PostgreSQLAddress]>([:])

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "desk.db").path }
}

/// Runs the same work on this many threads at once, without blocking one of the tests' own threads.
///
/// - Returns: The descriptions of the errors that were thrown.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) async -> [String] {
  let state = Mutex<(left: Int, faults: [String])>((count, []))
  return await withCheckedContinuation { continuation in
    for number in 0..<count {
      startThread {
        var fault: String?
        do { try body(number) } catch { fault = "\(error)" }
        let faults = state.withLock { state -> [String]? in
          state.left -= 1
          if let fault { state.faults.append(fault) }
          return state.left == 0 ? state.faults : nil
        }
        if let faults { continuation.resume(returning: faults) }
      }
    }
  }
}
