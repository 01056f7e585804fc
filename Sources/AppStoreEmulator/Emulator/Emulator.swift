package import AppServer
package import AppStoreSimulator
package import HTTPClient
import Locks
package import StrictJSON

/// The simulated App Store behind HTTP: Apple's App Store Server API for an app's server, its notifications, the legacy
/// `verifyReceipt` (and `production/verifyReceipt`, which sends the receipts signed for the sandbox away), the app's own
/// server, and the device's calls, the App Store's side and updates for Till's own devices.
package final class Emulator: Sendable {
  /// Where it listens, as a program on this machine can ask for it: `http://127.0.0.1:8421`.
  package let url: String
  /// The key and the certificate for whoever talks to it.
  package var files: EmulatorFiles { world.files }
  /// Whose key it is (App Store Connect: issuer id).
  package var issuerId: String { world.issuerId }
  /// The app that everything is sold for.
  package var bundleId: String { world.store.bundleId }
  /// Failures of the service that can be asked for.
  package var faults: EmulatorFaults { world.faults }

  /// What a client needs to talk to it; the key itself stays in its file.
  package var document: JSONObject { world.document(named: nil, url) }

  private let world: World
  private let worlds: WorldRoutes
  private let server: HTTPServer
  private let patience: Int
  /// Held while it is served: keys, worlds and the app server's file are one server's.
  private let lock: FolderLock

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - store: The open ledger.
  ///   - directory: Where the key, the certificate and the app server's file are kept.
  ///   - log: Takes a line for each request; it must not wait.
  /// - Throws: an `HTTPServerError`.
  package init(
    _ store: SimulatedAppStore, directory: String, settings: HTTPServerSettings = HTTPServerSettings(),
    options: EmulatorOptions = EmulatorOptions(), log: @escaping @Sendable (HTTPLogEntry) -> Void = { _ in }
  ) throws(HTTPServerError) {
    lock = try FolderLock(directory)
    let address = Mutex("")
    let world = try World(store, directory: directory, options: options, isLocal: settings.isLocal)
    let worlds = WorldRoutes(beside: world, in: directory, options: options, isLocal: settings.isLocal) {
      address.withLock { $0 }
    }
    let policy = GatePolicy(allowedHosts: options.allowedHosts, publicURL: options.publicURL)
    let gate = Gate(EmulatorRoutes.all, policy) { Self.place($0, world, worlds) }
    do throws(HTTPServerError) {
      server = try HTTPServer(settings, gate: gate, log: log)
    } catch {
      world.stop(patience: 0)
      throw error
    }
    (self.world, self.worlds) = (world, worlds)
    patience = options.patience
    let url = settings.url(port: server.port)
    self.url = url
    address.withLock { $0 = url }
  }

  /// Whom a request is for, and the same without the prefix of a world; nil for a world that there is not.
  private static func place(
    _ head: HTTPRequestHead, _ main: World, _ worlds: WorldRoutes
  ) -> (EmulatorPlace, HTTPRequestHead)? {
    guard head.target.path.first == WorldRoutes.prefix else {
      return (EmulatorPlace(world: main, worlds: worlds), head)
    }
    guard head.target.path.count > 2, let world = worlds.world(head.target.path[1]) else { return nil }
    return (EmulatorPlace(world: world, worlds: nil), head.below(2))
  }

  /// Posts what is due, as far as it can soon, stops to listen, and waits for what is under way.
  package func stop() {
    world.stop(patience: patience)
    server.stop()
    worlds.stop()
    lock.unlock()
  }
}

/// How the simulated App Store is served, beyond the address.
package struct EmulatorOptions: Sendable {
  /// A key of App Store Connect that the tester brings along.
  package var credentials = EmulatorCredentials()
  /// The host names, beside numeric addresses and `localhost`, by which programs may ask for it.
  package var allowedHosts: Set<String> = []
  /// Where a proxy offers it to others; then nothing counts as this machine's own.
  package var publicURL: HTTPAddress?
  /// Where notifications are posted; nil keeps them in the ledger.
  package var notify: HTTPAddress?
  /// What requests to the app's server must be signed with, asked at each one; nil takes unsigned ones, and then the
  /// app's server is there for this machine only.
  package var appServerSecrets: @Sendable () -> SharedSecrets? = { nil }
  /// What every request of the control API must show; nil answers this machine alone.
  package var controlToken: String?
  /// How long the end waits for what is still to be posted, in seconds; what is left stays in the ledger.
  package var patience = 5

  package init() {}
}
