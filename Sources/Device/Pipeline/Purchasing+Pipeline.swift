import AppStoreModel
import Core

extension Purchasing {
  /// Processes an order as far as possible: confirmed, delivered, and its finish call in the outbox.
  ///
  /// Each step is stored before the next one begins, so the work may be interrupted anywhere and continued later. An
  /// order that another process works on is left alone.
  ///
  /// - Returns: The order as it is now.
  @discardableResult
  func advance(_ id: String) async throws -> Order? {
    guard inHand.insert(id).inserted else { return try store.order(id) }
    defer { inHand.remove(id) }
    guard var order = try takeOver(id) else { return try store.order(id) }
    let transaction = try store.transaction(order.transactionId)?.transaction
    var uploads = 0
    while try await takeStep(of: &order, with: transaction, &uploads) {}
    return order
  }

  /// Processes every open order: only those that are due, or all of them at once.
  func resumeOrders(_ pace: Pace) async throws {
    let now = try clock().now
    for order in try store.openOrders() where ownership.mayTake(order.owner) {
      guard pace == .atOnce || order.isDue(at: now) else { continue }
      try await advance(order.id)
    }
  }

  /// Takes an order over for this process; nil where another running process has it, or nothing is left to do.
  private func takeOver(_ id: String) throws -> Order? {
    guard var order = try store.order(id), order.hasNextStep, ownership.mayTake(order.owner) else { return nil }
    guard order.owner != ownership.id else { return order }
    return try store.batch {
      // Another process may have taken it since.
      guard let current = try store.order(id), ownership.mayTake(current.owner), current.hasNextStep else { return nil }
      order = current
      order.owner = ownership.id
      try store.save(order)
      return order
    }
  }

  /// Performs one step; returns false when there is none, or when the order has to wait.
  ///
  /// - Parameter uploads: How often this call has already uploaded the order.
  private func takeStep(
    of order: inout Order, with transaction: Transaction?, _ uploads: inout Int
  ) async throws -> Bool {
    guard order.hasNextStep else { return false }
    switch order.state {
    case .paid, .halfSuccess:
      if order.verification == .none { return try verify(&order, with: transaction) }
      uploads += 1
      return try await upload(&order)
    case .uploaded: return try await askStatus(of: &order, with: transaction, uploads)
    case .verified, .confirmed: return try await deliver(&order, with: transaction)
    case .finished:
      try close(&order)
      return false
    case .delivered, .closed, .refused, .overdue: return false
    }
  }

  // MARK: Confirmed by the device alone

  private func verify(_ order: inout Order, with transaction: Transaction?) throws -> Bool {
    // Only verified evidence is stored; without a stored transaction nothing proves the order.
    guard transaction != nil else { return false }
    let isSigned = backend.identity.environment.isSignedByApple
    let text =
      isSigned ? say("the signature is valid") : say("its form and claims are valid; Apple signs nothing here")
    try commit(&order, .verified, .orderVerified, text)
    try reached(.verified)
    return true
  }

  // MARK: Confirmed by the app server

  private func upload(_ order: inout Order) async throws -> Bool {
    let upload = OrderUpload(
      orderId: order.id, intentId: order.intentId, intendedUser: order.intentId == nil ? nil : order.user,
      currentUser: try store.deviceState().appUser, transactionId: order.transactionId,
      signedTransactionInfo: try store.signedTransaction(order.transactionId),
      waitingSince: order.state == .halfSuccess && !order.isRejected ? order.createdDate : nil,
      isBroughtBack: isRestoring || broughtBack.contains(order.id))
    do throws(VerificationError) {
      try await requiredServer(order.verification).upload(upload)
    } catch {
      try wait(&order, after: error)
      return false
    }
    try commit(&order, .uploaded, .orderUploaded, say("the app server received it"))
    try reached(.uploaded)
    return true
  }

  private func askStatus(
    of order: inout Order, with transaction: Transaction?, _ uploads: Int
  ) async throws -> Bool {
    let answer: OrderAnswer
    do throws(VerificationError) {
      answer = try await requiredServer(order.verification).status(of: order.id)
    } catch {
      if error.kind == .unknownOrder, uploads < 2 {
        // The server never had the order, or lost it: upload it again.
        order.state = .paid
        return true
      }
      try wait(&order, after: error)
      return false
    }
    switch answer {
    case .processing(let reason):
      let text = OrderText.appsServerIsStillDeciding.text + (reason.map { ": \($0)" } ?? "")
      try wait(&order, state: .uploaded, .orderWaiting, text, because: reason)
      return false
    case .confirmed(let credit):
      try confirm(&order, credit, transaction)
      return true
    case .refused(let reason):
      order.lastError = reason
      order.isRefusedByServer = true
      order.owner = nil
      // Counts the server's refusals: after the second one Till no longer suggests a retry.
      order.attempts += 1
      try commit(&order, .refused, .orderRefused, say("the app server rejected it: \(reason)"), keepsError: true)
      return false
    case .overdue(let reason):
      try giveUp(&order, because: reason)
      return false
    }
  }

  private func confirm(_ order: inout Order, _ credit: Credit, _ transaction: Transaction?) throws {
    order.credit = credit
    broughtBack.remove(order.id)
    // A purchase made on this device belongs to its own user, even if another is logged in now. The owner of any other
    // purchase is the one that the server names.
    if order.intentId == nil || credit.attribution == .support { order.user = credit.users.first ?? order.user }
    let original = transaction?.originalTransactionId ?? order.transactionId
    try store.batch {
      try commit(&order, .confirmed, .orderConfirmed, credit.words)
      try store.keep([
        Ownership(
          originalTransactionId: original, users: credit.users, attribution: credit.attribution,
          policyOutcome: credit.policyOutcome)
      ])
    }
    try reached(.confirmed)
  }

  /// Gives up an order that is too old, or that support gave up for good: finishes its transaction without a delivery;
  /// the evidence stays.
  private func giveUp(_ order: inout Order, because reason: String) throws {
    order.closedReason = reason
    order.owner = nil
    let text =
      ClosedByHand.words(of: reason).map { say("given up by support: \($0)") }
      ?? say("too old for the app server: \(reason)")
    try store.batch {
      try commit(&order, .overdue, .orderOverdue, text)
      try store.requestFinish(order.transactionId, account: order.account)
    }
  }

  private func wait(_ order: inout Order, after error: VerificationError) throws {
    let isRejected = error.kind == .rejected
    let what = isRejected ? say("the app server did not accept it") : say("not confirmed yet")
    try wait(
      &order, state: .halfSuccess, .orderHalfSuccess, say("\(what): \(error.message)"),
      because: error.message,
      // A rejected request would be rejected again, so it waits for a person to act.
      isTriedAgain: !isRejected, retryAfter: error.retryAfter)
  }

  /// Stores that an order has to wait, and until when; no process owns it meanwhile.
  private func wait(
    _ order: inout Order, state: Order.State, _ kind: JournalKind, _ text: String, because reason: String?,
    isTriedAgain: Bool = true, retryAfter: Int64? = nil
  ) throws {
    order.attempts += 1
    order.lastError = reason
    order.owner = nil
    let delay = BackOff.delay(after: order.attempts, chance: chance(), retryAfter: retryAfter)
    let next = isTriedAgain ? try clock().now.adding(milliseconds: delay) : nil
    try commit(&order, state, kind, text, keepsError: true, nextRetry: next)
  }

  // MARK: Delivery and closing

  private func deliver(_ order: inout Order, with transaction: Transaction?) async throws -> Bool {
    // The user's account at the server is stored with the delivery, so that both appear at once.
    var account: UserAccount?
    if order.verification != .none, let server = try? server(order.verification) {
      let user = order.user
      account = try? await aside { try await server.account(of: user) }
    }
    let now = try clock().now
    let quantity = order.credit?.quantity ?? (transaction?.isSpent(at: now) == true ? 0 : order.quantity)
    order.owner = nil
    try store.batch {
      order.state = .delivered
      order.updatedDate = now
      let isFirst = try store.deliver(
        Delivery(
          purchase: transaction?.purchaseKey, transactionId: order.transactionId, orderId: order.id,
          productId: order.productId, user: order.user,
          quantity: quantity, date: now), order: order)
      if let account { try store.keep(account) }
      let text =
        if !isFirst { say("already delivered: nothing is delivered twice") } else if quantity > 0 {
          say("delivered")
        } else if order.credit != nil {
          say("nothing to add: already credited, refunded, or owned by another user")
        } else {
          say("nothing to deliver: now refunded, expired or upgraded")
        }
      try journal(
        .orderDelivered, text, productId: order.productId, transactionId: order.transactionId, orderId: order.id)
    }
    try reached(.delivered)
    return false
  }

  /// Closes an order whose transaction is finished at the App Store.
  func close(_ order: inout Order) throws {
    order.owner = nil
    try commit(
      &order, .closed, .orderClosed, order.closedReason ?? say("nothing left to do"), keepsError: true)
    try reached(.closed)
  }

  /// Stores a step and its journal entry in one commit.
  private func commit(
    _ order: inout Order, _ state: Order.State, _ kind: JournalKind, _ text: String, keepsError: Bool = false,
    nextRetry: Timestamp? = nil
  ) throws {
    order.state = state
    order.updatedDate = try clock().now
    order.nextRetryDate = nextRetry
    if !keepsError { order.lastError = nil }
    if nextRetry == nil, state != .halfSuccess {
      order.attempts = state == .uploaded || state == .refused ? order.attempts : 0
    }
    let step = order
    try store.batch {
      try store.save(step)
      try journal(kind, text, productId: step.productId, transactionId: step.transactionId, orderId: step.id)
    }
  }
}

/// Which of the waiting orders are retried.
package enum Pace: Sendable {
  /// Only those that are due: Till works by itself.
  case whenDue
  /// All of them: the user acts, or asked for it.
  case atOnce
}

extension Order {
  /// Whether the order has a next step that needs no decision by a person.
  fileprivate var hasNextStep: Bool {
    switch state {
    case .paid, .uploaded, .confirmed, .verified, .halfSuccess: closedReason == nil
    case .finished: true
    case .delivered, .closed, .refused, .overdue: false
    }
  }

  /// Returns whether the order may be retried without a person.
  func isDue(at now: Timestamp) -> Bool {
    guard let nextRetryDate else { return state != .halfSuccess }
    return BackOff.isDue(nextRetryDate, at: now)
  }
}

extension Credit {
  /// The app server's credit in one sentence.
  fileprivate var words: String {
    let who = users.isEmpty ? say("no user") : shownUsers(users)
    let policy =
      switch policyOutcome {
      case .kept: say("; by the policy it stays with the previous user")
      case .transferred: say("; by the policy it was transferred to this user")
      case .shared: say("; by the policy several users share it")
      case nil: ""
      }
    return quantity > 0
      ? say("the app server credited \(who)\(policy)")
      : say("the app server already has it for \(who); nothing added\(policy)")
  }
}

extension Transaction {
  /// Returns whether nothing is left to deliver: refunded, upgraded away, or its period is over.
  fileprivate func isSpent(at now: Timestamp) -> Bool {
    if isTakenBack || isUpgraded == true { return true }
    guard let expiresDate else { return false }
    return expiresDate <= now
  }
}
