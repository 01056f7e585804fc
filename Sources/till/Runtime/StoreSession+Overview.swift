import AppStoreSimulator
import Dashboard
import LocalStore
import Purchasing
import StoreModel

extension StoreSession {
  /// What the device knows now; every entitlement is derived anew from the evidence.
  func overview(from store: LocalStore) throws -> Overview {
    let state = try store.deviceState()
    let clock = try clock(for: state)
    return overview(
      try resolvedStatuses(of: store, at: clock), state, clock, users: try store.users(), faults: try store.faults(),
      deferred: try store.deferredPurchases(), policy: try restorePolicy(state, in: store), isResolved: true)
  }

  /// What was known when the dashboard was last open: the first frame, before anything is derived.
  func lastKnownOverview(from store: LocalStore) throws -> Overview {
    let state = try store.deviceState()
    let clock = try clock(for: state)
    return overview(
      try store.lastKnownStatuses(), state, clock, users: [], faults: [],
      deferred: try store.deferredPurchases(), policy: nil, isResolved: false)
  }

  private func overview(
    _ statuses: [ProductStatus], _ state: DeviceState, _ clock: DeviceClock, users: [String], faults: [DeviceFault],
    deferred: [String], policy: RestorePolicy?, isResolved: Bool
  ) -> Overview {
    // The embedded ledger is looked at, which contacts nobody.
    let situation = try? appStore?.situation()
    return Overview(
      now: clock.now, device: state, statuses: statuses,
      storefront: situation?.accounts.first { $0.name == state.account }?.storefront,
      canMakePayments: situation?.payments ?? true, isClockDoubtful: clock.isSuspect, isResolved: isResolved,
      users: users, faults: faults, deferred: deferred, restorePolicy: policy)
  }
}
