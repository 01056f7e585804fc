package import StoreModel

/// Everything that the resolver weighs, for one Apple Account on one device.
package struct EvidenceSet: Hashable, Sendable {
  /// The environment that the store is bound to: evidence of another one never entitles.
  package var environment: StoreEnvironment
  /// The Apple Account that is signed in; without one nothing entitles.
  package var account: String?
  /// The user of the app who is logged in.
  package var user: String?
  /// The catalogue, in its order.
  package var products: [Product]
  /// The newest version of each transaction that is visible to the account, in any order.
  package var transactions: [StoredTransaction]
  /// The newest verified renewal information of each original transaction id, in any order.
  package var renewalInfos: [RenewalInfo]
  /// Purchases that wait for somebody.
  package var pendingIntents: [Intent]
  /// Refunds that were asked for and not decided as far as this device knows.
  package var refundRequests: [RefundRequest]
  /// How long each non-renewing subscription entitles, by product id.
  package var durations: [String: SubscriptionPeriod]
  /// What became of each consumable, by product id.
  package var consumables: [String: ConsumableCount]
  /// Signed objects that did not verify.
  package var quarantined: [QuarantinedItem]
  /// Whose each purchase is as the app's server has it, by original transaction id; a purchase that it was not asked
  /// about is the Apple Account's.
  package var owners: [String: Ownership]
  /// The app server's policy for purchases that another user already has; nil where it is not known.
  package var policy: RestorePolicy?
  /// What the app's own people gave the user.
  package var grants: [Grant]
  /// Who may vouch for a transaction that has no signature of its own; in most stores nobody.
  package var attestations: Set<Attestation>
  /// When the account's history was last read; device time.
  package var lastChecked: Timestamp?
  /// Milliseconds after which an answer counts as unconfirmed; nil for never.
  package var offlineValidity: Int64?

  package init(
    environment: StoreEnvironment, account: String?, user: String? = nil, products: [Product] = [],
    transactions: [StoredTransaction] = [],
    renewalInfos: [RenewalInfo] = [], pendingIntents: [Intent] = [], refundRequests: [RefundRequest] = [],
    durations: [String: SubscriptionPeriod] = [:], consumables: [String: ConsumableCount] = [:],
    quarantined: [QuarantinedItem] = [], owners: [String: Ownership] = [:], policy: RestorePolicy? = nil,
    grants: [Grant] = [], attestations: Set<Attestation> = [], lastChecked: Timestamp? = nil,
    offlineValidity: Int64? = nil
  ) {
    self.environment = environment
    self.account = account
    self.user = user
    self.products = products
    self.transactions = transactions
    self.renewalInfos = renewalInfos
    self.pendingIntents = pendingIntents
    self.refundRequests = refundRequests
    self.durations = durations
    self.consumables = consumables
    self.quarantined = quarantined
    self.owners = owners
    self.policy = policy
    self.grants = grants
    self.attestations = attestations
    self.lastChecked = lastChecked
    self.offlineValidity = offlineValidity
  }
}
