package import Core

/// The state of a product for the signed-in customer.
///
/// If several states apply, the first in the order of the cases is shown. Whether the product is *entitled* does not
/// depend on the state.
package enum EntitlementState: String, CaseIterable, Hashable, Sendable {
  case notInCatalogue, unconfirmed, refundAsked
  case subscribed, gracePeriod, purchased
  /// An auto-renewable subscription has reached its end, and Apple has not yet said whether it was renewed.
  case renewalAwaited
  /// The product was bought on another device or with another Apple Account, and credited to this user.
  case creditedToUser
  case grantedByUs
  /// The purchase is charged, but not yet credited to a user.
  case paidNotDelivered
  /// The App Store has not answered the purchase; it may have been charged.
  case chargeUnknown
  /// The customer must resolve a problem with the App Store before the purchase continues.
  case interrupted
  case pending
  case billingRetry, upgraded, refunded, revoked, expired
  case verificationFailed, notPurchased

  /// The rating of a state, which a screen shows as a glyph and a colour.
  package enum Worth: Hashable, Sendable { case good, waiting, bad, empty }

  /// The rating of this state: good, waiting, bad or empty.
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

  /// The state in plain words, for lists and reports.
  package var words: String { text }
}

/// The texts of the states, for lists and reports.
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
