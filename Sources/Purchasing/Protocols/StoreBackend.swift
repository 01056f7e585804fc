package import StoreModel

/// The App Store as a device sees it.
///
/// Every call names the Apple Account that it is made for. Whatever comes back signed is verified by the caller: a
/// backend is never trusted. A call may be cancelled by cancelling its task.
package protocol StoreBackend: Sendable {
  /// The App Store that a device's store is bound to.
  var identity: StoreIdentity { get }

  /// What this backend can do, and why not where it cannot.
  var capabilities: BackendCapabilities { get }

  /// The App Store's side, where somebody may play it.
  var control: (any StoreControl)? { get }

  /// The App Store's time.
  func clock() async throws(BackendError) -> BackendClock

  /// The Apple Accounts that can sign in.
  func accounts() async throws(BackendError) -> [AppleAccount]

  /// The Apple Account of a name that somebody gives; nil when the App Store knows none.
  func account(named name: String) async throws(BackendError) -> AppleAccount?

  /// The products, with prices of the account's storefront.
  func products(for account: String?) async throws(BackendError) -> ProductListing

  /// Buys. What the App Store refuses is thrown; a cancelled or pending purchase is an answer.
  func purchase(_ request: PurchaseRequest) async throws(BackendError) -> PurchaseAnswer

  /// The account's signed transactions that nobody has finished yet.
  func unfinished(for account: String) async throws(BackendError) -> [String]

  /// Tells the App Store that a transaction was delivered; telling it twice does no harm.
  func finish(_ transactionId: String, for account: String) async throws(BackendError)

  /// One page of the account's history in the order of modification, oldest first, from a revision on.
  ///
  /// - Throws: a `BackendError` of kind `invalidRevision` when the revision is of another epoch or unknown.
  func history(for account: String, after revision: String?) async throws(BackendError) -> HistoryPage

  /// One page of the account's approved refunds, by revocation date, from a revision on.
  func refundHistory(for account: String, after revision: String?) async throws(BackendError) -> HistoryPage

  /// The signed renewal information of the account's subscriptions, one for each original transaction id.
  func renewalInfos(for account: String) async throws(BackendError) -> [String]

  /// Asks Apple for a refund on the customer's behalf; the answer means filed.
  ///
  /// - Throws: a `BackendError` of kind `duplicateRequest` or `failed`.
  func requestRefund(of transactionId: String, reason: String?, for account: String) async throws(BackendError)

  /// What the backend said besides its answers since this was asked last, a safe line each: for the journal.
  func asides() -> [String]

  /// A doorbell without data: it rings when something may have changed at the App Store.
  func updates() -> AsyncStream<Void>
}

extension StoreBackend {
  package func asides() -> [String] { [] }

  package func account(named name: String) async throws(BackendError) -> AppleAccount? {
    try await accounts().first { $0.name == name }
  }
}

/// A purchase as it is asked of the App Store.
package struct PurchaseRequest: Hashable, Sendable {
  package var account: String
  package var productId: String
  package var quantity: Int
  package var appAccountToken: String?
  /// What the customer does on a simulated payment sheet; other backends ignore it.
  package var outcome: SimulatedOutcome
  /// The offer that the purchase asks for.
  package var offer: PurchaseOffer?

  package init(
    account: String, productId: String, quantity: Int = 1, appAccountToken: String? = nil,
    outcome: SimulatedOutcome = .success, offer: PurchaseOffer? = nil
  ) {
    self.account = account
    self.productId = productId
    self.quantity = quantity
    self.appAccountToken = appAccountToken
    self.outcome = outcome
    self.offer = offer
  }
}

/// What the App Store answers to a purchase.
package enum PurchaseAnswer: Hashable, Sendable {
  /// Paid; the signed transaction. `alreadyOwned` when it is an earlier one and nothing was charged.
  case success(signedTransaction: String, alreadyOwned: Bool)
  /// Somebody has to approve first; the answer comes later or never.
  case pending(transactionId: String)
  case cancelled
}

/// The products that an App Store lists.
package struct ProductListing: Hashable, Sendable {
  package var products: [Product]
  /// Asked for, and not known to the App Store.
  package var unknownIds: [String]
  /// Whether the device may make payments.
  package var canMakePayments: Bool

  package init(products: [Product], unknownIds: [String] = [], canMakePayments: Bool = true) {
    self.products = products
    self.unknownIds = unknownIds
    self.canMakePayments = canMakePayments
  }
}

/// One page of signed transactions.
package struct HistoryPage: Hashable, Sendable {
  package var signedTransactions: [String]
  /// Stays valid after the last page: asked for later, it gives what is new or changed since.
  package var revision: String
  package var hasMore: Bool

  package init(signedTransactions: [String], revision: String, hasMore: Bool) {
    self.signedTransactions = signedTransactions
    self.revision = revision
    self.hasMore = hasMore
  }
}

/// The App Store's time.
package struct BackendClock: Hashable, Sendable {
  /// Nil where the machine's own clock is as good.
  package var now: Timestamp?
  /// Counts the resets of a simulated App Store: revisions of an earlier epoch are refused.
  package var epoch: Int64?

  package init(now: Timestamp?, epoch: Int64? = nil) {
    self.now = now
    self.epoch = epoch
  }
}
