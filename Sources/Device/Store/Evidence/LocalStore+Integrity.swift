import AppStoreModel
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
        membership.is_absent, versions.payload, versions.verdict
      FROM membership JOIN transactions ON transactions.transaction_id = membership.transaction_id
      JOIN versions ON versions.id = transactions.version
      """
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
    var goesOn = true
    try database.read {
      for table in ["versions", "renewal_infos"] as [SQL] where goesOn {
        let select: SQL = "SELECT headers.segment, payload, signature FROM "
        let join: SQL = " JOIN headers ON headers.id = header WHERE verdict = 1"
        try database.forEachRow(select + table + join) { row in
          goesOn = try body(
            SignedText.rebuilt(header: try row["segment"], payload: try row["payload"], signature: try row["signature"])
          )
          return goesOn
        }
      }
    }
  }

  static func opened(_ path: String) throws -> DatabaseConnection {
    let database = try DatabaseConnection(path, schema: .device, access: .readOnly)
    if let newer = database.newerSchema { throw newer }
    return database
  }
}

/// A JWS split for storage: the header segment is stored once for many, the rest as bytes.
///
/// Only canonical base64url passes verification, so the text can be rebuilt exactly.
struct SignedText {
  let header: String
  let payload: [UInt8]
  let signature: [UInt8]

  init?(_ jws: String) {
    // Splitting bytes, because a split by Character costs more than verifying the signature.
    let parts = Array(jws.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64.url.decode(parts[1]), let signature = Base64.url.decode(parts[2])
    else { return nil }
    header = String(decoding: parts[0], as: UTF8.self)
    self.payload = payload
    self.signature = signature
  }

  static func rebuilt(header: String, payload: [UInt8], signature: [UInt8]) -> String {
    CompactJWS.text(headerSegment: header.utf8, payload: payload, signature: signature)
  }
}

extension LocalStore {
  /// Returns the row of a header segment, which is stored once.
  func headerRow(_ segment: String) throws -> Int64 {
    try rowOfUnique(
      insert: "INSERT OR IGNORE INTO headers(segment) VALUES(?)", select: "SELECT id FROM headers WHERE segment = ?",
      value: segment)
  }

  /// Returns the row of a root certificate's fingerprint; nil where nothing was verified.
  func rootRow(_ fingerprint: String?) throws -> Int64? {
    guard let fingerprint else { return nil }
    return try rowOfUnique(
      insert: "INSERT OR IGNORE INTO roots(fingerprint) VALUES(?)",
      select: "SELECT id FROM roots WHERE fingerprint = ?", value: fingerprint)
  }

  private func rowOfUnique(insert: SQL, select: SQL, value: String) throws -> Int64 {
    if let id: Int64 = try database.value(select, value) { return id }
    try database.execute(insert, value)
    return database.lastInsertedRowID
  }
}
