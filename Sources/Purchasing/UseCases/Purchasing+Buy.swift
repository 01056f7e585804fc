import Entitlements
import SafeText
package import StoreModel
import Texts

extension Purchasing {
  /// Buys a product for the signed-in Apple Account.
  ///
  /// It settles first: where an earlier purchase of the product turns out to be charged, or nobody knows whether it was,
  /// it says so and stops. The intent is committed before the App Store is asked. Something owned costs nothing. What
  /// goes wrong at the App Store is in the report; only a store that cannot be written throws.
  ///
  /// - Parameter again: Buys all the same.
  package func buy(
    _ productId: String, quantity: Int = 1, outcome: SimulatedOutcome = .success, token: TokenChoice = .user,
    offer: PurchaseOffer? = nil, again: Bool = false
  ) async throws -> BuyReport {
    try await acting {
      let report = try await buyNow(
        productId, quantity: quantity, outcome: outcome, token: token, offer: offer, again: again)
      // The App Store tells the app's server of a purchase too.
      await hear()
      if report.result != .success { await refreshAccount() }
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
      return failed(OrderText.nobodyIsSigned.text)
    }
    let unanswered = try self.unanswered(productId, account: account)
    let closed = try store.intents(closedByHand: productId, account: account)
    try await settle()
    if !again, let report = try overAnother(productId, unanswered) ?? over(closed) { return report }
    let intent = try await open(productId, quantity: quantity, account: account, token: token)
    defer { underway.remove(intent.id) }
    try await register(intent)
    do {
      let request = PurchaseRequest(
        account: account, productId: productId, quantity: quantity, appAccountToken: intent.appAccountToken,
        outcome: outcome, offer: offer)
      let answer = try await appStore.purchase(request)
      try reached(.charged)
      switch answer {
      case .cancelled:
        try close(intent, .intentCancelled, because: OrderText.customerCancelled.text)
        return BuyReport(result: .cancelled, productId: productId, message: OrderText.cancelledNothingWasCharged.text)
      case .pending(let transactionId):
        return try wait(intent, for: transactionId)
      case .interrupted(let transactionId):
        return try interrupt(intent, transactionId)
      case .success(let jws, let alreadyOwned):
        return try await take(jws, alreadyOwned: alreadyOwned, intent: intent)
      }
    } catch let error as StoreError where error.kind == .noAnswer {
      try leaveOpen(intent, after: error)
      return BuyReport(
        result: .unanswered, productId: productId,
        message: OrderText.ifItWasCharged(error.message).text)
    } catch let error as StoreError {
      try close(intent, .intentFailed, because: "\(error.message) (\(error.kind.rawValue))")
      // The catalogue may have changed: what failed may not be sold any more.
      if !error.isTemporary { _ = try? await aside { try await loadProducts() } }
      return failed(error.message)
    }
  }

  /// The user's purchases of a product that the App Store did not answer.
  private func unanswered(_ productId: String, account: String) throws -> [Intent] {
    let user = try store.deviceState().user
    return try store.openIntents().filter {
      $0.state == .open && $0.productId == productId && $0.account == account && $0.user == user
    }
  }

  /// What became of earlier purchases that nobody had answered, where buying again may be a second charge.
  private func overAnother(_ productId: String, _ earlier: [Intent]) throws -> BuyReport? {
    for intent in try earlier.compactMap({ try store.intent($0.id) }) {
      if intent.state == .open {
        return BuyReport(
          result: .unanswered, productId: productId,
          message: OrderText.earlierPurchaseOfItGot.text
        )
      }
      if let id = intent.transactionId, let order = try store.order(forTransaction: id), order.intentId == intent.id {
        let isDelivered = !order.state.isUndelivered && order.closedReason == nil
        return BuyReport(
          result: isDelivered ? .success : .halfSuccess, productId: productId, alreadyOwned: true, transactionId: id,
          orderId: order.id,
          message: OrderText.earlierPurchaseOfItTurned.text)
      }
    }
    return nil
  }

  /// A request that a person closed here, and that was approved all the same: it arrived just now.
  private func over(_ closed: [Intent]) throws -> BuyReport? {
    for intent in closed {
      guard let order = try store.order(forIntent: intent) else { continue }
      return BuyReport(
        result: order.state.isUndelivered ? .halfSuccess : .success, productId: intent.productId, alreadyOwned: true,
        transactionId: order.transactionId, orderId: order.id, message: OrderText.anotherPurchaseCame.text)
    }
    return nil
  }

  private func open(_ productId: String, quantity: Int, account: String, token: TokenChoice) async throws -> Intent {
    let state = try store.deviceState()
    let id = newID()
    let storeDate = try? await appStore.clock()?.now
    let now = try clock().now
    let uuid: String? =
      switch token {
      case .user: state.user.map { userToken(of: $0, bundleId: backend.identity.bundleId) }
      case .order: id
      case .own(let uuid): uuid
      }
    let intent = Intent(
      id: id, account: account, user: state.user, productId: productId, quantity: quantity,
      appAccountToken: uuid, createdDate: now, storeDate: storeDate ?? now,
      owner: ownership.id)
    underway.insert(id)
    try store.batch {
      try store.save(intent)
      try journal(.intentOpened, OrderText.purchaseWasBegun.text, productId: productId)
    }
    try reached(.intent)
    return intent
  }

  /// Nobody knows whether it was charged: the intent stays open until the App Store lists it, or has listed everything.
  private func leaveOpen(_ intent: Intent, after error: StoreError) throws {
    var intent = intent
    intent.owner = nil
    try store.batch {
      try store.save(intent)
      try journal(
        .intentUnanswered, OrderText.whetherItWasChargedShows(error.message).text,
        productId: intent.productId)
    }
  }

  /// It waits for approval: with the request that waits already, where the App Store answers with that one.
  private func wait(_ intent: Intent, for transactionId: String) throws -> BuyReport {
    let isJoined = try store.openIntents().contains {
      $0.id != intent.id && $0.state == .pending && $0.transactionId == transactionId && $0.user == intent.user
    }
    if isJoined {
      try close(intent, .intentClosed, because: OrderText.waitsAlready.text)
      return BuyReport(
        result: .pending, productId: intent.productId, transactionId: transactionId,
        message: OrderText.waitsAlready.text)
    }
    var intent = intent
    intent.state = .pending
    intent.transactionId = transactionId
    intent.owner = nil
    try store.batch {
      try store.save(intent)
      try journal(
        .intentPending, OrderText.waitsForApproval.text, productId: intent.productId,
        transactionId: transactionId)
    }
    return BuyReport(
      result: .pending, productId: intent.productId, transactionId: transactionId,
      message: OrderText.waitsForApprovalItIsDeliveredWhen.text)
  }

  /// As StoreKit has it: the purchase failed, and its transaction arrives as an update once the customer settled it.
  private func interrupt(_ intent: Intent, _ transactionId: String) throws -> BuyReport {
    var intent = intent
    intent.state = .interrupted
    intent.transactionId = transactionId
    intent.owner = nil
    try store.batch {
      try store.save(intent)
      try journal(
        .intentInterrupted, OrderText.interruptedItArrivesWhenCustomer.text,
        productId: intent.productId, transactionId: transactionId)
    }
    return BuyReport(
      result: .failed, productId: intent.productId, transactionId: transactionId, isInterrupted: true,
      message: OrderText.interruptedNothingWasChargedYet.text)
  }

  private func take(_ jws: String, alreadyOwned: Bool, intent: Intent) async throws -> BuyReport {
    let productId = intent.productId
    var news = News()
    switch try check(jws, account: intent.account) {
    case .refused(let transactionId, _, let failure) where alreadyOwned:
      // Nothing was paid, so that nothing waits; what stands is known by what was signed before.
      try close(intent, .intentFailed, because: OrderText.ownedAlreadyAndSignature.text)
      return BuyReport(
        result: .unverified, productId: productId, alreadyOwned: true, transactionId: transactionId,
        message: OrderText.ownedAlready(safeText(failure.message)).text)
    case .refused(let transactionId, _, let failure):
      let order = try refuse(intent, transactionId: transactionId)
      // It stays unfinished at the App Store, and is shown so.
      _ = try? await takeUnfinished(of: intent.account)
      return BuyReport(
        result: .unverified, productId: productId, transactionId: transactionId, orderId: order,
        message: OrderText.chargedButNotDelivered(safeText(failure.message)).text)
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
      // A change of plan shows in the renewal information.
      if signed.payload.type == .autoRenewableSubscription { try? await takeRenewalInfos(of: intent.account) }
      // An earlier purchase that could not be verified is delivered now that it can.
      if let order {
        if let known = try store.order(order.id), known.mayBeBroughtBack { try bringBack(known, .orderReopened) }
        try await advance(order.id)
        await sendFinishCalls()
      }
      if let original = signed.payload.originalTransactionId ?? signed.payload.transactionId {
        try await claim([original: jws], isRestore: true)
      }
      return try ownedReport(productId, signed.payload)
    case .accepted(let signed):
      let order = try pay(signed, intent: intent, account: intent.account, origin: .purchase, into: &news)
      // The renewal information that is held speaks of what was before.
      if signed.payload.type == .autoRenewableSubscription { try? await takeRenewalInfos(of: intent.account) }
      let now = try await advance(order.id) ?? order
      await sendFinishCalls()
      // What waits is shown as unfinished from now on.
      if now.state.isUndelivered { _ = try? await takeUnfinished(of: intent.account) }
      return BuyReport(
        of: now, isFree: signed.payload.price == 0 || signed.payload.inAppOwnershipType == .familyShared)
    }
  }

  /// Owned by the Apple Account: whether the user who is logged in has it is the app server's to say.
  private func ownedReport(_ productId: String, _ transaction: Transaction) throws -> BuyReport {
    var report = BuyReport(
      result: .success, productId: productId, alreadyOwned: true, transactionId: transaction.transactionId,
      message: OrderText.ownedAlreadyNothingWasCharged.text)
    guard try store.deviceState().verification != .none, transaction.productId == productId,
      let status = try statuses().first(where: { $0.product.id == productId }), !status.entitled
    else { return report }
    if status.state == .paidNotDelivered
      || status.reasons.contains(where: { $0.rule == Rule.belongsToAnotherUser.rawValue })
    {
      report.result = .refused
      report.message =
        OrderText.ownedAlreadyByThisApple(status.next.text).text
    }
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
  /// How a purchase ended whose order got so far.
  ///
  /// - Parameter isFree: Whether nothing was paid for it.
  fileprivate init(of order: Order, isFree: Bool) {
    let reason = safeText(order.lastError ?? order.closedReason ?? "", limit: 400)
    let (result, message): (Result, String?) =
      switch order.state {
      case .confirmed, .verified, .delivered, .finished, .closed: (.success, nil)
      case .paid, .uploaded, .halfSuccess:
        (
          .halfSuccess,
          (isFree ? OrderText.freeNotDeliveredYet : .chargedNotDeliveredYet).text
            + (reason.isEmpty ? OrderText.appsServerIsStillDeciding.text : reason)
            + (order.isRejected
              ? OrderText.putThatRightThenTill.text : OrderText.itGoesOnByItself.text)
        )
      case .refused where isFree, .overdue where isFree: (.refused, OrderText.freeButNotTaken(reason).text)
      case .refused: (.refused, OrderText.chargedButAppsServerRefused(reason).text)
      case .overdue: (.refused, OrderText.chargedButTooOld(reason).text)
      }
    self.init(
      result: result, productId: order.productId, transactionId: order.transactionId, orderId: order.id,
      message: message)
  }
}
