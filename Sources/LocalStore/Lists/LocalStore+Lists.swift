import Database
package import StoreModel

extension LocalStore {
  package func transactions(_ request: PageRequest) throws -> Page<StoredTransaction> {
    try transactionPage(Self.storedTransactionColumns + "WHERE membership.account IS ?", request)
  }

  package func refundable(_ request: PageRequest) throws -> Page<StoredTransaction> {
    try transactionPage(
      Self.storedTransactionColumns
        + """
        WHERE membership.account IS ? AND membership.is_absent = 0 AND transactions.revocation_date IS NULL
          AND versions.verdict = 1
        """, request)
  }

  private func transactionPage(_ select: SQL, _ request: PageRequest) throws -> Page<StoredTransaction> {
    let (condition, values) = try ownRows(request, product: "AND membership.product_id = ?")
    let list = Keyset(
      select: select + condition, columns: "(membership.purchase_date, membership.transaction_id)",
      newestFirst: "membership.purchase_date DESC, membership.transaction_id DESC",
      oldestFirst: "membership.purchase_date, membership.transaction_id")
    return try page(
      list, values, request, tie: { .text($0.id) }, row: { try Self.storedTransaction($0) },
      key: { row in
        RowKey(
          sort: row.transaction.purchaseDate?.milliseconds ?? 0, id: row.transaction.transactionId ?? "")
      })
  }

  package func refunds(_ request: PageRequest) throws -> Page<RefundRecord> {
    let (condition, values) = try ownRows(request, product: "AND product_id = ?")
    let list = Keyset(
      select: """
        SELECT transaction_id, original_transaction_id, product_id, purchase_date, revocation_date, revocation_reason,
          revocation_type, revocation_percentage, price, currency, reversed_date FROM refunds WHERE account IS ?
        """ + condition, columns: "(revocation_date, transaction_id)",
      newestFirst: "revocation_date DESC, transaction_id DESC", oldestFirst: "revocation_date, transaction_id")
    return try page(
      list, values, request, tie: { .text($0.id) },
      row: { row in
        RefundRecord(
          transactionId: try row[0], originalTransactionId: try row[1], productId: try row[2],
          purchaseDate: try row[3], revocationDate: try row[4], revocationReason: try row[5],
          revocationType: try row[6], revocationPercentage: try row[7], price: try row[8], currency: try row[9],
          reversedDate: try row[10])
      }, key: { RowKey(sort: $0.revocationDate.milliseconds, id: $0.transactionId) })
  }

  package func orders(_ request: PageRequest) throws -> Page<Order> {
    let (condition, values) = try ownRows(request, product: "AND product_id = ?")
    let list = Keyset(
      select: Self.orderColumns + "WHERE account IS ?" + condition, columns: "(number, number)",
      newestFirst: "number DESC", oldestFirst: "number")
    let rows = try page(
      list, values, request, tie: { .integer($0.sort) },
      row: { row in Numbered(number: try row[0], row: try Self.order(row)) },
      key: { RowKey(sort: $0.number, id: "0") })
    return Page(rows: rows.rows.map(\.row), next: rows.next, previous: rows.previous)
  }

  package func unfinished(_ request: PageRequest) throws -> Page<UnfinishedTransaction> {
    let (condition, values) = try ownRows(request, product: "AND unfinished.product_id = ?")
    let list = Keyset(
      select: """
        SELECT unfinished.transaction_id, unfinished.product_id, coalesce(orders.state, unfinished.state, 'waiting'),
          orders.id, unfinished.date, orders.last_error, coalesce(orders.attempts, 0), orders.next_retry
        FROM unfinished LEFT JOIN orders ON orders.transaction_id = unfinished.transaction_id
        WHERE unfinished.account IS ?
        """ + condition, columns: "(coalesce(unfinished.date, 0), unfinished.transaction_id)",
      newestFirst: "coalesce(unfinished.date, 0) DESC, unfinished.transaction_id DESC",
      oldestFirst: "coalesce(unfinished.date, 0), unfinished.transaction_id")
    return try page(
      list, values, request, tie: { .text($0.id) },
      row: { row in
        UnfinishedTransaction(
          transactionId: try row[0], productId: try row[1], state: try row[2], orderId: try row[3],
          date: try row[4], lastError: try row[5], attempts: try row[6], nextRetryDate: try row[7])
      }, key: { RowKey(sort: $0.date?.milliseconds ?? 0, id: $0.transactionId) })
  }

  package func journal(_ request: PageRequest) throws -> Page<JournalEntry> {
    var values: [DatabaseValue] = []
    var condition: SQL = "WHERE 1"
    if let productId = request.productId {
      condition += "AND product_id = ?"
      values.append(.text(productId))
    }
    if let orderId = request.orderId {
      condition += "AND order_id = ?"
      values.append(.text(orderId))
    }
    let list = Keyset(
      select: """
        SELECT id, date, machine_date, kind, text, account, user, product_id, transaction_id, order_id FROM journal
        """ + condition, columns: "(id, id)", newestFirst: "id DESC", oldestFirst: "id")
    return try page(
      list, values, request, tie: { .integer($0.sort) },
      row: { row in
        JournalEntry(
          id: try row[0], date: try row[1], machineDate: try row[2], kind: try row[3], text: try row[4],
          account: try row[5], user: try row[6], productId: try row[7], transactionId: try row[8],
          orderId: try row[9])
      }, key: { RowKey(sort: $0.id, id: "0") })
  }

  static let quarantineColumns: SQL =
    "SELECT id, transaction_id, product_id, failure, message, account, date, jws FROM quarantine"

  static func quarantinedItem(_ row: borrowing DatabaseRow) throws -> QuarantinedItem {
    QuarantinedItem(
      id: try row[0], transactionId: try row[1], productId: try row[2],
      failure: VerificationFailure(try row[3], try row[4]), account: try row[5], date: try row[6], jws: try row[7])
  }

  package func quarantine(_ request: PageRequest) throws -> Page<QuarantinedItem> {
    let (condition, values) = try ownRows(request, product: "AND product_id = ?")
    let list = Keyset(
      select: Self.quarantineColumns + "WHERE account IS ?" + condition, columns: "(id, id)",
      newestFirst: "id DESC", oldestFirst: "id")
    return try page(
      list, values, request, tie: { .integer($0.sort) }, row: { try Self.quarantinedItem($0) },
      key: { RowKey(sort: $0.id, id: "0") })
  }

  /// The condition and bindings for rows of the signed-in account, and of one product where it is asked for.
  private func ownRows(
    _ request: PageRequest, product: SQL
  ) throws -> (condition: SQL, values: [DatabaseValue]) {
    let account = try deviceState().account.databaseValue
    guard let productId = request.productId else { return ("", [account]) }
    return (product, [account, .text(productId)])
  }
}

private struct Numbered: Hashable, Sendable {
  let number: Int64
  let row: Order
}
