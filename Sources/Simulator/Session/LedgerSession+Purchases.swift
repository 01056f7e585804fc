import AppStoreModel
import Core
import Storage

/// Purchases: the checks before a purchase, and the transactions it creates.
extension LedgerSession {
  /// The answer to a purchase, with the id of its transaction or waiting purchase.
  typealias Purchased = (answer: PurchaseAnswer, transactionId: Int64?)

  /// Buys a product as the request says.
  ///
  /// An `appAccountToken` that is not a UUID is dropped, as StoreKit does.
  ///
  /// - Throws: a `StoreError` with StoreKit's error for the refusal.
  mutating func purchase(_ request: PurchaseRequest) throws -> Purchased {
    var order = request
    order.appAccountToken = order.appAccountToken.flatMap { UUIDText.isValid($0) ? $0 : nil }
    let account = try account(order.account)
    guard state.payments else { throw StoreError.paymentsNotAllowed }
    guard let product = catalogue.product(order.productId, in: account.currency) else {
      throw StoreError(
        .productUnavailable,
        say("\(safeText(order.productId)) is not in this App Store's catalogue; import a file that has it")
      )
    }
    let quantity = try quantity(order.quantity, of: product)
    switch order.outcome {
    case .cancel: return (.cancelled, nil)
    case .fail(let kind):
      throw StoreError(kind, say("the purchase of \(product.id) failed: \(kind.words)"))
    case .success, .pending, .unverified: break
    }
    try forgetPromotion(of: product.id, account: account.name)
    let sale = try sale(of: product, to: account, offer: order.offer, token: order.appAccountToken)
    let isFree = sale.map { !$0.change.chargesNow } ?? false
    let changesNothing = !isFree || sale?.change == .owned
    if order.offer == nil, changesNothing, let owned = try owned(product, account: account) { return try again(owned) }
    if !isFree, order.outcome == .pending || state.asksToBuy {
      return try wait(for: product, quantity, order, .askToBuy)
    }
    if !isFree, state.interrupts {
      return try wait(for: product, quantity, order, .interrupted)
    }
    let id = nextId()
    let row = try pay(
      for: product, sale, account: account, id: id, quantity: quantity, token: order.appAccountToken,
      offer: order.offer, isCorrupted: order.outcome == .unverified)
    return row.id == id ? try purchased(row, alreadyOwned: false) : try again(row)
  }

  /// Charges the account and creates the transaction.
  mutating func pay(
    for product: ConfiguredProduct, _ sale: SubscriptionSale?, account: AccountRow, id: Int64, quantity: Int32,
    token: String?, offer: PurchaseOffer?, isCorrupted: Bool = false
  ) throws -> TransactionRow {
    if let sale {
      try spendNonce(of: offer)
      return try subscribe(to: product, sale, account: account, id: id, token: token, isCorrupted: isCorrupted)
    }
    guard offer == nil else {
      throw StoreError(.invalidOfferIdentifier, say("\(product.id) is not a subscription and has no offers"))
    }
    var row = newTransaction(
      id: id, product, account: account, quantity: quantity, token: token, at: now)
    try stateAnew(&row, isCorrupted: isCorrupted)
    try connection.insert(row)
    try notify(.oneTimeCharge, about: row.id)
    return row
  }

  /// Returns the transaction that makes another purchase needless: an owned product or a current subscription.
  func owned(_ product: ConfiguredProduct, account: AccountRow) throws -> TransactionRow? {
    switch product.type {
    case .nonConsumable:
      return try ownedTransaction(of: product.id, account: account.name)
    case .autoRenewableSubscription:
      guard let group = product.subscription?.groupID,
        let row = try subscription(group: group, account: account.name),
        row.productId == product.id, row.state == .active || row.state == .grace
      else { return nil }
      return try transaction(row.latestId)
    default:
      return nil
    }
  }

  /// Answers the purchase of an owned product with the current transaction, without a charge.
  ///
  /// A transaction with a spoiled signature is signed again, so that buying again repairs it.
  private mutating func again(_ owned: TransactionRow) throws -> Purchased {
    var row = owned
    if row.isCorrupted { try change(&row) }
    return try purchased(row, alreadyOwned: true)
  }

  /// Returns whether any of an account's transactions has a spoiled signature.
  func hasSpoiledSignatures(of name: String) throws -> Bool { try !spoiled(name).isEmpty }

  /// Signs an account's transactions with a spoiled signature again, so that their signatures are valid.
  mutating func signSpoiledAnew(of name: String) throws {
    for id in try spoiled(name) {
      var row = try knownTransaction(String(id))
      try change(&row)
    }
  }

  private func spoiled(_ name: String) throws -> [Int64] {
    try connection.values("SELECT id FROM transactions WHERE account = ? AND corrupted = 1 ORDER BY sequence", name)
  }

  private func purchased(_ row: TransactionRow, alreadyOwned: Bool) throws -> Purchased {
    (.success(signedTransaction: try text(of: row), alreadyOwned: alreadyOwned), row.id)
  }

  private func quantity(_ quantity: Int, of product: ConfiguredProduct) throws -> Int32 {
    let most = product.type == .consumable ? 10 : 1
    guard (1...most).contains(quantity), let exact = Int32(exactly: quantity) else {
      let allowed = most == 1 ? say("sold one at a time") : say("sold 1 to \(most) at a time")
      throw StoreError(
        .invalidQuantity, say("\(product.id) is \(allowed), not \(quantity)"))
    }
    return exact
  }
}
