package import AppStoreModel

/// Everything that the resolver weighs, for one Apple Account and one user on one device.
package struct EvidenceSet: Hashable, Sendable {
  /// The environment that the store is bound to: evidence of another one never entitles.
  package var environment: StoreEnvironment
  /// The Apple Account that is signed in; without one nothing entitles.
  package var account: String?
  /// The user of the app whose answer it is, logged in or not; empty where it is of an Apple Account alone.
  package var user: String
  /// The catalogue, in its order.
  package var products: [Product]
  /// The newest version of each transaction that is visible to the account, in any order.
  package var transactions: [StoredTransaction]
  /// The newest verified renewal information of each original transaction id, in any order.
  package var renewalInfos: [RenewalInfo]
  /// Purchases that were begun and are not over, of whichever user.
  package var intents: [Intent]
  /// Orders of the account that were charged and not delivered, or given up, of whichever user.
  package var orders: [Order]
  /// The lineages of which this device delivered something to the user with no server to ask: credited before there was
  /// one.
  package var deliveredHere: Set<String>
  /// Refunds that were asked for and not decided as far as this device knows.
  package var refundRequests: [RefundRequest]
  /// How long each non-renewing subscription entitles, by product id.
  package var durations: [String: DurationRules]
  /// When non-renewing subscriptions end by what the app server claims, by product id: for a desk, which has no
  /// durations.
  package var claimedEnds: [String: ClaimedEnd] = [:]
  /// The grants and durations that the app server has not received yet, oldest first.
  package var waitingForServer: [WaitingServerCall] = []
  /// The balance of each consumable, by product id.
  package var consumables: [String: ConsumableCount]
  /// Signed objects that did not verify.
  package var quarantined: [QuarantinedItem]
  /// Whether an app server confirms purchases: then only what it credited entitles.
  ///
  /// Without one the Apple Account alone decides.
  package var isConfirmedByServer: Bool
  /// The credits for the user in the app server's last answer.
  package var rights: [Right]
  /// The transactions whose refund Apple declined, by notifications to the app server.
  package var declinedRefunds: Set<String>
  /// When the app server answered last about the user; nil for never.
  package var serverDate: Timestamp?
  /// Why the app server did not say whose a purchase is, though it was reached, by original transaction id; empty
  /// where it was asked and could not be reached.
  package var serverRefusals: [String: String]
  /// Milliseconds for which Apple's word is enough while the app server cannot be reached; nil for none.
  package var serverGrace: Int64?
  /// The users of this device by their tokens, in lower case.
  package var userTokens: [String: String]
  /// The processes that are working on purchases right now.
  package var livingOwners: Set<String>
  /// The kind of this store's App Store.
  package var appStore: AppStoreTraits
  /// Whose each purchase is as the app server has it, by original transaction id; a purchase that it was not asked
  /// about is the Apple Account's.
  package var owners: [String: Ownership]
  /// The app server's policy for purchases that another user already has; nil where it is not known.
  package var policy: RestorePolicy?
  /// The grants that support gave the user.
  package var grants: [Grant]
  /// The sources that this store trusts for transactions without a signature of their own; none in most stores.
  package var attestations: Set<Attestation>
  /// When the account's history was last read; device time.
  package var lastChecked: Timestamp?
  /// Milliseconds after which an answer counts as unconfirmed; nil for never.
  package var offlineValidity: Int64?

  // What the app server told of the user's money, and what of it this device has not asked yet.

  /// Whether this device has asked both the App Store about the account and the app server about the user.
  package var isAsked = true
  /// The user's purchases in progress or given up, from the app server's last answer.
  package var purchasesAtServer: [UserPurchase] = []
  /// Whether the app server tells what is under way at all.
  package var tellsUnderWay = true
  /// The intents and transactions among them of which this device has rows of its own.
  package var knownHere: Set<String> = []
  /// When Apple took refunds back, by the transactions of orders that were given up.
  package var reversals: [String: Timestamp] = [:]
  /// The newest purchases of consumables of which nothing was used, by product id: when each was begun, and when its
  /// charge was known here.
  package var answeredCharges: [String: [AnsweredCharge]] = [:]

  package init(
    environment: StoreEnvironment, account: String?, user: String = "", products: [Product] = [],
    transactions: [StoredTransaction] = [],
    renewalInfos: [RenewalInfo] = [], intents: [Intent] = [], orders: [Order] = [],
    deliveredHere: Set<String> = [], refundRequests: [RefundRequest] = [],
    durations: [String: DurationRules] = [:], consumables: [String: ConsumableCount] = [:],
    quarantined: [QuarantinedItem] = [], isConfirmedByServer: Bool = false, rights: [Right] = [],
    declinedRefunds: Set<String> = [], serverDate: Timestamp? = nil, serverRefusals: [String: String] = [:],
    serverGrace: Int64? = nil,
    userTokens: [String: String] = [:], livingOwners: Set<String> = [], appStore: AppStoreTraits = AppStoreTraits(),
    owners: [String: Ownership] = [:], policy: RestorePolicy? = nil,
    grants: [Grant] = [], attestations: Set<Attestation> = [], lastChecked: Timestamp? = nil,
    offlineValidity: Int64? = nil
  ) {
    self.environment = environment
    self.account = account
    self.user = user
    self.products = products
    self.transactions = transactions
    self.renewalInfos = renewalInfos
    self.intents = intents
    self.orders = orders
    self.deliveredHere = deliveredHere
    self.refundRequests = refundRequests
    self.durations = durations
    self.consumables = consumables
    self.quarantined = quarantined
    self.isConfirmedByServer = isConfirmedByServer
    self.rights = rights
    self.declinedRefunds = declinedRefunds
    self.serverDate = serverDate
    self.serverRefusals = serverRefusals
    self.serverGrace = serverGrace
    self.userTokens = userTokens
    self.livingOwners = livingOwners
    self.appStore = appStore
    self.owners = owners
    self.policy = policy
    self.grants = grants
    self.attestations = attestations
    self.lastChecked = lastChecked
    self.offlineValidity = offlineValidity
  }
}

/// The end that the app server claims for what a customer has of a product.
package struct ClaimedEnd: Hashable, Sendable {
  package var until: Timestamp
  /// When it was claimed: purchases after that are not meant.
  package var date: Timestamp

  package init(until: Timestamp, date: Timestamp) { (self.until, self.date) = (until, date) }
}

/// A purchase of a consumable, and when this device knew that it was charged.
package struct AnsweredCharge: Hashable, Sendable {
  package var transactionId: String
  package var begunDate: Timestamp
  package var answeredDate: Timestamp

  package init(transactionId: String, begunDate: Timestamp, answeredDate: Timestamp) {
    self.transactionId = transactionId
    self.begunDate = begunDate
    self.answeredDate = answeredDate
  }
}

/// What an App Store is like, as far as an answer depends on it.
package struct AppStoreTraits: Hashable, Sendable {
  /// Whether it signs a transaction anew whose signature did not hold.
  package var signsAnew: Bool

  package init(signsAnew: Bool = false) { self.signsAnew = signsAnew }
}

/// How long Till waits for a pending purchase or request, in milliseconds.
package enum Patience {
  /// Ask to Buy, and a purchase that was interrupted, lapse.
  package static let purchase: Int64 = 24 * 3_600_000
  /// A refund that was asked for counts as undecided.
  package static let refund: Int64 = 72 * 3_600_000
  /// How long a paid purchase waits for the app server before a person has to act.
  package static let delivery: Int64 = 24 * 3_600_000
  /// Between two complete histories that do not list an unanswered charge.
  package static let history: Int64 = 24 * 3_600_000

  /// So long a subscription that ran out unnoticed is taken for renewed: a day, of short periods a quarter.
  package static func renewal(from begin: Timestamp, until end: Timestamp) -> Int64 {
    min(24 * 3_600_000, max(0, end.milliseconds(since: begin)) / 4)
  }
}
