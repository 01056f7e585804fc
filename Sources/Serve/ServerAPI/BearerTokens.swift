package import AppStoreModel
import Core

/// The check of access to the App Store Server API: tokens signed with one key of App Store Connect.
package struct BearerTokens: Sendable {
  /// The key that signs the tokens.
  package let key: TokenKey
  /// The issuer of the key, a UUID (`iss`).
  package let issuerId: String
  /// The app that the tokens are for (`bid`).
  package let bundleId: String
  /// The accepted tokens with the spans in which they are valid; a known token is not verified again.
  private let known = Mutex<[String: Range<Int64>]>([:])

  package init(key: TokenKey, issuerId: String, bundleId: String) {
    self.key = key
    self.issuerId = issuerId
    self.bundleId = bundleId
  }

  /// The longest lifetime of a token in seconds, by Apple's rule.
  static let lifetime: Int64 = 3600

  /// Returns whether the value of an `Authorization` field contains a token that is valid at an instant.
  package func accept(_ authorization: String?, at now: Timestamp) -> Bool {
    refusal(of: authorization, at: now) == nil
  }

  /// Returns why the value of an `Authorization` field is refused at an instant; nil where its token is valid.
  ///
  /// Apple requires `ES256`, `kid`, `iss`, `aud`, `bid`, and an `exp` at most an hour ahead. `iat` may be absent
  /// (Apple's Python client leaves it out); an `iat` more than a minute in the future is refused. The reason is for the
  /// access log: as with Apple, the client gets none.
  func refusal(of authorization: String?, at now: Timestamp) -> String? {
    guard let authorization, authorization.utf8.count <= 8192 else {
      return say("the request has no Authorization header")
    }
    if let span = known.withLock({ $0[authorization] }), span.contains(now.milliseconds / 1000) { return nil }
    let words = authorization.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      return say("invalid Authorization header; send Bearer TOKEN")
    }
    guard let claims = key.claims(of: words[1].utf8) else {
      return say("the token is not signed ES256 with the key of kid \(key.keyId)")
    }
    let refusal = refusal(of: claims, at: now)
    guard refusal == nil else { return refusal }
    let span = span(of: claims)
    known.withLock { known in
      if known.count >= 256, known[authorization] == nil { known.removeAll(keepingCapacity: true) }
      known[authorization] = span
    }
    return nil
  }

  /// Returns the span in which an accepted token is valid, in seconds since 1970.
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

  /// Returns whether the audience is right: a string, or an array that contains it (RFC 7519, 4.1.3).
  private static func isAudience(_ value: JSONValue?) -> Bool {
    value?.stringValue == audience || value?.arrayValue?.contains(.string(audience)) == true
  }
}
