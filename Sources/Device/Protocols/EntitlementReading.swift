package import AppStoreModel
package import Entitlements

/// Read access to a device's store; the dashboard's reader, every list and every export use only this.
///
/// All rows are of the account that is signed in unless a method says otherwise. Nothing here contacts a backend.
package protocol EntitlementReading {
  /// The App Store that the store is bound to.
  var identity: StoreIdentity { get }

  func deviceState() throws -> DeviceState

  /// The catalogue as the backend listed it last, in its order.
  func products() throws -> [Product]

  /// The states as they were last derived: what the first frame shows before anything is resolved.
  ///
  /// A cache for the eye only; it never decides anything and holds no reasons.
  func lastKnownStatuses() throws -> [ProductStatus]

  /// Everything that the resolver's answer depends on: transactions in their newest versions, renewal information, what
  /// is under way, refund requests, durations, deliveries, what the app's server said.
  ///
  /// What it costs does not grow with what is stored: of transactions that are weighed alike the newest are enough.
  ///
  /// - Parameters:
  ///   - productIds: Some products, with those that decide together with them; nil for all.
  ///   - now: The device time that the answer is for.
  func evidence(of productIds: [String]?, at now: Timestamp) throws -> EvidenceSet

  /// Everything that had arrived by a date (device time), as it was weighed then.
  func evidence(asOf date: Timestamp) throws -> EvidenceSet

  /// The newest stored version of a transaction, of any user.
  func transaction(_ transactionId: String) throws -> StoredTransaction?

  /// The signed text of the newest version of a transaction, rebuilt exactly.
  func signedTransaction(_ transactionId: String) throws -> String?

  func transactions(_ request: PageRequest) throws -> Page<StoredTransaction>
  func refunds(_ request: PageRequest) throws -> Page<RefundRecord>
  func orders(_ request: PageRequest) throws -> Page<Order>
  func unfinished(_ request: PageRequest) throws -> Page<UnfinishedTransaction>
  func journal(_ request: PageRequest) throws -> Page<JournalEntry>
  func quarantine(_ request: PageRequest) throws -> Page<QuarantinedItem>

  /// Transactions that the customer can ask a refund for: verified and not revoked, those asked for already included
  /// (the customer may ask again after a decline, and Apple tells no app of a decline).
  func refundable(_ request: PageRequest) throws -> Page<StoredTransaction>

  /// What the app's server said of a user last; nil where it was never asked.
  func userAccount(_ user: String) throws -> UserAccount?

  /// Whose a purchase is as the app's server said last; nil where it was not asked.
  func ownership(of originalTransactionId: String) throws -> Ownership?

  /// The failures that are switched on at this device.
  func faults() throws -> [DeviceFault]

  /// How often each step of the journal happened and how long it took, in the order in which they first happened.
  func stepStatistics() throws -> [StepStatistics]
  /// How often tokens were missing, and the app's server could not be reached at which step.
  func failureStatistics() throws -> FailureStatistics

  /// Every user that has been logged in on this device, by name.
  func users() throws -> [String]
  /// The users of this device by the tokens that purchases made for them carry, in lower case: each one's own, that of
  /// this installation's anonymous user, and anonymous ones whose purchases a login has claimed.
  func userTokens() throws -> [String: String]

  /// The purchases begun in the App Store that are deferred until a user logs in, by the App Store's numbers.
  func deferredPurchases() throws -> [String]

  /// The intents that are not closed, oldest first, of every account of this device.
  func openIntents() throws -> [Intent]

  /// A number that changes whenever another connection has committed.
  func changeCounter() throws -> Int64
}

extension EntitlementReading {
  /// The account's open purchases, oldest first: the first rows of the orders.
  package func waitingPurchases(of productId: String?) throws -> [Intent] {
    let state = try deviceState()
    return try openIntents().filter {
      ($0.account == state.account || $0.user == state.appUser) && (productId ?? $0.productId) == $0.productId
    }
  }
}
