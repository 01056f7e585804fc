import Dashboard
import Foundation
import Locks
import Screen
import StoreModel
import TestSupport

@testable import TillRuntime

/// A directory of its own in which sessions are opened; removed at the end.
final class TestStore: Sendable {
  let directory = ScratchFolder.path + "till-runtime-tests-" + UUID().uuidString
  /// The clock of every opening.
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
    return try StoreSession(
      options,
      in: Surroundings(clock: { [clock] in clock.withLock { $0 } }, newID: randomUUID, locale: "en_US"))
  }

  /// The names of what lies in the directory.
  var names: [String] { (try? Files.names(in: directory)) ?? [] }
}

/// Lets tasks wait until a test lets them go on.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    waiting.forEach { $0.resume() }
    waiting = []
  }
}

/// What happened, in order.
actor Log {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }
}

extension DashboardCommands {
  /// Commands that are never asked for.
  static let none = DashboardCommands(
    walkthroughs: { [] }, support: { _, _ in [] }, isUTC: true)
}
