package import AppStoreModel
package import Core
package import HTTP

/// A client of the App Store Server API, which adds a token to each call and retries temporary failures.
package struct AppStoreClient: Sendable {
  package let server: AppStoreServer
  let credentials: APICredentials
  private let transport: HTTPTransport
  private let purse: TokenPurse
  private let now: @Sendable () -> Timestamp
  private let pause: @Sendable (Int64) async throws -> Void
  /// Receives the names in an answer that Till does not know.
  private let unknown: @Sendable ([String]) -> Void

  /// The maximum number of attempts for a call that fails temporarily.
  package static let attempts = 4
  /// The longest wait between two attempts, in milliseconds; a call that would wait longer fails.
  private static let patience: Int64 = 60_000

  /// - Parameters:
  ///   - pause: Waits for the given number of milliseconds; throws if the task is cancelled.
  ///   - unknown: Receives the names in an answer that Till does not know.
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

  /// Returns a client of another server with the same credentials.
  func at(_ server: AppStoreServer) -> AppStoreClient {
    AppStoreClient(server, credentials: credentials, transport: transport, now: now, pause: pause, unknown: unknown)
  }

  /// Makes one call, with retries.
  ///
  /// A repeatable call is retried if no answer came. Any call is retried if Apple's answer asks for it.
  ///
  /// - Parameters:
  ///   - path: The path below `/inApps`, such as `["v1", "transactions", ID]`.
  ///   - isRepeatable: Whether making the call twice has the same effect as making it once.
  /// - Returns: The members of the answer; none if Apple answers without a body.
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
      switch await response(to: request(method, address, body: body, token: token)) {
      case .success(let response) where response.isSuccess: return try read(response)
      case .success(let response): failure = APIFailure(response, now: now())
      case .failure(let error): failure = APIFailure(error)
      }
      // The token may have expired on the way, or this machine's clock may have been corrected: a new token is tried
      // once.
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

  private func response(to request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
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

/// A server of the App Store Server API: Apple's or a simulated one.
package struct AppStoreServer: Hashable, Sendable {
  /// The server's name in `--backend`, such as `appstore:sandbox`.
  package let name: String
  package let origin: HTTPAddress
  package let environment: StoreEnvironment
  /// Whether it is Apple's own server.
  package let isReal: Bool

  package init(name: String, origin: HTTPAddress, environment: StoreEnvironment, isReal: Bool) {
    self.name = name
    self.origin = origin
    self.environment = environment
    self.isReal = isReal
  }

  /// Returns Apple's server of an environment: production's, or sandbox's for every other environment.
  package static func apple(_ environment: StoreEnvironment) throws(HTTPError) -> AppStoreServer {
    let isProduction = environment == .production
    return AppStoreServer(
      name: isProduction ? "appstore:production" : "appstore:sandbox",
      origin: try HTTPAddress(
        isProduction ? "https://api.storekit.apple.com" : "https://api.storekit-sandbox.apple.com"),
      environment: isProduction ? .production : .sandbox, isReal: true)
  }
}
