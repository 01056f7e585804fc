package import AppStoreModel
import Core
import Entitlements

extension Purchasing {
  /// Retries waiting work now, without regard to its next retry date.
  ///
  /// It retries one order, or everything that is open, including purchases that the App Store did not answer.
  ///
  /// - Returns: The result of each.
  package func retry(_ orderId: String? = nil) async throws -> RetryReport {
    try await acting { try await retryNow(orderId) }
  }

  private func retryNow(_ orderId: String?) async throws -> RetryReport {
    let orders: [Order]
    if let orderId {
      if let waiting = try store.waitingPurchase(orderId, at: clock()) { return try await retry([], [waiting.intent]) }
      guard let order = try store.order(named: orderId) else {
        return .failed(OrderText.noOrder(safeText(orderId)).text)
      }
      guard order.state != .closed else {
        return .failed(say("order \(safeText(orderId)) is \(order.stateWords): nothing is left to do"))
      }
      orders = [order]
    } else {
      orders = try waitingOrders()
    }
    return try await retry(orders, orderId == nil ? store.openIntents() : [])
  }

  private func retry(_ orders: [Order], _ intents: [Intent]) async throws -> RetryReport {
    let known = Set(try store.latestOrders(limit: 1000).map(\.id))
    let waiting = try waitingForServer()
    for order in orders { try reopen(order) }
    let isReachable = try await settleNow().isReachable
    let after = try orders.compactMap { try store.order($0.id) }
    let had = Set(try statuses().filter(\.entitled).map(\.product.id))
    let user = try store.deviceState().appUser
    var items = try zip(orders, after).map {
      var item = RetryReport.Item($0, now: $1, isHad: had.contains($1.productId), user: user)
      if try store.delivery(of: $1.transactionId)?.quantity == 0,
        try store.version(of: $1.transactionId)?.isWhollyTakenBack == true
      {
        item.text = say("Apple had taken it back: nothing was delivered")
      }
      return item
    }
    items += try intents.map { try item(of: $0, now: store.intent($0.id) ?? $0) }
    // Orders that the App Store still had to deliver and this device did not know.
    let told = Set(items.compactMap(\.orderId))
    let new = try store.latestOrders(limit: 1000).filter { !known.contains($0.id) && !told.contains($0.id) }
    items += new.reversed().map { RetryReport.Item($0, now: $0, isNew: true, user: user) }
    let paid = try items.compactMap(\.orderId).filter { id in !after.contains { $0.id == id } }
      .compactMap { try store.order($0) }.filter { order in !new.contains { $0.id == order.id } }
    var report = RetryReport(
      orders: try (after + paid + new.reversed()).map { try store.withPrice($0) }, items: items,
      message: isReachable ? nil : say("the App Store is unreachable: what needs it still waits"))
    report.answered = try max(0, waiting - waitingForServer())
    return report
  }

  /// Returns how many uses, logins, grants and durations wait for the app server.
  private func waitingForServer() throws -> Int {
    try store.pendingUses().count + store.waitingServerCalls().count
  }

  private func item(of intent: Intent, now: Intent) throws -> RetryReport.Item {
    let order = try now.transactionId.flatMap { try store.order(forTransaction: $0) }
    let isPaid = now.state == .closed && order?.intentId == now.id
    let text =
      isPaid
      ? say("it went through: ") + (order?.words(for: now.user) ?? "")
      : now.state == .closed
        ? now.closedReason.map(shown) ?? "closed"
        : try store.waiting(now, at: clock()).words
    return RetryReport.Item(
      productId: now.productId, orderId: isPaid ? order?.id : nil, intentId: now.id, transactionId: now.transactionId,
      before: intent.state.rawValue, after: isPaid ? order?.state.rawValue ?? "paid" : now.state.rawValue,
      isWaiting: isPaid ? order?.isExpected ?? false : now.state == .open, text: text)
  }

  /// Gives up an order that was charged but not delivered, or a purchase that is still pending.
  ///
  /// The order is finished and closed, and its evidence stays; a later arrival reopens it.
  ///
  /// - Parameters:
  ///   - compensation: The grant or transaction that compensated for it; required by the ground `compensated`.
  ///   - reason: The reason, for the journal, for `explain` and for the app server.
  package func closeOrder(
    _ orderId: String, on ground: CloseGround = .other, compensatedBy compensation: String? = nil,
    because reason: String
  ) async throws -> RetryReport {
    try await acting {
      let report = try await closeNow(orderId, on: ground, compensation, because: reason)
      if !report.items.isEmpty { await refreshAccount() }
      return report
    }
  }

  /// Gives up the user's undelivered order that a grant compensates for, so that nothing delivers it too.
  func closeOrder(compensatedBy grant: Grant) async throws {
    guard let id = grant.compensates, let order = try store.order(named: id), order.user == grant.user,
      order.isNotDelivered || order.mayBeBroughtBack
    else { return }
    _ = try await closeNow(order.id, on: .compensated, grant.id, because: grant.reason)
  }

  private func closeNow(
    _ orderId: String, on ground: CloseGround, _ compensation: String?, because reason: String
  ) async throws -> RetryReport {
    let by = compensation.map { say(" (made up for by \(safeText($0)))") } ?? ""
    let words = ClosedByHand.stored(safeText(reason + by, limit: 400), ground: ground)
    if try store.order(named: orderId) == nil, let intent = try store.waitingPurchase(orderId, at: clock())?.intent {
      guard ownership.mayTake(intent.owner), !underway.contains(intent.id) else {
        return .failed(
          say("another process is making purchase \(safeText(orderId)); wait for it, then retry"))
      }
      if intent.state == .open, let answer = try await answer(to: intent) { return answer }
      try close(intent, .intentClosed, because: words)
      let now = try store.intent(intent.id) ?? intent
      return RetryReport(orders: [], items: [try item(of: intent, now: now)])
    }
    guard var order = try store.order(named: orderId) else {
      return .failed(OrderText.noOrder(safeText(orderId)).text)
    }
    guard order.state.isUndelivered || ground == .compensated && order.mayBeBroughtBack else {
      return .failed(
        say("order \(safeText(orderId)) is \(order.stateWords); only an undelivered order can be given up"))
    }
    guard ownership.mayTake(order.owner), inHand.insert(order.id).inserted else {
      return .failed(say("another process is working on order \(safeText(orderId)); wait for it, then retry"))
    }
    defer { inHand.remove(order.id) }
    let before = order
    // Giving up takes effect only once the app server has acknowledged it; an order that was credited first is not
    // closed.
    let closing = OrderClosing(
      orderId: order.id, transactionId: order.transactionId, user: order.user, productId: order.productId,
      ground: ground, compensatedBy: compensation, reason: reason + by)
    let counts: Bool
    do throws(VerificationError) {
      if let server = try server(order.verification) {
        counts = try await server.close(closing)
      } else if ground == .compensated, !isHeld(compensation) {
        return .failed(say("not closed: no transaction of this device has the id \(safeText(compensation ?? ""))"))
      } else {
        counts = true
      }
    } catch {
      if error.kind == .rejected { return .failed(say("not closed: \(error.message)")) }
      try journal(.serverFailed, say("the app server was not told: \(error.message)"), orderId: order.id)
      return .failed(say("not given up: \(error.message)"))
    }
    guard counts else {
      inHand.remove(order.id)
      return try await delivered(insteadOfClosing: order)
    }
    order.closedReason = words
    order.owner = nil
    order.nextRetryDate = nil
    order.updatedDate = try clock().now
    try store.batch {
      try store.save(order)
      try store.requestFinish(order.transactionId, account: order.account)
      try journal(
        .orderGivenUp, words, productId: order.productId, transactionId: order.transactionId, orderId: order.id)
    }
    await sendFinishCalls()
    let now = try store.order(order.id) ?? order
    var item = RetryReport.Item(before, now: now)
    if let charge = try nextCharge(ofClosed: now) { item.text += charge }
    return RetryReport(orders: [now], items: [item])
  }

  /// Asks the App Store about an unanswered purchase, which may have been charged and must not be given up then.
  ///
  /// - Returns: Nil if the App Store does not list the purchase yet, so that a person may close it.
  private func answer(to intent: Intent) async throws -> RetryReport? {
    guard try store.deviceState().account != nil else {
      return .failed(say("not given up: \(ActionText.notSignedIn.text)"))
    }
    var report = try await retry([], [intent])
    if let now = try store.intent(intent.id), now.state == .open {
      return report.message == nil
        ? nil : .failed(say("not given up: the App Store could not be asked whether it was charged; retry asks again"))
    }
    if try store.order(forIntent: intent) != nil {
      report.message = say("not given up: the App Store shows that it was charged")
    }
    return report
  }

  /// Returns whether this device has a transaction; used where there is no server to ask.
  private func isHeld(_ transactionId: String?) -> Bool {
    transactionId.flatMap { try? store.transaction($0) } != nil
  }

  /// Returns a sentence with the date of Apple's next charge for a closed order's subscription, which is not cancelled.
  private func nextCharge(ofClosed order: Order) throws -> String? {
    let underWay = try statuses().first { $0.product.id == order.productId }?.underWay
    return underWay?.first { $0.orderId == order.id }?.nextCharge.map { UserMoneyText.goesOn($0).text }
  }

  /// Delivers an order that the app server had already credited; it is not given up.
  private func delivered(insteadOfClosing order: Order) async throws -> RetryReport {
    if order.state == .refused, order.isRefusedByServer { try bringBack(order, .orderRetried) }
    try await advance(order.id)
    await sendFinishCalls()
    let now = try store.order(order.id) ?? order
    return RetryReport(
      orders: [now], items: [RetryReport.Item(order, now: now)],
      message: say("not given up: the app server had already credited it"))
  }

  /// Returns the milliseconds of device time until the next retry is due; nil when nothing waits.
  package func timeToNextRetry() throws -> Int64? {
    let orders = try store.openOrders().filter { ownership.mayTake($0.owner) }.compactMap(\.nextRetryDate)
    let next = try (orders + store.outbox().compactMap(\.nextRetryDate)).min()
    return try next.map { max(0, $0.milliseconds(since: try clock().now)) }
  }

  /// Retries everything that is due now.
  package func retryWhatIsDue() async throws { try await settle(.whenDue) }

  /// Returns the orders that a person can act on, including refused ones.
  private func waitingOrders() throws -> [Order] { try store.openOrders() + store.refusedOrders() }

  /// Restarts an order that the app server refused.
  private func reopen(_ order: Order) throws {
    guard order.state == .refused, order.closedReason == nil, order.isRefusedByServer, ownership.mayTake(order.owner)
    else { return }
    try bringBack(order, .orderRetried)
  }
}

extension RetryReport {
  fileprivate static func failed(_ message: String) -> RetryReport { RetryReport(orders: [], message: message) }
}

extension RetryReport.Item {
  /// Describes the result of a retry from the order before and after it.
  ///
  /// - Parameters:
  ///   - isHad: Whether the user is entitled to the product in another way.
  ///   - user: Who is logged in, for an order of no purchase on this device.
  init(_ before: Order, now: Order, isNew: Bool = false, isHad: Bool = false, user: String? = nil) {
    let words = now.words(for: now.intentId == nil ? user ?? before.user : before.user)
    self.init(
      productId: now.productId, orderId: now.id, intentId: now.intentId, transactionId: now.transactionId,
      before: isNew ? say("unknown here") : before.state.rawValue, after: now.state.rawValue,
      isWaiting: now.isExpected,
      text: isHad && now.state.isUndelivered ? say("\(words); the user still has it in another way") : words)
  }
}

/// Returns why something was closed, in the language of this run where a person closed it.
private func shown(_ closedReason: String) -> String {
  ClosedByHand.words(of: closedReason).map { say("closed by hand: \($0)") } ?? closedReason
}

extension Order {
  /// Whether the order still needs work or an answer.
  fileprivate var isExpected: Bool { state != .closed && !(state == .refused && closedReason != nil) }

  /// Whether the app server had credited another user before this order came.
  ///
  /// - Parameter user: For whom it was processed; the server's answer may have changed whose order it is.
  private func isAnotherUsers(than user: String) -> Bool {
    credit.map { !$0.users.isEmpty && !$0.users.contains(user) } ?? false
  }

  /// The outcome of the order in one sentence.
  fileprivate func words(for user: String) -> String {
    func because(_ text: String) -> String {
      lastError.map { say("\(text): \(safeText($0, limit: 400))") } ?? text
    }
    if let closedReason { return safeText(shown(closedReason), limit: 400) }
    return switch state {
    case .closed where isAnotherUsers(than: user), .finished where isAnotherUsers(than: user):
      say("another user has it at the app server, and the App Store has recorded it")
    case .closed, .finished: say("delivered, and the App Store has recorded it")
    case .delivered: say("delivered; next Till tells the App Store")
    case .refused where isRefusedByServer: because(say("the app server rejected it again"))
    case .refused: say("its signature is invalid: a restore asks the App Store to sign it again")
    case .halfSuccess:
      isRejected
        ? because(say("the app server does not accept it"))
        : lastError.map { safeText($0, limit: 400) } ?? say("the app server could not be asked")
    case .overdue: because(say("too old for the app server"))
    case .uploaded: because(OrderText.appsServerIsStillDeciding.text)
    case .paid, .verified, .confirmed: say("it continues")
    }
  }
}
