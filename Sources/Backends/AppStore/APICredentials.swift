package import AppStoreModel
import Core

/// The identity that a client of the App Store Server API shows.
package struct APICredentials: Sendable {
  package let key: TokenKey
  /// The issuer's UUID, from the page of keys in App Store Connect.
  package let issuerId: String
  package let bundleId: String

  package init(key: TokenKey, issuerId: String, bundleId: String) {
    self.key = key
    self.issuerId = issuerId
    self.bundleId = bundleId
  }

  /// A token with Apple's claims that is good for so many seconds; Apple takes 60 minutes at most.
  func token(now: Timestamp, lifetime: Int64) throws(SigningError) -> String {
    let seconds = now.milliseconds / 1000
    return try key.token([
      "iss": .string(issuerId), "iat": .number(seconds), "exp": .number(seconds + lifetime),
      "aud": "appstoreconnect-v1", "bid": .string(bundleId),
    ])
  }
}

/// The token in use: made once, and again shortly before it ends.
final class TokenPurse: Sendable {
  /// In seconds.
  private static let lifetime: Int64 = 20 * 60

  private let credentials: APICredentials
  private let now: @Sendable () -> Timestamp
  private let current = Mutex<(text: String, made: Timestamp)?>(nil)

  init(_ credentials: APICredentials, now: @escaping @Sendable () -> Timestamp) {
    self.credentials = credentials
    self.now = now
  }

  /// A token that is good for a minute at least.
  func token() throws(SigningError) -> String {
    let now = now()
    let old = current.withLock { $0 }
    if let old, (0..<(Self.lifetime - 60) * 1000).contains(now.milliseconds - old.made.milliseconds) { return old.text }
    let text = try credentials.token(now: now, lifetime: Self.lifetime)
    current.withLock { $0 = (text, now) }
    return text
  }

  /// Forgets a token that the App Store did not take; true when it was the one in use.
  func discard(_ text: String) {
    current.withLock { if $0?.text == text { $0 = nil } }
  }
}
