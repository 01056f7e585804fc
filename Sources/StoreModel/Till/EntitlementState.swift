/// What a product is to the signed-in customer, in one word.
///
/// The first that applies is shown; whether the product is *entitled* does not depend on the word.
package enum EntitlementState: String, CaseIterable, Hashable, Sendable {
  case notPurchased, pending, purchased, subscribed, gracePeriod, billingRetry, expired, refundAsked, refunded, revoked
  case upgraded, unconfirmed, verificationFailed, grantedByUs, notInCatalogue

  /// The state in plain words, as lists and reports print it.
  package var words: String {
    switch self {
    case .notPurchased: "not purchased"
    case .pending: "pending"
    case .purchased: "purchased"
    case .subscribed: "subscribed"
    case .gracePeriod: "grace period"
    case .billingRetry: "billing retry"
    case .expired: "expired"
    case .refundAsked: "refund asked"
    case .refunded: "refunded"
    case .revoked: "revoked"
    case .upgraded: "upgraded"
    case .unconfirmed: "unconfirmed"
    case .verificationFailed: "verification failed"
    case .grantedByUs: "granted by us"
    case .notInCatalogue: "not in catalogue"
    }
  }
}
