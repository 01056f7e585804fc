package import AppStoreModel
package import Core
package import HTTP

/// A client of a running `till serve`: its address, its ledger, and its root certificate.
package struct RemoteStore: Sendable {
  package let address: HTTPAddress
  package let identity: StoreIdentity
  /// The root certificate, in PEM, that the server signs with.
  package let rootCertificatePEM: String

  private let transport: HTTPTransport
  /// The token that allows this device to act as the App Store; nil for a server that needs none.
  private let controlToken: String?

  /// The path of the calls, with the protocol's version.
  package static let path = ["till", "v3"]

  /// The header field with the id of the ledger that a call is meant for.
  ///
  /// A server with another ledger rejects the call. A web page cannot send this field, because the browser first asks
  /// the server for permission.
  package static let ledgerField = "Till-Ledger"

  /// The header field with the action that a call belongs to (`ActionScope`).
  package static let actionField = "Till-Action"

  /// The maximum size of a request for a verb, in bytes: the whole history of a ledger fits.
  package static let verbLimit = 16 << 20

  /// Asks a server for its description.
  ///
  /// - Throws: A `StoreError`: `networkError` if no answer came, `unusable` if another kind of server answered.
  package init(
    asking address: HTTPAddress, transport: HTTPTransport, controlToken: String? = nil
  ) async throws(StoreError) {
    let answer = try await Self.send(
      HTTPRequest("GET", address.appending(Self.path + ["store"])), over: transport, to: address)
    try self.init(json: answer, address: address, transport: transport, controlToken: controlToken)
  }

  /// Restores a description from `json`, without asking the server.
  ///
  /// - Throws: A `StoreError` of kind `unusable` if it is not such a description.
  package init(
    json: JSONObject, address: HTTPAddress, transport: HTTPTransport, controlToken: String? = nil
  ) throws(StoreError) {
    self.address = address
    self.controlToken = controlToken
    self.transport = transport
    do {
      rootCertificatePEM = try json.text("rootCertificate")
      identity = StoreIdentity(
        kind: .simulator, environment: StoreEnvironment(rawValue: try json.text("environment")),
        bundleId: try json.text("bundleId"), rootFingerprint: try json.text("rootFingerprint"),
        ledgerId: try json.text("ledgerId"))
    } catch {
      throw Self.stranger(address)
    }
  }

  /// The server's description as JSON.
  package var json: JSONObject { Self.json(of: identity, rootCertificatePEM: rootCertificatePEM) }

  /// Returns a server's description, which `GET /till/v3/store` answers with.
  package static func json(of identity: StoreIdentity, rootCertificatePEM: String) -> JSONObject {
    [
      "bundleId": .string(identity.bundleId), "environment": .string(identity.environment.rawValue),
      "ledgerId": .string(identity.ledgerId ?? ""), "rootFingerprint": .string(identity.rootFingerprint ?? ""),
      "rootCertificate": .string(rootCertificatePEM),
    ]
  }

  /// Makes a call.
  ///
  /// - Parameter loss: The kind of error to throw if the answer is lost and the call may have been executed.
  func call(
    _ call: RemoteCall, _ arguments: JSONObject = [:], loss: FailureKind = .networkError
  ) async throws(StoreError) -> JSONObject {
    let request = HTTPRequest(
      "POST", address.appending(Self.path + ["calls", call.rawValue]),
      headers: [
        HTTPHeader(Self.ledgerField, identity.ledgerId ?? ""), HTTPHeader("Content-Type", "application/json"),
      ] + (ActionScope.current.map { [HTTPHeader(Self.actionField, $0.field)] } ?? [])
        + (call.isOperators ? controlToken.map { [HTTPHeader("Authorization", "Bearer \($0)")] } ?? [] : []),
      body: JSONValue.object(arguments).serializedBytes())
    return try await Self.send(request, over: transport, to: address, loss: loss)
  }

  /// Returns a request for something of this ledger other than a call.
  private func request(for path: [String], query: [(name: String, value: String)] = []) -> HTTPRequest {
    HTTPRequest(
      "GET", address.appending(Self.path + path, query: query),
      headers: [HTTPHeader(Self.ledgerField, identity.ledgerId ?? "")])
  }

  /// Returns the app receipt of an Apple Account in DER, as the app would get it by refreshing its receipt.
  package func receipt(
    of account: String, environment: StoreEnvironment
  ) async throws(StoreError) -> [UInt8] {
    let request = request(for: ["receipt", account], query: [("environment", environment.rawValue)])
    let json = try await Self.send(request, over: transport, to: address)
    guard let text = try? json.text("receipt-data"), let der = Base64.standard.decode(text) else {
      throw Self.stranger(address)
    }
    return der
  }

  /// Returns signed news for a local app server: oldest first after a position, or newest first before it.
  package func news(
    _ direction: NewsDirection, _ place: Int64, limit: Int
  ) async throws(StoreError) -> AppStoreNews {
    let request = request(for: ["news"], query: [(direction.rawValue, String(place)), ("limit", String(limit))])
    let json = try await Self.send(request, over: transport, to: address)
    guard let news = try? AppStoreNews(json: json) else { throw Self.stranger(address) }
    return news
  }

  /// Listens until the server or the task ends; calls `ring` for each notice that something may have changed.
  func listen(_ ring: @escaping @Sendable () -> Void) async {
    _ = try? await transport.send(request(for: ["updates"])) { piece in
      // Every piece of the stream except a heartbeat is a notice; a superfluous notice does no harm.
      if piece.contains(UInt8(ascii: "d")) { ring() }
      return true
    }
  }

  /// Returns the newest signed version of any account's transaction, or nil if the App Store has none.
  package func signedTransaction(_ id: String) async throws(StoreError) -> String? {
    let json = try await call(.transaction, ["transactionId": .string(id)])
    do throws(JSONError) { return try json.string("signedTransactionInfo") } catch { throw Self.stranger(address) }
  }

  /// Sets the `appAccountToken` of an original transaction, for a local app server.
  package func setToken(_ token: String, ofOriginal id: String) async throws(StoreError) {
    _ = try await call(.appAccountToken, ["appAccountToken": .string(token), "transactionId": .string(id)])
  }

  private static func send(
    _ request: HTTPRequest, over transport: HTTPTransport, to address: HTTPAddress,
    loss: FailureKind = .networkError
  ) async throws(StoreError) -> JSONObject {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.send(request)
    } catch {
      switch error.kind {
      case .notFound, .unreachable, .untrusted, .invalidAddress, .invalidRequest:
        throw StoreError(.networkError, error.message, isTemporary: error.isTemporary)
      case .cancelled where loss == .networkError: throw StoreError(.cancelled, error.message)
      default: throw StoreError(loss, error.message, isTemporary: true)
      }
    }
    guard case .object(let json) = try? JSONValue(parsing: response.body) else { throw stranger(address) }
    guard response.isSuccess else { throw (try? StoreError(json: json)) ?? stranger(address) }
    return json
  }

  static func stranger(_ address: HTTPAddress) -> StoreError {
    StoreError(.unusable, say("\("\(address)") is not a till serve of this version; check the address"))
  }
}
