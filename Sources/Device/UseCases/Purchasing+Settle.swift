import AppStoreModel
import Core
import Entitlements

extension Purchasing {
  /// Heals what was interrupted, and never buys again.
  ///
  /// Takes in what the App Store lists as unfinished, resumes open orders, settles intents that were with the App
  /// Store, and tells it what was delivered.
  ///
  /// Every acting command and the dashboard's start does this first. A backend that cannot be reached leaves things as
  /// they are: what is unfinished comes back.
  ///
  /// - Parameter pace: Whether what waits for its next try is tried all the same.
  /// - Returns: What was learned, and whether the App Store could be asked.
  @discardableResult
  func settle(_ pace: Pace = .atOnce) async throws -> Settlement {
    try await aside { try await settleNow(pace) }
  }

  /// The same at the user's request: to retry what waits, or to process what a pull brought.
  @discardableResult
  func settleNow(_ pace: Pace = .atOnce) async throws -> Settlement {
    var settlement = Settlement()
    try closeLapsed()
    guard backend.identity.kind != .none else { return settlement }
    await hear()
    try await tellWhatWaits()
    guard let account = try store.deviceState().account else {
      // What the server credits follows the user without an Apple Account too.
      await refreshAccount()
      return settlement
    }
    do {
      try await synchronizeClock()
      settlement.news.add(try await takeUnfinished(of: account))
      try await resumeOrders(pace)
      settlement.news.add(try await settleIntents())
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
    return settlement
  }

  /// Heals what was interrupted; see `settle`.
  ///
  /// - Returns: False when the App Store could not be asked.
  @discardableResult
  package func heal() async throws -> Bool { try await settle().isReachable }

  /// Ends what waited for a person for so long that it has lapsed; what comes later opens it again.
  private func closeLapsed() throws {
    let now = try clock().now
    for intent in try store.openIntents() where intent.state != .open {
      guard intent.createdDate.adding(milliseconds: Patience.purchase) <= now else { continue }
      try close(
        intent, .intentClosed,
        because: intent.state == .pending
          ? say("expired: not approved within a day") : say("expired: not resolved within a day"))
    }
  }

  /// Takes in the account's unfinished transactions: each verified one gets an order and one delivery.
  @discardableResult
  func takeUnfinished(of account: String) async throws -> News {
    var news = News()
    var unfinished = try await appStore.unfinished(for: account)
    if try strikes(.deliveredTwice, in: faults) { unfinished += try unfinished + deliveredBefore(account) }
    var waiting: [UnfinishedTransaction] = []
    for jws in unfinished {
      switch try check(jws, account: account) {
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

  /// The order of an unfinished transaction, as far as it goes; nil while another process is buying it.
  private func takeUnfinished(
    _ signed: Signed<Transaction>, account: String, into news: inout News
  ) throws -> Order? {
    let transaction = signed.payload
    let known = try store.order(forTransaction: transaction.transactionId ?? "")
    if let known {
      // What the complete history does not list is another Apple Account's, and the queue does not make it this one's.
      if try store.transaction(known.transactionId)?.isAbsent != true {
        try takeIn(signed, for: known, account: account, origin: .update, into: &news)
      }
      guard ownership.mayTake(known.owner) else { return known }
      if known.state == .finished || known.state == .closed {
        // Listed again although it was finished (a restore does that to renewals): delivered once, told again.
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

  /// The last delivery, which a fault lists again.
  private func deliveredBefore(_ account: String) throws -> [String] {
    try store.latestOrders(account: account, limit: 20).compactMap { try store.signedTransaction($0.transactionId) }
  }

  /// Closes purchases of which the App Store, asked for everything, knows nothing: at once where its history is
  /// immediate, else after two complete answers a day apart.
  private func settleIntents() async throws -> News {
    var news = News()
    let open = try store.openIntents().filter {
      $0.state == .open && ownership.mayTake($0.owner) && !underway.contains($0.id)
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
        guard var intent = try store.intent(intent.id), intent.state == .open else { continue }
        if let payment = try payment(of: intent, among: pull.notes.purchases) {
          if let order = try pay(intent, with: payment, into: &news) {
            try await advance(order.id)
          } else {
            try close(
              intent, .intentClosed, because: say("paid, and not listed as unfinished: delivered elsewhere, or late"))
          }
          continue
        }
        let isLate = !backend.hasImmediateHistory
        if isLate, intent.missedDate.map({ now < $0.adding(milliseconds: Patience.history) }) ?? true {
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

  /// The transaction of a history that an intent led to, for which this device has no order.
  private func payment(of intent: Intent, among candidates: [Transaction]) throws -> Transaction? {
    try candidates.first { transaction in
      guard transaction.productId == intent.productId else { return false }
      let hasOrder = try store.order(forTransaction: transaction.transactionId ?? "") != nil
      return try !hasOrder
        && store.intents(matching: transaction, account: intent.account).contains { $0.id == intent.id }
    }
  }

  /// The order of a payment that the history lists and the queue does not.
  ///
  /// - Returns: Nil without an app server to ask: another device may have delivered it, and only a server would know.
  private func pay(_ intent: Intent, with transaction: Transaction, into news: inout News) throws -> Order? {
    guard try store.deviceState().verification.effective(for: backend.identity.kind) != .none,
      let signed = try store.signedTransaction(transaction.transactionId ?? ""),
      case .accepted(let payment) = try check(signed, account: intent.account)
    else { return nil }
    return try pay(payment, intent: intent, account: intent.account, origin: .update, into: &news)
  }
}
