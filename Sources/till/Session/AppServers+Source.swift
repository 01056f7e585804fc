import AppServer
import AppStoreSimulator
import Backends
import LocalStore
import Purchasing
import StoreModel

extension AppServers {
  /// What the embedded app's server has of the App Store: its clock, and transactions by their ids.
  struct Source: Sendable {
    let lookup: EmbeddedAppServer.Lookup
    let clock: @Sendable () throws -> BackendClock
  }
}

extension AppServers.Source {
  /// The ledger of this process; a running `till serve`, whose clock the device knows by an offset; or the machine's
  /// clock and no transactions with any other App Store.
  init(
    _ appStore: SimulatedAppStore?, _ backend: any StoreBackend, device: String,
    machineClock: @escaping @Sendable () -> Timestamp
  ) {
    if let appStore {
      self.init(appStore)
    } else if let backend = backend as? RemoteStoreBackend {
      let identity = backend.identity
      self.init(
        lookup: { id throws(BackendError) in try await backend.store.signedTransaction(id) },
        clock: {
          let state = try LocalStore(path: device, identity: identity, readOnly: true).deviceState()
          return BackendClock(now: DeviceClock(machine: machineClock(), state: state).now, epoch: state.epoch)
        })
    } else {
      self.init(lookup: { _ throws(BackendError) in nil }, clock: { BackendClock(now: nil) })
    }
  }

  private init(_ appStore: SimulatedAppStore) {
    self.init(
      lookup: { id throws(BackendError) in
        do throws(SimulatorError) {
          return try appStore.signedTransaction(id)
        } catch {
          throw BackendError(error.kind, error.message, isTemporary: error.isTemporary)
        }
      },
      clock: {
        let clock = try appStore.clock()
        return BackendClock(now: clock.now, epoch: clock.epoch)
      })
  }
}
