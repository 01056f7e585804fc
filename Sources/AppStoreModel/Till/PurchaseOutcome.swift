package import Core

/// The App Store's reason for a failed call, by StoreKit's names (`StoreKitError`, `Product.PurchaseError`,
/// `Transaction.RefundRequestError`).
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

  /// Till's own: the App Store was asked to charge, and whether it did is not known.
  package static let noAnswer = Self(rawValue: "noAnswer")

  package static let known: [Self] = [
    unknown, networkError, systemError, notAvailableInStorefront, notEntitled, unsupported, invalidQuantity,
    productUnavailable, purchaseNotAllowed, ineligibleForOffer, duplicateRequest, failed,
    userCancelled, invalidOfferIdentifier, invalidOfferPrice, invalidOfferSignature, missingOfferParameters,
    revokedCertificate, invalidCertificateChain, invalidDeviceVerification, invalidEncoding, invalidSignature,
    missingRequiredProperties,
  ]

  /// Apple: StoreKitError, the usual one first.
  package static let ofStoreKit: [Self] = [
    networkError, unknown, userCancelled, systemError, notAvailableInStorefront, notEntitled, unsupported,
  ]

  /// Apple: Product.PurchaseError.
  package static let ofProductPurchase: [Self] = [
    invalidQuantity, productUnavailable, purchaseNotAllowed, ineligibleForOffer, invalidOfferIdentifier,
    invalidOfferPrice, invalidOfferSignature, missingOfferParameters,
  ]

  /// Apple: VerificationResult.VerificationError, the usual one first.
  package static let ofVerification: [Self] = [
    invalidSignature, revokedCertificate, invalidCertificateChain, invalidDeviceVerification, invalidEncoding,
    missingRequiredProperties,
  ]

  /// The kinds with which a purchase can be made to fail on the payment sheet and by `--outcome fail:KIND`.
  package static let ofPurchases: [Self] = [
    unknown, networkError, systemError, notAvailableInStorefront, invalidQuantity, productUnavailable,
    purchaseNotAllowed, ineligibleForOffer,
  ]

  /// The kind in plain words.
  package var words: String { text }
}

/// The customer's action on a simulated payment sheet.
package enum SimulatedOutcome: Hashable, Sendable {
  /// Pays.
  case success
  /// Closes the sheet.
  case cancel
  /// Asks a parent (Ask to Buy).
  case pending
  /// Meets an error.
  case fail(FailureKind)
  /// Pays, and the transaction comes with a signature that does not hold.
  case unverified
}

/// Which UUID a purchase carries as `appAccountToken`.
package enum TokenChoice: Hashable, Sendable {
  /// The user's stable UUID.
  case user
  /// The order's own.
  case order
  /// One that the app made itself, as the App Store keeps it: in small letters.
  case own(String)
}

/// The kind in plain words.
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
