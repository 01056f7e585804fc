package import AppStoreModel
import Core

extension Purchasing {
  /// Prepares a device's new store: it loads the catalogue once and signs an Apple Account in.
  ///
  /// - Parameters:
  ///   - account: The account that was signed in before, on a device that is replaced; else the backend's first
  ///     account.
  ///   - user: The user who was logged in before; nil where the customer is not logged in.
  ///   - anonymous: The anonymous user of an installation whose keychain was kept; nil for a new one.
  ///   - verification: How purchases were confirmed before; nil for the device's own app server.
  package func firstOpening(
    account: String?, user: String?, anonymous: AnonymousUser? = nil, verification: VerificationWay? = nil
  ) async throws {
    // Every answer is read first: without one nothing is stored, and the next opening tries again.
    let clock = try await appStore.clock()
    var signedIn = account
    var listing: ProductListing?
    var failure: StoreError?
    do {
      if signedIn == nil { signedIn = try await appStore.accounts().first?.name }
      // Without an App Store there is no catalogue: imported evidence brings its own products.
      if backend.identity.kind != .none { listing = try await appStore.products(for: signedIn) }
    } catch {
      // An App Store that started over may have lost the account.
      if error.kind == .accountNotFound, account != nil {
        return try await firstOpening(account: nil, user: user, anonymous: anonymous, verification: verification)
      }
      // A device ends a simulated failure, so it has to begin while one is on.
      guard backend.control != nil else { throw error }
      failure = error
    }
    let anonymous = anonymous ?? AnonymousUser(token: newID())
    let updates = backend.capabilities.updates
    // In one commit, so that a device is either complete or not begun.
    try store.batch {
      try takeOver(clock)
      try store.update { state in
        state.account = signedIn
        state.user = user
        state.anonymous = anonymous
        state.updates = updates
        if let verification { state.verification = verification }
      }
      if let user { try store.rememberUser(user) }
      try journal(.deviceCreated, say("new device: it knows nothing of the App Store yet"))
      if let listing { try keep(listing) }
      if let failure { try note(productsFailed: failure) }
    }
    // The app server knows what was paid on another device once it has read the App Store's news.
    if account != nil { await hear() }
    await tellDurations(of: listing?.products ?? [])
    await refreshAccount()
    // The first frame of a new device shows its products.
    try rememberStatuses()
  }

  /// Starts the work with the App Store: first the observer, then products, then unfinished transactions.
  ///
  /// With live updates a refund check follows. The journal lists the steps in this order.
  ///
  /// - Returns: Why the products could not be loaded, in one line; nil where they were.
  @discardableResult
  package func start() async throws -> String? { try await aside { try await startNow() } }

  private func startNow() async throws -> String? {
    var failure: String?
    try journal(.observerAttached, say("listening for updates of the App Store"))
    do {
      try await loadProducts()
    } catch let error as StoreError {
      failure = try note(productsFailed: error)
    }
    if try await settle(.whenDue).isReachable {
      try journal(.unfinishedRead, say("checked for unfinished transactions"))
    }
    if try store.deviceState().updates == .live { _ = try await refundCheckNow(.whenDue) }
    return failure
  }

  @discardableResult
  private func note(productsFailed error: StoreError) throws -> String {
    let text = say("products could not be loaded: \(error.message)")
    try journal(.productsFailed, text)
    return text
  }

  /// Stores the products' present states for the next start's first frame.
  package func rememberStatuses() throws {
    try store.rememberStatuses(statuses())
    // Resolving read everything that the account owns, and a dashboard stays open for long.
    store.releaseMemory()
  }

  /// An act changed nothing but dates and the journal, so that it is not offered to be taken back.
  package func forgetName(ofAct act: Int64) throws { try store.forgetName(ofAct: act) }

  /// Loads the catalogue with the prices of the account's storefront.
  @discardableResult
  package func loadProducts() async throws -> ProductListing {
    let listing = try await appStore.products(for: store.deviceState().account)
    try store.batch { try keep(listing) }
    await tellDurations(of: listing.products)
    return listing
  }

  /// Sends the catalogue's durations to the app server where none is set, so that a right ends there too.
  private func tellDurations(of products: [Product]) async {
    let seasons = products.filter { $0.type == .nonRenewingSubscription && $0.subscriptionPeriod != nil }
    guard !seasons.isEmpty, let user = try? store.deviceState().user, let server = try? currentServer() else { return }
    await aside {
      guard let told = (try? await server.account(of: user))?.durations else { return }
      for product in seasons where !told.contains(where: { $0.productId == product.id }) {
        try? await server.set(ProductDuration(productId: product.id, period: product.subscriptionPeriod))
      }
    }
  }

  private func keep(_ listing: ProductListing) throws {
    try store.update { $0.canMakePayments = listing.canMakePayments }
    guard backend.capabilities.listsProducts else { return try listProductsSeen() }
    try store.replaceProducts(listing.products)
    var text = say(
      listing.products.count, "\(listing.products.count) product loaded", "\(listing.products.count) products loaded")
    for id in listing.unknownIds {
      try journal(.productNotFound, say("product not found at the App Store: \(id)"), productId: id)
    }
    if listing.products.isEmpty, !listing.unknownIds.isEmpty {
      try journal(
        .noProducts,
        say(
          listing.unknownIds.count,
          "no product found: the App Store lists none of the \(listing.unknownIds.count) requested id",
          "no product found: the App Store lists none of the \(listing.unknownIds.count) requested ids"))
    }
    if !listing.unknownIds.isEmpty {
      text += say("; unknown to the App Store: \(Language.series(listing.unknownIds))")
    }
    if !listing.canMakePayments { text += say("; payments are not allowed on this device") }
    try journal(.productsLoaded, text)
  }

  /// Stores the products of a file as the catalogue, where the App Store lists none; no server is contacted.
  package func takeCatalogue(_ products: [Product]) throws {
    guard try store.products() != products else { return }
    try store.batch {
      try store.replaceProducts(products)
      try journal(
        .productsLoaded,
        say(products.count, "\(products.count) product read from a file", "\(products.count) products read from a file")
      )
      try rememberStatuses()
    }
  }

  /// Stores the products of known transactions as the catalogue, where the App Store lists none.
  func listProductsSeen() throws {
    guard !backend.capabilities.listsProducts else { return }
    try store.replaceProducts(statuses().map(\.product))
  }

  /// Handles a change signal: processes live updates, and only counts held ones.
  ///
  /// - Returns: The report of the check; nil when the news was only counted.
  package func answerChangeNotice() async throws -> RefundCheckReport? {
    try await aside { try await answerChangeNoticeNow() }
  }

  private func answerChangeNoticeNow() async throws -> RefundCheckReport? {
    let state = try store.deviceState()
    guard let account = state.account, backend.capabilities.refundCheck == nil else { return nil }
    await hear()
    if state.updates == .live { return try await refundCheckNow(.whenDue) }
    try await synchronizeClock()
    let waiting = try await countWaiting(for: account)
    try store.update { $0.waitingUpdates = waiting }
    return nil
  }

  /// Returns how many transactions of the App Store this device has not processed.
  private func countWaiting(for account: String) async throws -> Int {
    var waiting: Set<String> = []
    var revision = try store.revision(account: account)
    var seen: Set<String> = []
    while true {
      let page: HistoryPage
      do {
        page = try await appStore.history(for: account, after: revision)
      } catch {
        guard error.kind == .invalidRevision, revision != nil else { throw error }
        revision = nil
        continue
      }
      for jws in page.signedTransactions {
        if let transaction = verifier.verify(jws, as: .transaction).payload?.transaction,
          let id = transaction.transactionId, try isNews(transaction, id: id)
        {
          waiting.insert(id)
        }
      }
      guard page.hasMore, page.revision != revision, seen.insert(page.revision).inserted else { break }
      revision = page.revision
    }
    for jws in try await appStore.unfinished(for: account) {
      if let transaction = verifier.verify(jws, as: .transaction).payload?.transaction,
        let id = transaction.transactionId, try store.order(forTransaction: id) == nil
      {
        waiting.insert(id)
      }
    }
    return waiting.count
  }

  private func isNews(_ transaction: Transaction, id: String) throws -> Bool {
    guard let stored = try store.transaction(id)?.transaction else { return true }
    var copy = transaction
    copy.signedDate = stored.signedDate
    // A token that a login set at the App Store names the same owner as the stored one, so it is no news.
    let users = try store.userTokens()
    if let user = copy.appAccountToken.flatMap({ users[$0.lowercased()] }),
      user == stored.appAccountToken.flatMap({ users[$0.lowercased()] })
    {
      copy.appAccountToken = stored.appAccountToken
    }
    return copy != stored
  }
}
