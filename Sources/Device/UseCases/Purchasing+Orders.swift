import AppStoreModel
import Core

extension Purchasing {
  /// Stores a paid transaction and opens its order in one commit, and closes the intent that it belongs to.
  ///
  /// Another action may already have opened an order for the transaction, as an unfinished one; then that order is
  /// returned.
  func pay(
    _ signed: Signed<Transaction>, intent: Intent?, account: String, origin: Origin, into news: inout News
  ) throws -> Order {
    let transaction = signed.payload
    let now = try clock().now
    // After a reinstall the keychain still has the order's UUID, by which the app server knows the order.
    let remembered = try store.rememberedOrder(forTransaction: transaction.transactionId ?? "")
    let order = Order(
      id: remembered?.id ?? newID(), intentId: intent?.id ?? remembered?.intentId,
      transactionId: transaction.transactionId ?? "", productId: transaction.productId ?? "",
      quantity: Int(transaction.quantity ?? 1), account: account,
      user: try intent?.user ?? remembered?.user ?? user(of: transaction),
      appAccountToken: transaction.appAccountToken, createdDate: now, updatedDate: now, owner: ownership.id,
      verification: try remembered?.verification ?? store.deviceState().verification)
    let result = try store.batch {
      try takeIn(signed, account: account, origin: origin, into: &news)
      if let known = try store.order(forTransaction: order.transactionId) {
        if let intent { try settle(intent, paidBy: known) }
        return known
      }
      let twins = try wordsOnToken(of: order, isRenewal: transaction.transactionReason == .renewal)
      try store.save(order)
      try journal(
        .orderPaid,
        (transaction.isFree ? say("confirmed by Apple, with nothing to pay") : say("paid"))
          + (intent == nil ? say("; there was no order beforehand") : "") + twins,
        productId: order.productId, transactionId: order.transactionId, orderId: order.id)
      if let intent { try settle(intent, paidBy: order) }
      return order
    }
    try reached(.paid)
    return result
  }

  /// Returns a note where other transactions carry an order's own token; a user's token is on all of their purchases.
  private func wordsOnToken(of order: Order, isRenewal: Bool) throws -> String {
    guard let token = order.appAccountToken?.lowercased(), try store.intent(token) != nil else { return "" }
    let others = try store.orders(withToken: token, limit: isRenewal ? 1 : 3).map(\.transactionId)
    guard !others.isEmpty else { return "" }
    let list = Language.series(others)
    return isRenewal
      ? say("; a renewal carries the token of the purchase that it renews, as \(list) does")
      : say("; its token is also on \(list): each was paid, and each is delivered")
  }

  /// Stores a transaction of an existing order.
  ///
  /// An order that was refused for its signature continues if the signature is valid now.
  func takeIn(_ signed: Signed<Transaction>, for order: Order, account: String, origin: Origin, into news: inout News)
    throws
  {
    try store.batch {
      try takeIn(signed, account: account, origin: origin, into: &news)
      if let order = try store.order(order.id) { try goOn(withRefused: order) }
    }
  }

  /// Restarts an order that was refused for its signature, because a valid one has arrived.
  func goOn(withRefused order: Order) throws {
    guard order.state == .refused, order.closedReason == nil, !order.isRefusedByServer else { return }
    var order = order
    order.state = .paid
    order.lastError = nil
    order.updatedDate = try clock().now
    try store.save(order)
  }

  private func settle(_ intent: Intent, paidBy order: Order) throws {
    if intent.state == .closed {
      try journal(
        .intentReopened, say("a purchase that had been closed has arrived all the same"), productId: intent.productId,
        transactionId: order.transactionId, orderId: order.id)
    }
    var intent = intent
    intent.state = .closed
    intent.transactionId = order.transactionId
    intent.closedReason = "paid"
    intent.owner = nil
    intent.missedDate = nil
    try store.save(intent)
  }

  /// Opens a refused order for a purchase whose signature is invalid; it stays unfinished at the App Store.
  ///
  /// - Returns: The order's id, or nil when not even a transaction id is known.
  func refuse(_ intent: Intent, transactionId: String?) throws -> String? {
    guard let transactionId else {
      try close(intent, .intentFailed, because: say("the App Store's answer was unreadable"))
      return nil
    }
    if let known = try store.order(forTransaction: transactionId) {
      try settle(intent, paidBy: known)
      return known.id
    }
    let now = try clock().now
    let order = Order(
      id: newID(), intentId: intent.id, transactionId: transactionId,
      productId: intent.productId, quantity: intent.quantity, account: intent.account, user: intent.user,
      appAccountToken: intent.appAccountToken, state: .refused, createdDate: now, updatedDate: now,
      lastError: say("the signature is invalid"), verification: try store.deviceState().verification)
    try store.batch {
      try store.save(order)
      try journal(
        .orderRefused, say("the signature does not hold: nothing was delivered"),
        productId: order.productId,
        transactionId: transactionId, orderId: order.id)
      try settle(intent, paidBy: order)
    }
    return order.id
  }

  /// Returns the user of this device whose token a transaction carries, else the one who is logged in.
  private func user(of transaction: Transaction) throws -> String {
    if let token = transaction.appAccountToken?.lowercased(), let owner = try store.userTokens()[token] {
      return owner
    }
    return try store.deviceState().appUser
  }
}
