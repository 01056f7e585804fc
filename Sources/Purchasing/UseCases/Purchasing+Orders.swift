import Foundation
import StoreModel

extension Purchasing {
  /// Stores a paid transaction and opens its order, in one commit; closes the intent that it belongs to.
  ///
  /// Another action may have met the transaction first as an unfinished one: then its order stands.
  func pay(
    _ signed: Signed<Transaction>, intent: Intent?, account: String, origin: Origin
  ) throws -> Order {
    let transaction = signed.payload
    let now = try clock().now
    let order = Order(
      id: newID(), intentId: intent?.id, transactionId: transaction.transactionId ?? "",
      productId: transaction.productId ?? "", quantity: Int(transaction.quantity ?? 1), account: account,
      user: try intent?.user ?? user(of: transaction), appAccountToken: transaction.appAccountToken,
      createdDate: now, updatedDate: now, owner: ownership.id)
    return try store.batch {
      try takeIn(signed, account: account, origin: origin)
      if let known = try store.order(forTransaction: order.transactionId) {
        if let intent { try settle(intent, paidBy: known) }
        return known
      }
      try store.save(order)
      try journal(
        .orderPaid, intent == nil ? "paid; there was no order beforehand" : "paid", productId: order.productId,
        transactionId: order.transactionId, orderId: order.id)
      if let intent { try settle(intent, paidBy: order) }
      return order
    }
  }

  private func settle(_ intent: Intent, paidBy order: Order) throws {
    if intent.state == .closed {
      try journal(
        .intentReopened, "a purchase that had been closed turned out to be paid", productId: intent.productId,
        transactionId: order.transactionId, orderId: order.id)
    }
    var intent = intent
    intent.state = .closed
    intent.transactionId = order.transactionId
    intent.closedReason = "paid"
    intent.owner = nil
    try store.save(intent)
  }

  /// Charged, but the signature does not hold: an order that is refused, and stays unfinished at the App Store.
  ///
  /// - Returns: The order's id, or nil when not even a transaction id can be told.
  func refuse(_ intent: Intent, transactionId: String?) throws -> String? {
    guard let transactionId else {
      try close(intent, .intentFailed, because: "the App Store's answer could not be read")
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
      lastError: "the signature does not hold")
    try store.batch {
      try store.save(order)
      try journal(
        .orderRefused, "charged, but the signature does not hold: nothing was delivered", productId: order.productId,
        transactionId: transactionId, orderId: order.id)
      try settle(intent, paidBy: order)
    }
    return order.id
  }

  /// Takes an order as far as it goes: verified, delivered, and its finish call in the outbox.
  ///
  /// Resumable at each step.
  func advance(_ order: Order, with transaction: Transaction) throws {
    var order = order
    if order.state == .paid || order.state == .refused {
      order.state = .verified
      order.lastError = nil
      order.updatedDate = try clock().now
      try store.batch {
        try store.save(order)
        try journal(
          .orderVerified, "the signature holds", productId: order.productId, transactionId: order.transactionId,
          orderId: order.id)
      }
    }
    guard order.state == .verified else { return }
    let now = try clock().now
    let quantity = transaction.isSpent(at: now) ? 0 : order.quantity
    order.state = .delivered
    order.updatedDate = now
    try store.batch {
      let isFirst = try store.deliver(
        Delivery(
          transactionId: order.transactionId, orderId: order.id, productId: order.productId, user: order.user,
          quantity: quantity, date: now), order: order)
      let text =
        if !isFirst { "delivered before: nothing is delivered twice" } else if quantity == 0 {
          "nothing to deliver: refunded, expired or upgraded by now"
        } else { "delivered" }
      try journal(
        .orderDelivered, text, productId: order.productId, transactionId: order.transactionId, orderId: order.id)
    }
  }

  /// The user of this device whose token a transaction carries, else the one who is logged in.
  private func user(of transaction: Transaction) throws -> String? {
    if let token = transaction.appAccountToken?.lowercased() {
      let owner = try store.users().first { userToken(of: $0, bundleId: backend.identity.bundleId) == token }
      if let owner { return owner }
    }
    return try store.deviceState().user
  }

  /// Tells the App Store of everything that was delivered and not yet told; what fails stays in the outbox.
  func sendFinishCalls() async {
    guard let calls = try? store.outbox() else { return }
    for call in calls {
      do {
        try await backend.finish(call.transactionId, for: call.account)
        try store.batch {
          // Another action may have told it meanwhile.
          guard try store.outbox().contains(where: { $0.transactionId == call.transactionId }) else { return }
          try store.finished(call.transactionId, at: clock().now)
          try journal(
            .orderFinished, "the App Store knows that it was delivered", transactionId: call.transactionId)
        }
      } catch let error as BackendError {
        try? journal(
          .finishFailed, "the App Store could not be told: \(error.message)", transactionId: call.transactionId)
        if error.isTemporary { return }
      } catch {
        return
      }
    }
  }
}

extension Transaction {
  /// Whether there is nothing left to deliver: refunded, upgraded away, or its period is over.
  fileprivate func isSpent(at now: Timestamp) -> Bool {
    if revocationDate != nil || isUpgraded == true { return true }
    guard let expiresDate else { return false }
    return expiresDate <= now
  }
}
