package import AppStoreModel
import Core
import Entitlements

extension Purchasing {
  /// Buys a product for the signed-in Apple Account.
  ///
  /// First it recovers earlier purchases. If an earlier purchase of the product turns out to be charged, or that is
  /// unknown, it reports so and stops. The intent is committed before the App Store is asked. An owned product is not
  /// charged again. Errors of the App Store are in the report; only a store that cannot be written throws.
  ///
  /// - Parameter again: Whether to buy in spite of an earlier purchase.
  package func buy(
    _ productId: String, quantity: Int = 1, outcome: SimulatedOutcome = .success, token: TokenChoice = .user,
    offer: PurchaseOffer? = nil, again: Bool = false
  ) async throws -> BuyReport {
    try await acting {
      var report = try await buyNow(
        productId, quantity: quantity, outcome: outcome, token: token, offer: offer, again: again)
      // The App Store's news tells the app server about the purchase too. A server that had lost its data learns of
      // the earlier ones again.
      await hear()
      await refreshAccount()
      let credited = try await deliverWhatIsCredited()
      if let order = credited[report.orderId ?? ""] { report = BuyReport(of: order, isFree: report.isFree) }
      if report.result == .unverified, let order = try report.orderId.flatMap({ try store.order($0) }),
        try store.isCredited(order)
      {
        report.message = try store.withPrice(order).advice
        report.isCredited = true
      }
      if report.result == .unanswered, let waiting = try store.waitingPurchases(of: productId, at: clock()).last,
        waiting.goneThrough != nil
      {
        report.message = waiting.why
      }
      return report
    }
  }

  private func buyNow(
    _ productId: String, quantity: Int, outcome: SimulatedOutcome, token: TokenChoice, offer: PurchaseOffer?,
    again: Bool
  ) async throws -> BuyReport {
    func failed(_ message: String) -> BuyReport {
      BuyReport(result: .failed, productId: productId, message: message)
    }
    if let reason = backend.capabilities.buy { return failed(reason) }
    guard let account = try store.deviceState().account else {
      return failed(ActionText.notSignedIn.text)
    }
    let unanswered = try self.unanswered(productId)
    let closed = try store.intents(closedByHand: productId, account: account)
    try await settle()
    if !again, let report = try overAnother(productId, unanswered) ?? over(closed) ?? overOther(productId, account) {
      return report
    }
    let intent = try await open(productId, quantity: quantity, account: account, token: token)
    defer { underway.remove(intent.id) }
    try await register(intent)
    do {
      let request = PurchaseRequest(
        account: account, productId: productId, quantity: quantity, appAccountToken: intent.appAccountToken,
        outcome: outcome, offer: offer)
      let answer = try await appStore.purchase(request)
      try reached(.charged)
      try store.update { $0.canMakePayments = true }
      switch answer {
      case .cancelled:
        try close(intent, .intentCancelled, because: say("the customer cancelled: nothing was charged"))
        return BuyReport(result: .cancelled, productId: productId, message: say("cancelled: nothing was charged"))
      case .pending(let transactionId):
        return try wait(intent, for: transactionId)
      case .interrupted(let transactionId):
        return try interrupt(intent, transactionId)
      case .success(let jws, let alreadyOwned):
        return try await complete(jws, alreadyOwned: alreadyOwned, intent: intent)
      }
    } catch let error as StoreError where error.kind == .noAnswer {
      try leaveOpen(intent, after: error)
      return BuyReport(
        result: .unanswered, productId: productId,
        message: say("\(error.message): if it was charged it arrives automatically, and is never charged twice"))
    } catch let error as StoreError {
      try close(intent, .intentFailed, because: "\(error.message) (\(error.kind.rawValue))")
      // The catalogue may have changed: the product may no longer be on sale.
      if !error.isTemporary { _ = try? await aside { try await loadProducts() } }
      return failed(error.message)
    }
  }

  /// Returns the user's purchases of a product that the App Store did not answer, without those that still wait for it.
  ///
  /// A user's money is one set, whichever Apple Account paid.
  private func unanswered(_ productId: String) throws -> [Intent] {
    let user = try store.deviceState().appUser
    return try store.openIntents().filter {
      $0.state == .open && $0.productId == productId && $0.user == user && !underway.contains($0.id)
    }
  }

  /// Reports an earlier unanswered purchase that may be charged, so that buying again could be a second charge.
  private func overAnother(_ productId: String, _ earlier: [Intent]) throws -> BuyReport? {
    for intent in try earlier.compactMap({ try store.intent($0.id) }) {
      if intent.state == .open {
        var report = BuyReport(
          result: .unanswered, productId: productId,
          message: say("an earlier purchase of it got no answer and may have been charged; nothing was bought"))
        report.isHeldBack = true
        return report
      }
      if let id = intent.transactionId, let order = try store.order(forTransaction: id), order.intentId == intent.id,
        let report = try report(
          on: order, say("an earlier purchase of it went through; nothing was bought again"))
      {
        return report
      }
    }
    return nil
  }

  /// Reports a purchase that a person closed here, but that was approved and has arrived now.
  private func over(_ closed: [Intent]) throws -> BuyReport? {
    for intent in closed {
      if let order = try store.order(forIntent: intent),
        let report = try report(
          on: order, say("an earlier purchase of it went through and has arrived now; nothing was bought again"))
      {
        return report
      }
    }
    return nil
  }

  /// Reports the user's purchase with another Apple Account that is charged and not delivered yet.
  private func overOther(_ productId: String, _ account: String) throws -> BuyReport? {
    let orders = try store.undeliveredOrders(of: store.deviceState().appUser, exceptOf: account)
    return try orders.first { $0.productId == productId }.flatMap {
      try report(on: $0, say("an earlier purchase of it went through; nothing was bought again"))
    }
  }

  /// Returns the report on an earlier purchase that stands; nil where Apple took it back, so that buying again is no
  /// second payment.
  private func report(on order: Order, _ message: String) throws -> BuyReport? {
    let transaction = try store.transaction(order.transactionId)?.transaction
    guard transaction?.isWhollyTakenBack != true else { return nil }
    let isDelivered = !order.state.isUndelivered && order.closedReason == nil
    var report = BuyReport(
      result: isDelivered ? .success : .halfSuccess, productId: order.productId, alreadyOwned: true,
      transactionId: order.transactionId, orderId: order.id, message: message)
    report.isFree = transaction?.isFree == true
    report.isHeldBack = true
    return try refusedWhereAnothers(report)
  }

  private func open(_ productId: String, quantity: Int, account: String, token: TokenChoice) async throws -> Intent {
    let state = try store.deviceState()
    let id = newID()
    let storeDate = try? await appStore.clock()?.now
    let now = try clock().now
    let uuid: String? =
      switch token {
      case .user: userToken(of: state.appUser, bundleId: backend.identity.bundleId)
      case .order: id
      case .own(let uuid): uuid
      }
    let intent = Intent(
      id: id, account: account, user: state.appUser, productId: productId, quantity: quantity,
      appAccountToken: uuid, createdDate: now, storeDate: storeDate ?? now,
      owner: ownership.id)
    underway.insert(id)
    try store.batch {
      try store.save(intent)
      try journal(.intentOpened, say("purchase begun; next Till asks the App Store"), productId: productId)
    }
    try reached(.intent)
    return intent
  }

  /// Leaves an intent open, because it is unknown whether the purchase was charged.
  ///
  /// It stays open until the App Store lists the purchase, or has returned its complete history without it.
  private func leaveOpen(_ intent: Intent, after error: StoreError) throws {
    var intent = intent
    intent.owner = nil
    try store.batch {
      try store.save(intent)
      try journal(
        .intentUnanswered, say("\(error.message): the App Store's next answer shows whether it was charged"),
        productId: intent.productId)
    }
  }

  /// Makes an intent wait for approval; closes it where the App Store answered with an earlier waiting request.
  private func wait(_ intent: Intent, for transactionId: String) throws -> BuyReport {
    let joined = try store.openIntents().first {
      $0.id != intent.id && $0.state == .pending && $0.transactionId == transactionId
    }
    if let joined {
      let text = joined.user == intent.user ? OrderText.waitsAlready : OrderText.waitsForAnotherLogin
      try close(intent, .intentClosed, because: text.text)
      return BuyReport(
        result: .pending, productId: intent.productId, transactionId: transactionId, message: text.text)
    }
    try leave(
      intent, .pending, transactionId, .intentPending, say("waiting for approval; the app is never told of a refusal"))
    return BuyReport(
      result: .pending, productId: intent.productId, transactionId: transactionId,
      message: say("waiting for approval: delivered once it is approved"))
  }

  /// Marks an intent as interrupted.
  ///
  /// As in StoreKit, the purchase fails, and its transaction arrives as an update once the customer has resolved the
  /// problem.
  private func interrupt(_ intent: Intent, _ transactionId: String) throws -> BuyReport {
    try leave(
      intent, .interrupted, transactionId, .intentInterrupted,
      say("interrupted: it arrives once the customer has resolved what the App Store asked"))
    return BuyReport(
      result: .failed, productId: intent.productId, transactionId: transactionId, isInterrupted: true,
      message: say(
        "interrupted: nothing was charged yet; it continues once the customer has resolved what the App Store "
          + "asks"))
  }

  /// Leaves an intent in a state in which its transaction arrives as an update.
  private func leave(
    _ intent: Intent, _ state: Intent.State, _ transactionId: String, _ kind: JournalKind, _ text: String
  ) throws {
    var intent = intent
    (intent.state, intent.transactionId, intent.owner) = (state, transactionId, nil)
    try store.batch {
      try store.save(intent)
      try journal(kind, text, productId: intent.productId, transactionId: transactionId)
    }
  }

  private func complete(_ jws: String, alreadyOwned: Bool, intent: Intent) async throws -> BuyReport {
    let productId = intent.productId
    var news = News()
    switch try check(jws, account: intent.account) {
    case .refused(let transactionId, _, let failure) where alreadyOwned:
      // Nothing was paid, so there is no order to wait for. The state follows from earlier evidence.
      try close(intent, .intentFailed, because: say("already owned, but the signature of the answer is invalid"))
      return BuyReport(
        result: .unverified, productId: productId, alreadyOwned: true, transactionId: transactionId,
        message: say("already owned: nothing was charged; but \(safeText(failure.message))"))
    case .refused(let transactionId, _, let failure):
      let order = try refuse(intent, transactionId: transactionId)
      // It stays unfinished at the App Store, and lists show it so.
      _ = try? await takeUnfinished(of: intent.account)
      return BuyReport(
        result: .unverified, productId: productId, transactionId: transactionId, orderId: order,
        message: say("not delivered, and not known to be charged: \(safeText(failure.message))"))
    case .accepted(let signed) where alreadyOwned:
      let order = try store.order(forTransaction: signed.payload.transactionId ?? "")
      try store.batch {
        if let order {
          try takeIn(signed, for: order, account: intent.account, origin: .purchase, into: &news)
        } else {
          try takeIn(signed, account: intent.account, origin: .purchase, into: &news)
        }
        try close(intent, .intentClosed, because: OrderText.ownedAlreadyNothingWasCharged.text)
      }
      // A change of plan appears in the renewal information.
      if signed.payload.type == .autoRenewableSubscription { try? await takeRenewalInfos(of: intent.account) }
      // An earlier purchase that failed verification can be delivered now.
      if let order {
        if let known = try store.order(order.id), known.mayBeBroughtBack { try bringBack(known, .orderReopened) }
        try await advance(order.id)
        await sendFinishCalls()
      }
      if let original = signed.payload.lineageId {
        try await claim([original: jws], isRestore: true)
      }
      return try ownedReport(productId, signed.payload)
    case .accepted(let signed):
      let order = try pay(signed, intent: intent, account: intent.account, origin: .purchase, into: &news)
      // The stored renewal information describes the state before this purchase.
      if signed.payload.type == .autoRenewableSubscription { try? await takeRenewalInfos(of: intent.account) }
      let now = try await advance(order.id) ?? order
      await sendFinishCalls()
      // An undelivered purchase appears in the list of unfinished transactions.
      if now.state.isUndelivered { _ = try? await takeUnfinished(of: intent.account) }
      return BuyReport(of: now, isFree: signed.payload.isFree)
    }
  }

  /// Returns the report for a product that the Apple Account owns; the app server decides whether the user has it.
  private func ownedReport(_ productId: String, _ transaction: Transaction) throws -> BuyReport {
    var report = BuyReport(
      result: .success, productId: productId, alreadyOwned: true, transactionId: transaction.transactionId,
      message: OrderText.ownedAlreadyNothingWasCharged.text)
    guard try store.deviceState().verification != .none else { return report }
    let statuses = try statuses()
    if transaction.productId != productId {
      // The plan of the next period changed, but the subscription belongs to another login, so this user gets nothing.
      let current = statuses.first { $0.product.id == transaction.productId }
      guard let current, !current.entitled,
        current.reasons.contains(where: { $0.rule == Rule.belongsToAnotherUser.rawValue })
      else { return report }
      report.result = .refused
      report.message = OrderText.changedAnotherLogins(plan: safeText(current.product.displayName)).text
      return report
    }
    guard let status = statuses.first(where: { $0.product.id == productId }), !status.entitled else { return report }
    let now = try clock().now
    if transaction.isTakenBack || transaction.isUpgraded == true || transaction.expiresDate.map({ $0 <= now }) == true {
      report.result = .failed
      report.alreadyOwned = false
      report.message = say(
        "the App Store answered with an earlier purchase that has ended; nothing was charged: \(status.next.text)")
      return report
    }
    guard status.state == .paidNotDelivered else { return refusedWhereAnothers(report, status) }
    report.result = .refused
    report.message = say("it was bought before and is not delivered yet: \(status.next.text)")
    return report
  }

  /// Returns the report on an earlier purchase of the Apple Account, refused where another user has it by now.
  private func refusedWhereAnothers(_ report: BuyReport) throws -> BuyReport {
    guard try store.deviceState().verification != .none,
      let status = try statuses().first(where: { $0.product.id == report.productId }), !status.entitled
    else { return report }
    return refusedWhereAnothers(report, status)
  }

  private func refusedWhereAnothers(_ report: BuyReport, _ status: ProductStatus) -> BuyReport {
    guard status.product.type != .consumable,
      status.reasons.contains(where: { $0.rule == Rule.belongsToAnotherUser.rawValue })
    else { return report }
    var report = report
    report.result = .refused
    report.message = say(
      "this Apple Account already owns it, nothing was charged, but it is not this user's: \(status.next.text)")
    return report
  }

  func close(_ intent: Intent, _ kind: JournalKind, because reason: String) throws {
    var intent = intent
    intent.state = .closed
    intent.closedReason = reason
    intent.owner = nil
    try store.batch {
      try store.save(intent)
      try journal(kind, reason, productId: intent.productId, transactionId: intent.transactionId)
    }
  }
}

extension BuyReport {
  /// Describes the result of a purchase from the state of its order.
  ///
  /// - Parameter isFree: Whether nothing was paid for it.
  fileprivate init(of order: Order, isFree: Bool) {
    let byHand = ClosedByHand.words(of: order.closedReason)
    let reason = safeText(order.lastError ?? byHand ?? order.closedReason ?? "", limit: 400)
    let (result, message): (Result, String?) =
      switch order.state {
      case .confirmed, .verified, .delivered, .finished, .closed: (.success, nil)
      case .paid, .uploaded, .halfSuccess:
        (
          .halfSuccess,
          (isFree ? Words("confirmed with nothing to pay, not delivered yet: ") : Words("charged, not delivered yet: "))
            .text
            + (reason.isEmpty ? OrderText.appsServerIsStillDeciding.text : reason)
            + (order.isRejected
              ? say("; fix that, then retry") : say("; Till retries automatically; retry to continue now"))
        )
      case .refused where isFree, .overdue where isFree:
        (.refused, say("confirmed with nothing to pay, but the app server did not accept it: \(reason)"))
      case .refused: (.refused, say("charged, but the app server rejected it: \(reason)"))
      case .overdue where byHand != nil: (.refused, say("charged, but given up by support: \(reason)"))
      case .overdue: (.refused, say("charged, but too old for the app server: \(reason)"))
      }
    self.init(
      result: result, productId: order.productId, transactionId: order.transactionId, orderId: order.id,
      message: message)
    self.isFree = isFree
  }
}
