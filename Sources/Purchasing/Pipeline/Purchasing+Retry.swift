import SafeText
package import StoreModel

extension Purchasing {
  /// Tries orders again at once, whatever their back-off says: one, those refused included, or all that are open.
  package func retry(_ orderId: String? = nil) async throws -> RetryReport {
    let before = try orderId.map { [try store.order($0)] } ?? waitingOrders()
    if let orderId {
      guard let order = before.first ?? nil else {
        return .failed("no order \(safeText(orderId)): till orders lists them")
      }
      guard order.state != .closed else {
        return .failed("order \(safeText(orderId)) is closed: nothing is left to do")
      }
    }
    for case let order? in before { try reopen(order) }
    let isReachable = try await settle()
    let after = try before.compactMap { order in try order.flatMap { try store.order($0.id) } }
    return RetryReport(
      orders: after, message: isReachable ? nil : "the App Store could not be reached: what waits for it still waits")
  }

  /// Gives an order up that was charged and not delivered: it is finished and closed, the evidence stays.
  ///
  /// - Parameter reason: Why, for the journal and for the app's server.
  package func closeOrder(_ orderId: String, because reason: String) async throws -> RetryReport {
    guard var order = try store.order(orderId) else {
      return .failed("no order \(safeText(orderId)): till orders lists them")
    }
    guard order.state.isUndelivered else {
      return .failed(
        "order \(safeText(orderId)) is \(order.state.rawValue): only one that was not delivered is given up")
    }
    guard ownership.mayTake(order.owner), inHand.insert(order.id).inserted else {
      return .failed("order \(safeText(orderId)) is in another process's hands: wait for it, then try again")
    }
    defer { inHand.remove(order.id) }
    order.closedReason = "closed by hand: \(safeText(reason, limit: 400))"
    order.owner = nil
    order.nextRetryDate = nil
    order.updatedDate = try clock().now
    try store.batch {
      try store.save(order)
      try store.requestFinish(order.transactionId, account: order.account)
      try journal(
        .orderGivenUp, order.closedReason ?? "", productId: order.productId, transactionId: order.transactionId,
        orderId: order.id)
    }
    do throws(VerificationError) {
      try await server(order.verification)?.close(order.id, reason: reason)
    } catch {
      try journal(.serverFailed, "the app's server could not be told: \(error.message)", orderId: order.id)
    }
    await sendFinishCalls()
    return RetryReport(orders: try store.order(orderId).map { [$0] } ?? [])
  }

  /// When something waits for its next try, the earliest date, in device time; nil when nothing does.
  package func nextRetryDate() throws -> Timestamp? {
    let orders = try store.openOrders().filter { ownership.mayTake($0.owner) }.compactMap(\.nextRetryDate)
    return try (orders + store.outbox().compactMap(\.nextRetryDate)).min()
  }

  /// Milliseconds of device time until the next try is due; nil when nothing waits for one.
  package func timeToNextRetry() throws -> Int64? {
    try nextRetryDate().map { max(0, $0.milliseconds(since: try clock().now)) }
  }

  /// Tries what is due by now.
  package func retryWhatIsDue() async throws { try await settle(.whenDue) }

  private func waitingOrders() throws -> [Order?] { try store.openOrders() }

  /// Lets an order that the app's server refused begin again.
  private func reopen(_ order: Order) throws {
    guard order.state == .refused, order.closedReason == nil, order.isRefusedByServer, ownership.mayTake(order.owner)
    else { return }
    var order = order
    order.state = .paid
    order.lastError = nil
    order.isRefusedByServer = false
    order.updatedDate = try clock().now
    try store.batch {
      try store.save(order)
      try journal(
        .orderRetried, "somebody tries it again", productId: order.productId, transactionId: order.transactionId,
        orderId: order.id)
    }
  }
}

extension RetryReport {
  fileprivate static func failed(_ message: String) -> RetryReport { RetryReport(orders: [], message: message) }
}
