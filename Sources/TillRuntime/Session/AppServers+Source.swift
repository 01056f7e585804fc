import AppServer
import AppStoreSimulator
import Backends
import Database
import LocalStore
import Purchasing
import StoreModel

extension AppServers {
  /// What the embedded app's server has of the App Store: its clock, its news, and transactions by their ids.
  struct Source: Sendable {
    let lookup: EmbeddedAppServer.Lookup
    /// Nil where nobody here tells what was signed.
    let news: AppStoreNewsSource?
    let clock: @Sendable () throws -> StoreClock?
  }
}

extension AppServers.Source {
  /// The ledger of this process; a running `till serve`, whose clock the device knows by an offset; or the
  /// device's clock and no transactions with any other App Store.
  init(
    _ appStore: SimulatedAppStore?, _ backend: any StoreBackend, device: String,
    machineClock: @escaping @Sendable () -> Timestamp
  ) {
    if let appStore {
      self.init(appStore)
    } else if let backend = backend as? RemoteStoreBackend {
      let identity = backend.identity
      self.init(
        lookup: { id throws(StoreError) in try await backend.store.signedTransaction(id) },
        news: AppStoreNewsSource(
          after: { place, limit throws(StoreError) in try await backend.store.news(.after, place, limit: limit) },
          before: { place, limit throws(StoreError) in try await backend.store.news(.before, place, limit: limit) }),
        clock: {
          let state = try LocalStore(path: device, identity: identity, readOnly: true).deviceState()
          return StoreClock(now: DeviceClock(machine: machineClock(), state: state).now, epoch: state.epoch)
        })
    } else {
      let identity = backend.identity
      self.init(
        lookup: { _ throws(StoreError) in nil }, news: nil,
        clock: {
          // No App Store tells the time: the device's holds, so that a clock that jumped ends nothing here either.
          guard DatabaseFiles.kind(of: device) != .absent,
            let state = try? LocalStore(path: device, identity: identity, readOnly: true).deviceState(), state.isBegun
          else { return nil }
          return StoreClock(now: DeviceClock(machine: machineClock(), state: state).now)
        })
    }
  }

  private init(_ appStore: SimulatedAppStore) {
    self.init(
      lookup: { id throws(StoreError) in try appStore.signedTransaction(id) },
      news: AppStoreNewsSource(
        after: { place, limit throws(StoreError) in try appStore.news(after: place, limit: limit) },
        before: { place, limit throws(StoreError) in try appStore.news(before: place, limit: limit) }),
      clock: { try appStore.clock() })
  }
}
