package import AppStoreModel
package import Core
import Device
package import HTTP

/// Calls of the App Store Server API: a token on each, again after a while where that helps, errors in words.
package struct AppStoreClient: Sendable {
  package let server: AppStoreServer
  let credentials: APICredentials
  private let transport: HTTPTransport
  private let purse: TokenPurse
  private let now: @Sendable () -> Timestamp
  private let pause: @Sendable (Int64) async throws -> Void
  /// Receives the unknown names of an answer.
  private let unknown: @Sendable ([String]) -> Void

  /// How often a call is made that fails for the moment.
  package static let attempts = 4
  /// The longest wait between two attempts without asking the person, in milliseconds.
  private static let patience: Int64 = 60_000

  /// - Parameters:
  ///   - pause: Waits so many milliseconds; throws when the task is cancelled.
  ///   - unknown: Receives the unknown names of an answer.
  package init(
    _ server: AppStoreServer, credentials: APICredentials, transport: HTTPTransport,
    now: @escaping @Sendable () -> Timestamp,
    pause: @escaping @Sendable (Int64) async throws -> Void = { try await Task.sleep(for: .milliseconds($0)) },
    unknown: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    self.server = server
    self.credentials = credentials
    self.transport = transport
    self.now = now
    self.pause = pause
    self.unknown = unknown
    purse = TokenPurse(credentials, now: now)
  }

  /// The same account of App Store Connect at another server.
  func at(_ server: AppStoreServer) -> AppStoreClient {
    AppStoreClient(server, credentials: credentials, transport: transport, now: now, pause: pause, unknown: unknown)
  }

  /// Makes one call.
  ///
  /// A repeatable call is made again when there was no answer; a call that Apple says to repeat is always repeated.
  ///
  /// - Parameters:
  ///   - path: Below `/inApps`, such as `["v1", "transactions", ID]`.
  ///   - isRepeatable: Whether making it twice does the same as once.
  /// - Returns: The answer's members; none where Apple answers without a body.
  package func call(
    _ method: String, _ path: [String], query: [(name: String, value: String)] = [], body: JSONObject? = nil,
    isRepeatable: Bool = true
  ) async throws(StoreError) -> JSONObject {
    let address = server.origin.appending(["inApps"] + path, query: query)
    var attempt = 1
    var hasRenewedToken = false
    while true {
      let token = try token()
      let failure: APIFailure
      switch await answer(to: request(method, address, body: body, token: token)) {
      case .success(let response) where response.isSuccess: return try read(response)
      case .success(let response): failure = APIFailure(response, now: now())
      case .failure(let error): failure = APIFailure(error)
      }
      // A token may have ended on the way, or this machine's clock been put right: one fresh one tells.
      if failure.isUnauthorized, !hasRenewedToken {
        purse.discard(token)
        hasRenewedToken = true
        continue
      }
      guard failure.mayRepeat(isRepeatable: isRepeatable), attempt < Self.attempts else {
        throw failure.error(server: server, credentials: credentials)
      }
      let wait = failure.retryAfter ?? (500 << Int64(attempt)) + Int64.random(in: 0..<500)
      guard wait <= Self.patience else { throw failure.error(server: server, credentials: credentials) }
      do { try await pause(wait) } catch {
        throw StoreError(.cancelled, say("cancelled while waiting to retry \(server.origin.server)"))
      }
      attempt += 1
    }
  }

  private func answer(to request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
    do { return .success(try await transport.send(request)) } catch { return .failure(error) }
  }

  private func token() throws(StoreError) -> String {
    do {
      return try purse.token()
    } catch {
      throw StoreError(
        .unusable, say("Till could not sign a token with the key \(safeText(credentials.key.keyId)): \("\(error)")"))
    }
  }

  private func request(_ method: String, _ address: HTTPAddress, body: JSONObject?, token: String) -> HTTPRequest {
    var headers = [
      HTTPHeader("Authorization", "Bearer " + token), HTTPHeader("Accept", "application/json"),
      HTTPHeader("User-Agent", "till"),
    ]
    if body != nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
    return HTTPRequest(method, address, headers: headers, body: body.map { JSONValue.object($0).serializedBytes() })
  }

  private func read(_ response: HTTPResponse) throws(StoreError) -> JSONObject {
    if response.body.isEmpty { return JSONObject() }
    guard case .object(let object) = try? JSONValue(parsing: response.body) else {
      throw StoreError(
        .systemError, say("\(server.origin.server) did not answer as the App Store Server API does; check the address"))
    }
    let names = UnknownNames.of(answer: object)
    if !names.isEmpty { unknown(names) }
    return object
  }
}

/// Which App Store Server API is asked.
package struct AppStoreServer: Hashable, Sendable {
  /// Its name in `--backend`, such as `appstore:sandbox`.
  package let name: String
  package let origin: HTTPAddress
  package let environment: StoreEnvironment
  /// Whether it is Apple's own.
  package let isReal: Bool

  package init(name: String, origin: HTTPAddress, environment: StoreEnvironment, isReal: Bool) {
    self.name = name
    self.origin = origin
    self.environment = environment
    self.isReal = isReal
  }

  /// Apple's server of an environment; sandbox unless it is production.
  package static func apple(_ environment: StoreEnvironment) throws(HTTPError) -> AppStoreServer {
    let isProduction = environment == .production
    return AppStoreServer(
      name: isProduction ? "appstore:production" : "appstore:sandbox",
      origin: try HTTPAddress(
        isProduction ? "https://api.storekit.apple.com" : "https://api.storekit-sandbox.apple.com"),
      environment: isProduction ? .production : .sandbox, isReal: true)
  }
}
