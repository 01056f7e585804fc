import AppServer
import AppStoreModel
import Backends
import Device
import Simulator
import Storage

extension AppServers {
  /// The embedded app server's access to the App Store: its clock, its news, and transactions by their ids.
  struct Source: Sendable {
    let lookup: EmbeddedAppServer.Lookup
    /// The source of signed news; nil where the App Store offers none.
    let news: AppStoreNewsSource?
    /// Sets a token on a transaction; nil where the App Store has no such request.
    let setToken: EmbeddedAppServer.SetToken?
    let clock: @Sendable () throws -> StoreClock?
  }
}

extension AppServers.Source {
  /// Chooses the source for the backend.
  ///
  /// It is the ledger of this process; or a running `till serve`, whose clock the device knows by an offset; or, for
  /// any other App Store, the device's clock without any transactions.
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
          // This App Store does not tell the time, so the device's clock applies: a jump of the machine's clock expires
          // nothing.
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
