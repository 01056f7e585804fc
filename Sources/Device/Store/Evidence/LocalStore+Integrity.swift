import AppStoreModel
import Core
import Storage

/// The checks of `doctor` for every store file.
extension LocalStore {
  /// What is wrong with a device's store: what SQLite finds, else what is not where an answer is looked for; empty when
  /// it is sound.
  ///
  /// - Throws: A `DatabaseFault` when it cannot be opened, or is of a later version.
  package static func integrityFindings(path: String) throws -> [String] {
    let database = try opened(path)
    let findings = try database.integrityCheck()
    return findings.isEmpty ? try misplaced(in: database) : findings
  }

  /// The first rows whose product, lineage or class is not that of what was signed.
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

  /// Hands over every JWS of a device's store that was verified when it came, until the closure returns false.
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

/// A JWS taken apart for storage: the header segment is kept once for many, the rest as bytes.
///
/// Only canonical base64url is ever verified, so that the text can be rebuilt exactly.
struct SignedText {
  let header: String
  let payload: [UInt8]
  let signature: [UInt8]

  init?(_ jws: String) {
    // Bytes: a split by Character costs more than verifying the signature.
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
  /// The row of a header segment, which is kept once.
  func headerRow(_ segment: String) throws -> Int64 {
    try rowOfUnique(
      insert: "INSERT OR IGNORE INTO headers(segment) VALUES(?)", select: "SELECT id FROM headers WHERE segment = ?",
      value: segment)
  }

  /// The row of a root certificate's fingerprint; nil where nothing was verified.
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
