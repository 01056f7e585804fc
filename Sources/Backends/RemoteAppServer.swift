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

  package func answer(_ call: AppServerCall) async throws(VerificationError) -> AppServerAnswer {
    guard call.isSendable else {
      throw VerificationError(.rejected, say("invalid id; use up to 128 letters, digits, and -._~"))
    }
    for secret in secrets?.holding(at: now()).dropLast() ?? [] {
      let response = try await response(to: call, secret: secret)
      guard response.status == 401 else { return try answer(to: call, in: response) }
    }
    return try answer(to: call, in: await response(to: call, secret: secrets?.holding(at: now()).last))
  }

  private func answer(
    to call: AppServerCall, in response: HTTPResponse
  ) throws(VerificationError) -> AppServerAnswer {
    try AppServerReply(status: response.status, body: response.body, retryAfter: response.retryAfter(now: now()))
      .answer(to: call)
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
