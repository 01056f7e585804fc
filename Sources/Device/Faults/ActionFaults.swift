import AppStoreModel
import Core

/// The simulated faults of this device for one action, read once when the action begins.
///
/// A one-shot fault affects only what the user asked for. It makes the first matching call fail, and every matching
/// call after it until the action ends, retries included. A lasting fault affects everything.
final class ActionFaults: Sendable {
  @TaskLocal static var current: ActionFaults?

  let armed: [DeviceFault]
  private let struck = Mutex<Set<DeviceFault.Kind>>([])

  init(_ armed: [DeviceFault]) { self.armed = armed }

  /// Whether no fault is set, so that nothing has to be read.
  var isEmpty: Bool { armed.isEmpty }

  func hasStruck(_ kind: DeviceFault.Kind) -> Bool { struck.withLock { $0.contains(kind) } }

  /// Records that a fault took effect; false when it already had.
  func note(_ kind: DeviceFault.Kind) -> Bool { struck.withLock { $0.insert(kind).inserted } }

  /// Returns whether a fault would make a call fail now; asking doesn't use a one-shot fault up.
  func isOn(_ kind: DeviceFault.Kind) -> Bool {
    guard let fault = armed.first(where: { $0.kind == kind }) else { return false }
    return !fault.isOnce || hasStruck(kind)
  }

  /// The fault that delays every answer by a number of seconds; nil where the App Store is not slow.
  var slowness: DeviceFault.Kind? {
    armed.lazy.map(\.kind).first { if case .slow = $0 { true } else { false } }
  }
}

extension Purchasing {
  /// Runs an action that the user asked for; work in it that the user did not ask for runs in `aside`.
  func acting<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    guard ActionFaults.current == nil else { return try await body() }
    actionCount += 1
    let scope = ActionScope(id: "\(ownership.id)-\(actionCount)", isAside: false)
    let faults = ActionFaults((try? store.faults()) ?? [])
    return try await ActionFaults.$current.withValue(faults) {
      try await ActionScope.$current.withValue(scope) {
        // Reading an embedded ledger's clock contacts no server; it dates what happens now.
        if backend.capabilities.isEmbedded { try? await synchronizeClock() }
        return try await body()
      }
    }
  }

  /// Runs work that Till does by itself: start, settling, registering, refreshing.
  ///
  /// One-shot faults do not affect it.
  func aside<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let scope = ActionScope(id: ActionScope.current?.id ?? ownership.id, isAside: true)
    return try await ActionScope.$current.withValue(scope) { try await body() }
  }

  /// The faults for the current work.
  var faults: ActionFaults { ActionFaults.current ?? ActionFaults((try? store.faults()) ?? []) }

  /// Returns whether a fault takes effect now.
  ///
  /// A one-shot fault is first removed from the store, and the journal records it.
  func strikes(_ kind: DeviceFault.Kind, in faults: ActionFaults) throws -> Bool {
    if faults.hasStruck(kind) { return true }
    guard let fault = faults.armed.first(where: { $0.kind == kind }) else { return false }
    if fault.isOnce {
      guard let scope = ActionScope.current, !scope.isAside else { return false }
      guard
        try store.batch({
          // Another process may have used the fault up first.
          guard try store.remove(kind) else { return false }
          try journalStrike(kind)
          return true
        })
      else { return false }
      _ = faults.note(kind)
    } else if faults.note(kind), ActionScope.current?.isAside == false {
      try journalStrike(kind)
    }
    return true
  }

  private func journalStrike(_ kind: DeviceFault.Kind) throws {
    try journal(.faultStruck, say("fault \(kind.name): \(kind.words)"))
  }
}
