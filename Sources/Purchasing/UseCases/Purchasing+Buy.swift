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
    do {
      let request = PurchaseRequest(
        account: account, productId: productId, quantity: quantity, appAccountToken: intent.appAccountToken,
        outcome: outcome, offer: offer)
      switch try await backend.purchase(request) {
      case .cancelled:
        try close(intent, .intentCancelled, because: "the customer cancelled: nothing was charged")
        return BuyReport(result: .cancelled, productId: productId, message: "cancelled: nothing was charged")
      case .pending(let transactionId):
        return try wait(intent, for: transactionId)
      case .success(let jws, let alreadyOwned):
        return try await take(jws, alreadyOwned: alreadyOwned, intent: intent)
      }
    } catch let error as BackendError where error.kind == .noAnswer {
      // It stays open: the next look at the App Store tells whether it was paid.
      try journal(.intentUnanswered, error.message, productId: productId)
      return failed(error.message)
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
    let storeDate = try? await backend.clock().now
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
    return intent
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
    case .refused(let transactionId, _, let failure):
      let order = try refuse(intent, transactionId: transactionId)
      // It stays unfinished at the App Store, and is shown so.
      try? await takeUnfinished(of: intent.account)
      return BuyReport(
        result: .unverified, productId: productId, transactionId: transactionId, orderId: order,
        message: "charged, but not delivered: \(safeText(failure.message))")
    case .accepted(let signed) where alreadyOwned:
      try store.batch {
        try takeIn(signed, account: intent.account, origin: .purchase)
        try close(intent, .intentClosed, because: "owned already: nothing was charged")
      }
      // A change of plan shows in the renewal information.
      if signed.payload.type == .autoRenewableSubscription { try? await takeRenewalInfos(of: intent.account) }
      // An earlier purchase that could not be verified is delivered now that it can.
      if let order = try store.order(forTransaction: signed.payload.transactionId ?? "") {
        try advance(order, with: signed.payload)
        await sendFinishCalls()
      }
      return BuyReport(
        result: .success, productId: productId, alreadyOwned: true, transactionId: signed.payload.transactionId,
        message: "owned already: nothing was charged")
    case .accepted(let signed):
      let order = try pay(signed, intent: intent, account: intent.account, origin: .purchase)
      try advance(order, with: signed.payload)
      await sendFinishCalls()
      return BuyReport(
        result: .success, productId: productId, transactionId: signed.payload.transactionId, orderId: order.id)
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
