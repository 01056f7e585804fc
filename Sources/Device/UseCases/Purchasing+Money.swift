package import AppStoreModel
import Core

/// A user's payments on all devices: what this device reports to the app server, and orders that are retried.
extension Purchasing {
  /// Reports changes of announced purchases to the app server; without an answer, tries again later.
  ///
  /// A purchase that led to an order needs no report: the upload of the order tells the server.
  func tellAnnounced(_ server: FaultyVerificationService) async {
    guard let told = try? store.announced(), let open = try? store.openIntents() else { return }
    var changed = open.filter { told[$0.id] != $0.state.rawValue && !underway.contains($0.id) }
    let ids = Set(open.map(\.id))
    for id in told.keys.sorted() where !ids.contains(id) {
      guard let intent = try? store.intent(id), (try? store.order(forIntent: intent)) == nil else {
        try? store.keep(announced: id, state: nil)
        continue
      }
      changed.append(intent)
    }
    for intent in changed {
      do throws(VerificationError) {
        try await server.register(intent)
      } catch {
        guard error.kind != .temporary else { return }
      }
      try? store.keep(announced: intent.id, state: intent.state == .closed ? nil : intent.state.rawValue)
    }
  }

  /// Restarts the account's orders that were refused, or given up without a final ground, because of a restore.
  func bringBackOrders(of account: String) throws {
    for order in try store.ordersToBringBack(account: account) where ownership.mayTake(order.owner) {
      try bringBack(order, .orderRetried)
    }
  }

  /// Delivers the orders that the app server has credited to this user since it refused them or they were given up,
  /// on whichever ground.
  ///
  /// It hears of a purchase from Apple too.
  ///
  /// - Returns: The orders as they are now, by id.
  @discardableResult
  func deliverWhatIsCredited() async throws -> [String: Order] {
    let state = try store.deviceState()
    guard let account = state.account else { return [:] }
    var orders: [String: Order] = [:]
    for order in try store.undeliveredOrders(of: account)
    where try (order.hasFailed || order.isGivenUp) && ownership.mayTake(order.owner) && store.isCredited(order) {
      try bringBack(order, .orderRetried, because: OrderText.serverHasCreditedIt)
      orders[order.id] = try await advance(order.id)
    }
    if !orders.isEmpty { await sendFinishCalls() }
    return orders
  }

  /// Restarts an order that was refused or given up.
  func bringBack(
    _ order: Order, _ kind: JournalKind, because words: Words = OrderText.somebodyTriesItAgain
  ) throws {
    var order = order
    let reason = order.closedReason
    if order.isGivenUp { broughtBack.insert(order.id) }
    order.state = .paid
    order.closedReason = nil
    order.lastError = nil
    order.isRefusedByServer = false
    order.owner = nil
    order.updatedDate = try clock().now
    try store.batch {
      try store.save(order)
      try journal(
        kind,
        reason.map { say("opened again after it had been given up (\($0))") } ?? words.text,
        productId: order.productId, transactionId: order.transactionId, orderId: order.id)
    }
  }

  /// Reopens an order that support had given up, whatever the ground was.
  package func reopenOrder(_ orderId: String, because reason: String) async throws -> RetryReport {
    try await acting {
      guard let order = try store.order(named: orderId) else {
        return RetryReport(orders: [], message: OrderText.noOrder(safeText(orderId)).text)
      }
      guard order.isGivenUp else {
        return RetryReport(
          orders: [],
          message: say(
            "order \(safeText(orderId)) is \(order.state.rawValue); only an order that was given up can be "
              + "reopened"))
      }
      do throws(VerificationError) {
        try await server(order.verification)?.reopen(order.id, transactionId: order.transactionId, reason: reason)
      } catch {
        return RetryReport(
          orders: [], message: say("not reopened, because the app server could not be told: \(error.message)"))
      }
      try bringBack(order, .orderReopened)
      try await advance(order.id)
      await sendFinishCalls()
      await refreshAccount()
      let now = try store.order(order.id) ?? order
      return RetryReport(orders: [now], items: [RetryReport.Item(order, now: now)])
    }
  }

  /// Returns whether a transaction belongs to another Apple Account than the given one, by its app transaction.
  func isOfAnotherAccount(_ transaction: Transaction, than account: String) async -> Bool {
    guard let id = transaction.appTransactionId, let own = await appTransactionId(of: account) else { return false }
    return id != own
  }

  private func appTransactionId(of account: String) async -> String? {
    if let known = appTransactionIds[account] { return known }
    var id = try? store.appTransactionId(ofAccount: account)
    if id == nil { id = try? await backend.account(named: account)?.appTransactionId }
    appTransactionIds[account] = id
    return id
  }

  /// Stores a transaction under the other Apple Account that it belongs to; no user of this device is credited for it.
  func keep(_ signed: Signed<Transaction>, ofAnother transaction: Transaction) throws -> UnfinishedTransaction {
    let owner = Customers.accountName(ofApp: transaction.appTransactionId ?? "")
    _ = try store.save(signed, account: owner, origin: .update, at: clock().now)
    var row = UnfinishedTransaction(
      transactionId: transaction.transactionId ?? "", productId: transaction.productId ?? "",
      state: UnfinishedTransaction.anotherAccounts, orderId: nil, date: transaction.purchaseDate)
    row.account = owner
    return row
  }
}
