import AppStoreModel
import Core

/// The failures that are switched on at this device, as one action meets them: read once, when it begins.
///
/// What strikes once strikes in the part of the action that was asked for, from the first call that it makes fail until
/// the action ends, whatever is tried again in it. What is on strikes everywhere.
final class ActionFaults: Sendable {
  @TaskLocal static var current: ActionFaults?

  let armed: [DeviceFault]
  private let struck = Mutex<Set<DeviceFault.Kind>>([])

  init(_ armed: [DeviceFault]) { self.armed = armed }

  /// Whether no fault is on and none has occurred: then nothing is read.
  var isEmpty: Bool { armed.isEmpty }

  func hasStruck(_ kind: DeviceFault.Kind) -> Bool { struck.withLock { $0.contains(kind) } }

  /// Notes that it struck; false when it had before.
  func note(_ kind: DeviceFault.Kind) -> Bool { struck.withLock { $0.insert(kind).inserted } }

  /// Whether a failure would make a call fail now; asking doesn't use the failure up.
  func isOn(_ kind: DeviceFault.Kind) -> Bool {
    guard let fault = armed.first(where: { $0.kind == kind }) else { return false }
    return !fault.isOnce || hasStruck(kind)
  }

  /// How many seconds every answer takes; nil where the App Store is not slow.
  var slowness: DeviceFault.Kind? {
    armed.lazy.map(\.kind).first { if case .slow = $0 { true } else { false } }
  }
}

extension Purchasing {
  /// Runs what a person asked for; what is done in it without being asked for is an `aside`.
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

  /// Runs what Till does by itself: start, settling, registering, refreshing.
  ///
  /// Faults that strike once are left alone by it.
  func aside<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let scope = ActionScope(id: ActionScope.current?.id ?? ownership.id, isAside: true)
    return try await ActionScope.$current.withValue(scope) { try await body() }
  }

  /// The failures as the work under way meets them.
  var faults: ActionFaults { ActionFaults.current ?? ActionFaults((try? store.faults()) ?? []) }

  /// Whether a failure strikes now.
  ///
  /// One that strikes once is stored as spent, and that it struck is in the journal, before it does.
  func strikes(_ kind: DeviceFault.Kind, in faults: ActionFaults) throws -> Bool {
    if faults.hasStruck(kind) { return true }
    guard let fault = faults.armed.first(where: { $0.kind == kind }) else { return false }
    if fault.isOnce {
      guard let scope = ActionScope.current, !scope.isAside else { return false }
      guard
        try store.batch({
          // Another process may have met it first.
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
