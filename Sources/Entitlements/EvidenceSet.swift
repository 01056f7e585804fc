package import AppStoreModel

/// Everything that the resolver uses for one Apple Account and one user on one device.
package struct EvidenceSet: Hashable, Sendable {
  /// The environment that the store is bound to; evidence from another environment never entitles.
  package var environment: StoreEnvironment
  /// The signed-in Apple Account; without one, Apple's evidence does not entitle.
  package var account: String?
  /// Whether the evidence is of several Apple Accounts of one user, as at a desk.
  package var isOfSeveralAccounts = false
  /// The user of the app, logged in or not; empty where the answer is about an Apple Account alone.
  package var user: String
  /// The catalogue, in its order.
  package var products: [Product]
  /// The newest version of each transaction that is visible to the account, in any order.
  package var transactions: [StoredTransaction]
  /// The newest verified renewal information of each original transaction id, in any order.
  package var renewalInfos: [RenewalInfo]
  /// The purchases of any user that were begun and have not ended.
  package var intents: [Intent] = []
  /// The account's orders of any user that were charged and not delivered, or given up.
  package var orders: [Order] = []
  /// The lineages from which this device delivered something to the user without an app server.
  ///
  /// They count as credited if an app server is used later.
  package var deliveredHere: Set<String> = []
  /// Refund requests that are undecided as far as this device knows.
  package var refundRequests: [RefundRequest] = []
  /// How long each non-renewing subscription entitles, by product id.
  package var durations: [String: DurationRules] = [:]
  /// The ends of non-renewing subscriptions that the app server claims, by product id.
  ///
  /// A desk uses them, because it has no durations.
  package var claimedEnds: [String: ClaimedEnd] = [:]
  /// The grants, durations and logins that the app server has not received yet, oldest first.
  package var waitingForServer: [WaitingServerCall] = []
  /// The balance of each consumable, by product id.
  package var consumables: [String: ConsumableCount] = [:]
  /// Whether products can be bought here; they cannot at a desk, in a case, or from the real App Store.
  ///
  /// Where they cannot, only an app server records deliveries and uses of consumables, because Apple signs neither.
  package var canBuy = true
  /// Signed objects that failed verification.
  package var quarantined: [QuarantinedItem] = []
  /// Whether an app server confirms purchases: then only what it credited entitles.
  ///
  /// Without an app server, the Apple Account alone decides.
  package var isConfirmedByServer = false
  /// The user's rights in the app server's last answer.
  package var rights: [Right] = []
  /// The transactions whose refund Apple declined, according to notifications to the app server.
  package var declinedRefunds: Set<String> = []
  /// When the app server last answered about the user; nil for never.
  package var serverDate: Timestamp?
  /// Why the app server, though reached, did not name a purchase's owner, by original transaction id.
  ///
  /// An empty reason means that the server was asked but could not be reached.
  package var serverRefusals: [String: String] = [:]
  /// For how many milliseconds Apple's evidence is enough while the app server is unreachable; nil for none.
  package var serverGrace: Int64?
  /// The users of this device by their tokens, in lower case.
  package var userTokens: [String: String] = [:]
  /// The processes that are working on purchases right now.
  package var livingOwners: Set<String> = []
  /// Whether this store's App Store signs a transaction again after its signature failed verification.
  package var appStoreSignsAnew = false
  /// The owner of each purchase according to the app server, by original transaction id.
  ///
  /// A purchase that the app server was not asked about belongs to the Apple Account.
  package var owners: [String: Ownership] = [:]
  /// The app server's policy for purchases that another user already has; nil where it is unknown.
  package var policy: RestorePolicy?
  /// The grants that support gave the user.
  package var grants: [Grant] = []
  /// The sources that this store trusts for transactions without a signature of their own; none in most stores.
  package var attestations: Set<Attestation> = []
  /// When the account's history was last read, in device time.
  package var lastChecked: Timestamp?
  /// Whether this device may make payments, as the App Store last said.
  package var canMakePayments = true
  /// Milliseconds after which an answer is unconfirmed; nil for never.
  package var offlineValidity: Int64?

  // The app server's record of the user's payments, and how far this device has asked for it.

  /// Whether this device has asked both the App Store about the account and the app server about the user.
  package var isAsked = true
  /// Since when the app server was asked about the user and has never answered; nil where it was not asked.
  package var serverMissedDate: Timestamp?
  /// The Apple Account that bought each purchase which another user restored, by original transaction id.
  package var buyers: [String: String] = [:]
  /// The user's purchases in progress or given up, from the app server's last answer.
  package var purchasesAtServer: [UserPurchase] = []
  /// Whether the app server reports purchases in progress at all.
  package var tellsUnderWay = true
  /// The ids of the intents and transactions for which this device has rows of its own.
  package var knownHere: Set<String> = []
  /// The transactions of the user's orders with other Apple Accounts.
  ///
  /// They entitle nothing here, but say whether money was paid and given back.
  package var transactionsElsewhere: [Transaction] = []
  /// When Apple reversed refunds of given-up orders, by transaction id.
  package var reversals: [String: Timestamp] = [:]
  /// The newest purchases of unused consumables, by product id.
  ///
  /// Each has the dates when it was begun, and when this device learned of its charge.
  package var answeredCharges: [String: [AnsweredCharge]] = [:]

  package init(
    environment: StoreEnvironment, account: String?, user: String = "", products: [Product] = [],
    transactions: [StoredTransaction] = [], renewalInfos: [RenewalInfo] = []
  ) {
    self.environment = environment
    self.account = account
    self.user = user
    self.products = products
    self.transactions = transactions
    self.renewalInfos = renewalInfos
  }
}

/// The end that the app server claims for a customer's access to a product.
package struct ClaimedEnd: Hashable, Sendable {
  package var until: Timestamp
  /// The date of the claim; it does not apply to later purchases.
  package var date: Timestamp

  package init(until: Timestamp, date: Timestamp) { (self.until, self.date) = (until, date) }
}

/// A purchase of a consumable, and when this device learned that it was charged.
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

/// How long Till waits for something pending, in milliseconds.
package enum Patience {
  /// Ask to Buy requests and interrupted purchases lapse after this time.
  package static let purchase: Int64 = 24 * 3_600_000
  /// A refund request counts as undecided for this time.
  package static let refund: Int64 = 72 * 3_600_000
  /// A paid purchase waits this long for the app server before a person has to act.
  package static let delivery: Int64 = 24 * 3_600_000
  /// The time between two complete histories that do not list an unanswered charge.
  package static let history: Int64 = 24 * 3_600_000

  /// Returns how long an expired subscription counts as renewed while its renewal is unknown.
  ///
  /// That is a day, or a quarter of its period if that is shorter.
  package static func renewal(from begin: Timestamp, until end: Timestamp) -> Int64 {
    min(24 * 3_600_000, max(0, end.milliseconds(since: begin)) / 4)
  }
}
