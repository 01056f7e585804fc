import Texts

/// The kind in plain words.
extension FailureKind: Worded {
  package var english: String {
    switch self {
    case .networkError: "no network"
    case .systemError: "the system failed"
    case .notAvailableInStorefront: "not sold in this storefront"
    case .notEntitled: "the app is not entitled to this"
    case .unsupported: "not supported"
    case .invalidQuantity: "the quantity is not allowed"
    case .productUnavailable: "the product is not available"
    case .purchaseNotAllowed: "this device may not make payments"
    case .ineligibleForOffer: "not eligible for the offer"
    case .duplicateRequest: "already asked"
    case .failed: "the App Store could not file it"
    case .userCancelled: "the customer cancelled"
    case .invalidOfferIdentifier: "there is no such offer"
    case .invalidOfferPrice: "the offer's price is not valid"
    case .invalidOfferSignature: "the offer's signature does not hold"
    case .missingOfferParameters: "the offer lacks something"
    case .noAnswer: "the App Store did not answer"
    default: "the App Store gave no reason"
    }
  }
}
