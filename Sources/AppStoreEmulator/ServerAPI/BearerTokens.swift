package import SignedData
package import StoreModel
import StrictJSON

/// Who may use the App Store Server API: the tokens of one key of App Store Connect.
package struct BearerTokens: Sendable {
  /// The key that signs them.
  package let key: TokenKey
  /// Whose key it is, a UUID (`iss`).
  package let issuerId: String
  /// The app that they are for (`bid`).
  package let bundleId: String

  package init(key: TokenKey, issuerId: String, bundleId: String) {
    self.key = key
    self.issuerId = issuerId
    self.bundleId = bundleId
  }

  /// Apple: no token lasts longer, in seconds.
  static let lifetime: Int64 = 3600

  /// Whether the value of an `Authorization` field holds a token that is good at an instant.
  ///
  /// Apple demands `ES256`, `kid`, `iss`, `aud`, `bid`, and an `exp` at most an hour away. `iat` may be absent (Apple's
  /// Python client leaves it out); one that lies in the future is refused beyond a minute of skew.
  package func accept(_ authorization: String?, at now: Timestamp) -> Bool {
    guard let authorization, authorization.utf8.count <= 8192 else { return false }
    let words = authorization.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer", let claims = key.claims(of: words[1].utf8) else {
      return false
    }
    let seconds = now.milliseconds / 1000
    guard (try? claims.string("iss")) == issuerId, (try? claims.string("bid")) == bundleId,
      Self.isAudience(claims["aud"]), let end = try? claims.int64("exp"),
      end > seconds, end <= seconds + Self.lifetime
    else { return false }
    guard claims["iat"] != nil else { return true }
    guard let start = try? claims.int64("iat") else { return false }
    return start <= seconds + 60
  }

  private static let audience = "appstoreconnect-v1"

  /// An audience is a text or a list that holds it (RFC 7519, 4.1.3).
  private static func isAudience(_ value: JSONValue?) -> Bool {
    value?.stringValue == audience || value?.arrayValue?.contains(.string(audience)) == true
  }
}
