package import AppStoreModel
import Entitlements
import Storage

extension LocalStore {
  package func transactions(_ request: PageRequest) throws -> Page<StoredTransaction> {
    try transactionPage(Self.storedTransactionColumns + "WHERE membership.account IS ?", request)
  }

  /// Returns the transactions for which the customer can request a refund: verified, paid and not revoked.
  ///
  /// Those with a request are included: after Apple declined, the customer may request again, and Apple tells no app
  /// that it declined. Of a period that was upgraded away, Apple refunded the rest with the upgrade.
  package func refundable(_ request: PageRequest) throws -> Page<StoredTransaction> {
    // Transactions signed by Xcode cannot be verified; they count where the store is bound to Xcode.
    let isXcode = identity.environment == .xcode || identity.environment == .localTesting
    var page = try transactionPage(
      Self.storedTransactionColumns
        + """
        WHERE membership.account IS ? AND membership.is_absent = 0 AND signed_items.revocation_date IS NULL
        """ + (isXcode ? "AND signed_items.verdict IN (0, 1)" : "AND signed_items.verdict = 1"), request)
    page.rows.removeAll { !$0.transaction.isPaid || $0.transaction.isUpgraded == true }
    return page
  }

  private func transactionPage(_ select: SQL, _ request: PageRequest) throws -> Page<StoredTransaction> {
    let (condition, values) = try ownRows(
      request, product: "AND membership.product_id = ?", since: "AND membership.arrived_date <= ?")
    let list = Keyset(
      select: select + condition, columns: "(membership.purchase_date, membership.transaction_id)",
      newestFirst: "membership.purchase_date DESC, membership.transaction_id DESC",
      oldestFirst: "membership.purchase_date, membership.transaction_id")
    let page = try page(
      list, values, request, tie: { .text($0.id) }, row: { try Self.storedTransaction($0) },
      key: { row in
        RowKey(
          sort: row.transaction.purchaseDate?.milliseconds ?? 0, id: row.transaction.transactionId ?? "")
      })
    return try request.asOf.map { try asItWas(page, $0) } ?? page
  }

  package func refunds(_ request: PageRequest) throws -> Page<RefundRecord> {
    let (condition, values) = try ownRows(
      request, product: "AND product_id = ?", since: "AND revocation_date <= ?")
    let list = Keyset(
      select: AccountRefund.table.select + "WHERE account IS ?" + condition,
      columns: "(revocation_date, transaction_id)",
      newestFirst: "revocation_date DESC, transaction_id DESC", oldestFirst: "revocation_date, transaction_id")
    let page = try page(
      list, values, request, tie: { .text($0.id) },
      row: { try AccountRefund(row: $0).refund },
      key: { RowKey(sort: $0.revocationDate.milliseconds, id: $0.transactionId) })
    return try request.asOf.map { try asItWas(page, $0) } ?? page
  }

  package func orders(_ request: PageRequest) throws -> Page<Order> {
    let (condition, values) = try ownRows(
      request, product: "AND product_id = ?", since: "AND created_date <= ?", ofUser: true)
    let list = Keyset(
      select: "SELECT number," + Order.table.names + "FROM orders WHERE (account IS ?1 OR user IS ?2)" + condition,
      columns: "(number, number)",
      newestFirst: "number DESC", oldestFirst: "number")
    let rows = try page(
      list, values, request, tie: { .integer($0.sort) },
      row: { row in Numbered(number: try row["number"], row: try Order(row: row)) },
      key: { RowKey(sort: $0.number, id: "0") })
    let page = Page(rows: try rows.rows.map { try withPrice($0.row) }, next: rows.next, previous: rows.previous)
    return try request.asOf.map { try asItWas(page, $0) } ?? page
  }

  /// Returns an order that knows whether it was free, credited or taken back, where it is not delivered.
  package func withPrice(_ order: Order) throws -> Order {
    guard order.isNotDelivered else { return order }
    var order = order
    order.isFree = try order.state.isUndelivered && version(of: order.transactionId)?.isFree == true
    order.revocation = try revocation(of: order)
    order.isCredited = try (order.hasFailed || order.state == .refused && !order.isGivenUp) && isCredited(order)
    return order
  }

  /// Returns why Apple had taken an undelivered purchase back by a date; nil where something of it stands.
  func revocation(of order: Order, asOf date: Timestamp = .distantFuture) throws -> String? {
    guard order.state.isUndelivered, let transaction = try version(of: order.transactionId, asOf: date) else {
      return nil
    }
    return transaction.isWhollyTakenBack ? transaction.revocationWords : nil
  }

  /// Returns what the App Store lists as unfinished for the account, and this user's purchases with another account.
  ///
  /// What another account's list contains is known only until that account signs out; its orders tell the rest.
  package func unfinished(_ request: PageRequest) throws -> Page<UnfinishedTransaction> {
    if request.asOf != nil { return unfinished(among: try orders(request)) }
    let (condition, values) = try ownRows(
      request, product: "AND unfinished.product_id = ?", since: "", ofUser: true)
    let list = Keyset(
      select: """
        SELECT unfinished.transaction_id, unfinished.product_id, coalesce(orders.state, unfinished.state, 'waiting') AS state,
          orders.id AS order_id, unfinished.date, orders.last_error, coalesce(orders.attempts, 0) AS attempts,
          orders.next_retry, coalesce(orders.is_refused_by_server, 0) AS is_refused_by_server,
          CASE WHEN unfinished.state = 'anotherAccount' THEN
            (SELECT account FROM membership WHERE membership.transaction_id = unfinished.transaction_id LIMIT 1)
          ELSE nullif(unfinished.account, coalesce(?1, '')) END AS other_account
        FROM (
          SELECT * FROM unfinished UNION ALL
          SELECT account, transaction_id, product_id, created_date, NULL FROM orders
            WHERE user = ?2 AND account IS NOT ?1 AND state NOT IN ('finished', 'closed')
              AND transaction_id NOT IN (SELECT transaction_id FROM unfinished)
        ) AS unfinished LEFT JOIN orders ON orders.transaction_id = unfinished.transaction_id
        WHERE (unfinished.account IS ?1 OR orders.user = ?2)
        """ + condition, columns: "(coalesce(unfinished.date, 0), unfinished.transaction_id)",
      newestFirst: "coalesce(unfinished.date, 0) DESC, unfinished.transaction_id DESC",
      oldestFirst: "coalesce(unfinished.date, 0), unfinished.transaction_id")
    return try page(
      list, values, request, tie: { .text($0.id) },
      row: { row in
        var item = UnfinishedTransaction(
          transactionId: try row["transaction_id"], productId: try row["product_id"], state: try row["state"],
          orderId: try row["order_id"],
          date: try row["date"], lastError: try row["last_error"], attempts: try row["attempts"],
          nextRetryDate: try row["next_retry"], isRefusedByServer: try row["is_refused_by_server"])
        item.account = try row["other_account"]
        if let order = try order(forTransaction: item.transactionId).map(withPrice) {
          (item.isFree, item.isCredited, item.revocation) = (order.isFree, order.isCredited, order.revocation)
        } else {
          item.isFree = try version(of: item.transactionId)?.isFree == true
        }
        return item
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
    if let date = request.asOf {
      condition += "AND date <= ?"
      values.append(date.databaseValue)
    }
    let list = Keyset(
      select: JournalEntry.table.select + condition, columns: "(id, id)", newestFirst: "id DESC", oldestFirst: "id")
    return try page(
      list, values, request, tie: { .integer($0.sort) }, row: { try JournalEntry(row: $0) },
      key: { RowKey(sort: $0.id, id: "0") })
  }

  package func quarantine(_ request: PageRequest) throws -> Page<QuarantinedItem> {
    let (condition, values) = try ownRows(request, product: "AND product_id = ?", since: "AND date <= ?")
    let list = Keyset(
      select: QuarantinedItem.table.select + "WHERE account IS ?" + condition, columns: "(id, id)",
      newestFirst: "id DESC", oldestFirst: "id")
    return try page(
      list, values, request, tie: { .integer($0.sort) }, row: { try QuarantinedItem(row: $0) },
      key: { RowKey(sort: $0.id, id: "0") })
  }

  /// Returns the condition and bindings for rows of the signed-in account, of the requested product and date.
  private func ownRows(
    _ request: PageRequest, product: SQL, since: SQL, ofUser: Bool = false
  ) throws -> (condition: SQL, values: [DatabaseValue]) {
    let state = try request.asOf.map { try deviceState(asOf: $0) } ?? deviceState()
    var (condition, values): (SQL, [DatabaseValue]) = ("", [state.account.databaseValue])
    // The user may have paid with another Apple Account on this device.
    if ofUser { values.append(state.appUser.databaseValue) }
    if let productId = request.productId {
      condition += product
      values.append(.text(productId))
    }
    if let date = request.asOf {
      condition += since
      values.append(date.databaseValue)
    }
    return (condition, values)
  }
}

private struct Numbered: Hashable, Sendable {
  let number: Int64
  let row: Order
}

extension LocalStore {
  /// Returns how often each journal step happened and how long it took, in the order of their first occurrence.
  package func stepStatistics() throws -> [StepStatistics] {
    let counts: [(kind: String, count: Int)] = try database.rows(
      "SELECT kind, count(*) AS count FROM journal GROUP BY kind ORDER BY min(id)"
    ) { (try $0["kind"], try $0["count"]) }
    var durations: [String: [Int64]] = [:]
    try database.forEachRow(
      """
      SELECT kind, duration FROM (
        SELECT kind, machine_date - lag(machine_date) OVER (PARTITION BY order_id ORDER BY id) AS duration
        FROM journal WHERE order_id IS NOT NULL)
      WHERE duration >= 0
      """
    ) { row in
      durations[try row["kind"], default: []].append(try row["duration"])
      return true
    }
    return counts.map { row in
      let sorted = durations[row.kind]?.sorted()
      return StepStatistics(
        kind: row.kind, count: row.count, medianDuration: sorted.map { $0[$0.count / 2] },
        longestDuration: sorted?.last)
    }
  }

  /// Counts purchases without their token, and failures of the app server.
  ///
  /// A half success counts as a failed query where the server had the order already, else as a failed upload.
  package func failureStatistics() throws -> FailureStatistics {
    let missingTokens: Int? = try database.value(
      """
      SELECT count(*) FROM orders JOIN intents ON intents.id = orders.intent_id
        WHERE intents.app_account_token IS NOT NULL AND orders.app_account_token IS NULL
      """)
    var failures = FailureStatistics(missingTokens: missingTokens ?? 0, failedPersists: 0, failedQueries: 0)
    try database.forEachRow(
      """
      SELECT previous FROM (
        SELECT kind, lag(kind) OVER (PARTITION BY order_id ORDER BY id) AS previous FROM journal
          WHERE kind IN ('order.paid', 'order.verified', 'order.uploaded', 'order.waiting', 'order.halfSuccess'))
      WHERE kind = 'order.halfSuccess'
      """
    ) { row in
      let previous: String? = try row["previous"]
      if previous == "order.uploaded" || previous == "order.waiting" {
        failures.failedQueries += 1
      } else {
        failures.failedPersists += 1
      }
      return true
    }
    return failures
  }
}
