import AppStoreEmulator
import AppStoreSimulator
import Foundation
import Locks
import SignedData
import StoreModel
import Walkthroughs

/// The `till serve` of a story, for devices that look at the App Store as support does.
///
/// The real one, on the story's ledger and clock, at a free port of this machine; it runs only where the story needs it.
final class StageServer: Sendable {
  private let backends: [String: StartingState.Backend]
  private let emulator = Mutex<Emulator?>(nil)

  init(_ backends: [String: StartingState.Backend]) { self.backends = backends }

  deinit { close() }

  /// Serves the ledger of a directory from now on, and no other.
  ///
  /// - Throws: A `CommandError` when it cannot listen, or a `SimulatorError`.
  func open(in directory: String, clock: @escaping @Sendable () -> Timestamp) throws {
    guard !backends.isEmpty else { return }
    close()
    let store = try SimulatedAppStore(path: directory + "/appstore.db", machineClock: clock)
    let new: Emulator
    do throws(HTTPServerError) {
      new = try Emulator(store, directory: directory, settings: HTTPServerSettings(port: 0))
    } catch {
      throw CommandError(.failed, "the story's App Store cannot be served: \(error.description)")
    }
    emulator.withLock { $0 = new }
  }

  func close() {
    let old = emulator.withLock { emulator in
      defer { emulator = nil }
      return emulator
    }
    old?.stop()
  }

  /// The options with which a device looks at this server; nil for one that is a customer's.
  func options(of device: String) -> [String]? {
    guard let backend = backends[device], let emulator = emulator.withLock({ $0 }) else { return nil }
    let app = ["--bundle-id", emulator.bundleId]
    switch backend {
    case .appStore:
      return app + [
        "--backend", "appstore:" + emulator.url, "--key", emulator.files.privateKeyFile, "--key-id",
        emulator.files.key.keyId, "--issuer", emulator.issuerId, "--root", emulator.files.rootCertificateFile,
      ]
    case .production: return app + ["--backend", "receipt:" + emulator.url, "--environment", "Production"]
    case .sandbox: return app + ["--backend", "receipt:" + emulator.url, "--environment", "Sandbox"]
    }
  }
}
