package import StoreModel
package import StrictJSON
import Texts

/// What a parent and Apple decide: `approve`, `decline`, `refund approve|decline|reverse`, `pending`.
extension SimulatedAppStore {
  /// A parent approves a waiting purchase: it is paid now, and its transaction waits as unfinished.
  package func approvePurchase(_ transactionId: String) throws(StoreError) {
    try write { try $0.approvePurchase(transactionId) }
  }

  /// A parent declines a waiting purchase; the app is never told.
  package func declinePurchase(_ transactionId: String) throws(StoreError) {
    try write { try $0.declinePurchase(transactionId) }
  }

  /// Apple grants a refund, whether it was asked for or not: the same transaction, signed anew with its revocation.
  ///
  /// - Parameter percentage: Whole percent, 1 to 100, that the transaction states; nil states no amount.
  package func approveRefund(of transactionId: String, percentage: Int? = nil) throws(StoreError) {
    try write { try $0.approveRefund(of: transactionId, percentage: percentage) }
  }

  /// Apple declines a refund that was asked for.
  package func declineRefund(of transactionId: String) throws(StoreError) {
    try write { try $0.declineRefund(of: transactionId) }
  }

  /// Apple takes a granted refund back: signed anew, without the revocation.
  package func reverseRefund(of transactionId: String) throws(StoreError) {
    try write { try $0.reverseRefund(of: transactionId) }
  }

  /// What waits for a decision: purchases put to a parent and refunds asked for, oldest first.
  package func pending() throws(StoreError) -> [AppStoreCase] {
    try read { try $0.openCases() }
  }
}

/// `family`: Apple Accounts that share what they bought. What is shared is a transaction of the member's own, and goes
/// with a revocation of the type FAMILY_REVOKE.
extension SimulatedAppStore {
  /// All families, by their organizers.
  package func families() throws(StoreError) -> [SimulatedFamily] {
    try read { try $0.families() }
  }

  /// An account joins the family of another one; what both share is the family's from now on.
  ///
  /// - Throws: `accountNotFound`; `usage` when it is in a family already, or there are six members.
  package func joinFamily(_ account: String, of other: String) throws(StoreError) {
    try write { try $0.joinFamily(account, of: other) }
  }

  /// An account leaves its family: what it had through others is revoked, and the other way round.
  package func leaveFamily(_ account: String) throws(StoreError) {
    try write { try $0.leaveFamily(account) }
  }

  /// Whether an account shares a product that it bought, as far as the catalogue allows it; it does from the start.
  package func setSharing(_ isOn: Bool, of productId: String, account: String) throws(StoreError) {
    try write { try $0.setSharing(isOn, of: productId, account: account) }
  }
}

/// `consumption`: the App Store asks the app's server before it decides a refund.
extension SimulatedAppStore {
  /// What was asked and answered, newest first.
  package func consumptionRequests() throws(StoreError) -> [SimulatedConsumption] {
    try read { try $0.consumptionRequests() }
  }

  /// The app's server answers a consumption request, in time or not; Apple keeps the newest answer.
  ///
  /// - Parameters:
  ///   - transactionId: The transaction whose refund was asked for.
  ///   - answer: Apple's ConsumptionRequest, of either form.
  /// - Throws: `transactionNotFound`, or what Apple's libraries call the refusal: `invalidCustomerConsented`,
  ///   `invalidDeliveryStatus`, `invalidTransactionTypeNotSupported` and the like.
  package func answerConsumption(
    of transactionId: String, _ answer: JSONObject, form: ConsumptionForm = .version2
  ) throws(StoreError) {
    try write { try $0.answerConsumption(of: transactionId, answer, form) }
  }
}

/// `renew`, `expire`, `auto-renew`, `billing`: SUB is a product id or an original transaction id of the account.
extension SimulatedAppStore {
  /// Renews at once: auto-renew is on again, and the billing cycle begins anew.
  @discardableResult
  package func renew(_ subscription: String, account: String) throws(StoreError) -> Subscription {
    try write { try $0.shown($0.forceRenewal(of: subscription, account: account)) }
  }

  /// Ends a subscription now, as if the customer had cancelled it.
  @discardableResult
  package func expire(_ subscription: String, account: String) throws(StoreError) -> Subscription {
    try write { try $0.shown($0.expire(subscription, account: account)) }
  }

  /// Switches auto-renew.
  @discardableResult
  package func setAutoRenew(
    _ isOn: Bool, of subscription: String, account: String
  ) throws(StoreError) -> Subscription {
    try strike(.manageSubscriptions)
    return try write { try $0.shown($0.setAutoRenew(isOn, of: subscription, account: account)) }
  }

  /// `billing fail`: the next renewal fails, and its repetitions too.
  @discardableResult
  package func failBilling(of subscription: String, account: String) throws(StoreError) -> Subscription {
    try write { try $0.shown($0.setBilling(fails: true, of: subscription, account: account)) }
  }

  /// `billing resolve`: payment works again; a subscription in grace or billing retry renews at once.
  @discardableResult
  package func resolveBilling(
    of subscription: String, account: String
  ) throws(StoreError) -> Subscription {
    try write { try $0.shown($0.setBilling(fails: false, of: subscription, account: account)) }
  }

  /// The account's subscriptions, oldest first.
  package func subscriptions(of account: String) throws(StoreError) -> [Subscription] {
    try read { session in try session.subscriptions(of: session.account(account).name).map { try session.shown($0) } }
  }
}

/// `restate`, `delete`, `reset ACCOUNT`, `checkpoint`.
extension SimulatedAppStore {
  /// Deletes a transaction and what came of it: the later periods of its subscription, and the family's share.
  ///
  /// As in Xcode, it is as if it had never been: no notification tells of it.
  ///
  /// - Returns: The ids that are gone, oldest first.
  @discardableResult
  package func deleteTransaction(_ transactionId: String) throws(StoreError) -> [String] {
    try write { try $0.deleteTransaction(transactionId) }
  }

  /// Signs a new version of a transaction in which some members are others than the ledger has them.
  ///
  /// `null` leaves one out. Devices fetch it like any other version.
  package func restate(_ transactionId: String, _ members: JSONObject) throws(StoreError) {
    try write { try $0.restate(transactionId, members) }
  }

  /// Deletes everything that an Apple Account bought or asked for; the account stays.
  package func resetAccount(_ account: String) throws(StoreError) {
    try write { try $0.resetAccount(account) }
  }

  /// Keeps the present history under a name, or under the next free number.
  ///
  /// - Returns: The name.
  package func makeCheckpoint(_ name: String? = nil) throws(StoreError) -> String {
    try write { try $0.makeCheckpoint(name) }
  }

  /// Goes back to a checkpoint: a new epoch, with the clock where it stood.
  ///
  /// Earlier revisions are refused from then on, and no id is used again.
  package func restoreCheckpoint(_ name: String) throws(StoreError) {
    try write { try $0.restoreCheckpoint(name) }
  }

  /// The checkpoints by the time they hold, oldest first.
  package func checkpoints() throws(StoreError) -> [SimulatedCheckpoint] {
    try read { try $0.checkpoints() }
  }

  /// The whole history as a JSON text, without the keys.
  package func exportHistory() throws(StoreError) -> String {
    try read { JSONValue.object(try $0.document()).serialized() }
  }

  /// Takes a history that `exportHistory()` wrote, here or in another ledger of the same app, in place of the present
  /// one.
  ///
  /// - Parameter name: What an error calls it.
  /// - Throws: `usage` when it is something else or of another app.
  package func importHistory(_ text: [UInt8], name: String) throws(StoreError) {
    try write { session in
      guard case .object(let document)? = try? JSONValue(parsing: text) else {
        throw StoreError(.usage, CustomerText.noHistory(name).text)
      }
      try session.restore(document, name: name)
    }
  }
}

/// Renewal dates that are put off: `extend`, and what an app's server asks (Apple: Extend a Subscription Renewal Date,
/// Extend Subscription Renewal Dates for All Active Subscribers).
extension SimulatedAppStore {
  /// Extends the running period by 1 to 90 days, at most twice in 365 days; minutes at any rate but real time.
  ///
  /// - Throws: `usage` for other days; `subscriptionExtensionIneligible` or `subscriptionMaxExtension`.
  @discardableResult
  package func extendRenewal(
    of subscription: String, days: Int, account: String
  ) throws(StoreError) -> Subscription {
    try write { try $0.shown($0.extendRenewal(of: subscription, days: days, account: account)) }
  }

  /// Extends the running period of an original transaction, whoever's it is; asked again under the same name, it answers
  /// the same and does nothing more.
  ///
  /// - Throws: As `extendRenewal(of:days:account:)`, and `transactionNotFound` for an id that is no original
  ///   transaction's, `familySharedSubscriptionExtensionIneligible` for what a family shares.
  package func extendRenewal(
    ofOriginal transactionId: String, days: Int, requestIdentifier: String
  ) throws(StoreError) -> SimulatedExtension {
    try write {
      try $0.extendRenewal(ofOriginal: transactionId, days: days, requestIdentifier: requestIdentifier)
    }
  }

  /// Extends the running period of every subscriber of a product, and tells the app's server of each one and of the end.
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
        throw StoreError(.statusRequestNotFound, CustomerText.noDatesExtended.text)
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

/// A family of Apple Accounts.
package struct SimulatedFamily: Hashable, Sendable {
  /// What a member has through another one.
  package struct Share: Hashable, Sendable {
    /// The product.
    package let productId: String
    /// The member's own newest transaction.
    package let transactionId: String
    /// The member's own lineage.
    package let originalTransactionId: String
    /// Who bought it.
    package let owner: String
    /// Who has it.
    package let member: String
  }

  /// The Apple Account that the family is named by.
  package let organizer: String
  /// Everybody in it, the organizer too, in the order of the accounts.
  package let members: [String]
  /// What is shared now.
  package let shares: [Share]
}
