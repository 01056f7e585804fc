import AppStoreModel
import Backends
import Core
import Foundation
import HTTP
import TestSupport

/// A test server in place of the App Store, with a client whose waits take no time.
struct AppleTestServer {
  let server: TestServer
  let key: TokenKey
  let api: AppStoreClient
  /// The waits of the client between its attempts, in milliseconds.
  let waits = Waits()
  /// The client's time.
  static let now = Timestamp(milliseconds: 1_750_000_000_000)

  init(clock: @escaping @Sendable () -> Timestamp = { now }, _ answer: @escaping @Sendable (TestRequest) -> TestReply)
    throws
  {
    server = try TestServer(answer)
    key = try TokenKey(keyId: "KEY1234567")
    let waits = waits
    api = AppStoreClient(
      try Self.place(server), credentials: APICredentials(key: key, issuerId: "issuer-1", bundleId: "com.example.app"),
      transport: HTTPTransport(), now: clock, pause: { waits.note($0) })
  }

  /// Returns the test server as one of the App Store's servers.
  static func place(_ server: TestServer, name: String = "appstore:production", isReal: Bool = true) throws
    -> AppStoreServer
  {
    AppStoreServer(
      name: name, origin: try HTTPAddress(server.url),
      environment: name.hasSuffix("production") ? .production : .sandbox, isReal: isReal)
  }

  /// Returns an error reply in Apple's form.
  static func error(_ code: Int, _ message: String, headers: [String: String] = [:]) -> TestReply {
    .json(#"{"errorCode":\#(code),"errorMessage":"\#(message)"}"#, status: code / 10_000, headers: headers)
  }
}

/// The waits that the client requested.
final class Waits: Sendable {
  private let waits = Mutex<[Int64]>([])

  func note(_ milliseconds: Int64) { waits.withLock { $0.append(milliseconds) } }

  var all: [Int64] { waits.withLock { $0 } }
}
