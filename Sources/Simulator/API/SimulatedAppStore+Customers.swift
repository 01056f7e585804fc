package import AppStoreModel
package import Core

/// Queries about the simulated customers, for the App Store's side of the screen; only verbs change what they return.
extension SimulatedAppStore {
  /// Returns the open requests, oldest first: Ask to Buy, interrupted purchases and refund requests.
  package func pending() throws(StoreError) -> [AppStoreCase] {
    try read { try $0.openCases() }
  }

  /// Returns the account's subscriptions, oldest first.
  package func subscriptions(of account: String) throws(StoreError) -> [Subscription] {
    try read { session in try session.subscriptions(of: session.account(account).name).map { try session.shown($0) } }
  }

  /// Stores the app server's answer to a consumption request, in time or late; Apple keeps the newest answer.
  ///
  /// - Parameters:
  ///   - transactionId: The transaction of the refund request.
  ///   - answer: Apple's ConsumptionRequest, in either version.
  /// - Throws: `transactionNotFound`, or the error of Apple's server library for an invalid answer:
  ///   `invalidCustomerConsented`, `invalidDeliveryStatus`, `invalidTransactionTypeNotSupported` and so on.
  package func answerConsumption(
    of transactionId: String, _ answer: JSONObject, form: ConsumptionForm = .version2
  ) throws(StoreError) {
    try write { try $0.answerConsumption(of: transactionId, answer, form) }
  }
}

/// Extensions of renewal dates: the verb `extend`, and the app server's two calls.
/// (Apple: Extend a Subscription Renewal Date, Extend Subscription Renewal Dates for All Active Subscribers.)
extension SimulatedAppStore {
  /// Extends the current period of a subscription, of any account, by the id of its original transaction.
  ///
  /// A repeated request identifier returns the first result again and changes nothing.
  ///
  /// - Throws: `usage` if the days are not 1 to 90; `subscriptionExtensionIneligible` or `subscriptionMaxExtension`;
  ///   `transactionNotFound` if the id belongs to no original transaction;
  ///   `familySharedSubscriptionExtensionIneligible` for a subscription that was shared through Family Sharing.
  package func extendRenewal(
    ofOriginal transactionId: String, days: Int, requestIdentifier: String
  ) throws(StoreError) -> SimulatedExtension {
    try write {
      try $0.extendRenewal(ofOriginal: transactionId, days: days, requestIdentifier: requestIdentifier)
    }
  }

  /// Extends the current period of every subscriber of a product.
  ///
  /// The app server is notified of each extension and of the end of the request.
  ///
  /// - Throws: `invalidProductId` if the product is not a subscription of this catalogue.
  @discardableResult
  package func extendRenewals(_ request: MassExtension) throws(StoreError) -> SimulatedMassExtension {
    try write { try $0.extendRenewals(request) }
  }

  /// Returns the result of a mass extension.
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

/// The result of extending one subscription's renewal date (Apple: ExtendRenewalDateResponse).
package struct SimulatedExtension: Hashable, Sendable {
  package let originalTransactionId: String
  /// The id of the period that was extended.
  package let webOrderLineItemId: String?
  /// The new end of that period.
  package let effectiveDate: Timestamp
}

/// A request to extend the renewal date of every subscriber of a product (Apple: MassExtendRenewalDateRequest).
package struct MassExtension: Hashable, Sendable {
  /// The developer's id for the request; a repeated id changes nothing.
  package var requestIdentifier: String
  package var productId: String
  /// 1 to 90 days; at an accelerated subscription rate, that many minutes.
  package var days: Int
  /// The storefronts whose subscribers are extended (ISO 3166-1 alpha-3 codes); nil for all.
  package var storefronts: [String]?

  package init(requestIdentifier: String, productId: String, days: Int, storefronts: [String]? = nil) {
    self.requestIdentifier = requestIdentifier
    self.productId = productId
    self.days = days
    self.storefronts = storefronts
  }
}

/// The result of a mass extension (Apple: MassExtendRenewalDateStatusResponse).
package struct SimulatedMassExtension: Hashable, Sendable {
  package let requestIdentifier: String
  package let completeDate: Timestamp
  /// How many subscriptions were extended.
  package let succeededCount: Int64
  /// How many subscriptions could not be extended: in billing retry, or already extended twice this year.
  package let failedCount: Int64
}

/// A family of Apple Accounts.
package struct SimulatedFamily: Hashable, Sendable {
  /// A family member's use of another member's purchase.
  package struct Share: Hashable, Sendable {
    /// The product.
    package let productId: String
    /// The newest transaction of the member's own copy of the purchase.
    package let transactionId: String
    /// The original transaction id of the member's own copy of the purchase.
    package let originalTransactionId: String
    /// The Apple Account that bought the product.
    package let owner: String
    /// The Apple Account of the member who uses the purchase.
    package let member: String
  }

  /// The organizer's Apple Account, which also names the family.
  package let organizer: String
  /// The members, including the organizer, in the order of the accounts.
  package let members: [String]
  /// The shares that are active now.
  package let shares: [Share]
}

/// Settings and accounts: what `rate`, `grace`, `network`, `payments`, `ask-to-buy`, `storefront` and `reset` change.
extension SimulatedAppStore {
  /// Returns the state of the App Store, for its side of the dashboard.
  package func situation(locale: String? = nil) throws(StoreError) -> AppStoreSituation {
    try read { try $0.situation(locale: locale) }
  }

  /// Returns the Apple Accounts in their order.
  package func accounts() throws(StoreError) -> [AppleAccount] {
    try read { try $0.listedAccounts() }
  }

  /// The App Store settings that a device shows without a request to the App Store.
  package struct DeviceSettings: Hashable, Sendable {
    /// The storefront of the device's Apple Account.
    package var storefront: String?
    /// Whether the account may make payments.
    package var canMakePayments: Bool
    /// Whether the payment sheet asks the customer to confirm.
    package var showsDialogs: Bool
  }

  /// Returns the App Store settings that a device with this Apple Account shows without a request to the App Store.
  package func deviceSettings(of account: String?) throws(StoreError) -> DeviceSettings {
    try read { session in
      DeviceSettings(
        storefront: try session.accounts().first { $0.name == account }?.storefront,
        canMakePayments: session.state.payments, showsDialogs: session.state.showsDialogs)
    }
  }
}
