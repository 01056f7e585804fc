import AppServer
import AppStoreSimulator
import Database
import Foundation
import Purchasing
import SafeText
import SignedData
import StoreModel
import Synchronization

/// The app's servers that a device can ask: the embedded one on its file, opened when it is first asked.
final class AppServers: Sendable {
  /// The file `appserver.db`: beside the ledger in use, so that devices of one App Store share it.
  let path: String
  private let bundleId: String
  private let verifier: Verifier
  private let appStore: SimulatedAppStore?
  private let clock: @Sendable () -> Timestamp
  private let embedded = Mutex<EmbeddedAppServer?>(nil)

  /// - Parameters:
  ///   - ledger: The simulated App Store's file; nil with another App Store.
  ///   - directory: The device's.
  init(
    ledger: String?, directory: StoreDirectory, identity: StoreIdentity, verifier: Verifier,
    appStore: SimulatedAppStore?,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    let folder = ledger.map { URL(filePath: $0).deletingLastPathComponent().path(percentEncoded: false) }
    path = (folder ?? directory.path + "/") + "appserver.db"
    bundleId = identity.bundleId
    self.verifier = verifier
    self.appStore = appStore
    self.clock = clock
  }

  /// The app's server of a way of confirming; nil where the device confirms by itself.
  func service(_ way: VerificationWay) throws(VerificationError) -> (any VerificationService)? {
    switch way {
    case .none: return nil
    case .url: throw VerificationError(.rejected, "--verify-with URL: not in this version")
    case .embedded:
      do {
        return try opened()
      } catch {
        throw VerificationError(.temporary, safeText(Program.explain(error).1, limit: 400))
      }
    }
  }

  /// The embedded server.
  ///
  /// - Throws: A `DatabaseFault`.
  func opened() throws -> EmbeddedAppServer {
    try embedded.withLock { server in
      if let server { return server }
      let new = try EmbeddedAppServer(
        path: path, bundleId: bundleId, verifier: verifier, lookup: lookup, storeClock: storeClock, machineClock: clock)
      server = new
      return new
    }
  }

  private var lookup: EmbeddedAppServer.Lookup {
    { [appStore] id throws(BackendError) in
      do throws(SimulatorError) {
        return try appStore?.signedTransaction(id)
      } catch {
        throw BackendError(error.kind, error.message, isTemporary: error.isTemporary)
      }
    }
  }

  private var storeClock: @Sendable () throws -> BackendClock {
    { [appStore] in
      let clock = try appStore?.clock()
      return BackendClock(now: clock?.now, epoch: clock?.epoch)
    }
  }
}
