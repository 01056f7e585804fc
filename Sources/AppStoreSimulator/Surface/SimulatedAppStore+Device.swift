package import StoreModel

/// What a device asks of the App Store. Each call needs the network: without it they throw `networkError`.
extension SimulatedAppStore {
  /// The Apple Accounts that can sign in, in their order.
  package func accountsForSignIn() throws(SimulatorError) -> [AppleAccount] {
    try answer { try $0.accounts().map(\.listed) }
  }

  /// The products with prices of the account's storefront (of the catalogue's own one without an account), named for a
  /// locale or else in the storefront's language.
  package func products(for account: String?, locale: String? = nil) throws(SimulatorError) -> [Product] {
    try answer { try $0.products(for: account, locale: locale) }
  }

  /// Whether devices may make payments.
  package func canMakePayments() throws(SimulatorError) -> Bool {
    try answer { $0.state.payments }
  }

  /// Buys, as the customer behaves on the payment sheet.
  ///
  /// - Parameter token: The `appAccountToken`, a UUID.
  /// - Throws: StoreKit's name for the refusal: `purchaseNotAllowed`, `productUnavailable`, `invalidQuantity`, or the
  ///   kind that `outcome` asks for; `accountNotFound`.
  package func purchase(
    _ productId: String, quantity: Int = 1, account: String, token: String? = nil, outcome: SimulatedOutcome = .success
  ) throws(SimulatorError) -> SimulatedPurchase {
    try serve {
      try $0.purchase(
        .init(account: account, productId: productId, quantity: quantity, token: token, outcome: outcome))
    }
  }

  /// The account's signed transactions that nobody finished, oldest first.
  package func unfinished(of account: String) throws(SimulatorError) -> [String] {
    try answer { try $0.unfinished(of: account) }
  }

  /// Says that a transaction was delivered; saying it twice does no harm.
  package func finish(_ transactionId: String, account: String) throws(SimulatorError) {
    try serve { try $0.finish(transactionId, account: account) }
  }

  /// One page of everything that the account bought, in the order of modification, oldest first.
  ///
  /// - Throws: `invalidRevision` when the revision is of before a fresh start or of something else.
  package func history(
    of account: String, after revision: String? = nil
  ) throws(SimulatorError) -> SimulatedHistoryPage {
    try answer { try $0.history(of: account, after: revision) }
  }

  /// One page of the account's refunds that stand, by revocation date.
  ///
  /// - Throws: `invalidRevision` when the revision is of before a fresh start or of something else.
  package func refundHistory(
    of account: String, after revision: String? = nil
  ) throws(SimulatorError) -> SimulatedHistoryPage {
    try answer { try $0.refundHistory(of: account, after: revision) }
  }

  /// The newest signed renewal information of each of the account's subscriptions.
  package func renewalInfos(of account: String) throws(SimulatorError) -> [String] {
    try answer { try $0.renewalInfos(of: account) }
  }

  /// Asks for a refund; filed is not refunded.
  ///
  /// A subscription does not renew any more after that.
  ///
  /// - Throws: `duplicateRequest`, or `failed` for what is unknown, somebody else's or refunded already.
  package func requestRefund(
    of transactionId: String, reason: String?, account: String
  ) throws(SimulatorError) {
    try serve { try $0.requestRefund(of: transactionId, reason: reason, account: account) }
  }
}
