package import AppStoreModel
package import Verbs

/// The App Store as a device sees it.
///
/// Every call names the Apple Account that it is made for. Whatever comes back signed is verified by the caller: a
/// backend is never trusted. A call may be cancelled by cancelling its task.
package protocol StoreBackend: Sendable {
  /// The App Store that a device's store is bound to.
  var identity: StoreIdentity { get }

  /// The abilities of this backend, with the reason for each that is missing.
  var capabilities: BackendCapabilities { get }

  /// Whether its complete history lists a charge at once, so that one look ends an unanswered charge.
  var hasImmediateHistory: Bool { get }

  /// The App Store's side, where the user may act as the App Store.
  var control: (any StoreControl)? { get }

  /// The App Store's time; nil where the machine's own clock is as good.
  func clock() async throws(StoreError) -> StoreClock?

  /// The Apple Accounts that can sign in.
  func accounts() async throws(StoreError) -> [AppleAccount]

  /// The Apple Account of a given name; nil when the App Store has none.
  func account(named name: String) async throws(StoreError) -> AppleAccount?

  /// The products, with prices of the account's storefront.
  func products(for account: String?) async throws(StoreError) -> ProductListing

  /// Buys. What the App Store refuses is thrown; a cancelled or pending purchase is an answer.
  func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseAnswer

  /// The account's signed transactions that are unfinished.
  func unfinished(for account: String) async throws(StoreError) -> [String]

  /// Tells the App Store that a transaction was delivered; telling it twice does no harm.
  func finish(_ transactionId: String, for account: String) async throws(StoreError)

  /// One page of the account's history in the order of modification, oldest first, from a revision on.
  ///
  /// - Throws: a `StoreError` of kind `invalidRevision` when the revision is of another epoch or unknown.
  func history(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage

  /// One page of the account's approved refunds, by revocation date, from a revision on.
  func refundHistory(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage

  /// The signed renewal information of the account's subscriptions, one for each original transaction id.
  func renewalInfos(for account: String) async throws(StoreError) -> [String]

  /// Asks Apple for a refund on the customer's behalf; the answer means filed.
  ///
  /// - Throws: a `StoreError` of kind `duplicateRequest` or `failed`.
  func requestRefund(of transactionId: String, reason: String?, for account: String) async throws(StoreError)

  /// The backend's messages since the last call, one safe line each: for the journal.
  func asides() -> [String]

  /// A change signal without data: it fires when something may have changed at the App Store.
  func updates() -> AsyncStream<Void>
}

extension StoreBackend {
  package func asides() -> [String] { [] }

  package var hasImmediateHistory: Bool { false }

  package func account(named name: String) async throws(StoreError) -> AppleAccount? {
    try await accounts().first { $0.name == name }
  }
}

/// The abilities of a backend: nil means available, a text is the reason why not.
package struct BackendCapabilities: Hashable, Sendable {
  package var buy: String?
  package var restore: String?
  package var refundCheck: String?
  package var askRefund: String?
  /// Whether the history holds non-renewing subscriptions.
  package var restoresNonRenewing: Bool
  /// Whether the backend's word "updates" means that news may appear by itself from the start.
  package var updates: UpdatesMode
  /// Whether it is the real App Store: shown to avoid mistakes.
  package var isReal: Bool
  /// Whether its clock can be read without contacting a server (the ledger in the store's own directory).
  package var isEmbedded: Bool
  /// Whether it lists what the app sells; without a list, the products are those of the transactions seen.
  package var listsProducts: Bool

  package init(
    buy: String? = nil, restore: String? = nil, refundCheck: String? = nil, askRefund: String? = nil,
    restoresNonRenewing: Bool = true, updates: UpdatesMode = .held, isReal: Bool = false, isEmbedded: Bool = false,
    listsProducts: Bool = true
  ) {
    self.buy = buy
    self.restore = restore
    self.refundCheck = refundCheck
    self.askRefund = askRefund
    self.restoresNonRenewing = restoresNonRenewing
    self.updates = updates
    self.isReal = isReal
    self.isEmbedded = isEmbedded
    self.listsProducts = listsProducts
  }
}

/// The controls of a simulated App Store: the user acts as Apple, a customer or a parent, and sets the network and the
/// clock.
package protocol StoreControl: Sendable {
  /// How the App Store stands.
  func situation() async throws(StoreError) -> AppStoreSituation

  /// The preview of a purchase: its charge, its changes and its offers.
  func preview(
    _ productId: String, quantity: Int, offer: OfferName?, account: String
  ) async throws(StoreError) -> PurchasePreview

  /// An offer as a purchase of an account carries it: signed as the developer's server would, where it has to be.
  func offer(_ name: OfferName, for productId: String, account: String) async throws(StoreError) -> PurchaseOffer

  /// Carries a verb out, or asks before something that cannot be taken back.
  ///
  /// - Throws: a `StoreError` of kind `usage` when the call makes no sense as it stands.
  func perform(_ call: VerbCall) async throws(StoreError) -> VerbReply
}
