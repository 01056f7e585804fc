import Locks
package import SignedData
package import StoreModel
import StrictJSON
import Texts

/// Who may use the App Store Server API: the tokens of one key of App Store Connect.
package struct BearerTokens: Sendable {
  /// The key that signs them.
  package let key: TokenKey
  /// Whose key it is, a UUID (`iss`).
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

  /// Why the value of an `Authorization` field is refused at an instant; nil where it holds a good token.
  ///
  /// Apple demands `ES256`, `kid`, `iss`, `aud`, `bid`, and an `exp` at most an hour away. `iat` may be absent (Apple's
  /// Python client leaves it out); one that lies in the future is refused beyond a minute of skew. It is for the access
  /// log: who asks is told nothing, as by Apple.
  func refusal(of authorization: String?, at now: Timestamp) -> String? {
    guard let authorization, authorization.utf8.count <= 8192 else { return EmulatorText.noToken.text }
    let words = authorization.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      return EmulatorText.noBearer.text
    }
    let token = String(words[1])
    guard let claims = known.claims(of: token) ?? key.claims(of: token.utf8) else {
      return EmulatorText.notSignedWithKey(key.keyId).text
    }
    known.keep(token, claims)
    guard (try? claims.string("iss")) == issuerId else { return EmulatorText.otherIssuer(issuerId).text }
    guard (try? claims.string("bid")) == bundleId else { return EmulatorText.otherBundleId(bundleId).text }
    guard Self.isAudience(claims["aud"]) else { return EmulatorText.otherAudience(Self.audience).text }
    let seconds = now.milliseconds / 1000
    guard let end = try? claims.int64("exp") else { return EmulatorText.noExpiry.text }
    guard end > seconds else { return EmulatorText.hasEnded.text }
    guard end <= seconds + Self.lifetime else { return EmulatorText.lastsTooLong.text }
    guard claims["iat"] != nil else { return nil }
    guard let start = try? claims.int64("iat"), start <= seconds + 60 else { return EmulatorText.isNotYetIssued.text }
    return nil
  }

  private static let audience = "appstoreconnect-v1"

  /// An audience is a text or a list that holds it (RFC 7519, 4.1.3).
  private static func isAudience(_ value: JSONValue?) -> Bool {
    value?.stringValue == audience || value?.arrayValue?.contains(.string(audience)) == true
  }
}

/// The claims of tokens whose signature held: a client that uses a token again has it looked at, and not verified anew.
private final class KnownTokens: Sendable {
  private static let limit = 256

  private let claims = Mutex<[String: JSONObject]>([:])

  func claims(of token: String) -> JSONObject? { claims.withLock { $0[token] } }

  func keep(_ token: String, _ found: JSONObject) {
    claims.withLock { claims in
      if claims.count >= Self.limit, claims[token] == nil { claims.removeAll(keepingCapacity: true) }
      claims[token] = found
    }
  }
}
