/// Renewal dates that are put off: `extend`, and what an app's server asks (Apple: Extend a Subscription Renewal Date,
/// Extend Subscription Renewal Dates for All Active Subscribers).
extension SimulatedAppStore {
  /// Extends the running period by 1 to 90 days, at most twice in 365 days; minutes at any rate but real time.
  ///
  /// - Throws: `usage` for other days; `subscriptionExtensionIneligible` or `subscriptionMaxExtension`.
  @discardableResult
  package func extendRenewal(
    of subscription: String, days: Int, account: String
  ) throws(SimulatorError) -> SimulatedSubscription {
    try write { SimulatedSubscription(try $0.extendRenewal(of: subscription, days: days, account: account)) }
  }

  /// Extends the running period of an original transaction, whoever's it is; asked again under the same name, it answers
  /// the same and does nothing more.
  ///
  /// - Throws: As `extendRenewal(of:days:account:)`, and `transactionNotFound` for an id that is no original
  ///   transaction's, `familySharedSubscriptionExtensionIneligible` for what a family shares.
  package func extendRenewal(
    ofOriginal transactionId: String, days: Int, requestIdentifier: String
  ) throws(SimulatorError) -> SimulatedExtension {
    try write {
      try $0.extendRenewal(ofOriginal: transactionId, days: days, requestIdentifier: requestIdentifier)
    }
  }

  /// Extends the running period of every subscriber of a product, and tells the app's server of each one and of the end.
  ///
  /// - Throws: `invalidProductId` for a product that is no subscription here.
  @discardableResult
  package func extendRenewals(_ request: MassExtension) throws(SimulatorError) -> SimulatedMassExtension {
    try write { try $0.extendRenewals(request) }
  }

  /// How a mass extension ended.
  ///
  /// - Throws: `statusRequestNotFound`.
  package func massExtension(
    _ requestIdentifier: String, productId: String
  ) throws(SimulatorError) -> SimulatedMassExtension {
    try read { session in
      guard let done = try session.massExtension(requestIdentifier, productId: productId) else {
        throw SimulatorError(.statusRequestNotFound, "no renewal dates of that product were extended by that request")
      }
      return done
    }
  }
}
