import AppStoreModel
import Storage

/// Pages of lists as they were at a past date.
extension LocalStore {
  /// Returns a page of transactions in the versions that had arrived by a date.
  func asItWas(_ page: Page<StoredTransaction>, _ date: Timestamp) throws -> Page<StoredTransaction> {
    var page = page
    page.rows = try page.rows.compactMap { row in
      guard let id = row.transaction.transactionId, let version = try version(of: id, asOf: date) else { return nil }
      var row = row
      row.transaction = version
      if let asked = row.refundAskedDate, asked > date { row.refundAskedDate = nil }
      return row
    }
    return page
  }

  /// Returns a page with only the refunds that this device knew by a date.
  func asItWas(_ page: Page<RefundRecord>, _ date: Timestamp) throws -> Page<RefundRecord> {
    var page = page
    page.rows = try page.rows.filter { try version(of: $0.transactionId, asOf: date)?.revocationDate != nil }
    for index in page.rows.indices {
      if let reversed = page.rows[index].reversedDate, reversed > date { page.rows[index].reversedDate = nil }
    }
    return page
  }

  /// Returns a page of orders in their states at a date.
  func asItWas(_ page: Page<Order>, _ date: Timestamp) throws -> Page<Order> {
    var page = page
    page.rows = try page.rows.compactMap { order in
      guard let text = try statement(.order, order.id, asOf: date)?.value else { return nil }
      let past: Order = try readRow(text)
      var order = order
      (order.state, order.lastError, order.attempts) = (past.state, past.lastError, past.attempts)
      (order.nextRetryDate, order.closedReason, order.isCredited) = (past.nextRetryDate, past.closedReason, false)
      order.revocation = try revocation(of: order, asOf: date)
      return order
    }
    return page
  }

  /// Returns the orders that were not yet finished at the App Store, among a page of orders.
  func unfinished(among orders: Page<Order>) -> Page<UnfinishedTransaction> {
    let rows = orders.rows.filter { $0.state != .finished && $0.state != .closed }.map { order in
      var item = UnfinishedTransaction(
        transactionId: order.transactionId, productId: order.productId, state: order.state.rawValue, orderId: order.id,
        date: order.createdDate, lastError: order.lastError, attempts: order.attempts,
        nextRetryDate: order.nextRetryDate, isRefusedByServer: order.isRefusedByServer)
      (item.isFree, item.revocation) = (order.isFree, order.revocation)
      return item
    }
    return Page(rows: rows, next: orders.next, previous: orders.previous)
  }

  /// Returns the version of a transaction that counted at a date; the newest one for a date to come.
  func version(of transactionId: String, asOf date: Timestamp = .distantFuture) throws -> Transaction? {
    let payloads: [[UInt8]] = try database.values(
      """
      SELECT payload FROM signed_items WHERE subject = ? AND kind = 1 AND scope = '' AND arrived_date <= ?
      ORDER BY signed_date DESC, id DESC LIMIT 1
      """, transactionId, date)
    return try payloads.first.map(Transaction.init(storedPayload:))
  }
}
