import AppStoreModel
import Core
import Entitlements

extension Purchasing {
  /// Recovers interrupted work, and never buys again.
  ///
  /// It processes what the App Store lists as unfinished, continues open orders, settles intents that the App Store had
  /// not answered, and finishes delivered transactions.
  ///
  /// Every acting command and the dashboard's start does this first. An unreachable backend changes nothing: unfinished
  /// transactions are listed again later.
  ///
  /// - Parameter pace: Whether to retry all waiting work, or only what is due.
  /// - Returns: The new facts, and whether the App Store could be reached.
  @discardableResult
  func settle(_ pace: Pace = .atOnce) async throws -> Settlement {
    try await aside { try await settleNow(pace) }
  }

  /// Recovers interrupted work at the user's request: to retry what waits, or to process what a pull found.
  @discardableResult
  func settleNow(_ pace: Pace = .atOnce) async throws -> Settlement {
    let settlement = try await settleWhatWaits(pace)
    // Only now: the App Store may have completed them on another device.
    try closeLapsed()
    return settlement
  }

  private func settleWhatWaits(_ pace: Pace) async throws -> Settlement {
    var settlement = Settlement()
    guard backend.identity.kind != .none else { return settlement }
    await hear()
    try await tellWhatWaits()
    guard let account = try store.deviceState().account else {
      // What the server credits belongs to the user, even without an Apple Account.
      await refreshAccount()
      return settlement
    }
    do {
      try await synchronizeClock()
      settlement.news.add(try await takeUnfinished(of: account))
      try await resumeOrders(pace)
      settlement.news.add(try await settleIntents(pace))
    } catch let error as StoreError {
      try journal(.unfinishedRead, say("the App Store could not be reached: \(error.message)"))
      try await resumeOrders(pace)
      await refreshAccount()
      settlement.isReachable = false
      return settlement
    } catch is CancellationError {
      settlement.isReachable = false
      return settlement
    }
    await sendFinishCalls(pace)
    try await countPendingUses()
    await refreshAccount()
    if pace == .atOnce { try await deliverWhatIsCredited() }
    return settlement
  }

  /// Recovers interrupted work; see `settle`.
  ///
  /// - Returns: False when the App Store could not be reached.
  @discardableResult
  package func heal() async throws -> Bool { try await settle().isReachable }

  /// Closes purchases that waited for a person for so long that they have lapsed; a later arrival reopens them.
  private func closeLapsed() throws {
    let now = try clock().now
    for intent in try store.openIntents() where intent.hasLapsed(at: now) {
      try close(
        intent, .intentClosed,
        because: intent.state == .pending
          ? say("expired: not approved within a day") : say("expired: not resolved within a day"))
    }
  }

  /// Processes the account's unfinished transactions: each verified one gets an order and one delivery.
  @discardableResult
  func takeUnfinished(of account: String) async throws -> News {
    var news = News()
    var unfinished = try await appStore.unfinished(for: account)
    if try strikes(.deliveredTwice, in: faults) { unfinished += try unfinished + deliveredBefore(account) }
    var waiting: [UnfinishedTransaction] = []
    for jws in unfinished {
      let result = verifier.verify(jws, as: .transaction)
      switch try check(jws, result, account: await claimedOwner(of: result, handedTo: account)) {
      case .refused(let transactionId, let productId, _):
        guard let transactionId else { continue }
        let order = try store.order(forTransaction: transactionId)
        waiting.append(
          UnfinishedTransaction(
            transactionId: transactionId, productId: order?.productId ?? productId ?? "",
            state: order?.state.rawValue ?? UnfinishedTransaction.verificationFailed, orderId: order?.id,
            date: try order?.createdDate ?? clock().now))
      case .accepted(let signed) where await isOfAnotherAccount(signed.payload, than: account):
        waiting.append(try keep(signed, ofAnother: signed.payload))
      case .accepted(let signed):
        let order = try takeUnfinished(signed, account: account, into: &news)
        waiting.append(
          UnfinishedTransaction(
            transactionId: signed.payload.transactionId ?? "", productId: signed.payload.productId ?? "",
            state: order?.state.rawValue ?? UnfinishedTransaction.waiting, orderId: order?.id,
            date: signed.payload.purchaseDate))
      }
    }
    try store.setUnfinished(waiting, account: account)
    return news
  }

  /// Returns the Apple Account that a failed statement claims to be of, else the one that it was handed to.
  ///
  /// The claim is not proven. But what claims to be another account's must not count as a failure of this one's.
  private func claimedOwner(of result: VerificationResult, handedTo account: String) async -> String {
    guard let claims = result.unverifiedPayload?.transaction, await isOfAnotherAccount(claims, than: account) else {
      return account
    }
    return Customers.accountName(ofApp: claims.appTransactionId ?? "")
  }

  /// Returns the order of an unfinished transaction, opened if needed; nil while another process is buying it.
  private func takeUnfinished(
    _ signed: Signed<Transaction>, account: String, into news: inout News
  ) throws -> Order? {
    let transaction = signed.payload
    let known = try store.order(forTransaction: transaction.transactionId ?? "")
    if let known {
      // A transaction that the complete history does not list belongs to another Apple Account, even if the queue lists
      // it.
      if try store.transaction(known.transactionId)?.isAbsent != true {
        try takeIn(signed, for: known, account: account, origin: .update, into: &news)
      }
      guard ownership.mayTake(known.owner) else { return known }
      if known.state == .finished || known.state == .closed {
        // The transaction is listed again although it was finished (a restore does that to renewals): only finish it
        // again.
        try store.requestFinish(known.transactionId, account: account)
      }
      return try store.order(forTransaction: known.transactionId)
    }
    // A renewal belongs to no purchase intent, even if an intent for the same product was given up.
    let intent =
      transaction.transactionReason == .renewal
      ? nil : try store.intents(matching: transaction, account: account).first
    guard ownership.mayTake(intent?.owner) else { return nil }
    return try pay(signed, intent: intent, account: account, origin: .update, into: &news)
  }

  /// Returns the account's last deliveries, which a fault makes the App Store list again.
  private func deliveredBefore(_ account: String) throws -> [String] {
    try store.latestOrders(account: account, limit: 20).compactMap { try store.signedTransaction($0.transactionId) }
  }

  /// Closes open purchases that the App Store's complete history does not list.
  ///
  /// It closes them at once where the history lists all charges, else after two complete histories a day apart. A purchase
  /// that waits for a person is looked for only with its Apple Account, at the user's request: another device may have
  /// completed it.
  private func settleIntents(_ pace: Pace) async throws -> News {
    var news = News()
    let account = try store.deviceState().account
    let open = try store.openIntents().filter {
      ($0.state == .open || pace == .atOnce && $0.account == account) && ownership.mayTake($0.owner)
        && !underway.contains($0.id)
    }
    for account in Set(open.map(\.account)).sorted() {
      let waiting = open.filter { $0.account == account }
      let products = Set(waiting.map(\.productId))
      let pull = try await pullHistory(
        of: account, whole: true, origin: .update, noting: HistoryNotes(products: products))
      news.add(pull.news)
      guard pull.isComplete else { continue }
      let now = try clock().now
      for intent in waiting {
        guard var intent = try store.intent(intent.id), intent.state != .closed else { continue }
        if let payment = try payment(of: intent, among: pull.notes.purchases) {
          if let order = try pay(intent, with: payment, into: &news) {
            try await advance(order.id)
          } else {
            try close(
              intent, .intentClosed, because: say("paid, and not listed as unfinished: delivered elsewhere, or late"))
          }
          continue
        }
        guard intent.state == .open else {
          // The App Store makes one request of all those of an Apple Account for a product.
          let isCompleted = pull.notes.purchases.contains { $0.transactionId == intent.transactionId }
          if try isCompleted || intent.transactionId.flatMap(store.order(forTransaction:)) != nil {
            try close(intent, .intentClosed, because: say("completed as a purchase of another login"))
          } else if try statuses().contains(where: { $0.pendingProductId == intent.productId }) {
            // A change of plan that waits for the renewal leads to no transaction of its own.
            try close(intent, .intentClosed, because: say("chosen for the next renewal: nothing was charged"))
          }
          continue
        }
        if !pull.listsAll, intent.missedDate.map({ now < $0.adding(milliseconds: Patience.history) }) ?? true {
          guard intent.missedDate == nil else { continue }
          intent.missedDate = now
          try store.save(intent)
          try journal(
            .intentUnanswered, say("the App Store does not list it yet: Till asks once more after a day"),
            productId: intent.productId)
        } else {
          try close(intent, .intentClosed, because: say("nothing was charged"))
        }
      }
    }
    return news
  }

  /// Returns the transaction in a history that an intent led to, if this device has no order for it.
  private func payment(of intent: Intent, among candidates: [Transaction]) throws -> Transaction? {
    try candidates.first { transaction in
      guard transaction.productId == intent.productId else { return false }
      let hasOrder = try store.order(forTransaction: transaction.transactionId ?? "") != nil
      return try !hasOrder
        && store.intents(matching: transaction, account: intent.account).contains { $0.id == intent.id }
    }
  }

  /// Opens the order of a payment that the history lists but the queue does not.
  ///
  /// - Returns: Nil without an app server: another device may have delivered it, and only a server would know.
  private func pay(_ intent: Intent, with transaction: Transaction, into news: inout News) throws -> Order? {
    guard try store.deviceState().verification.effective(for: backend.identity.kind) != .none,
      let signed = try store.signedTransaction(transaction.transactionId ?? ""),
      case .accepted(let payment) = try check(signed, account: intent.account)
    else { return nil }
    return try pay(payment, intent: intent, account: intent.account, origin: .update, into: &news)
  }
}
