package import Core

/// The state of a product for the signed-in customer, in one word.
///
/// The first that applies is shown, in the order of the cases; whether the product is *entitled* does not depend on the
/// word.
package enum EntitlementState: String, CaseIterable, Hashable, Sendable {
  case notInCatalogue, unconfirmed, refundAsked
  case subscribed, gracePeriod, purchased
  /// An auto-renewable subscription reached its end, and Apple has not yet said whether it was renewed.
  case renewalAwaited
  /// Bought on another device or with another Apple Account, and credited to this user.
  case creditedToUser
  case grantedByUs
  /// Charged, and not yet credited to a user.
  case paidNotDelivered
  /// A purchase without an answer: it may have been charged.
  case chargeUnknown
  /// A purchase that the customer has to settle something for first.
  case interrupted
  case pending
  case billingRetry, upgraded, refunded, revoked, expired
  case verificationFailed, notPurchased

  /// Its value at a glance, which a screen shows as a glyph and a colour.
  package enum Worth: Hashable, Sendable { case good, waiting, bad, empty }

  /// Its value at a glance.
  package var worth: Worth {
    switch self {
    case .purchased, .subscribed, .grantedByUs, .creditedToUser: .good
    case .gracePeriod, .pending, .interrupted, .refundAsked, .unconfirmed, .renewalAwaited, .paidNotDelivered,
      .chargeUnknown:
      .waiting
    case .billingRetry, .refunded, .revoked, .verificationFailed: .bad
    case .notPurchased, .expired, .upgraded, .notInCatalogue: .empty
    }
  }

  /// The state in plain words, as lists and reports print it.
  package var words: String { text }
}

/// The state in plain words, as lists and reports print it.
extension EntitlementState: Worded {
  package var said: Words {
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
    case .renewalAwaited: "renewal awaited"
    case .creditedToUser: "credited to user"
    case .paidNotDelivered: "paid, not delivered"
    case .chargeUnknown: "charge unknown"
    case .interrupted: "interrupted"
    case .notInCatalogue: "not in catalogue"
    }
  }
}
