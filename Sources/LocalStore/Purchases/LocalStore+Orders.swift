import Database
package import Purchasing
package import StoreModel

extension LocalStore {
  static let orderColumns: SQL = """
    SELECT id, intent_id, transaction_id, product_id, quantity, account, user, app_account_token, state, created_date,
      updated_date, last_error, owner, number FROM orders
    """

  static func order(_ row: borrowing DatabaseRow) throws -> Order {
    Order(
      id: try row[0], intentId: try row[1], transactionId: try row[2], productId: try row[3], quantity: try row[4],
      account: try row[5], user: try row[6], appAccountToken: try row[7], state: try row[8], createdDate: try row[9],
      updatedDate: try row[10], lastError: try row[11], owner: try row[12])
  }

  package func save(_ order: Order) throws {
    try batch {
      try database.execute(
        """
        INSERT INTO orders(id, intent_id, transaction_id, product_id, quantity, account, user, app_account_token,
          state, created_date, updated_date, last_error, owner)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT(id) DO UPDATE SET state = excluded.state, updated_date = excluded.updated_date,
          last_error = excluded.last_error, owner = excluded.owner
        """,
        order.id, order.intentId, order.transactionId, order.productId, order.quantity, order.account, order.user,
        order.appAccountToken, order.state, order.createdDate, order.updatedDate, order.lastError, order.owner)
    }
  }

  package func order(forTransaction transactionId: String) throws -> Order? {
    try database.first(Self.orderColumns + "WHERE transaction_id = ?", transactionId) { try Self.order($0) }
  }

  package func openOrders() throws -> [Order] {
    try database.rows(Self.orderColumns + "WHERE state NOT IN ('closed', 'refused') ORDER BY number") {
      try Self.order($0)
    }
  }

  package func deliver(_ delivery: Delivery, order: Order) throws -> Bool {
    try batch {
      let isFirst = try self.delivery(of: delivery.transactionId) == nil
      if isFirst {
        try database.execute(
          "INSERT INTO deliveries VALUES(?, ?, ?, ?, ?, ?, ?)", identity.environment, delivery.transactionId,
          delivery.orderId, delivery.productId, delivery.user, delivery.quantity, delivery.date)
      }
      try save(order)
      try requestFinish(delivery.transactionId, account: order.account)
      return isFirst
    }
  }

  package func delivery(of transactionId: String) throws -> Delivery? {
    try database.first(
      """
      SELECT transaction_id, order_id, product_id, user, quantity, date FROM deliveries
      WHERE environment = ? AND transaction_id = ?
      """, identity.environment, transactionId
    ) { row in
      Delivery(
        transactionId: try row[0], orderId: try row[1], productId: try row[2], user: try row[3],
        quantity: try row[4], date: try row[5])
    }
  }

  package func outbox() throws -> [FinishCall] {
    try database.rows("SELECT transaction_id, account, attempts FROM outbox ORDER BY transaction_id") { row in
      FinishCall(transactionId: try row[0], account: try row[1], attempts: try row[2])
    }
  }

  package func requestFinish(_ transactionId: String, account: String) throws {
    try batch {
      try database.execute("INSERT OR IGNORE INTO outbox VALUES(?, ?, 0)", transactionId, account)
    }
  }

  package func finished(_ transactionId: String, at date: Timestamp) throws {
    try batch {
      try database.execute("DELETE FROM outbox WHERE transaction_id = ?", transactionId)
      try database.execute("DELETE FROM unfinished WHERE transaction_id = ?", transactionId)
      guard var order = try order(forTransaction: transactionId) else { return }
      order.state = .closed
      order.updatedDate = date
      order.owner = nil
      try save(order)
    }
  }

  package func setUnfinished(_ transactions: [UnfinishedTransaction], account: String) throws {
    try batch {
      try database.execute("DELETE FROM unfinished WHERE account = ?", account)
      for transaction in transactions {
        try database.execute(
          "INSERT OR REPLACE INTO unfinished VALUES(?, ?, ?, ?)", account, transaction.transactionId,
          transaction.productId, transaction.date)
      }
    }
  }
}
