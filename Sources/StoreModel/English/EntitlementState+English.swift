import Texts

/// The state in plain words, as lists and reports print it.
extension EntitlementState: Worded {
  package var english: String {
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
