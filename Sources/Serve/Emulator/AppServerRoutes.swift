import AppServer
import AppStoreModel
import Core
import Simulator

/// The app server at the same address as the App Store.
///
/// Clients upload orders to it and ask for their results (`POST /verify`). While it is open, it reads the ledger's
/// news.
final class AppServerRoutes: Sendable {
  private let handler: AppServerHandler
  private let server: EmbeddedAppServer
  private let secrets: @Sendable () -> SharedSecrets?
  private let listening = Mutex<Task<Void, Never>?>(nil)

  /// Opens the server's file in a directory; other processes that embed the app server share the file.
  ///
  /// - Parameter secrets: The secrets that requests are signed with; nil accepts unsigned requests.
  /// - Throws: A `DatabaseFault`, or a `SigningError`.
  init(_ store: SimulatedAppStore, directory: String, secrets: @escaping @Sendable () -> SharedSecrets?) throws {
    self.secrets = secrets
    let clock = store.machineClock
    let verifier = Verifier(
      roots: try TrustedRoots(files: [Array(store.rootCertificatePEM.utf8)]),
      expecting: ExpectedClaims(bundleId: store.bundleId, environment: store.environment), now: clock)
    server = try EmbeddedAppServer(
      path: directory + "/appserver.db", bundleId: store.bundleId, verifier: verifier,
      lookup: { id throws(StoreError) in try store.signedTransaction(id) },
      news: AppStoreNewsSource(
        after: { place, limit throws(StoreError) in try store.news(after: place, limit: limit) },
        before: { place, limit throws(StoreError) in try store.news(before: place, limit: limit) }),
      setToken: { token, id throws(StoreError) in try store.setAppAccountToken(token, ofOriginal: id) },
      storeClock: { try store.clock() }, machineClock: clock)
    handler = AppServerHandler(server, secrets: secrets, now: clock)
  }

  /// Reads all news now, and again whenever the ledger changes.
  func listen(to store: SimulatedAppStore) {
    let task = Task { [server] in
      try? await server.hear()
      for await _ in store.updates() { try? await server.hear() }
    }
    listening.withLock { $0 = task }
  }

  /// Reads the news up to now.
  func hear() async { try? await server.hear() }

  /// Stops reading news.
  func stop() { listening.withLock { $0?.cancel() } }

  /// Whether requests must be signed.
  var hasSecret: Bool { secrets() != nil }

  /// Returns why a request is refused; nil where its signature is valid.
  func refusal(of request: HTTPRequest) -> HTTPRefusal? {
    let isSigned = handler.isSigned(
      method: request.method, path: Self.path(request),
      signature: request.head.field(RequestSignature.field.lowercased()), body: request.body)
    return isSigned ? nil : HTTPRefusal(401, AppServerHandler.isNotSigned)
  }

  /// Answers a request with a valid signature, from everything that the App Store has told so far.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    await hear()
    let reply = await handler.answer(method: request.method, path: Self.path(request), body: request.body)
    return HTTPResponse(reply.status, json: reply.json)
  }

  private static func path(_ request: HTTPRequest) -> String { request.path.map { "/" + $0 }.joined() }
}
