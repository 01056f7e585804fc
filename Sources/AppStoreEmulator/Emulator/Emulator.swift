package import AppStoreSimulator
import StoreModel

/// The simulated App Store behind HTTP: Apple's App Store Server API for an app's server, and the device's calls, the App
/// Store's side and updates for Till's own devices.
package final class Emulator: Sendable {
  /// Where it listens, such as `http://127.0.0.1:8421`.
  package let url: String
  /// The key and the certificate for whoever talks to it.
  package let files: EmulatorFiles
  /// Whose key it is (App Store Connect: issuer id).
  package var issuerId: String { store.ledgerId }
  /// The app that everything is sold for.
  package var bundleId: String { store.bundleId }
  /// Failures of the service that can be asked for.
  package let faults = EmulatorFaults()

  private let store: SimulatedAppStore
  private let updates: UpdateStreams
  private let server: HTTPServer

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - store: The open ledger.
  ///   - directory: Where the key and the certificate are kept.
  ///   - log: Takes a line for each request; it must not wait.
  /// - Throws: an `HTTPServerError`.
  package init(
    _ store: SimulatedAppStore, directory: String, settings: HTTPServerSettings = HTTPServerSettings(),
    log: @escaping @Sendable (HTTPLogEntry) -> Void = { _ in }
  ) throws(HTTPServerError) {
    self.store = store
    files = try EmulatorFiles(for: store, in: directory)
    let api = AppStoreServerAPI(
      store, tokens: BearerTokens(key: files.key, issuerId: store.ledgerId, bundleId: store.bundleId),
      faults: faults)
    updates = UpdateStreams(store)
    let devices = DeviceRoutes(store, faults: faults, updates: updates)
    server = try HTTPServer(settings, log: log) { request in
      switch request.path.first {
      case "inApps": api.answer(request)
      case "till": await devices.answer(request)
      default: HTTPResponse(404)
      }
    }
    let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    url = "http://\(host):\(server.port)"
  }

  /// Stops to listen, and waits for what is under way.
  package func stop() {
    updates.stop()
    server.stop()
  }
}
