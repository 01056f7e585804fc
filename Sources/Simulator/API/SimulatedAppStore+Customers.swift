package import AppStoreModel
package import Core

/// The App Store's knowledge of its customers, for the App Store's side; verbs change it.
extension SimulatedAppStore {
  /// The open requests: purchases waiting for a parent and refund requests, oldest first.
  package func pending() throws(StoreError) -> [AppStoreCase] {
    try read { try $0.openCases() }
  }

  /// All families, by their organizers.
  package func families() throws(StoreError) -> [SimulatedFamily] {
    try read { try $0.families() }
  }

  /// The account's subscriptions, oldest first.
  package func subscriptions(of account: String) throws(StoreError) -> [Subscription] {
    try read { session in try session.subscriptions(of: session.account(account).name).map { try session.shown($0) } }
  }

  /// The checkpoints by the time they hold, oldest first.
  package func checkpoints() throws(StoreError) -> [SimulatedCheckpoint] {
    try read { try $0.checkpoints() }
  }

  /// Apple's questions to the app server before refunds, and the answers, newest first.
  package func consumptionRequests() throws(StoreError) -> [SimulatedConsumption] {
    try read { try $0.consumptionRequests() }
  }

  /// The app server answers a consumption request, in time or not; Apple keeps the newest answer.
  ///
  /// - Parameters:
  ///   - transactionId: The transaction of the refund request.
  ///   - answer: Apple's ConsumptionRequest, of either form.
  /// - Throws: `transactionNotFound`, or Apple's library's name of the refusal: `invalidCustomerConsented`,
  ///   `invalidDeliveryStatus`, `invalidTransactionTypeNotSupported` and the like.
  package func answerConsumption(
    of transactionId: String, _ answer: JSONObject, form: ConsumptionForm = .version2
  ) throws(StoreError) {
    try write { try $0.answerConsumption(of: transactionId, answer, form) }
  }
}

/// Extensions of renewal dates: `extend`, and the app server's calls (Apple: Extend a Subscription Renewal Date,
/// Extend Subscription Renewal Dates for All Active Subscribers).
extension SimulatedAppStore {
  /// Extends the running period of any account's original transaction; the same request id again answers
  /// the same and does nothing more.
  ///
  /// - Throws: `usage` for other days than 1 to 90; `subscriptionExtensionIneligible` or `subscriptionMaxExtension`;
  ///   `transactionNotFound` for an id that is no original transaction's, `familySharedSubscriptionExtensionIneligible`
  ///   for a subscription of Family Sharing.
  package func extendRenewal(
    ofOriginal transactionId: String, days: Int, requestIdentifier: String
  ) throws(StoreError) -> SimulatedExtension {
    try write {
      try $0.extendRenewal(ofOriginal: transactionId, days: days, requestIdentifier: requestIdentifier)
    }
  }

  /// Extends the running period of every subscriber of a product, and tells the app server of each one and of the
  /// end.
  ///
  /// - Throws: `invalidProductId` for a product that is no subscription here.
  @discardableResult
  package func extendRenewals(_ request: MassExtension) throws(StoreError) -> SimulatedMassExtension {
    try write { try $0.extendRenewals(request) }
  }

  /// How a mass extension ended.
  ///
  /// - Throws: `statusRequestNotFound`.
  package func massExtension(
    _ requestIdentifier: String, productId: String
  ) throws(StoreError) -> SimulatedMassExtension {
    try read { session in
      guard let done = try session.massExtension(requestIdentifier, productId: productId) else {
        throw StoreError(.statusRequestNotFound, say("that request extended no renewal dates of that product"))
      }
      return done
    }
  }
}

/// A renewal date that was extended (Apple: ExtendRenewalDateResponse).
package struct SimulatedExtension: Hashable, Sendable {
  package let originalTransactionId: String
  /// The period that became longer.
  package let webOrderLineItemId: String?
  /// When it ends now.
  package let effectiveDate: Timestamp
}

/// A request for every subscriber of a product (Apple: MassExtendRenewalDateRequest).
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

/// A family of Apple Accounts.
package struct SimulatedFamily: Hashable, Sendable {
  /// A family member's use of another member's purchase.
  package struct Share: Hashable, Sendable {
    /// The product.
    package let productId: String
    /// The member's own newest transaction.
    package let transactionId: String
    /// The member's own lineage.
    package let originalTransactionId: String
    /// The buyer.
    package let owner: String
    /// The member who uses it.
    package let member: String
  }

  /// The Apple Account that the family is named by.
  package let organizer: String
  /// Its members, the organizer included, in the order of the accounts.
  package let members: [String]
  /// The present shares.
  package let shares: [Share]
}

/// `rate`, `grace`, `network`, `payments`, `ask-to-buy`, `storefront`, `accounts`, `reset`.
extension SimulatedAppStore {
  /// The state of the App Store, for its side of the dashboard.
  package func situation(locale: String? = nil) throws(StoreError) -> AppStoreSituation {
    try read { try $0.situation(locale: locale) }
  }

  /// The Apple Accounts in their order.
  package func accounts() throws(StoreError) -> [AppleAccount] {
    try read { try $0.listedAccounts() }
  }

  /// The App Store's settings that a device shows without asking it.
  package struct DeviceSettings: Hashable, Sendable {
    /// The storefront of its Apple Account.
    package var storefront: String?
    /// Whether it may pay.
    package var canMakePayments: Bool
    /// Whether the payment sheet asks before it pays.
    package var showsDialogs: Bool
  }

  /// The App Store's settings that a device with an Apple Account shows without asking it.
  package func deviceSettings(of account: String?) throws(StoreError) -> DeviceSettings {
    try read { session in
      DeviceSettings(
        storefront: try session.accounts().first { $0.name == account }?.storefront,
        canMakePayments: session.state.payments, showsDialogs: session.state.showsDialogs)
    }
  }
}
