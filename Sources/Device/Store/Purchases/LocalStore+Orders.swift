package import AppStoreModel
import Storage

extension LocalStore {
  static let orderColumns: SQL = """
    SELECT number, id, intent_id, transaction_id, product_id, quantity, account, user, app_account_token, state,
      created_date, updated_date, last_error, owner, verification, attempts, next_retry, closed_reason, credit_users,
      credit_quantity, attribution, policy_outcome, is_refused_by_server
    FROM orders
    """

  static func order(_ row: borrowing DatabaseRow) throws -> Order {
    var order = Order(
      id: try row["id"], intentId: try row["intent_id"], transactionId: try row["transaction_id"],
      productId: try row["product_id"], quantity: try row["quantity"],
      account: try row["account"], user: try row["user"], appAccountToken: try row["app_account_token"],
      state: try row["state"], createdDate: try row["created_date"],
      updatedDate: try row["updated_date"], lastError: try row["last_error"], owner: try row["owner"],
      verification: try row["verification"],
      attempts: try row["attempts"], nextRetryDate: try row["next_retry"], closedReason: try row["closed_reason"],
      isRefusedByServer: try row["is_refused_by_server"])
    if let users: StoredNames = try row["credit_users"], let quantity: Int = try row["credit_quantity"],
      let attribution: Attribution = try row["attribution"]
    {
      order.credit = Credit(
        users: users.names, quantity: quantity, attribution: attribution, policyOutcome: try row["policy_outcome"])
    }
    return order
  }

  package func save(_ order: Order) throws {
    try batch {
      try database.execute(
        """
        INSERT INTO orders(id, intent_id, transaction_id, product_id, quantity, account, user, app_account_token,
          state, created_date, updated_date, last_error, owner, verification, attempts, next_retry, closed_reason,
          credit_users, credit_quantity, attribution, policy_outcome, is_refused_by_server)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT(id) DO UPDATE SET user = excluded.user, state = excluded.state,
          updated_date = excluded.updated_date, last_error = excluded.last_error, owner = excluded.owner,
          attempts = excluded.attempts, next_retry = excluded.next_retry, closed_reason = excluded.closed_reason,
          credit_users = excluded.credit_users, credit_quantity = excluded.credit_quantity,
          attribution = excluded.attribution, policy_outcome = excluded.policy_outcome,
          is_refused_by_server = excluded.is_refused_by_server
        """,
        order.id, order.intentId, order.transactionId, order.productId, order.quantity, order.account, order.user,
        order.appAccountToken, order.state, order.createdDate, order.updatedDate, order.lastError, order.owner,
        order.verification, order.attempts, order.nextRetryDate, order.closedReason,
        order.credit.map { StoredNames($0.users) }, order.credit?.quantity, order.credit?.attribution,
        order.credit?.policyOutcome, order.isRefusedByServer)
      try state(.order, order.id, order.statement)
      try database.execute(
        "INSERT OR REPLACE INTO keychain_orders VALUES(?, ?, ?, ?, ?)", order.transactionId, order.id, order.intentId,
        order.user, order.verification)
    }
  }

  package func order(_ id: String) throws -> Order? {
    try database.first(Self.orderColumns + "WHERE id = ?", id) { try Self.order($0) }
  }

  package func order(forTransaction transactionId: String) throws -> Order? {
    try database.first(Self.orderColumns + "WHERE transaction_id = ?", transactionId) { try Self.order($0) }
  }

  /// Returns the orders that are neither closed nor refused, oldest first, of every account of this device.
  package func openOrders() throws -> [Order] {
    try database.rows(Self.orderColumns + "WHERE" + .orderIsOpen + "ORDER BY number") {
      try Self.order($0)
    }
  }

  /// Returns the account's orders that were charged and not delivered, including those given up.
  func undeliveredOrders(of account: String) throws -> [Order] {
    try database.rows(
      Self.orderColumns + "WHERE account = ? AND" + .orderIsUndelivered + "ORDER BY number", account
    ) { try Self.order($0) }
  }

  /// Returns the lineages from which something was delivered to a user without a server.
  func deliveredWithoutServer(to user: String) throws -> Set<String> {
    let ids: [String] = try database.rows(
      """
      SELECT coalesce(transactions.original_transaction_id, orders.transaction_id) AS lineage
      FROM orders LEFT JOIN transactions ON transactions.transaction_id = orders.transaction_id
      WHERE orders.verification = 'none' AND orders.user IS ? AND orders.closed_reason IS NULL
        AND orders.state IN
      """ + .list(Order.State.allCases.filter(\.isDelivered)), user
    ) { try $0["lineage"] }
    return Set(ids)
  }

  /// Returns the newest orders of every account of this device.
  package func latestOrders(limit: Int) throws -> [Order] {
    try database.rows(Self.orderColumns + "ORDER BY number DESC LIMIT ?", limit) { try Self.order($0) }
  }

  /// Returns the orders that were refused and not given up, oldest first, of every account of this device.
  package func refusedOrders() throws -> [Order] {
    try database.rows(Self.orderColumns + "WHERE state = 'refused' AND closed_reason IS NULL ORDER BY number") {
      try Self.order($0)
    }
  }

  /// Returns the account's newest orders.
  package func latestOrders(account: String, limit: Int) throws -> [Order] {
    try database.rows(Self.orderColumns + "WHERE account = ? ORDER BY number DESC LIMIT ?", account, limit) {
      try Self.order($0)
    }
  }

  /// Returns the orders whose transactions carry an `appAccountToken`, in upper or lower case, newest first.
  package func orders(withToken token: String, limit: Int) throws -> [Order] {
    try database.rows(
      Self.orderColumns + "WHERE app_account_token = ? COLLATE NOCASE ORDER BY number DESC LIMIT ?", token, limit
    ) { try Self.order($0) }
  }

  /// Returns the keychain's record of a transaction's order, which survives a reinstall.
  package func rememberedOrder(forTransaction transactionId: String) throws -> RememberedOrder? {
    try database.first(
      "SELECT order_id, intent_id, user, verification FROM keychain_orders WHERE transaction_id = ?", transactionId
    ) {
      RememberedOrder(
        id: try $0["order_id"], intentId: try $0["intent_id"], user: try $0["user"],
        verification: try $0["verification"])
    }
  }

  /// Delivers an order once, with its new state and its finish call in the outbox, in one transaction.
  ///
  /// - Returns: False when the transaction was delivered before: then nothing is delivered again, but the finish call
  ///   is still put in the outbox.
  package func deliver(_ delivery: Delivery, order: Order) throws -> Bool {
    try batch {
      let isFirst =
        try database.execute(
          "INSERT OR IGNORE INTO deliveries VALUES(?, ?, ?, ?, ?, ?, ?, ?)", identity.environment, delivery.purchase,
          delivery.transactionId, delivery.orderId, delivery.productId, delivery.user, delivery.quantity,
          delivery.date) > 0
      try save(order)
      try requestFinish(delivery.transactionId, account: order.account)
      return isFirst
    }
  }

  package func delivery(of transactionId: String) throws -> Delivery? {
    try database.first(
      """
      SELECT purchase, transaction_id, order_id, product_id, user, quantity, date FROM deliveries
      WHERE environment = ? AND transaction_id = ?
      """, identity.environment, transactionId
    ) { row in
      Delivery(
        purchase: try row["purchase"], transactionId: try row["transaction_id"], orderId: try row["order_id"],
        productId: try row["product_id"],
        user: try row["user"],
        quantity: try row["quantity"], date: try row["date"])
    }
  }

  /// Returns the finish calls that the App Store has not received yet.
  package func outbox() throws -> [FinishCall] {
    try database.rows("SELECT transaction_id, account, attempts, next_retry FROM outbox ORDER BY transaction_id") {
      row in
      FinishCall(
        transactionId: try row["transaction_id"], account: try row["account"], attempts: try row["attempts"],
        nextRetryDate: try row["next_retry"])
    }
  }

  /// Puts a finish call in the outbox, for instance for a delivered transaction that is listed as unfinished again.
  package func requestFinish(_ transactionId: String, account: String) throws {
    try batch {
      try database.execute("INSERT OR IGNORE INTO outbox VALUES(?, ?, 0, NULL)", transactionId, account)
    }
  }

  /// Stores that a finish call failed, and when it is retried.
  package func finishFailed(_ call: FinishCall) throws {
    try batch {
      try database.execute(
        "UPDATE outbox SET attempts = ?, next_retry = ? WHERE transaction_id = ?", call.attempts, call.nextRetryDate,
        call.transactionId)
    }
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
