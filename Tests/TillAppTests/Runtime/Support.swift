import AppStoreModel
import Core
import Foundation
import TestSupport

@testable import TillApp

/// A directory of its own in which sessions are opened; deleted at the end.
final class TestStore: Sendable {
  let directory = ScratchFolder.path + "till-runtime-tests-" + UUID().uuidString
  /// The clock of every session.
  let clock = Mutex(Timestamp(milliseconds: 1_800_000_000_000))

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  var options: StoreOptions {
    var options = StoreOptions()
    options.directory = directory
    return options
  }

  func open(_ change: (inout StoreOptions) -> Void = { _ in }) throws -> StoreSession {
    var options = options
    change(&options)
    let dependencies = Dependencies(
      clock: { [clock] in clock.withLock { $0 } }, newID: { UUIDText.random() }, locale: "en_US")
    return try blocking { [options] in try await StoreSession(options, in: dependencies) }
  }

  /// The names of the files in the directory.
  var names: [String] { (try? Files.names(in: directory)) ?? [] }
}

/// A list of events, in order.
actor Log {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }
}
