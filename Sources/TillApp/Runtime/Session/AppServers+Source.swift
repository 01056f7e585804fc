import AppServer
import AppStoreModel
import Backends
import Device
import Simulator
import Storage

extension AppServers {
  /// The embedded app server's view of the App Store: its clock, its news, and transactions by their ids.
  struct Source: Sendable {
    let lookup: EmbeddedAppServer.Lookup
    /// Nil if this store has no source of signed data.
    let news: AppStoreNewsSource?
    /// Nil where the App Store has no way to set a token.
    let setToken: EmbeddedAppServer.SetToken?
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
        setToken: { token, id throws(StoreError) in try await backend.store.setToken(token, ofOriginal: id) },
        clock: {
          let state = try LocalStore(path: device, identity: identity, readOnly: true).deviceState()
          return StoreClock(now: DeviceClock(machine: machineClock(), state: state).now, epoch: state.epoch)
        })
    } else {
      let identity = backend.identity
      self.init(
        lookup: { _ throws(StoreError) in nil }, news: nil, setToken: nil,
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
      setToken: { token, id throws(StoreError) in try appStore.setAppAccountToken(token, ofOriginal: id) },
      clock: { try appStore.clock() })
  }
}
