package import AppServer
package import Core
package import HTTP
package import Simulator

/// The simulated App Store as an HTTP server.
///
/// It serves Apple's App Store Server API and notifications for an app server; the legacy `verifyReceipt`, and
/// `production/verifyReceipt`, which rejects receipts signed for the sandbox; the embedded app server; and the calls
/// and updates for Till's own devices.
package final class Emulator: Sendable {
  /// The URL for programs on this machine: `http://127.0.0.1:8421`.
  package let url: String
  /// The key and the certificate for its clients.
  package var files: EmulatorFiles { world.files }
  /// The issuer id of the key (App Store Connect).
  package var issuerId: String { world.issuerId }
  /// The bundle id of the app.
  package var bundleId: String { world.store.bundleId }

  /// What a client needs to connect; the key itself stays in its file.
  package var document: JSONObject { world.files(at: url) }

  private let world: World
  private let worlds: WorldRoutes
  private let server: HTTPServer
  private let patience: Int
  /// The lock on the folder while this server runs: keys, worlds and the app server's file belong to one server.
  private let lock: FolderLock

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - store: The open ledger.
  ///   - directory: The folder of the key, the certificate and the app server's file.
  ///   - log: Receives an entry for each request; it must not block.
  /// - Throws: An `HTTPServerError`.
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

  /// The values that are known only once the server listens.
  private struct Listening: Sendable {
    var url = ""
    /// Weak: the server holds the gate, which holds this.
    weak var server: HTTPServer?
  }

  /// Returns how a request names its world, and the request without the world's path prefix.
  ///
  /// A world's own port and host name lead only to that world. Nil for a path below `/worlds` that is too short to name
  /// a path in a world.
  private static func way(_ head: HTTPRequestHead, _ named: String?) -> (ServedAddress.Way, HTTPRequestHead)? {
    if head.port != nil { return (.port, head) }
    if let named { return (.name(named), head) }
    guard head.target.path.first == WorldRoutes.prefix else { return (.none, head) }
    return head.target.path.count > 2 ? (.path(head.target.path[1]), head.below(2)) : nil
  }

  /// Posts due notifications within the time limit, stops listening, and waits for running requests.
  package func stop() {
    world.stop(patience: patience)
    server.stop()
    worlds.stop()
    lock.unlock()
  }
}

/// The options of the served App Store, beyond its address.
package struct EmulatorOptions: Sendable {
  /// The tester's own key of App Store Connect.
  package var credentials = EmulatorCredentials()
  /// The host names by which programs may address the server, beside numeric addresses and `localhost`.
  package var allowedHosts: Set<String> = []
  /// The URL at which a proxy publishes the server; with a proxy, no request counts as coming from this machine.
  package var publicURL: HTTPAddress?
  /// The URL to which notifications are posted; nil keeps them in the ledger.
  package var notify: HTTPAddress?
  /// The order in which notifications are posted.
  package var delivery = NotificationDelivery.ordered
  /// How often a notification is posted until a server accepts it; nil for Apple's number, which is 1 in the sandbox.
  package var attempts: Int?
  /// How long a server may take to answer a notification, in milliseconds.
  package var postTimeout: Int64 = 30_000
  /// The ports from which each world gets one; nil gives a port only to worlds that ask for one.
  package var worldPorts: ClosedRange<UInt16>?
  /// Returns the secrets that requests to the app server are signed with; it is called for each request.
  ///
  /// Nil accepts unsigned requests, and then the app server answers this machine only.
  package var appServerSecrets: @Sendable () -> SharedSecrets? = { nil }
  /// The token that every request to the control API must carry; nil answers this machine only.
  package var controlToken: String?
  /// How many seconds the server waits for unsent notifications when it stops; the rest stays in the ledger.
  package var patience = 5

  package init() {}
}
