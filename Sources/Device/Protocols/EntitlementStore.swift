package import AppStoreModel

/// A device's store: evidence, orders, deliveries, and what was seen of the App Store.
///
/// Confined to its owner (`Purchasing`, on its own executor). Every method is one committed write transaction unless it
/// is called inside `batch`.
package protocol EntitlementStore: EntitlementReading {
  /// Runs several writes as one transaction: all of them are committed, or none.
  @discardableResult
  func batch<T>(_ body: () throws -> T) throws -> T

  func update(_ change: (inout DeviceState) -> Void) throws

  /// Takes the backend's catalogue; products that are no longer listed and have no transactions disappear.
  func replaceProducts(_ products: [Product]) throws

  /// Remembers the states as they were just derived, for the next first frame.
  func rememberStatuses(_ statuses: [ProductStatus]) throws

  /// Gives back what is kept in memory only to answer the next question sooner.
  func releaseMemory()

  // MARK: Evidence

  /// Takes in a verified (or skipped) transaction for an account; what it says counts only if it is the newest version.
  func take(
    _ signed: Signed<Transaction>, account: String, origin: Origin, at date: Timestamp
  ) throws -> EvidenceOutcome

  /// Takes in a subscription's verified renewal information for an account; the newest `signedDate` counts.
  func take(_ signed: Signed<RenewalInfo>, account: String, at date: Timestamp) throws

  /// Keeps a signed object that did not verify; true when that is news to this device. The same text is kept once.
  func quarantine(_ item: QuarantinedItem) throws -> Bool

  /// The accounts that there is evidence of, by name.
  func accounts() throws -> [String]
  /// The accounts that have something of a lineage, and those that have something with a token.
  func accounts(ofLineage lineage: String) throws -> [String]
  func accounts(ofToken token: String) throws -> [String]
  /// The newest version of every transaction with each account that it is visible to: all of them are read.
  func memberships() throws -> [(account: String, transaction: Transaction)]
  /// Gives a lineage's evidence to another account.
  func move(lineage: String, from account: String, to other: String) throws

  /// Begins to note what a whole history lists, under a number of its own.
  func beginHistory() throws -> Int
  /// Notes that the history lists a transaction.
  func historyLists(_ transactionId: String, _ listing: Int) throws
  /// Ends a complete history: those of the account's transactions that it did not list become absent.
  func endHistory(_ listing: Int, account: String) throws

  /// The revision that the account's history was read up to.
  func revision(account: String) throws -> String?
  func setRevision(_ revision: String?, account: String) throws
  func refundRevision(account: String) throws -> String?
  func setRefundRevision(_ revision: String?, account: String) throws

  // MARK: Refunds

  /// Records a refund (or that it was reversed); true when that is news to this device.
  func record(_ refund: RefundRecord, account: String) throws -> Bool
  func add(_ request: RefundRequest) throws
  func removeRefundRequest(_ transactionId: String) throws

  // MARK: Purchases

  func save(_ intent: Intent) throws
  func intent(_ id: String) throws -> Intent?
  /// The intents that a transaction may belong to by account, product, quantity and token, oldest first, open ones
  /// before closed ones, none of which has an order yet.
  func intents(matching transaction: Transaction, account: String) throws -> [Intent]

  func save(_ order: Order) throws
  func order(_ id: String) throws -> Order?
  func order(forTransaction transactionId: String) throws -> Order?
  /// The account's purchases of a product that a person closed and that led to no order.
  func intents(closedByHand productId: String, account: String) throws -> [Intent]
  /// The order that an intent led to.
  func order(forIntent intent: Intent) throws -> Order?
  /// The account's newest orders.
  func latestOrders(account: String, limit: Int) throws -> [Order]
  /// The newest orders of every account of this device.
  func latestOrders(limit: Int) throws -> [Order]
  /// Orders that were refused and not given up, oldest first, of every account of this device.
  func refusedOrders() throws -> [Order]
  /// The orders whose transactions carry an `appAccountToken`, newest first; its letters' case does not count.
  func orders(withToken token: String, limit: Int) throws -> [Order]
  /// The keychain's record of a transaction's order, which survives a reinstall.
  func rememberedOrder(forTransaction transactionId: String) throws -> RememberedOrder?
  /// Orders that are neither closed nor refused, oldest first, of every account of this device.
  func openOrders() throws -> [Order]

  /// Delivers once: inserts the delivery, advances the order and puts the finish call in the outbox, in one
  /// transaction.
  ///
  /// - Returns: False when the transaction had been delivered before: nothing is delivered twice, and the finish call
  ///   is
  ///   in the outbox all the same.
  func deliver(_ delivery: Delivery, order: Order) throws -> Bool
  func delivery(of transactionId: String) throws -> Delivery?

  /// The finish calls that the App Store has not heard yet.
  func outbox() throws -> [FinishCall]
  /// Puts a finish call in the outbox for a transaction that was delivered before and is listed as unfinished again.
  func requestFinish(_ transactionId: String, account: String) throws
  /// Keeps that a finish call failed, and when it is tried again.
  func finishFailed(_ call: FinishCall) throws
  /// Takes a finish call out of the outbox and advances its order to finished; gives the order unless it was closed.
  func finished(_ transactionId: String, at date: Timestamp) throws -> Order?

  /// The account's unfinished transactions at the App Store, as last seen.
  func setUnfinished(_ transactions: [UnfinishedTransaction], account: String) throws

  /// Spends a consumable; the balance may not fall below zero by it.
  ///
  /// - Returns: The balance afterwards, or nil when there was not enough and nothing was spent.
  func use(_ productId: String, count: Int, user: String, at date: Timestamp) throws -> Int?

  // MARK: The app's server

  /// Makes the purchases that a user began and that were not delivered another user's, who logged in.
  func moveUndelivered(from anonymous: String, to user: String) throws
  /// Gives a user who logged in what this device has of the user who was not logged in.
  func take(_ claim: LoginClaim) throws

  /// Keeps what the app's server said of a user.
  func keep(_ account: UserAccount) throws
  /// Keeps whose purchases are.
  func keep(_ ownerships: [Ownership]) throws
  /// Keeps why the app's server did not say whose purchases are, by original transaction id; nil once it says so, or
  /// was not reached.
  func keep(refusal message: String?, of originals: some Sequence<String>) throws

  /// The signed text of the newest transaction of each of the account's newest purchases that can be restored, by
  /// original transaction id; so few that they fit into one request.
  func latestPurchases(account: String) throws -> [String: String]

  /// Keeps a use that the app's server is asked to count.
  func save(_ use: PendingUse) throws
  /// The uses that it has not answered, oldest first.
  func pendingUses() throws -> [PendingUse]
  /// Ends one: it was counted, or there was not enough.
  func settle(_ use: PendingUse, isCounted: Bool) throws

  func set(_ fault: DeviceFault) throws
  /// Switches a failure off; true when it was on.
  func remove(_ fault: DeviceFault.Kind) throws -> Bool

  /// Sets how long a non-renewing subscription entitles, where no server keeps that.
  func setDuration(_ duration: ProductDuration, at now: Timestamp) throws

  /// Stores a call to the app's server until it can be made.
  func keep(_ call: WaitingServerCall) throws
  /// The requests that it has not received yet, oldest first.
  func waitingServerCalls() throws -> [WaitingServerCall]
  /// Ends one: the server answered.
  func forget(_ call: WaitingServerCall) throws

  func rememberUser(_ name: String) throws

  /// Defers a purchase that was begun in the App Store until a user logs in.
  func deferPurchase(_ id: String) throws

  /// Forgets that purchases were put off: they are offered again.
  func takeUpDeferredPurchases() throws

  func append(_ entry: JournalEntry) throws

  /// The purchases that were announced to the app's server, with the state last sent.
  func announced() throws -> [String: String]
  /// Stores the state last sent of one; nil when no further state follows.
  func keep(announced intentId: String, state: String?) throws

  /// The orders of an account that may be credited after all: refused by the app's server, or given up without a final
  /// ground; oldest first.
  func ordersToBringBack(account: String) throws -> [Order]

  /// The app transaction that an account's purchases name.
  func appTransactionId(ofAccount account: String) throws -> String?
}

/// The result of storing a signed transaction.
package enum EvidenceOutcome: Hashable, Sendable {
  /// A transaction that this device did not have.
  case new
  /// A newer statement about one that it had; `previous` is the older one.
  case newVersion(previous: Transaction)
  /// The same statement, or one that differs only in `signedDate`.
  case known
  /// An older statement than the one held; kept as history.
  case stale
}

/// A finish call that the App Store has not heard yet.
package struct FinishCall: Hashable, Sendable {
  package var transactionId: String
  package var account: String
  /// How often it failed.
  package var attempts: Int
  /// When it is tried again by itself, in device time; nil at once.
  package var nextRetryDate: Timestamp?

  package init(transactionId: String, account: String, attempts: Int = 0, nextRetryDate: Timestamp? = nil) {
    self.transactionId = transactionId
    self.account = account
    self.attempts = attempts
    self.nextRetryDate = nextRetryDate
  }
}

/// The keychain's record of an order.
package struct RememberedOrder: Hashable, Sendable {
  package var id: String
  package var intentId: String?
  package var user: String
  package var verification: VerificationWay

  package init(id: String, intentId: String?, user: String, verification: VerificationWay) {
    self.id = id
    self.intentId = intentId
    self.user = user
    self.verification = verification
  }
}

/// The use of a consumable that the app's server was, or is to be, asked to count.
package struct PendingUse: Hashable, Sendable {
  /// A UUID: the server counts it once.
  package var id: String
  package var productId: String
  package var user: String
  package var count: Int
  /// Device time.
  package var date: Timestamp

  package init(id: String, productId: String, user: String, count: Int, date: Timestamp) {
    self.id = id
    self.productId = productId
    self.user = user
    self.count = count
    self.date = date
  }
}
