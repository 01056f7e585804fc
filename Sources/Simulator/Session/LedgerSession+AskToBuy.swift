import AppStoreModel
import Core
import Storage

/// Waiting purchases: Ask to Buy requests, and interrupted purchases.
extension LedgerSession {
  /// Stores a waiting purchase; its id becomes the transaction id if the purchase continues.
  ///
  /// A second Ask to Buy request for the same product is the same request, because Apple consolidates them.
  mutating func wait(
    for product: ConfiguredProduct, _ quantity: Int32, _ request: PurchaseRequest, _ kind: WaitingPurchaseRow.Kind
  ) throws -> Purchased {
    if kind == .askToBuy, let earlier = try openRequest(for: product.id, account: request.account) {
      return (.pending(transactionId: String(earlier.id)), earlier.id)
    }
    let row = WaitingPurchaseRow(
      id: nextId(), account: request.account, productId: product.id, quantity: quantity, token: request.appAccountToken,
      offer: request.offer, askedDate: now, kind: kind)
    try connection.insert(row)
    let id = String(row.id)
    return (kind == .interrupted ? .interrupted(transactionId: id) : .pending(transactionId: id), row.id)
  }

  /// Returns the purchases that wait for a decision, oldest first; expired requests are left out.
  func waitingPurchases() throws -> [WaitingPurchaseRow] {
    try connection.all(WaitingPurchaseRow.self, "WHERE decision IS NULL ORDER BY id").filter { !hasLapsed($0) }
  }

  /// Returns an account's request for a product that a parent can still approve.
  private func openRequest(for productId: String, account: String) throws -> WaitingPurchaseRow? {
    try waitingPurchases().first { $0.kind == .askToBuy && $0.productId == productId && $0.account == account }
  }

  private func hasLapsed(_ row: WaitingPurchaseRow) -> Bool {
    now >= row.askedDate + WaitingPurchaseRow.longestRequest
  }

  /// Approves an Ask to Buy request as the parent: the purchase is paid now and is unfinished.
  mutating func approvePurchase(_ id: String) throws {
    try goOn(waitingPurchase(id, .askToBuy))
  }

  /// Resolves an interrupted purchase as the customer: it is paid now and is unfinished.
  mutating func resolvePurchase(_ id: String) throws {
    try goOn(waitingPurchase(id, .interrupted))
  }

  private mutating func goOn(_ waiting: WaitingPurchaseRow) throws {
    var row = waiting
    guard !hasLapsed(row) else {
      throw StoreError(
        .failed, say("request \(row.id) for \(row.productId) has expired; the customer can buy it again"))
    }
    let account = try account(row.account)
    guard let product = catalogue.product(row.productId, in: account.currency) else {
      throw StoreError(
        .productUnavailable,
        say("\(row.productId) is no longer in the catalogue; decline \(row.id), or import the product again"))
    }
    if try owned(product, account: account) != nil {
      throw StoreError(
        .failed, say("\(account.name) already has \(row.productId); decline \(row.id)"))
    }
    let sale = try sale(of: product, to: account, offer: row.offer, token: row.token)
    _ = try pay(
      for: product, sale, account: account, id: row.id, quantity: row.quantity, token: row.token, offer: row.offer)
    try decide(&row, .approved)
  }

  /// Declines a request as the parent, or gives up an interrupted purchase; the app is not informed.
  mutating func declinePurchase(_ id: String) throws {
    var row = try waitingPurchase(id, nil)
    try decide(&row, .declined)
  }

  private func waitingPurchase(_ text: String, _ kind: WaitingPurchaseRow.Kind?) throws -> WaitingPurchaseRow {
    let row = try Int64(text).flatMap {
      try connection.first(WaitingPurchaseRow.self, "WHERE id = ?", $0)
    }
    guard let row, kind == nil || row.kind == kind else {
      throw StoreError(
        .transactionNotFound,
        kind == .interrupted
          ? say("no interrupted purchase has the id \(safeText(text)); list the pending purchases to see their ids")
          : say(
            "no purchase with the id \(safeText(text)) waits for approval; list the pending purchases to see their "
              + "ids"))
    }
    if let decision = row.decision {
      throw StoreError(.failed, say("purchase \(row.id) was already \(decision.rawValue)"))
    }
    return row
  }

  private func decide(_ row: inout WaitingPurchaseRow, _ decision: WaitingPurchaseRow.Decision) throws {
    row.decision = decision
    row.decidedDate = now
    try connection.update(row)
  }
}
