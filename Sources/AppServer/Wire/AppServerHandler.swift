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
      return AppServerReply(json: try await service.answer(call).json)
    } catch {
      return AppServerReply(error)
    }
  }
}
