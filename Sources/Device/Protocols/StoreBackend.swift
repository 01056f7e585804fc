package import AppStoreModel
package import Verbs

/// The App Store as a device sees it.
///
/// Every call names its Apple Account. The caller verifies all signed data that a backend returns: a backend is never
/// trusted. Cancelling the task cancels the call.
package protocol StoreBackend: Sendable {
  /// The App Store that a device's store is bound to.
  var identity: StoreIdentity { get }

  /// The abilities of this backend, with the reason for each that is missing.
  var capabilities: BackendCapabilities { get }

  /// The controls of the App Store's side, where the user may act as the App Store; else nil.
  var control: (any StoreControl)? { get }

  /// Returns the App Store's time; nil where the machine's clock is as good.
  func clock() async throws(StoreError) -> StoreClock?

  /// Returns the Apple Accounts that can sign in.
  func accounts() async throws(StoreError) -> [AppleAccount]

  /// Returns the Apple Account with a name; nil when the App Store has none.
  func account(named name: String) async throws(StoreError) -> AppleAccount?

  /// Returns the products, with prices of the account's storefront.
  func products(for account: String?) async throws(StoreError) -> ProductListing

  /// Makes a purchase.
  ///
  /// A refusal is thrown as an error; a cancelled or pending purchase is an answer.
  func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseAnswer

  /// Returns the account's signed transactions that are not finished.
  func unfinished(for account: String) async throws(StoreError) -> [String]

  /// Finishes a delivered transaction at the App Store; repeating the call does no harm.
  func finish(_ transactionId: String, for account: String) async throws(StoreError)

  /// Returns one page of the account's history after a revision, in the order of modification, oldest first.
  ///
  /// - Throws: A `StoreError` of kind `invalidRevision` when the revision is unknown or from another epoch.
  func history(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage

  /// Returns one page of the account's approved refunds after a revision, by revocation date.
  func refundHistory(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage

  /// Returns the signed renewal information of the account's subscriptions, one for each original transaction id.
  func renewalInfos(for account: String) async throws(StoreError) -> [String]

  /// Requests a refund from Apple for the customer; success means that the request was filed.
  ///
  /// - Throws: A `StoreError` of kind `duplicateRequest` or `failed`.
  func requestRefund(of transactionId: String, reason: String?, for account: String) async throws(StoreError)

  /// Returns the backend's messages since the last call, for the journal: one line each, without unsafe characters.
  func asides() -> [String]

  /// Returns a change signal without data: it fires when something may have changed at the App Store.
  func updates() -> AsyncStream<Void>
}

extension StoreBackend {
  package func asides() -> [String] { [] }

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
  /// Whether the history lists non-renewing subscriptions.
  package var restoresNonRenewing: Bool
  /// Whether news appears by itself from the start, or waits for an action.
  package var updates: UpdatesMode
  /// Whether it is the real App Store, which the screen shows to avoid mistakes.
  package var isReal: Bool
  /// Whether its clock can be read without contacting a server (a ledger in the device's own directory).
  package var isEmbedded: Bool
  /// Whether it lists the app's products; without a list, the products are those of known transactions.
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

/// The controls of a simulated App Store.
///
/// The user acts as Apple, a customer or a parent, and sets the network and the clock.
package protocol StoreControl: Sendable {
  /// Returns the present state of the App Store.
  func situation() async throws(StoreError) -> AppStoreSituation

  /// Returns a preview of a purchase: its charge, its changes and its offers.
  func preview(
    _ productId: String, quantity: Int, offer: OfferName?, account: String
  ) async throws(StoreError) -> PurchasePreview

  /// Returns an offer for a purchase by an account, with the developer's signature where one is needed.
  func offer(_ name: OfferName, for productId: String, account: String) async throws(StoreError) -> PurchaseOffer

  /// Performs a verb, or asks for a confirmation before something that cannot be undone.
  ///
  /// - Throws: A `StoreError` of kind `usage` when the call's parameters make no sense.
  func perform(_ call: VerbCall) async throws(StoreError) -> VerbReply
}
