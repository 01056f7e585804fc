package import StoreModel

/// A renewal date that was extended (Apple: ExtendRenewalDateResponse).
package struct SimulatedExtension: Hashable, Sendable {
  package let originalTransactionId: String
  /// The period that became longer.
  package let webOrderLineItemId: String?
  /// When it ends now.
  package let effectiveDate: Timestamp
}

/// What is asked for every subscriber of a product (Apple: MassExtendRenewalDateRequest).
package struct MassExtension: Hashable, Sendable {
  /// The developer's own name for the request: asked again with it, nothing is done twice.
  package var requestIdentifier: String
  package var productId: String
  /// 1 to 90; minutes at any rate but real time.
  package var days: Int
  /// Only subscribers of these storefronts, by ISO 3166-1 alpha-3; nil for all.
  package var storefronts: [String]?

  package init(requestIdentifier: String, productId: String, days: Int, storefronts: [String]? = nil) {
    self.requestIdentifier = requestIdentifier
    self.productId = productId
    self.days = days
    self.storefronts = storefronts
  }
}

/// How a mass extension ended (Apple: MassExtendRenewalDateStatusResponse).
package struct SimulatedMassExtension: Hashable, Sendable {
  package let requestIdentifier: String
  package let completeDate: Timestamp
  /// How many subscriptions end later now.
  package let succeededCount: Int64
  /// How many could not be extended: billing is retried, or they were extended twice this year.
  package let failedCount: Int64
}
