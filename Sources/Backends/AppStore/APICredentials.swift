package import AppStoreModel
import Core

/// The credentials of a client of the App Store Server API.
package struct APICredentials: Sendable {
  package let key: TokenKey
  /// The issuer's UUID, from the list of keys in App Store Connect.
  package let issuerId: String
  package let bundleId: String

  package init(key: TokenKey, issuerId: String, bundleId: String) {
    self.key = key
    self.issuerId = issuerId
    self.bundleId = bundleId
  }

  /// Creates a token with Apple's claims, valid for `lifetime` seconds; Apple accepts at most 60 minutes.
  func token(now: Timestamp, lifetime: Int64) throws(SigningError) -> String {
    let seconds = now.milliseconds / 1000
    return try key.token([
      "iss": .string(issuerId), "iat": .number(seconds), "exp": .number(seconds + lifetime),
      "aud": "appstoreconnect-v1", "bid": .string(bundleId),
    ])
  }
}

/// The current token, created once and replaced shortly before it expires.
final class TokenPurse: Sendable {
  /// The lifetime of a token, in seconds.
  private static let lifetime: Int64 = 20 * 60

  private let credentials: APICredentials
  private let now: @Sendable () -> Timestamp
  private let current = Mutex<(text: String, made: Timestamp)?>(nil)

  init(_ credentials: APICredentials, now: @escaping @Sendable () -> Timestamp) {
    self.credentials = credentials
    self.now = now
  }

  /// Returns a token that stays valid for at least one more minute.
  func token() throws(SigningError) -> String {
    let now = now()
    let old = current.withLock { $0 }
    if let old, (0..<(Self.lifetime - 60) * 1000).contains(now.milliseconds - old.made.milliseconds) { return old.text }
    let text = try credentials.token(now: now, lifetime: Self.lifetime)
    current.withLock { $0 = (text, now) }
    return text
  }

  /// Forgets a token that the App Store rejected, so that the next call creates a new one.
  func discard(_ text: String) {
    current.withLock { if $0?.text == text { $0 = nil } }
  }
}
