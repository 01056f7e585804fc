package import AppServer
package import AppStoreModel
import Core
package import Device
package import HTTP

/// An app server elsewhere, reached over HTTP: `--verify-with URL`.
///
/// It does not retry: the caller keeps the order and tries again later. An unreadable answer counts as temporary, so
/// that the login page of a hotel network, for example, loses no purchase.
package struct RemoteAppServer: VerificationService {
  private let address: HTTPAddress
  private let transport: HTTPTransport
  private let secrets: SharedSecrets?
  private let now: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - secrets: The secrets for signing requests. Nil sends requests unsigned, which a server accepts only from its
  ///     own machine. While two secrets are valid, the older one is used as long as the server does not know the newer
  ///     one.
  ///   - now: The machine's clock, which the server compares with its own.
  package init(
    _ address: HTTPAddress, secrets: SharedSecrets?, transport: HTTPTransport, now: @escaping @Sendable () -> Timestamp
  ) {
    self.address = address
    self.transport = transport
    self.now = now
    self.secrets = secrets
  }

  package func register(_ intent: Intent) async throws(VerificationError) {
    _ = try await send(.register(intent))
  }

  package func upload(_ upload: OrderUpload) async throws(VerificationError) {
    _ = try await send(.upload(upload))
  }

  package func status(of orderId: String) async throws(VerificationError) -> OrderAnswer {
    try await send(.status(orderId: orderId)).orderAnswer()
  }

  package func close(_ closing: OrderClosing) async throws(VerificationError) -> Bool {
    try await send(.close(closing)).isClosed()
  }

  package func reopen(_ orderId: String, transactionId: String?, reason: String) async throws(VerificationError) {
    _ = try await send(.reopen(orderId: orderId, transactionId: transactionId, reason: reason))
  }

  package func claim(_ claim: OwnershipClaim) async throws(VerificationError) -> [Ownership] {
    try await send(.claim(claim)).ownerships()
  }

  package func claim(_ claim: LoginClaim) async throws(VerificationError) -> Bool {
    try await send(.login(claim)).isClaimed()
  }

  package func account(of user: String) async throws(VerificationError) -> UserAccount {
    try await send(.account(user: user)).userAccount()
  }

  package func owner(of token: String) async throws(VerificationError) -> UserAccount {
    try await send(.owner(token: token)).userAccount()
  }

  package func receive(notification signedPayload: String) async throws(VerificationError) {
    _ = try await send(.notification(signedPayload: signedPayload))
  }

  package func use(
    _ productId: String, count: Int, by user: String, id: String
  ) async throws(VerificationError) -> Int? {
    try await send(.use(productId: productId, count: count, user: user, id: id)).left()
  }

  package func grant(_ grant: Grant) async throws(VerificationError) {
    _ = try await send(.grant(grant))
  }

  package func set(_ duration: ProductDuration) async throws(VerificationError) {
    _ = try await send(.duration(duration))
  }

  package func endGrant(_ id: String, reason: String) async throws(VerificationError) {
    _ = try await send(.endGrant(id: id, reason: reason))
  }

  package func transfer(_ transfer: PurchaseTransfer) async throws(VerificationError) {
    _ = try await send(.transfer(transfer))
  }

  package func record(_ purchase: OtherPurchase) async throws(VerificationError) {
    _ = try await send(.record(purchase))
  }

  private func send(_ call: AppServerCall) async throws(VerificationError) -> AppServerReply {
    guard call.isSendable else {
      throw VerificationError(.rejected, say("invalid id; use up to 128 letters, digits, and -._~"))
    }
    for secret in secrets?.holding(at: now()).dropLast() ?? [] {
      let response = try await response(to: call, secret: secret)
      guard response.status == 401 else { return try reply(response) }
    }
    return try reply(await response(to: call, secret: secrets?.holding(at: now()).last))
  }

  private func reply(_ response: HTTPResponse) throws(VerificationError) -> AppServerReply {
    try AppServerReply(status: response.status, body: response.body, retryAfter: response.retryAfter(now: now()))
  }

  private func response(to call: AppServerCall, secret: [UInt8]?) async throws(VerificationError) -> HTTPResponse {
    let body = call.body
    var headers = [HTTPHeader("Accept", "application/json"), HTTPHeader("User-Agent", "till")]
    if !body.isEmpty { headers.append(HTTPHeader("Content-Type", "application/json")) }
    if let signature = secret.map(RequestSignature.init(secret:)) {
      headers.append(
        HTTPHeader(
          RequestSignature.field, signature.value(method: call.method, path: call.path, body: body, at: now())))
    }
    let path = call.path.split(separator: "/").map(String.init)
    let request = HTTPRequest(
      call.method, address.appending(path), headers: headers, body: call.method == "GET" ? nil : body)
    do {
      return try await transport.send(request)
    } catch {
      // A proxy, not the server, sent an answer that is not HTTP or too long.
      let isTemporary = error.isTemporary || [.malformed, .tooLarge, .cancelled].contains(error.kind)
      throw VerificationError(isTemporary ? .temporary : .rejected, error.message)
    }
  }
}
