import AppServer
import AppStoreSimulator
import Purchasing
import SignedData
import StoreModel

/// The app's own server behind the same address: orders are uploaded to it and asked for (`POST /verify`).
struct AppServerRoutes: Sendable {
  private let handler: AppServerHandler

  /// The paths that belong to it.
  static let paths: Set<String> = ["register", "verify", "claim", "account", "use", "grant"]

  /// Opens the server's file in a directory; whoever embeds the same file shares it.
  ///
  /// - Throws: a `DatabaseFault`, or a `SigningError`.
  init(_ store: SimulatedAppStore, directory: String) throws {
    let clock = SimulatedAppStore.systemClock
    let verifier = Verifier(
      roots: try TrustedRoots(files: [Array(store.rootCertificatePEM.utf8)]),
      expecting: ExpectedClaims(bundleId: store.bundleId, environment: .sandbox), now: clock)
    let server = try EmbeddedAppServer(
      path: directory + "/appserver.db", bundleId: store.bundleId, verifier: verifier,
      lookup: { id throws(BackendError) in
        do throws(SimulatorError) {
          return try store.signedTransaction(id)
        } catch {
          throw BackendError(error.kind, error.message, isTemporary: error.isTemporary)
        }
      },
      storeClock: {
        let clock = try store.clock()
        return BackendClock(now: clock.now, epoch: clock.epoch)
      }, machineClock: clock)
    handler = AppServerHandler(server, secret: nil, now: clock)
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let reply = await handler.answer(
      method: request.method, path: request.path.map { "/" + $0 }.joined(),
      signature: request.head.field(RequestSignature.field.lowercased()), body: request.body)
    return HTTPResponse(reply.status, json: reply.json)
  }
}
