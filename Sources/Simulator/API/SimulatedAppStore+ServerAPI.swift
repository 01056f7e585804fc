package import AppStoreModel

/// The app server's calls (Apple: App Store Server API).
///
/// `id` is any id of a customer: a transaction id, an original transaction id or the app transaction's id. The
/// simulated network between device and App Store does not affect these calls. They throw `transactionNotFound` for an
/// unknown id.
extension SimulatedAppStore {
  /// Returns one page of a customer's history: 20 transactions, in the order of modification.
  ///
  /// A revision continues the history with the same filter. The last page's revision returns what has changed since.
  ///
  /// - Throws: `invalidRevision`, `notListedYet`.
  package func history(
    ofAny id: String, _ filter: HistoryFilter, after revision: String?
  ) throws(StoreError) -> HistoryPage {
    try read { session in
      try session.checkListing(of: id)
      return try session.history(ofAny: id, filter, after: revision)
    }
  }

  /// Returns the number of the newest modification.
  package func lastModification() throws(StoreError) -> Int64 { try read { $0.state.lastSequence } }

  /// Returns one page of a customer's refunds that have not been reversed, by revocation date.
  ///
  /// - Throws: `invalidRevision`.
  package func refundHistory(
    ofAny id: String, after revision: String?
  ) throws(StoreError) -> HistoryPage {
    try read { try $0.refundHistory(of: $0.account(ofAny: id).name, after: revision) }
  }

  /// Returns a transaction from the ledger, signed now.
  package func transactionInfo(_ id: String) throws(StoreError) -> SimulatedTransaction {
    try read { session in try SimulatedTransaction(session.knownTransaction(id), session) }
  }

  /// Returns the transaction of the order number on a customer's invoice; nil if no payment has that number.
  package func transactionInfo(ofOrder number: String) throws(StoreError) -> SimulatedTransaction? {
    try read { session in
      try OrderNumber.transactionId(number).flatMap { try session.findTransaction($0) }
        .map { try SimulatedTransaction($0, session) }
    }
  }

  /// Returns the statuses of a customer's subscriptions, oldest subscription first.
  ///
  /// - Throws: `notListedYet`.
  package func subscriptionStatuses(ofAny id: String) throws(StoreError) -> [SimulatedSubscriptionStatus] {
    try read { session in
      try session.checkListing(of: id)
      return try session.subscriptionStatuses(ofAny: id)
    }
  }

  /// Returns whether an id is an app transaction's and not a purchase's.
  package func isAppTransaction(_ id: String) throws(StoreError) -> Bool {
    try read { session in
      guard let number = Int64(id), try session.findTransaction(number) == nil else { return false }
      return (try? session.account(ofAny: id)) != nil
    }
  }

  /// Returns a customer's app transaction (Apple: AppTransaction), signed now.
  package func appTransaction(ofAny id: String) throws(StoreError) -> String {
    try read { try $0.appTransaction(ofAny: id) }
  }

  /// Marks a transaction as finished; finishing it twice does no harm.
  package func finish(_ transactionId: String) throws(StoreError) {
    try write { session in
      try session.finish(transactionId, account: session.knownTransaction(transactionId).account)
    }
  }

  /// Sets another `appAccountToken`, a UUID, on an original transaction and all later ones of its lineage.
  package func setAppAccountToken(
    _ token: String, ofOriginal transactionId: String
  ) throws(StoreError) {
    try write { session in try session.setToken(token, ofOriginal: session.knownTransaction(transactionId).id) }
  }
}

/// A transaction with its ownership, which decides which calls the app server may make for it.
package struct SimulatedTransaction: Hashable, Sendable {
  package let transactionId: String
  package let originalTransactionId: String
  /// The order number on the customer's invoice.
  package let orderId: String
  package let ownership: InAppOwnershipType
  /// The transaction as a JWS, signed now.
  package let signedTransactionInfo: String

  init(_ row: TransactionRow, _ session: LedgerSession) throws {
    transactionId = String(row.id)
    originalTransactionId = String(row.originalId)
    orderId = OrderNumber.text(row.id)
    ownership = row.ownership
    signedTransactionInfo = try session.text(of: row)
  }
}

/// The status of a subscription (Apple: LastTransactionsItem).
package struct SimulatedSubscriptionStatus: Hashable, Sendable {
  package let subscriptionGroupIdentifier: String
  package let status: SubscriptionStatus
  package let originalTransactionId: String
  /// The transaction of the newest period, signed.
  package let signedTransactionInfo: String
  package let signedRenewalInfo: String
}
