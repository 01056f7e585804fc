package import AppStoreModel
import Storage

extension LocalStore {
  package func save(_ order: Order) throws {
    try batch {
      try database.save(order)
      try state(.order, order.id, text(of: order, without: Order.unstated))
      try database.replace(
        KeychainOrder(
          transactionId: order.transactionId,
          order: RememberedOrder(
            id: order.id, intentId: order.intentId, user: order.user, verification: order.verification)))
    }
  }

  package func order(_ id: String) throws -> Order? {
    try database.first(Order.self, "WHERE id = ?", id)
  }

  /// Returns the order that a person names by its id, its transaction's or that of the purchase it came of.
  package func order(named id: String) throws -> Order? {
    try database.first(Order.self, "WHERE ?1 IN (id, transaction_id, intent_id) LIMIT 1", id)
  }

  package func order(forTransaction transactionId: String) throws -> Order? {
    try database.first(Order.self, "WHERE transaction_id = ?", transactionId)
  }

  /// Returns the orders that are neither closed nor refused, oldest first, of every account of this device.
  package func openOrders() throws -> [Order] {
    try database.all(Order.self, "WHERE" + .orderIsOpen + "ORDER BY number")
  }

  /// Returns the account's orders that were charged and not delivered, including those given up.
  func undeliveredOrders(of account: String) throws -> [Order] {
    try database.all(Order.self, "WHERE account = ? AND" + .orderIsUndelivered + "ORDER BY number", account)
  }

  /// Returns the lineages from which something was delivered to a user without a server.
  func deliveredWithoutServer(to user: String) throws -> Set<String> {
    let ids: [String] = try database.rows(
      """
      SELECT coalesce(
          (SELECT lineage FROM signed_items WHERE subject = orders.transaction_id AND kind = 1 AND scope = ''
            AND is_newest = 1), orders.transaction_id) AS lineage
      FROM orders
      WHERE orders.verification = 'none' AND orders.user IS ? AND orders.closed_reason IS NULL
        AND orders.state IN
      """ + .list(Order.State.allCases.filter(\.isDelivered)), user
    ) { try $0["lineage"] }
    return Set(ids)
  }

  /// Returns the newest orders of every account of this device.
  package func latestOrders(limit: Int) throws -> [Order] {
    try database.all(Order.self, "ORDER BY number DESC LIMIT ?", limit)
  }

  /// Returns the orders that were refused and not given up, oldest first, of every account of this device.
  package func refusedOrders() throws -> [Order] {
    try database.all(Order.self, "WHERE state = 'refused' AND closed_reason IS NULL ORDER BY number")
  }

  /// Returns the account's newest orders.
  package func latestOrders(account: String, limit: Int) throws -> [Order] {
    try database.all(Order.self, "WHERE account = ? ORDER BY number DESC LIMIT ?", account, limit)
  }

  /// Returns the orders whose transactions carry an `appAccountToken`, in upper or lower case, newest first.
  package func orders(withToken token: String, limit: Int) throws -> [Order] {
    try database.all(
      Order.self, "WHERE app_account_token = ? COLLATE NOCASE ORDER BY number DESC LIMIT ?", token, limit)
  }

  /// Returns the keychain's record of a transaction's order, which survives a reinstall.
  package func rememberedOrder(forTransaction transactionId: String) throws -> RememberedOrder? {
    try database.first(KeychainOrder.self, "WHERE transaction_id = ?", transactionId)?.order
  }

  /// Delivers an order once, with its new state and its finish call in the outbox, in one transaction.
  ///
  /// - Returns: False when the transaction was delivered before: then nothing is delivered again, but the finish call
  ///   is still put in the outbox.
  package func deliver(_ delivery: Delivery, order: Order) throws -> Bool {
    try batch {
      let isFirst =
        try database.insert(StoredDelivery(environment: identity.environment, delivery: delivery), or: "IGNORE") > 0
      try save(order)
      try requestFinish(delivery.transactionId, account: order.account)
      return isFirst
    }
  }

  package func delivery(of transactionId: String) throws -> Delivery? {
    try database.first(
      StoredDelivery.self, "WHERE environment = ? AND transaction_id = ?", identity.environment, transactionId)?
      .delivery
  }

  /// Returns the finish calls that the App Store has not received yet.
  package func outbox() throws -> [FinishCall] {
    try database.all(FinishCall.self, "ORDER BY transaction_id")
  }

  /// Puts a finish call in the outbox, for instance for a delivered transaction that is listed as unfinished again.
  package func requestFinish(_ transactionId: String, account: String) throws {
    try batch { try database.insert(FinishCall(transactionId: transactionId, account: account), or: "IGNORE") }
  }

  /// Stores that a finish call failed, and when it is retried.
  package func finishFailed(_ call: FinishCall) throws {
    try batch { try database.update(call) }
  }

  /// Removes a finish call from the outbox and marks its order as finished; returns the order unless it was closed.
  package func finished(_ transactionId: String, at date: Timestamp) throws -> Order? {
    try batch {
      try database.execute("DELETE FROM outbox WHERE transaction_id = ?", transactionId)
      try database.execute("DELETE FROM unfinished WHERE transaction_id = ?", transactionId)
      guard var order = try order(forTransaction: transactionId), order.state != .closed else { return nil }
      order.state = .finished
      order.updatedDate = date
      order.attempts = 0
      order.nextRetryDate = nil
      try save(order)
      return order
    }
  }

  /// Replaces the account's list of transactions that are unfinished at the App Store.
  package func setUnfinished(_ transactions: [UnfinishedTransaction], account: String) throws {
    try batch {
      try database.execute("DELETE FROM unfinished WHERE account = ?", account)
      for transaction in transactions {
        try database.execute(
          "INSERT OR REPLACE INTO unfinished VALUES(?, ?, ?, ?, ?)", account, transaction.transactionId,
          transaction.productId, transaction.date, transaction.orderId == nil ? transaction.state : nil)
      }
    }
  }
}
