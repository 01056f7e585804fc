import Texts

/// Why a subscription, an offer or a family cannot be as was asked, and what an offer charges.
enum PlanText {
  static func notInCatalogue(_ productId: String) -> Words { "\(productId) is not in this App Store's catalogue" }
}
