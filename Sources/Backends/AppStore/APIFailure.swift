import AppStoreModel
import Core
import HTTP

/// The reason why a call of the App Store Server API failed.
struct APIFailure {
  /// The HTTP status, or nil if no answer came.
  private let status: Int?
  /// Apple's error code, such as 4040010.
  private let code: Int64?
  private let text: String
  /// The wait that the server asks for, in milliseconds.
  let retryAfter: Int64?
  private let kind: HTTPError.Kind?
  private let isTemporary: Bool

  init(_ error: HTTPError) {
    (status, code, retryAfter) = (nil, nil, nil)
    (text, kind, isTemporary) = (error.message, error.kind, error.isTemporary)
  }

  init(_ response: HTTPResponse, now: Timestamp) {
    status = response.status
    kind = nil
    retryAfter = response.retryAfter(now: now)
    let body: JSONObject? = if case .object(let object) = try? JSONValue(parsing: response.body) { object } else { nil }
    code = try? body?.int64("errorCode")
    text = safeText((try? body?.string("errorMessage")) ?? say("HTTP status \(response.status) without a message"))
    isTemporary = response.isTemporary || Self.repeatable.contains(code ?? 0)
  }

  /// The error codes that Apple documents as retryable.
  private static let repeatable: Set<Int64> = [4_040_002, 4_040_004, 4_040_006, 5_000_001]

  var isUnauthorized: Bool { status == 401 }

  /// Returns whether the call may be retried; a call that may have had an effect is retried only if that does no harm.
  func mayRepeat(isRepeatable: Bool) -> Bool {
    isTemporary && (isRepeatable || status == 429 || Self.repeatable.contains(code ?? 0))
  }

  /// Returns the failure as an error with a message.
  func error(server: AppStoreServer, credentials: APICredentials) -> StoreError {
    let host = server.origin.server
    switch (status, code) {
    case (nil, _):
      return StoreError(
        kind == .cancelled ? .cancelled : isTemporary ? .networkError : .systemError, text, isTemporary: isTemporary)
    case (401, _):
      return StoreError(.unauthorized, Self.explanation(of: server, credentials))
    case (429, _):
      let text = Words(
        "\(host) received too many requests: "
          + "\((retryAfter.map { max($0 / 1000, 1) }).map { say("try again in \($0) s") } ?? say("try again later"))"
      )
      return StoreError(.networkError, text.text, isTemporary: true)
    case (_, 4_000_005), (_, 4_000_014), (_, 4_000_017):
      return StoreError(.invalidRevision, "\(host): \(text)")
    case (_, 4_040_010), (_, 4_040_005), (_, 4_040_001), (_, 4_000_006), (_, 4_000_008):
      return StoreError(.transactionNotFound, "\(host): \(text)")
    case (let status?, _):
      let number = code.map { " (error \($0))" } ?? ""
      return StoreError(
        status >= 500 ? .networkError : .failed, "\(host): \(text)\(number)", isTemporary: isTemporary)
    }
  }

  /// Returns the possible reasons for status 401, for which Apple gives none.
  private static func explanation(of server: AppStoreServer, _ credentials: APICredentials) -> String {
    var reasons = [
      say("the key \(safeText(credentials.key.keyId)) may be revoked or may not be an in-app purchase key"),
      say("the issuer id \(safeText(credentials.issuerId)) may belong to another account"),
      say("the bundle id \(safeText(credentials.bundleId)) may not be an app of that account"),
      say("this machine's clock may be wrong"),
    ]
    if server.environment == .production { reasons.append(say("the app may have no released version yet")) }
    return say(
      "\(server.origin.server) rejected the key (401, no reason "
        + "given): \(Language.alternatives(reasons))")
  }
}
