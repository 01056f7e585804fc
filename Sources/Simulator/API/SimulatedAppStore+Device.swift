package import AppStoreModel

/// The calls that a device makes. Each needs the network and throws `networkError` without it.
extension SimulatedAppStore {
  /// Returns the Apple Accounts that can sign in, in their order.
  package func accountsForSignIn() throws(StoreError) -> [AppleAccount] {
    try strike(.appTransaction)
    return try readForDevice { try $0.listedAccounts() }
  }

  /// Returns the products with the prices of the account's storefront.
  ///
  /// Without an account, the prices are those of the catalogue's own storefront. Names are in `locale`, or in the
  /// storefront's language if it is nil.
  package func products(for account: String?, locale: String? = nil) throws(StoreError) -> [Product] {
    try strike(.loadProducts)
    return try readForDevice { try $0.products(for: account, locale: locale) }
  }

  /// Returns whether devices may make payments.
  package func canMakePayments() throws(StoreError) -> Bool {
    try readForDevice { $0.state.payments }
  }

  /// Buys a product; the request says what the customer does on the payment sheet.
  ///
  /// - Throws: StoreKit's error for a refusal (`purchaseNotAllowed`, `productUnavailable`, `invalidQuantity`) or the
  ///   kind that the outcome or a fault names; `noAnswer` when a fault loses the answer, `noCallback` when the answer
  ///   never comes; `accountNotFound`.
  package func purchase(_ request: PurchaseRequest) throws(StoreError) -> PurchaseAnswer {
    guard request.outcome == .success || request.outcome == .unverified else {
      return try serve { try $0.purchase(request).answer }
    }
    let answer = try writeUnlessFaultsAreOn { session in
      guard session.state.network else { throw StoreError.noNetwork }
      return try session.purchase(request).answer
    }
    if let answer { return answer }
    do {
      if case .code = request.offer { try strike(.offerCodeRedeem) }
      try strike(.purchase)
    } catch  where error.kind == .userCancelled {
      return .cancelled
    }
    let faults = try spend([.timeoutAfterPayment, .noCallback, .late, .missingToken, .verification])
    return try purchase(request, faults: faults)
  }

  /// Makes a purchase that will be paid, and applies the faults that are set.
  private func purchase(
    _ request: PurchaseRequest, faults: [ArmedFault]
  ) throws(StoreError) -> PurchaseAnswer {
    let names = Set(faults.map(\.fault))
    let answer = try serve { session in
      var request = request
      if names.contains(.missingToken) { request.appAccountToken = nil }
      let (answer, id) = try session.purchase(request)
      if names.contains(.late), case .success(_, false) = answer, let id {
        try session.postpone(session.transaction(id))
      }
      return answer
    }
    guard case .success(let signed, let alreadyOwned) = answer else { return answer }
    if names.contains(.noCallback) { throw StoreError.noCallback }
    if names.contains(.timeoutAfterPayment) || names.contains(.late) { throw StoreError.noAnswer }
    guard let kind = faults.first(where: { $0.fault == .verification })?.kind else { return answer }
    return .success(signedTransaction: try spoil([signed], kind).first ?? signed, alreadyOwned: alreadyOwned)
  }

  /// Returns the account's unfinished signed transactions, oldest first.
  package func unfinished(of account: String) throws(StoreError) -> [String] {
    let (unfinished, again) = try readForDevice { (try $0.unfinished(of: account), try $0.newestFinished(of: account)) }
    return try deliver(unfinished, again: again)
  }

  /// Marks a transaction as finished; finishing it twice does no harm.
  package func finish(_ transactionId: String, account: String) throws(StoreError) {
    try serve { try $0.finish(transactionId, account: account) }
  }

  /// Returns one page of the account's purchases, in the order of modification, oldest first.
  ///
  /// Transactions with a spoiled signature are signed again first, so that a second request returns valid ones.
  ///
  /// - Throws: `invalidRevision` if the revision was issued before the last reset, or for another list or account.
  package func history(
    of account: String, after revision: String? = nil, limit: Int = 20
  ) throws(StoreError) -> HistoryPage {
    try strike(.appStoreSync)
    if try read({ try $0.hasSpoiledSignatures(of: account) }) {
      try serve { try $0.signSpoiledAnew(of: account) }
    }
    let page = try readForDevice { try $0.history(of: account, after: revision, limit: limit) }
    return page.with(try deliver(page.signedTransactions))
  }

  /// Returns one page of the account's refunds that have not been reversed, by revocation date.
  ///
  /// - Throws: `invalidRevision` if the revision was issued before the last reset, or for another list or account.
  package func refundHistory(
    of account: String, after revision: String? = nil, limit: Int = 20
  ) throws(StoreError) -> HistoryPage {
    try strike(.appStoreSync)
    let page = try readForDevice { try $0.refundHistory(of: account, after: revision, limit: limit) }
    return page.with(try deliver(page.signedTransactions))
  }

  /// Returns the newest signed renewal information of each of the account's subscriptions.
  package func renewalInfos(of account: String) throws(StoreError) -> [String] {
    try strike(.subscriptionStatus)
    return try deliver(readForDevice { try $0.renewalInfos(of: account) })
  }

  /// Requests a refund; it is not refunded until Apple approves the request.
  ///
  /// If the transaction belongs to a subscription, its auto-renewal is turned off.
  ///
  /// - Throws: `duplicateRequest`, or `failed` if the transaction is unknown, another account's, or already refunded.
  package func requestRefund(
    of transactionId: String, reason: String?, account: String
  ) throws(StoreError) {
    try strike(.refundRequest)
    try serve { try $0.requestRefund(of: transactionId, reason: reason, account: account) }
  }
}
