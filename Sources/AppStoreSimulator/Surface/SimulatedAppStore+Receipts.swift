package import StoreModel

/// App receipts and what the legacy `verifyReceipt` looks up with one.
extension SimulatedAppStore {
  /// An account's app receipt, signed now: PKCS#7 signed data in DER.
  ///
  /// - Parameter environment: What it says it is for; the simulated App Store signs for both.
  package func receipt(
    of account: String, environment: StoreEnvironment = .sandbox
  ) throws(SimulatorError) -> [UInt8] {
    try answer { try $0.receipt(of: account, environment: environment) }
  }

  /// What the App Store knows of the customer of a receipt; nil when the receipt is not one of this App Store's.
  package func contents(ofReceipt der: [UInt8]) throws(SimulatorError) -> ReceiptContents? {
    try read { session in
      guard let owner = try session.owner(ofReceipt: der) else { return nil }
      let rows = try session.receiptTransactions(of: owner.account)
      return ReceiptContents(
        environment: owner.environment, appTransactionId: owner.account.appTransactionId,
        created: owner.created, now: Timestamp(milliseconds: session.now),
        transactions: try rows.map { try session.payload(of: $0.signed) },
        renewals: try session.renewals(of: owner.account.name),
        receipt: try session.receipt(of: owner.account.name, environment: owner.environment))
    }
  }
}

/// What the App Store knows of the customer of a receipt.
package struct ReceiptContents: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let appTransactionId: Int64
  /// When the receipt was made.
  package let created: Timestamp
  /// The App Store's time.
  package let now: Timestamp
  /// Everything but finished consumables, by purchase date.
  package let transactions: [Transaction]
  /// The customer's subscriptions.
  package let renewals: [RenewalInfo]
  /// The newest receipt.
  package let receipt: [UInt8]
}
