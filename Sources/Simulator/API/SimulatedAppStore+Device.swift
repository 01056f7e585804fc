package import AppStoreModel

/// The calls of a device. Each needs the network: without it they throw `networkError`.
extension SimulatedAppStore {
  /// The Apple Accounts that can sign in, in their order.
  package func accountsForSignIn() throws(StoreError) -> [AppleAccount] {
    try strike(.appTransaction)
    return try answer { try $0.listedAccounts() }
  }

  /// The products with prices of the account's storefront (of the catalogue's own one without an account), named for a
  /// locale or else in the storefront's language.
  package func products(for account: String?, locale: String? = nil) throws(StoreError) -> [Product] {
    try strike(.loadProducts)
    return try answer { try $0.products(for: account, locale: locale) }
  }

  /// Whether devices may make payments.
  package func canMakePayments() throws(StoreError) -> Bool {
    try answer { $0.state.payments }
  }

  /// Buys, as the customer behaves on the payment sheet.
  ///
  /// - Throws: StoreKit's name for the refusal: `purchaseNotAllowed`, `productUnavailable`, `invalidQuantity`, or the
  ///   kind that the outcome or a fault asks for; `noAnswer` when a fault loses the answer, `noCallback` when it never
  ///   comes; `accountNotFound`.
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

  /// A purchase that is to be paid, under faults.
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

  /// Whether something is listed later than it is paid.
  package func listsLate() throws(StoreError) -> Bool { try read { try $0.nextListing() != nil } }

  /// The account's unfinished signed transactions, oldest first.
  package func unfinished(of account: String) throws(StoreError) -> [String] {
    let (unfinished, again) = try answer { (try $0.unfinished(of: account), try $0.newestFinished(of: account)) }
    return try deliver(unfinished, again: again)
  }

  /// Says that a transaction was delivered; saying it twice does no harm.
  package func finish(_ transactionId: String, account: String) throws(StoreError) {
    try serve { try $0.finish(transactionId, account: account) }
  }

  /// One page of the account's purchases, in the order of modification, oldest first.
  ///
  /// - Throws: `invalidRevision` when the revision is of before a fresh start or of something else.
  ///
  /// A transaction whose signature was spoiled is signed anew first, so that asking again heals it.
  package func history(
    of account: String, after revision: String? = nil, limit: Int = 20
  ) throws(StoreError) -> HistoryPage {
    try strike(.appStoreSync)
    if try read({ try $0.hasSpoiledSignatures(of: account) }) {
      try serve { try $0.signSpoiledAnew(of: account) }
    }
    let page = try answer { try $0.history(of: account, after: revision, limit: limit) }
    return page.with(try deliver(page.signedTransactions))
  }

  /// One page of the account's refunds that stand, by revocation date.
  ///
  /// - Throws: `invalidRevision` when the revision is of before a fresh start or of something else.
  package func refundHistory(
    of account: String, after revision: String? = nil, limit: Int = 20
  ) throws(StoreError) -> HistoryPage {
    try strike(.appStoreSync)
    let page = try answer { try $0.refundHistory(of: account, after: revision, limit: limit) }
    return page.with(try deliver(page.signedTransactions))
  }

  /// The newest signed renewal information of each of the account's subscriptions.
  package func renewalInfos(of account: String) throws(StoreError) -> [String] {
    try strike(.subscriptionStatus)
    return try deliver(answer { try $0.renewalInfos(of: account) })
  }

  /// Requests a refund; a request is not a refund.
  ///
  /// A subscription does not renew any more after that.
  ///
  /// - Throws: `duplicateRequest`, or `failed` for an unknown, another account's or a refunded transaction.
  package func requestRefund(
    of transactionId: String, reason: String?, account: String
  ) throws(StoreError) {
    try strike(.refundRequest)
    try serve { try $0.requestRefund(of: transactionId, reason: reason, account: account) }
  }
}
