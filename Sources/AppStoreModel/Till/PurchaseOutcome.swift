package import Core

/// The App Store's reason for a failed call, by StoreKit's names.
///
/// They are the cases of `StoreKitError`, `Product.PurchaseError` and `Transaction.RefundRequestError`.
package struct FailureKind: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let unknown = Self(rawValue: "unknown")
  package static let networkError = Self(rawValue: "networkError")
  package static let systemError = Self(rawValue: "systemError")
  package static let notAvailableInStorefront = Self(rawValue: "notAvailableInStorefront")
  package static let notEntitled = Self(rawValue: "notEntitled")
  package static let unsupported = Self(rawValue: "unsupported")
  package static let invalidQuantity = Self(rawValue: "invalidQuantity")
  package static let productUnavailable = Self(rawValue: "productUnavailable")
  package static let purchaseNotAllowed = Self(rawValue: "purchaseNotAllowed")
  package static let ineligibleForOffer = Self(rawValue: "ineligibleForOffer")
  package static let duplicateRequest = Self(rawValue: "duplicateRequest")
  package static let failed = Self(rawValue: "failed")
  package static let userCancelled = Self(rawValue: "userCancelled")
  package static let invalidOfferIdentifier = Self(rawValue: "invalidOfferIdentifier")
  package static let invalidOfferPrice = Self(rawValue: "invalidOfferPrice")
  package static let invalidOfferSignature = Self(rawValue: "invalidOfferSignature")
  package static let missingOfferParameters = Self(rawValue: "missingOfferParameters")
  package static let revokedCertificate = Self(rawValue: "revokedCertificate")
  package static let invalidCertificateChain = Self(rawValue: "invalidCertificateChain")
  package static let invalidDeviceVerification = Self(rawValue: "invalidDeviceVerification")
  package static let invalidEncoding = Self(rawValue: "invalidEncoding")
  package static let invalidSignature = Self(rawValue: "invalidSignature")
  package static let missingRequiredProperties = Self(rawValue: "missingRequiredProperties")

  /// Till's own kind: the App Store was asked to charge and did not answer, so the result is unknown.
  package static let noAnswer = Self(rawValue: "noAnswer")

  package static let known: [Self] = [
    unknown, networkError, systemError, notAvailableInStorefront, notEntitled, unsupported, invalidQuantity,
    productUnavailable, purchaseNotAllowed, ineligibleForOffer, duplicateRequest, failed,
    userCancelled, invalidOfferIdentifier, invalidOfferPrice, invalidOfferSignature, missingOfferParameters,
    revokedCertificate, invalidCertificateChain, invalidDeviceVerification, invalidEncoding, invalidSignature,
    missingRequiredProperties,
  ]

  /// The cases of Apple's `StoreKitError` with which a simulated purchase can fail; the first one is the default.
  package static let ofStoreKit: [Self] = [
    networkError, unknown, userCancelled, systemError, notAvailableInStorefront, notEntitled, unsupported,
  ]

  /// The errors of Apple's Product.PurchaseError.
  package static let ofProductPurchase: [Self] = [
    invalidQuantity, productUnavailable, purchaseNotAllowed, ineligibleForOffer, invalidOfferIdentifier,
    invalidOfferPrice, invalidOfferSignature, missingOfferParameters,
  ]

  /// The errors of Apple's VerificationResult.VerificationError, the default first.
  package static let ofVerification: [Self] = [
    invalidSignature, revokedCertificate, invalidCertificateChain, invalidDeviceVerification, invalidEncoding,
    missingRequiredProperties,
  ]

  /// The errors that a purchase can simulate, on the payment sheet and with `--outcome fail:KIND`.
  package static let ofPurchases: [Self] = [
    unknown, networkError, systemError, notAvailableInStorefront, invalidQuantity, productUnavailable,
    purchaseNotAllowed, ineligibleForOffer,
  ]

  /// The error in plain words.
  package var words: String { text }
}

/// The result that the customer chooses on a simulated payment sheet.
package enum SimulatedOutcome: Hashable, Sendable {
  /// The customer pays.
  case success
  /// The customer closes the sheet.
  case cancel
  /// The customer asks a parent for approval (Ask to Buy).
  case pending
  /// The purchase fails with an error.
  case fail(FailureKind)
  /// The customer pays, and the transaction has an invalid signature.
  case unverified
}

/// The UUID that a purchase carries as `appAccountToken`.
package enum TokenChoice: Hashable, Sendable {
  /// The UUID that belongs to the user and never changes.
  case user
  /// The UUID of the order.
  case order
  /// A UUID from the app itself, in lower case like the App Store's.
  case own(String)
}

/// The texts of the errors.
extension FailureKind: Worded {
  package var said: Words {
    switch self {
    case .networkError: "no network"
    case .systemError: "the system failed"
    case .notAvailableInStorefront: "not sold in this storefront"
    case .notEntitled: "the app is not entitled to this"
    case .unsupported: "not supported"
    case .invalidQuantity: "the quantity is not allowed"
    case .productUnavailable: "the product is not available"
    case .purchaseNotAllowed: "this device is not allowed to make payments"
    case .ineligibleForOffer: "not eligible for the offer"
    case .duplicateRequest: "already asked"
    case .failed: "the App Store could not accept the request"
    case .userCancelled: "the customer cancelled"
    case .invalidOfferIdentifier: "unknown offer"
    case .invalidOfferPrice: "the offer's price is invalid"
    case .invalidOfferSignature: "the offer's signature is invalid"
    case .missingOfferParameters: "the offer lacks a parameter"
    case .noAnswer: "the App Store did not answer"
    default: "the App Store gave no reason"
    }
  }
}
