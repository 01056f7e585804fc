import Foundation
import SafeText
package import StoreModel

extension Purchasing {
  /// Buys a product for the signed-in Apple Account.
  ///
  /// The intent is committed before the App Store is asked. Something owned costs nothing. What goes wrong at the App
  /// Store is in the report; only a store that cannot be written throws.
  package func buy(
    _ productId: String, quantity: Int = 1, outcome: SimulatedOutcome = .success, token: TokenChoice = .user,
    offer: PurchaseOffer? = nil
  ) async throws -> BuyReport {
    func failed(_ message: String) -> BuyReport {
      BuyReport(result: .failed, productId: productId, message: message)
    }
    if let reason = backend.capabilities.buy { return failed(reason) }
    guard let account = try store.deviceState().account else {
      return failed("nobody is signed in to the App Store: sign in first (till account NAME)")
    }
    try await settle()
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
        try close(intent, .intentCancelled, because: "the customer cancelled: nothing was charged")
        return BuyReport(result: .cancelled, productId: productId, message: "cancelled: nothing was charged")
      case .pending(let transactionId):
        return try wait(intent, for: transactionId)
      case .success(let jws, let alreadyOwned):
        return try await take(jws, alreadyOwned: alreadyOwned, intent: intent)
      }
    } catch let error as BackendError where error.kind == .noAnswer {
      try leaveOpen(intent, after: error)
      return BuyReport(
        result: .unanswered, productId: productId,
        message: "\(error.message): if it was charged it arrives by itself, and is never charged twice")
    } catch let error as BackendError {
      try close(intent, .intentFailed, because: "\(error.message) (\(error.kind.rawValue))")
      // The catalogue may have changed: what failed may not be sold any more.
      if !error.isTemporary { _ = try? await loadProducts() }
      return failed(error.message)
    }
  }

  private func open(_ productId: String, quantity: Int, account: String, token: TokenChoice) async throws -> Intent {
    let state = try store.deviceState()
    let id = newID()
    let storeDate = try? await appStore.clock().now
    let now = try clock().now
    let ownToken = state.user.map { userToken(of: $0, bundleId: backend.identity.bundleId) }
    let intent = Intent(
      id: id, account: account, user: state.user, productId: productId, quantity: quantity,
      appAccountToken: token == .order ? id : ownToken, createdDate: now, storeDate: storeDate ?? now,
      owner: ownership.id)
    underway.insert(id)
    try store.batch {
      try store.save(intent)
      try journal(.intentOpened, "a purchase was begun; the App Store is asked next", productId: productId)
    }
    try reached(.intent)
    return intent
  }

  /// Nobody knows whether it was charged: the intent stays open until the App Store lists it, or has listed everything.
  private func leaveOpen(_ intent: Intent, after error: BackendError) throws {
    var intent = intent
    intent.owner = nil
    try store.batch {
      try store.save(intent)
      try journal(
        .intentUnanswered, "\(error.message): whether it was charged shows when the App Store is asked again",
        productId: intent.productId)
    }
  }

  private func wait(_ intent: Intent, for transactionId: String) throws -> BuyReport {
    var intent = intent
    intent.state = .pending
    intent.transactionId = transactionId
    intent.owner = nil
    try store.batch {
      try store.save(intent)
      try journal(
        .intentPending, "waits for approval; a decline is never reported to an app", productId: intent.productId,
        transactionId: transactionId)
    }
    return BuyReport(
      result: .pending, productId: intent.productId, transactionId: transactionId,
      message: "waits for approval: it is delivered when somebody approves it")
  }

  private func take(_ jws: String, alreadyOwned: Bool, intent: Intent) async throws -> BuyReport {
    let productId = intent.productId
    switch try check(jws, account: intent.account) {
    case .refused(let transactionId, _, let failure) where alreadyOwned:
      // Nothing was paid, so that nothing waits; what stands is known by what was signed before.
      try close(intent, .intentFailed, because: "owned already, and the signature of the answer does not hold")
      return BuyReport(
        result: .unverified, productId: productId, alreadyOwned: true, transactionId: transactionId,
        message: "owned already: nothing was charged; but \(safeText(failure.message))")
    case .refused(let transactionId, _, let failure):
      let order = try refuse(intent, transactionId: transactionId)
      // It stays unfinished at the App Store, and is shown so.
      try? await takeUnfinished(of: intent.account)
      return BuyReport(
        result: .unverified, productId: productId, transactionId: transactionId, orderId: order,
        message: "charged, but not delivered: \(safeText(failure.message))")
    case .accepted(let signed) where alreadyOwned:
      let order = try store.order(forTransaction: signed.payload.transactionId ?? "")
      try store.batch {
        if let order {
          try takeIn(signed, for: order, account: intent.account, origin: .purchase)
        } else {
          try takeIn(signed, account: intent.account, origin: .purchase)
        }
        try close(intent, .intentClosed, because: "owned already: nothing was charged")
      }
      // A change of plan shows in the renewal information.
      if signed.payload.type == .autoRenewableSubscription { try? await takeRenewalInfos(of: intent.account) }
      // An earlier purchase that could not be verified is delivered now that it can.
      if let order {
        try await advance(order.id)
        await sendFinishCalls()
      }
      try await claim([jws], isRestore: true)
      return BuyReport(
        result: .success, productId: productId, alreadyOwned: true, transactionId: signed.payload.transactionId,
        message: "owned already: nothing was charged")
    case .accepted(let signed):
      let order = try pay(signed, intent: intent, account: intent.account, origin: .purchase)
      let now = try await advance(order.id) ?? order
      await sendFinishCalls()
      // What waits is shown as unfinished from now on.
      if now.state.isUndelivered { try? await takeUnfinished(of: intent.account) }
      return BuyReport(of: now)
    }
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
  fileprivate init(of order: Order) {
    let reason = safeText(order.lastError ?? order.closedReason ?? "", limit: 400)
    let (result, message): (Result, String?) =
      switch order.state {
      case .confirmed, .verified, .delivered, .finished, .closed: (.success, nil)
      case .paid, .uploaded, .halfSuccess:
        (
          .halfSuccess,
          "charged, not delivered yet: " + (reason.isEmpty ? "the app's server is still deciding" : reason)
            + "; it goes on by itself, or at once with till retry"
        )
      case .refused: (.refused, "charged, but the app's server refused it: \(reason)")
      case .overdue: (.refused, "charged, but too old for the app's server: \(reason)")
      }
    self.init(
      result: result, productId: order.productId, transactionId: order.transactionId, orderId: order.id,
      message: message)
  }
}
