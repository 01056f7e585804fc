package import AppStoreModel
import Core
import Storage

/// The checks of `doctor` for every store file.
extension LocalStore {
  /// Returns the faults in a device's store: those that SQLite finds, else wrong index columns; empty when intact.
  ///
  /// - Throws: A `DatabaseFault` when the store cannot be opened, or has a later version.
  package static func integrityFindings(path: String) throws -> [String] {
    let database = try opened(path)
    let findings = try database.integrityCheck()
    return findings.isEmpty ? try misplaced(in: database) : findings
  }

  /// Returns up to three rows whose product, lineage or equivalence key differs from the signed data.
  private static func misplaced(in database: DatabaseConnection) throws -> [String] {
    var findings: [String] = []
    try database.forEachRow(
      """
      SELECT membership.transaction_id, membership.product_id, membership.lineage, membership.class,
        membership.is_absent, signed_items.payload, signed_items.verdict
      FROM membership
      """ + .newestTransactions
    ) { row in
      let id: String = try row["transaction_id"]
      let (productId, lineage, name): (String?, String, String) = (
        try row["product_id"], try row["lineage"], try row["class"]
      )
      let transaction = try Transaction(storedPayload: try row["payload"])
      let its = EquivalenceKey(transaction, try row["verdict"], isAbsent: try row["is_absent"])
      if transaction.productId != productId || lineage != transaction.originalTransactionId ?? id || its.text != name {
        findings.append(StoreText.columnsDiffer(id).text)
      }
      return findings.count < 3
    }
    return findings
  }

  /// Passes every stored JWS whose signature was verified to the closure, until it returns false.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func forEachVerifiedText(path: String, _ body: (String) throws -> Bool) throws {
    let database = try opened(path)
    try database.read { try EvidenceStore(database).forEachVerifiedText(body) }
  }

  static func opened(_ path: String) throws -> DatabaseConnection {
    let database = try DatabaseConnection(path, schema: .device, access: .readOnly)
    if let newer = database.newerSchema { throw newer }
    return database
  }
}

extension LocalStore {
  /// Returns Apple's values in a device's store that Till does not know, by name.
  ///
  /// It reads all versions of transactions, and all renewal information including the earlier ones.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func unknownNames(path: String) throws -> [UnknownName] {
    let database = try opened(path)
    var found: [String: UnknownName] = [:]
    func note(_ names: [String], _ arrived: Int64) {
      let date = Timestamp(milliseconds: arrived)
      for name in names {
        var known = found[name] ?? UnknownName(name: name, count: 0, first: date)
        known.count += 1
        known.first = min(known.first, date)
        found[name] = known
      }
    }
    try database.read {
      try database.forEachRow("SELECT kind, payload, arrived_date FROM signed_items") { row in
        let payload: [UInt8] = try row["payload"]
        switch try row["kind"] as SignedItem.Kind {
        case .transaction: note(try Transaction(storedPayload: payload).oddNames, try row["arrived_date"])
        case .renewalInfo: note(try RenewalInfo(storedPayload: payload).unknownNames, try row["arrived_date"])
        }
        return true
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }
}

extension Transaction {
  /// The transaction's unknown values, and a revocation without a reason.
  fileprivate var oddNames: [String] {
    let isMute = revocationCause == .unknown && revocationType == nil && revocationReason == nil
    return unknownNames + (isMute ? ["revocationDate alone"] : [])
  }
}
