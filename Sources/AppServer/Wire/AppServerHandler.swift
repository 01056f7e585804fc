package import AppStoreModel
import Core
package import Device

/// A handler for the HTTP requests to an app server; any HTTP server can mount it.
package struct AppServerHandler: Sendable {
  private let service: any VerificationService
  private let secrets: @Sendable () -> SharedSecrets?
  private let now: @Sendable () -> Timestamp

  /// Makes a handler for an app server.
  ///
  /// - Parameters:
  ///   - secrets: The secrets that requests are signed with, except notifications, which Apple signs. They are read for
  ///     each request, so that they can be replaced while the server runs. Nil accepts unsigned requests from any sender;
  ///     the HTTP server must then admit only this machine.
  ///   - now: The machine's clock, to compare with the dates in signatures.
  package init(
    _ service: any VerificationService, secrets: @escaping @Sendable () -> SharedSecrets?,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.service = service
    self.secrets = secrets
    self.now = now
  }

  /// Answers one request.
  ///
  /// - Parameters:
  ///   - path: The path below the handler's mount point, with the leading slash, without a query.
  ///   - signature: The value of the header field `RequestSignature.field`, if the field occurs exactly once.
  package func answer(method: String, path: String, signature value: String?, body: [UInt8]) async -> AppServerReply {
    // The App Store does not share the secret: its notifications carry Apple's signature instead.
    if (method, path) != ("POST", "/notifications"),
      !isSigned(method: method, path: path, signature: value, body: body)
    {
      return AppServerReply(
        status: 401,
        json: ["error": .string(VerificationError.Kind.rejected.rawValue), "message": .string(Self.isNotSigned)])
    }
    return await answer(method: method, path: path, body: body)
  }

  /// The error message for a request that is not signed with the secret.
  package static var isNotSigned: String {
    say("the request's signature is invalid; check the secret and the clock on both sides")
  }

  /// Returns whether a request is signed with the secret; true where there is no secret.
  package func isSigned(method: String, path: String, signature value: String?, body: [UInt8]) -> Bool {
    secrets()?.areValid(value, method: method, path: path, body: body, at: now()) ?? true
  }

  /// Answers one request whose signature was already checked.
  package func answer(method: String, path: String, body: [UInt8]) async -> AppServerReply {
    do {
      guard let call = try AppServerCall(method: method, path: path, body: body) else {
        return AppServerReply(
          status: 404,
          json: [
            "error": .string(VerificationError.Kind.rejected.rawValue),
            "message": .string(say("unknown path or method; see /till/openapi.json")),
          ])
      }
      return AppServerReply(json: try await answer(call))
    } catch {
      return AppServerReply(error)
    }
  }

  private func answer(_ call: AppServerCall) async throws(VerificationError) -> JSONObject {
    switch call {
    case .register(let intent): try await service.register(intent)
    case .upload(let upload): try await service.upload(upload)
    case .status(let orderId): return try await service.status(of: orderId).json
    case .close(let closing): return ["closed": .bool(try await service.close(closing))]
    case .reopen(let orderId, let transactionId, let reason):
      try await service.reopen(orderId, transactionId: transactionId, reason: reason)
    case .claim(let claim):
      return ["ownerships": .array(try await service.claim(claim).map { .object($0.json) })]
    case .login(let claim): return ["claimed": .bool(try await service.claim(claim))]
    case .account(let user): return try await service.account(of: user).json
    case .use(let productId, let count, let user, let id):
      guard let left = try await service.use(productId, count: count, by: user, id: id) else { break }
      return ["left": .number(JSONNumber(Int64(left)))]
    case .grant(let grant): try await service.grant(grant)
    case .duration(let duration): try await service.set(duration)
    case .endGrant(let id, let reason): try await service.endGrant(id, reason: reason)
    case .transfer(let transfer): try await service.transfer(transfer)
    case .record(let purchase): try await service.record(purchase)
    case .owner(let token): return try await service.owner(of: token).json
    case .notification(let signedPayload): try await service.receive(notification: signedPayload)
    }
    return JSONObject()
  }
}
