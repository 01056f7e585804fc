import Core

/// Errors about subscriptions, offers and families, and the charges of offers.
enum PlanText {
  static func notInCatalogue(_ productId: String) -> Words { "\(productId) is not in this App Store's catalogue" }
}
