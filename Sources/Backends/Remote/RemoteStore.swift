package import AppStoreModel
package import Core
import Device
package import HTTP

/// A running `till serve` as its clients know it: where it is, which ledger it has, and which root it signs with.
package struct RemoteStore: Sendable {
  package let address: HTTPAddress
  package let identity: StoreIdentity
  /// The root certificate in PEM that the server named.
  package let rootCertificatePEM: String

  private let transport: HTTPTransport
  /// The proof that this device may play the App Store; a server without a token asks for none.
  private let controlToken: String?

  /// The path of the calls, with the version of the protocol.
  package static let path = ["till", "v3"]

  /// The header field that names the ledger which a call is meant for.
  ///
  /// No web page can send it without being asked first, and a server with another ledger refuses the call.
  package static let ledgerField = "Till-Ledger"

  /// The header field that names the action which a call is made for (`ActionScope`).
  package static let actionField = "Till-Action"

  /// Asks a server which App Store it is.
  ///
  /// - Throws: a `StoreError` of kind `networkError` without an answer, `unusable` when another kind of server answers.
  package init(
    asking address: HTTPAddress, transport: HTTPTransport, controlToken: String? = nil
  ) async throws(StoreError) {
    let answer = try await Self.send(
      HTTPRequest("GET", address.appending(Self.path + ["store"])), over: transport, to: address)
    try self.init(json: answer, address: address, transport: transport, controlToken: controlToken)
  }

  /// Restores an earlier answer, which `json` gave; the server is not asked.
  ///
  /// - Throws: a `StoreError` of kind `unusable` when it is not such an answer.
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

  /// The server's description of itself.
  package var json: JSONObject {
    [
      "bundleId": .string(identity.bundleId), "environment": .string(identity.environment.rawValue),
      "ledgerId": .string(identity.ledgerId ?? ""), "rootFingerprint": .string(identity.rootFingerprint ?? ""),
      "rootCertificate": .string(rootCertificatePEM),
    ]
  }

  /// Makes a call.
  ///
  /// - Parameter loss: The kind of an error after which the call may have been carried out all the same.
  func call(
    _ call: RemoteCall, _ arguments: JSONObject = [:], loss: FailureKind = .networkError
  ) async throws(StoreError) -> JSONObject {
    let request = HTTPRequest(
      "POST", address.appending(Self.path + ["calls", call.rawValue]),
      headers: [
        HTTPHeader(Self.ledgerField, identity.ledgerId ?? ""), HTTPHeader("Content-Type", "application/json"),
      ] + (ActionScope.current.map { [HTTPHeader(Self.actionField, $0.field)] } ?? [])
        + (call == .verb ? controlToken.map { [HTTPHeader("Authorization", "Bearer \($0)")] } ?? [] : []),
      body: JSONValue.object(arguments).serializedBytes())
    return try await Self.send(request, over: transport, to: address, loss: loss)
  }

  /// Makes a call and reads its answer.
  func call<Answer>(
    _ call: RemoteCall, _ arguments: JSONObject = [:], loss: FailureKind = .networkError,
    _ read: (JSONObject) throws(JSONError) -> Answer
  ) async throws(StoreError) -> Answer {
    let json = try await self.call(call, arguments, loss: loss)
    do throws(JSONError) {
      return try read(json)
    } catch {
      throw Self.stranger(address)
    }
  }

  /// The app receipt of an Apple Account, as its device's app would refresh it; in DER.
  package func receipt(
    of account: String, environment: StoreEnvironment
  ) async throws(StoreError) -> [UInt8] {
    let request = HTTPRequest(
      "GET",
      address.appending(Self.path + ["receipt", account], query: [("environment", environment.rawValue)]),
      headers: [HTTPHeader(Self.ledgerField, identity.ledgerId ?? "")])
    let json = try await Self.send(request, over: transport, to: address)
    guard let text = try? json.text("receipt-data"), let der = Base64.standard.decode(text) else {
      throw Self.stranger(address)
    }
    return der
  }

  /// The App Store's signed news after a place, oldest first, or before one, newest first: for an app server here.
  package func news(
    _ direction: NewsDirection, _ place: Int64, limit: Int
  ) async throws(StoreError) -> AppStoreNews {
    let request = HTTPRequest(
      "GET",
      address.appending(
        Self.path + ["news"], query: [(direction.rawValue, String(place)), ("limit", String(limit))]),
      headers: [HTTPHeader(Self.ledgerField, identity.ledgerId ?? "")])
    let json = try await Self.send(request, over: transport, to: address)
    guard let news = try? AppStoreNews(json: json) else { throw Self.stranger(address) }
    return news
  }

  /// Listens until the server or the task ends it; `ring` is called for each sign that something may have changed.
  func listen(_ ring: @escaping @Sendable () -> Void) async {
    let request = HTTPRequest(
      "GET", address.appending(Self.path + ["updates"]),
      headers: [HTTPHeader(Self.ledgerField, identity.ledgerId ?? "")])
    _ = try? await transport.receive(request) { piece in
      // Every piece but a heartbeat is a notice; one too many does no harm.
      if piece.contains(UInt8(ascii: "d")) { ring() }
      return true
    }
  }

  /// The newest signed text of any account's transaction; nil when the App Store knows none.
  package func signedTransaction(_ id: String) async throws(StoreError) -> String? {
    try await call(RemoteCall.transaction, ["transactionId": .string(id)]) { json throws(JSONError) in
      try json.string("signedTransactionInfo")
    }
  }

  /// Sets the `appAccountToken` of an original transaction, for an app server here.
  package func setToken(_ token: String, ofOriginal id: String) async throws(StoreError) {
    _ = try await call(
      RemoteCall.appAccountToken, ["appAccountToken": .string(token), "transactionId": .string(id)])
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
