import StoreModel

extension Purchasing {
  /// Heals what was interrupted, and never buys again.
  ///
  /// Takes in what the App Store lists as unfinished, resumes open orders, settles intents that were with the App Store,
  /// and tells it what was delivered.
  ///
  /// Every acting command and the dashboard's start does this first. A backend that cannot be reached leaves things as
  /// they are: what is unfinished comes back.
  ///
  /// - Parameter pace: Whether what waits for its next try is tried all the same.
  /// - Returns: False when the App Store could not be asked.
  @discardableResult
  package func settle(_ pace: Pace = .atOnce) async throws -> Bool {
    guard backend.identity.kind != .none, let account = try store.deviceState().account else { return true }
    do {
      try await synchronizeClock()
      try await takeUnfinished(of: account)
      try await resumeOrders(pace)
      try await settleIntents()
    } catch let error as BackendError {
      try journal(.unfinishedRead, "the App Store could not be asked: \(error.message)")
      try await resumeOrders(pace)
      return false
    } catch is CancellationError {
      return false
    }
    await sendFinishCalls(pace)
    try await countPendingUses()
    await refreshAccount()
    return true
  }

  /// Takes in the account's unfinished transactions: each verified one gets an order and one delivery.
  func takeUnfinished(of account: String) async throws {
    var unfinished = try await appStore.unfinished(for: account)
    if try strikes(.deliveredTwice) { unfinished += try unfinished + deliveredBefore(account) }
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
      case .accepted(let signed):
        let order = try takeUnfinished(signed, account: account)
        waiting.append(
          UnfinishedTransaction(
            transactionId: signed.payload.transactionId ?? "", productId: signed.payload.productId ?? "",
            state: order?.state.rawValue ?? UnfinishedTransaction.waiting, orderId: order?.id,
            date: signed.payload.purchaseDate))
      }
    }
    try store.setUnfinished(waiting, account: account)
  }

  /// The order of an unfinished transaction, as far as it goes; nil while another process is buying it.
  private func takeUnfinished(_ signed: Signed<Transaction>, account: String) throws -> Order? {
    let transaction = signed.payload
    let known = try store.order(forTransaction: transaction.transactionId ?? "")
    if let known {
      try takeIn(signed, for: known, account: account, origin: .update)
      guard ownership.mayTake(known.owner) else { return known }
      if known.state == .finished || known.state == .closed {
        // Listed again although it was finished (a restore does that to renewals): delivered once, told again.
        try store.requestFinish(known.transactionId, account: account)
      }
      return try store.order(forTransaction: known.transactionId)
    }
    // A renewal is nobody's purchase, even where an intent of the same product was given up.
    let intent =
      transaction.transactionReason == .renewal
      ? nil : try store.intents(matching: transaction, account: account).first
    guard ownership.mayTake(intent?.owner) else { return nil }
    return try pay(signed, intent: intent, account: account, origin: .update)
  }

  /// What was delivered last, to be listed again on purpose.
  private func deliveredBefore(_ account: String) throws -> [String] {
    try store.latestOrders(account: account, limit: 20).compactMap { try store.signedTransaction($0.transactionId) }
  }

  /// Closes purchases of which the App Store, asked for everything, knows nothing.
  private func settleIntents() async throws {
    let open = try store.openIntents().filter {
      $0.state == .open && ownership.mayTake($0.owner) && !underway.contains($0.id)
    }
    for account in Set(open.map(\.account)).sorted() {
      let pull = try await pullHistory(of: account, whole: true, origin: .update)
      guard pull.isComplete else { continue }
      for intent in open where intent.account == account {
        guard try store.intent(intent.id)?.state == .open else { continue }
        try close(intent, .intentClosed, because: reasonToClose(intent, after: pull))
      }
    }
  }

  /// What became of an intent that no unfinished transaction belongs to.
  private func reasonToClose(_ intent: Intent, after pull: HistoryPull) throws -> String {
    let isPaid = try pull.transactions.contains { transaction in
      guard transaction.productId == intent.productId, transaction.transactionReason != .renewal else { return false }
      let hasOrder = try store.order(forTransaction: transaction.transactionId ?? "") != nil
      return try !hasOrder
        && store.intents(matching: transaction, account: intent.account).contains { $0.id == intent.id }
    }
    return isPaid ? "paid, and not listed as unfinished: delivered elsewhere, or late" : "nothing was charged"
  }
}
