package import AppStoreModel
package import Core
import Storage

/// Queries of a server that name no account.
extension SimulatedAppStore {
  /// Returns any account's transaction by its id, signed now (Apple: Get Transaction Info); nil if it is unknown.
  package func signedTransaction(_ id: String) throws(StoreError) -> String? {
    try readForDevice { session in
      try Int64(id).flatMap { try session.findTransaction($0) }.map { try session.text(of: $0) }
    }
  }
}

extension SimulatedAppStore {
  /// Returns the errors that SQLite's integrity check finds in a ledger file; empty if it is intact.
  ///
  /// - Throws: A `DatabaseFault` if the file cannot be opened, or has the schema of a newer version.
  package static func integrityFindings(path: String) throws -> [String] {
    let ledger = try DatabaseConnection(path, schema: LedgerSchema.schema, access: .readOnly)
    if let newer = ledger.newerSchema { throw newer }
    return try ledger.integrityCheck()
  }
}

/// The App Store's clock: `advance`, `pause`.
extension SimulatedAppStore {
  /// Returns the App Store's time and its epoch, which counts the resets.
  package func clock() throws(StoreError) -> StoreClock {
    try read { StoreClock(now: Timestamp(milliseconds: $0.now), epoch: $0.state.epoch) }
  }

  /// Returns the machine's time at the last write, according to the ledger, without running due events; nil while the
  /// clock is paused, because then the ledger does not follow the machine's clock.
  package func lastMachineDate() throws(StoreError) -> Timestamp? {
    try perform { ledger in
      try ledger.connection.read {
        let state = try ledger.session(identity, limits, machine: 0).state
        guard state.pausedAt == nil else { return nil }
        return Timestamp(milliseconds: state.clockFloor).subtracting(milliseconds: state.clockOffset)
      }
    }
  }

  /// Stops the clock, or lets it continue from its current time.
  package func setPaused(_ isPaused: Bool) throws(StoreError) {
    try write { $0.setPaused(isPaused) }
  }

  /// Runs all due events; writes nothing if none is due.
  package func settle() throws(StoreError) {
    _ = try read { $0.now }
  }

  /// Returns the machine's time of the next automatic event; nil if there is none or the clock is paused.
  package func nextDueDate() throws(StoreError) -> Timestamp? {
    try read { session in
      let dates = [try session.nextDueDate(), try session.nextListing()].compactMap(\.self)
      guard session.state.pausedAt == nil, let due = dates.min() else { return nil }
      return Timestamp(milliseconds: due).adding(milliseconds: -session.state.clockOffset)
    }
  }
}

/// App receipts, and the data for a legacy `verifyReceipt` answer.
extension SimulatedAppStore {
  /// Returns an account's app receipt, signed now: PKCS#7 signed data in DER.
  ///
  /// - Parameter environment: The environment written in the receipt; the simulated App Store signs for both.
  package func receipt(
    of account: String, environment: StoreEnvironment = .sandbox
  ) throws(StoreError) -> [UInt8] {
    try readForDevice { try $0.receipt(of: account, environment: environment) }
  }

  /// Returns the data of the customer that a receipt belongs to; nil if this App Store did not sign it.
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

/// The data of a receipt's customer, from which a `verifyReceipt` answer is made.
package struct ReceiptContents: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let appTransactionId: Int64
  /// The creation date of the receipt.
  package let created: Timestamp
  /// The App Store's time when the receipt was read.
  package let now: Timestamp
  /// The customer's transactions by purchase date, without finished consumables.
  package let transactions: [Transaction]
  /// The renewal information of the customer's subscriptions.
  package let renewals: [RenewalInfo]
  /// A new receipt for the customer: PKCS#7 signed data in DER.
  package let receipt: [UInt8]
}

/// The catalogue and the list of transactions: `import X.storekit`, `export --format storekit`, `transactions`.
extension SimulatedAppStore {
  /// Replaces the catalogue with a `.storekit` file; purchases stay.
  ///
  /// - Parameters:
  ///   - bytes: The file's content; the ledger keeps the exact bytes.
  ///   - name: The file's name, for the error.
  /// - Throws: `usage`, with the file and the place of the mistake, if the bytes are not a valid `.storekit` file.
  @discardableResult
  package func importCatalogue(_ bytes: [UInt8], name: String) throws(StoreError) -> CatalogueImport {
    try write { session in
      let report = try session.importCatalogue(bytes, name: name)
      try session.moveAccounts(to: session.catalogue.storefront)
      try session.takeSettings()
      return report
    }
  }

  /// Returns the exact bytes of the `.storekit` file that the catalogue was imported from.
  package func catalogueBytes() throws(StoreError) -> [UInt8] {
    try read { try $0.catalogueBytes() }
  }

  /// Returns the transactions of one account or of all, newest modification first.
  package func transactions(
    of account: String? = nil, _ request: PageRequest
  ) throws(StoreError) -> Page<Transaction> {
    try read { try $0.transactions(of: account, request) }
  }
}

/// The warnings about an imported catalogue.
package struct CatalogueImport: Hashable, Sendable {
  /// The ids of purchased products that the file lacks.
  ///
  /// The purchases stay; the products cannot be bought any more.
  package let unknownProductIds: [String]
  /// The warnings about unknown or missing values in the file, one line each, safe to print.
  package let warnings: [String]
}

/// A filter for transaction histories (Apple: TransactionHistoryRequest); by default it matches everything.
package struct HistoryFilter: Hashable, Sendable {
  /// The earliest purchase date to include.
  package var startDate: Timestamp?
  /// The purchase date before which transactions are included.
  package var endDate: Timestamp?
  /// The product ids to include; nil for all.
  package var productIds: [String]?
  /// The product types to include; nil for all.
  package var types: [ProductType]?
  /// The subscription groups to include; nil for all.
  package var groups: [String]?
  package var ownership: InAppOwnershipType?
  /// True for revoked transactions only, false for the others only, nil for both.
  package var isRevoked: Bool?
  /// Whether the newest modification comes first.
  package var isDescending = false
  /// Whether finished consumables are left out, as in version 1 of Apple's call.
  package var hidesFinishedConsumables = false
  /// The last modification number to include; nil for no limit.
  package var last: Int64?

  /// Creates a filter that matches everything, oldest modification first.
  package init() {}
}

/// A ledger's history as a document, which another ledger can start from.
extension SimulatedAppStore {
  /// Returns the current history, or the one saved in a checkpoint.
  ///
  /// - Throws: `usage` if there is no checkpoint of that name.
  package func history(at checkpoint: String?) throws(StoreError) -> JSONObject {
    try read { session in
      guard let checkpoint else { return try session.document() }
      return try session.document(of: checkpoint)
    }
  }
}
