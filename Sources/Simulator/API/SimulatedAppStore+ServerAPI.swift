package import AppStoreModel

/// Questions of an app server to the App Store (Apple: App Store Server API).
///
/// `id` is any id of a customer: a transaction's, an original transaction's or the app transaction's. None of these
/// needs the network between device and App Store. They throw `transactionNotFound` for an unknown id.
extension SimulatedAppStore {
  /// One page of a customer's history; 20 transactions, in the order of modification.
  ///
  /// A revision continues with the same filter; after the last page it gives the changes since then.
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

  /// Where the order of modification stands.
  package func lastModification() throws(StoreError) -> Int64 { try read { $0.state.lastSequence } }

  /// One page of a customer's refunds that stand, by revocation date.
  ///
  /// - Throws: `invalidRevision`.
  package func refundHistory(
    ofAny id: String, after revision: String?
  ) throws(StoreError) -> HistoryPage {
    try read { try $0.refundHistory(of: $0.account(ofAny: id).name, after: revision) }
  }

  /// A transaction as the ledger has it, signed now.
  package func transactionInfo(_ id: String) throws(StoreError) -> SimulatedTransaction {
    try read { session in try SimulatedTransaction(session.knownTransaction(id), session) }
  }

  /// The transaction of the order number on a customer's invoice; nil when no payment has that number.
  package func transactionInfo(ofOrder number: String) throws(StoreError) -> SimulatedTransaction? {
    try read { session in
      try OrderNumber.transactionId(number).flatMap { try session.findTransaction($0) }
        .map { try SimulatedTransaction($0, session) }
    }
  }

  /// The statuses of a customer's subscriptions, oldest subscription first.
  ///
  /// - Throws: `notListedYet`.
  package func subscriptionStatuses(ofAny id: String) throws(StoreError) -> [SimulatedSubscriptionStatus] {
    try read { session in
      try session.checkListing(of: id)
      return try session.subscriptionStatuses(ofAny: id)
    }
  }

  /// Whether an id is an app transaction's, and no purchase's.
  package func isAppTransaction(_ id: String) throws(StoreError) -> Bool {
    try read { session in
      guard let number = Int64(id), try session.findTransaction(number) == nil else { return false }
      return (try? session.account(ofAny: id)) != nil
    }
  }

  /// What the App Store says of a customer's download of the app (Apple: AppTransaction), signed now.
  package func appTransaction(ofAny id: String) throws(StoreError) -> String {
    try read { try $0.appTransaction(ofAny: id) }
  }

  /// Marks a transaction as delivered; once more does no harm.
  package func finish(_ transactionId: String) throws(StoreError) {
    try write { session in
      try session.finish(transactionId, account: session.knownTransaction(transactionId).account)
    }
  }

  /// Gives an original transaction, and all that follows it, another `appAccountToken`, a UUID.
  package func setAppAccountToken(
    _ token: String, ofOriginal transactionId: String
  ) throws(StoreError) {
    try write { session in try session.setToken(token, ofOriginal: session.knownTransaction(transactionId).id) }
  }
}

/// A transaction with the rights of the app server over it.
package struct SimulatedTransaction: Hashable, Sendable {
  package let transactionId: String
  package let originalTransactionId: String
  /// The order number on the customer's invoice.
  package let orderId: String
  package let type: ProductType
  package let ownership: InAppOwnershipType
  /// What the App Store says of it, signed now.
  package let signedTransactionInfo: String

  init(_ row: TransactionRow, _ session: LedgerSession) throws {
    transactionId = String(row.id)
    originalTransactionId = String(row.originalId)
    orderId = OrderNumber.text(row.id)
    type = row.type
    ownership = row.ownership
    signedTransactionInfo = try session.text(of: row)
  }
}

/// How a subscription stands (Apple: LastTransactionsItem).
package struct SimulatedSubscriptionStatus: Hashable, Sendable {
  package let subscriptionGroupIdentifier: String
  package let status: SubscriptionStatus
  package let originalTransactionId: String
  /// The newest period's transaction.
  package let signedTransactionInfo: String
  package let signedRenewalInfo: String
}
