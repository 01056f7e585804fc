package import AppStoreModel
package import Core
import Storage

/// Questions of a server that name no account.
extension SimulatedAppStore {
  /// The newest signed statement about any account's transaction (Apple: Get Transaction Info); nil when there is
  /// none of that id.
  package func signedTransaction(_ id: String) throws(StoreError) -> String? {
    try answer { session in
      try Int64(id).flatMap { try session.findTransaction($0) }.map { try session.text(of: $0) }
    }
  }
}

extension SimulatedAppStore {
  /// The faults that SQLite finds in a ledger file; empty when it is intact.
  ///
  /// - Throws: A `DatabaseFault` when it cannot be opened, or is of another version.
  package static func integrityFindings(path: String) throws -> [String] {
    let ledger = try DatabaseConnection(path, schema: LedgerSchema.schema, access: .readOnly)
    if let newer = ledger.newerSchema { throw newer }
    return try ledger.integrityCheck()
  }
}

/// `advance`, `pause`.
extension SimulatedAppStore {
  /// The App Store's time and the number of its fresh starts.
  package func clock() throws(StoreError) -> StoreClock {
    try read { StoreClock(now: Timestamp(milliseconds: $0.now), epoch: $0.state.epoch) }
  }

  /// The machine's time at the last write, as far as the ledger tells it: nothing is due by asking.
  package func lastMachineDate() throws(StoreError) -> Timestamp {
    try perform { ledger in
      try ledger.connection.read {
        let state = try ledger.session(identity, limits, machine: 0).state
        return Timestamp(milliseconds: state.clockFloor).subtracting(milliseconds: state.clockOffset)
      }
    }
  }

  /// Stops the clock, or lets it run on from where it stands.
  package func setPaused(_ isPaused: Bool) throws(StoreError) {
    try write { $0.setPaused(isPaused) }
  }

  /// Lets everything happen that is due; nothing is written when nothing is.
  package func settle() throws(StoreError) {
    _ = try read { $0.now }
  }

  /// The instant at which something happens next by itself, in the machine's time; nil when nothing does, or the clock
  /// stands still.
  package func nextDueDate() throws(StoreError) -> Timestamp? {
    try read { session in
      let dates = [try session.nextDueDate(), try session.nextListing()].compactMap(\.self)
      guard session.state.pausedAt == nil, let due = dates.min() else { return nil }
      return Timestamp(milliseconds: due).adding(milliseconds: -session.state.clockOffset)
    }
  }
}

/// App receipts, and the data of the legacy `verifyReceipt` for one.
extension SimulatedAppStore {
  /// An account's app receipt, signed now: PKCS#7 signed data in DER.
  ///
  /// - Parameter environment: The receipt's environment; the simulated App Store signs for both.
  package func receipt(
    of account: String, environment: StoreEnvironment = .sandbox
  ) throws(StoreError) -> [UInt8] {
    try answer { try $0.receipt(of: account, environment: environment) }
  }

  /// The App Store's knowledge of a receipt's customer; nil when the receipt is not one of this App Store's.
  package func contents(ofReceipt der: [UInt8]) throws(StoreError) -> ReceiptContents? {
    try read { session in
      guard let owner = try session.owner(ofReceipt: der) else { return nil }
      let rows = try session.receiptTransactions(of: owner.account)
      return ReceiptContents(
        environment: owner.environment, appTransactionId: owner.account.appTransactionId,
        created: owner.created, now: Timestamp(milliseconds: session.now),
        transactions: try rows.map { try session.payload(of: $0.statement) },
        renewals: try session.renewals(of: owner.account.name),
        receipt: try session.receipt(of: owner.account.name, environment: owner.environment))
    }
  }
}

/// The App Store's knowledge of a receipt's customer.
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

/// `import X.storekit`, `export --format storekit`, `transactions`.
extension SimulatedAppStore {
  /// Takes a `.storekit` file in place of the present catalogue; purchases stay.
  ///
  /// - Parameters:
  ///   - bytes: The file's content, which is kept exactly.
  ///   - name: The file's name, for the error.
  /// - Throws: `usage`, naming file and place of the mistake, when the bytes are no `.storekit` file.
  @discardableResult
  package func importCatalogue(_ bytes: [UInt8], name: String) throws(StoreError) -> CatalogueImport {
    try write { session in
      let report = try session.importCatalogue(bytes, name: name)
      try session.moveAccounts(to: session.catalogue.storefront)
      try session.takeSettings()
      return report
    }
  }

  /// The exact bytes of the file that the catalogue came from.
  package func catalogueBytes() throws(StoreError) -> [UInt8] {
    try read { try $0.catalogueBytes() }
  }

  /// Why a product cannot be bought now; nil where it can.
  ///
  /// An owned product can be "bought": it costs nothing.
  package func reasonNotToBuy(_ productId: String, account: String) throws(StoreError) -> String? {
    try read { try $0.reasonNotToBuy(productId, account: account) }
  }

  /// The transactions of one account or of all, newest modification first, as the App Store's side sees them.
  package func transactions(
    of account: String? = nil, _ request: PageRequest
  ) throws(StoreError) -> Page<Transaction> {
    try read { try $0.transactions(of: account, request) }
  }
}

/// The warnings of an imported catalogue.
package struct CatalogueImport: Hashable, Sendable {
  /// The product ids that purchases have and the file does not: they stay, and cannot be bought any more.
  package let unknownProductIds: [String]
  /// The odd parts of the file, a safe line each.
  package let warnings: [String]
}

/// Which transactions a history holds (Apple: TransactionHistoryRequest); everything, unless something is named.
package struct HistoryFilter: Hashable, Sendable {
  /// Bought at this instant or later.
  package var startDate: Timestamp?
  /// Bought before this instant.
  package var endDate: Timestamp?
  /// Only these products.
  package var productIds: [String]?
  /// Only these types.
  package var types: [ProductType]?
  /// Only subscriptions of these groups.
  package var groups: [String]?
  package var ownership: InAppOwnershipType?
  /// Only revoked transactions, or only others.
  package var isRevoked: Bool?
  /// Newest modification first.
  package var isDescending = false
  /// Without consumables that were finished, as the first version of the call was.
  package var hidesFinishedConsumables = false
  /// Nothing that was modified later than this place in the order; nil for all.
  package var last: Int64?

  /// Everything, oldest modification first.
  package init() {}
}

/// Histories, for another ledger to begin with.
extension SimulatedAppStore {
  /// The history as it is now, or as it was at a checkpoint.
  ///
  /// - Throws: `usage` when there is no checkpoint of that name.
  package func history(at checkpoint: String?) throws(StoreError) -> JSONObject {
    try read { session in
      guard let checkpoint else { return try session.document() }
      return try session.document(of: checkpoint)
    }
  }
}
