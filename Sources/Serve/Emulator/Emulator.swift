package import AppServer
package import Core
package import HTTP
package import Simulator

/// The simulated App Store behind HTTP: Apple's App Store Server API for an app server, its notifications, the legacy
/// `verifyReceipt` (and `production/verifyReceipt`, which sends the receipts signed for the sandbox away), the app's
/// own server, and the device's calls, the App Store's side and updates for Till's own devices.
package final class Emulator: Sendable {
  /// Where it listens, as a program on this machine can ask for it: `http://127.0.0.1:8421`.
  package let url: String
  /// The key and the certificate for its clients.
  package var files: EmulatorFiles { world.files }
  /// The issuer id of the key (App Store Connect).
  package var issuerId: String { world.issuerId }
  /// The app that everything is sold for.
  package var bundleId: String { world.store.bundleId }
  /// Failures of the service that can be asked for.
  package var faults: EmulatorFaults { world.faults }

  /// What a client needs to talk to it; the key itself stays in its file.
  package var document: JSONObject { world.files(at: url) }

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
    let listening = Mutex(Listening())
    let world = try World(store, directory: directory, options: options, isLocal: settings.isLocal)
    let worlds = WorldRoutes(beside: world, in: directory, options: options, isLocal: settings.isLocal) {
      listening.withLock { $0.server }
    }
    let policy = GatePolicy(allowedHosts: options.allowedHosts, publicURL: options.publicURL, hasWorldNames: true)
    let gate = Gate(EmulatorRoutes.all, policy) { head -> (EmulatorPlace, HTTPRequestHead)? in
      let url = listening.withLock { $0.url }
      guard let (way, local) = Self.way(head, policy.world(head)) else { return nil }
      let address = ServedAddress(head, way, url: url, publicURL: options.publicURL)
      guard way != .none else { return (EmulatorPlace(world: world, worlds: worlds, address: address), local) }
      return worlds.world(way, head.port).map { (EmulatorPlace(world: $0, worlds: nil, address: address), local) }
    }
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
    listening.withLock { $0 = Listening(url: url, server: server) }
  }

  /// What is known once the server listens.
  private struct Listening: Sendable {
    var url = ""
    /// Weak: the server holds the gate, which holds this.
    weak var server: HTTPServer?
  }

  /// How a request came to whom it is for, and the same without the prefix of a world.
  ///
  /// A world's own port and name lead to that world and to nothing beside it.
  private static func way(_ head: HTTPRequestHead, _ named: String?) -> (ServedAddress.Way, HTTPRequestHead)? {
    if head.port != nil { return (.port, head) }
    if let named { return (.name(named), head) }
    guard head.target.path.first == WorldRoutes.prefix else { return (.none, head) }
    return head.target.path.count > 2 ? (.path(head.target.path[1]), head.below(2)) : nil
  }

  /// Sends due notifications as far as it can soon, stops to listen, and waits for running requests.
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
  /// In which order they are posted.
  package var delivery = NotificationDelivery.ordered
  /// How often one is posted that no server takes; nil for as often as Apple does: in the sandbox once.
  package var attempts: Int?
  /// How long a server may take to answer one, in milliseconds.
  package var postTimeout: Int64 = 30_000
  /// The ports of which each world has one; nil where a world has one only if it asks.
  package var worldPorts: ClosedRange<UInt16>?
  /// What requests to the app server must be signed with, asked at each one; nil takes unsigned ones, and then the
  /// app server is there for this machine only.
  package var appServerSecrets: @Sendable () -> SharedSecrets? = { nil }
  /// The token that every request of the control API must carry; nil answers this machine alone.
  package var controlToken: String?
  /// How long the end waits for unsent notifications, in seconds; the rest stays in the ledger.
  package var patience = 5

  package init() {}
}
