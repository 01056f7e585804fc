package import AppStoreModel
import Core

/// The access to the App Store Server API: the tokens of one key of App Store Connect.
package struct BearerTokens: Sendable {
  /// The key that signs them.
  package let key: TokenKey
  /// The issuer of the key, a UUID (`iss`).
  package let issuerId: String
  /// The app that they are for (`bid`).
  package let bundleId: String
  private let known = KnownTokens()

  package init(key: TokenKey, issuerId: String, bundleId: String) {
    self.key = key
    self.issuerId = issuerId
    self.bundleId = bundleId
  }

  /// Apple: no token lasts longer, in seconds.
  static let lifetime: Int64 = 3600

  /// Whether the value of an `Authorization` field holds a token that is good at an instant.
  package func accept(_ authorization: String?, at now: Timestamp) -> Bool {
    refusal(of: authorization, at: now) == nil
  }

  /// Why the value of an `Authorization` field is refused at an instant; nil where it holds a valid token.
  ///
  /// Apple demands `ES256`, `kid`, `iss`, `aud`, `bid`, and an `exp` at most an hour away. `iat` may be absent (Apple's
  /// Python client leaves it out); one in the future is refused beyond a minute of skew. The reason is for the access
  /// log: the client gets none, as from Apple.
  func refusal(of authorization: String?, at now: Timestamp) -> String? {
    guard let authorization, authorization.utf8.count <= 8192 else {
      return say("the request has no Authorization header")
    }
    if let span = known.span(of: authorization), span.contains(now.milliseconds / 1000) { return nil }
    let words = authorization.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      return say("invalid Authorization header; send Bearer TOKEN")
    }
    guard let claims = key.claims(of: words[1].utf8) else {
      return say("the token is not signed ES256 with the key of kid \(key.keyId)")
    }
    let refusal = refusal(of: claims, at: now)
    if refusal == nil { known.keep(authorization, span(of: claims)) }
    return refusal
  }

  /// Whether a token was accepted before, and still is: nothing has to be verified for it.
  func knows(_ authorization: String?, at now: Timestamp) -> Bool {
    guard let authorization else { return false }
    return known.span(of: authorization)?.contains(now.milliseconds / 1000) ?? false
  }

  /// The seconds at which an accepted token is good.
  private func span(of claims: JSONObject) -> Range<Int64> {
    let end = (try? claims.int64("exp")) ?? 0
    let issued = (try? claims.int64("iat")) ?? 0
    let start = max(end.subtractingSaturated(Self.lifetime), max(issued, 0) - 60)
    return start..<max(start, end)
  }

  private func refusal(of claims: JSONObject, at now: Timestamp) -> String? {
    guard (try? claims.string("iss")) == issuerId else { return say("the token's iss is not \(issuerId)") }
    guard (try? claims.string("bid")) == bundleId else { return say("the token's bid is not \(bundleId)") }
    guard Self.isAudience(claims["aud"]) else { return say("the token's aud is not \(Self.audience)") }
    let seconds = now.milliseconds / 1000
    guard let end = try? claims.int64("exp") else { return say("the token has no exp, in seconds") }
    guard end > seconds else { return say("the token has expired (exp is in the past)") }
    guard end <= seconds + Self.lifetime else { return say("the token's exp is more than an hour ahead") }
    guard claims["iat"] != nil else { return nil }
    guard let start = try? claims.int64("iat"), start <= seconds + 60 else {
      return say("the token's iat is in the future")
    }
    return nil
  }

  private static let audience = "appstoreconnect-v1"

  /// An audience is a text or a list that holds it (RFC 7519, 4.1.3).
  private static func isAudience(_ value: JSONValue?) -> Bool {
    value?.stringValue == audience || value?.arrayValue?.contains(.string(audience)) == true
  }
}

/// The tokens that were accepted, and when each is good: one that is shown again is not verified anew.
private final class KnownTokens: Sendable {
  private static let limit = 256

  private let spans = Mutex<[String: Range<Int64>]>([:])

  func span(of authorization: String) -> Range<Int64>? { spans.withLock { $0[authorization] } }

  func keep(_ authorization: String, _ span: Range<Int64>) {
    spans.withLock { spans in
      if spans.count >= Self.limit, spans[authorization] == nil { spans.removeAll(keepingCapacity: true) }
      spans[authorization] = span
    }
  }
}
