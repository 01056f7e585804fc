package import AppStoreModel
import Core

/// The result of storing a signed statement.
package enum EvidenceOutcome<Statement: KeptStatement>: Hashable, Sendable {
  /// The receiver did not have the statement.
  case new
  /// The statement is newer than the stored one; `previous` is the older one.
  case newVersion(previous: Statement)
  /// The statement is already stored, or differs only in `signedDate`.
  case known
  /// The statement is older than the stored one; it is kept as history.
  case stale
}

/// The signed statements in a receiver's file: each version once, and which of them is the newest.
package struct EvidenceStore {
  private let database: DatabaseConnection

  /// Uses the tables of `DatabaseSchema.evidence` in a file; writing needs a transaction.
  package init(_ database: DatabaseConnection) { self.database = database }

  /// The newest version of a statement, with the bytes that its signature covers.
  package struct Newest<Statement: KeptStatement> {
    package let statement: Statement
    package let item: SignedItem
  }

  /// Stores a version of a statement.
  ///
  /// A copy that differs only in its date of signing is no new version. Its later date is stored, since it counts
  /// against older statements that arrive late.
  package func keep<Statement: KeptStatement>(
    _ signed: Signed<Statement>, scope: String, at date: Timestamp
  ) throws -> EvidenceOutcome<Statement> {
    let statement = signed.payload
    guard let text = SignedText(signed.jws), let subject = statement.subject else {
      throw StoreDamage(what: say("a signed \(Statement.name) without an id"))
    }
    // The rows of header and root are looked up only for what is stored.
    func item(isNewest: Bool) throws -> SignedItem {
      var item = SignedItem(
        number: 0, subject: subject, kind: Statement.kind, scope: scope, isNewest: isNewest,
        signedDate: statement.signedDate?.milliseconds ?? 0, header: try row(of: text.header, in: "headers"),
        payload: text.payload, signature: text.signature, verdict: signed.verdict,
        root: try signed.rootFingerprint.map { try row(of: $0, in: "roots") }, arrivedDate: date, lineage: subject)
      statement.describe(&item)
      return item
    }
    guard let held = try newest(Statement.self, subject, scope: scope) else {
      try database.insert(try item(isNewest: true))
      return .new
    }
    if statement.statesTheSame(as: held.statement), held.item.verdict == signed.verdict {
      if held.item.signedDate < statement.signedDate?.milliseconds ?? 0 {
        try change(held.item.number, to: try item(isNewest: true))
      }
      return .known
    }
    // Older renewal information decides nothing and is no history of the customer.
    let isOlder = !statement.supersedes(held.statement, payload: text.payload, otherPayload: held.item.payload)
    if Statement.kind == .renewalInfo, isOlder { return .stale }
    let isHeld: Int64? = try database.value(
      "SELECT id FROM signed_items WHERE subject = ? AND kind = ? AND scope = ? AND payload = ?", subject,
      Statement.kind, scope, text.payload)
    if isHeld != nil { return .stale }
    let isNewest = signed.verdict.outweighs(held.item.verdict) ?? !isOlder
    if isNewest { try database.execute("UPDATE signed_items SET is_newest = 0 WHERE id = ?", held.item.number) }
    try database.insert(try item(isNewest: isNewest))
    return isNewest ? .newVersion(previous: held.statement) : .stale
  }

  /// Replaces a version with a later copy that states the same.
  private func change(_ number: Int64, to item: SignedItem) throws {
    try database.execute(
      """
      UPDATE signed_items SET signed_date = ?, header = ?, payload = ?, signature = ?, verdict = ?, root = ?
      WHERE id = ?
      """, item.signedDate, item.header, item.payload, item.signature, item.verdict, item.root, number)
  }

  /// Moves the versions of a statement to another scope, where they replace those of the same subject.
  package func move<Statement: KeptStatement>(
    _ type: Statement.Type, _ subject: String, from scope: String, to other: String
  ) throws {
    let condition: SQL = "subject = ? AND kind = ? AND scope = ?"
    let isHeld: Int? = try database.value(
      "SELECT 1 FROM signed_items WHERE" + condition + "LIMIT 1", subject, Statement.kind, scope)
    guard isHeld != nil else { return }
    try database.execute("DELETE FROM signed_items WHERE" + condition, subject, Statement.kind, other)
    try database.execute(
      "UPDATE signed_items SET scope = ? WHERE" + condition, other, subject, Statement.kind, scope)
  }

  /// Returns the newest version of a statement.
  package func newest<Statement: KeptStatement>(
    _ type: Statement.Type, _ subject: String, scope: String
  ) throws -> Newest<Statement>? {
    try database.first(
      SignedItem.self, "WHERE subject = ? AND kind = ? AND scope = ? AND is_newest = 1", subject, Statement.kind, scope
    ).map { Newest(statement: try Statement(storedPayload: $0.payload), item: $0) }
  }

  /// Returns the newest versions of the statements about a lineage; the receiver needs an index for it.
  package func newest<Statement: KeptStatement>(
    _ type: Statement.Type, ofLineage lineage: String, scope: String
  ) throws -> [Statement] {
    let payloads: [[UInt8]] = try database.values(
      "SELECT payload FROM signed_items WHERE lineage = ? AND kind = ? AND scope = ? AND is_newest = 1", lineage,
      Statement.kind, scope)
    return try payloads.map(Statement.init(storedPayload:))
  }

  /// Returns the JWS of the newest version of a statement.
  package func text<Statement: KeptStatement>(
    ofNewest type: Statement.Type, _ subject: String, scope: String
  ) throws -> String? {
    try database.first(
      Self.texts + "WHERE subject = ? AND kind = ? AND scope = ? AND is_newest = 1", subject, Statement.kind, scope
    ) { try Self.text($0) }
  }

  /// The query of what a JWS is rebuilt from, without a condition; it names the items `signed_items`.
  package static let texts: SQL = """
    SELECT headers.text AS header_text, signed_items.payload, signed_items.signature, signed_items.arrived_date
    FROM signed_items JOIN headers ON headers.id = signed_items.header
    """

  /// Rebuilds the JWS in a row of `texts`.
  package static func text(_ row: borrowing DatabaseRow) throws(DatabaseFault) -> String {
    let header: String = try row["header_text"]
    return CompactJWS.text(
      headerSegment: header.utf8, payload: try row["payload"] as [UInt8], signature: try row["signature"] as [UInt8])
  }

  /// Passes the JWS of every verified version to a closure, until it returns false.
  package func forEachVerifiedText(_ body: (String) throws -> Bool) throws {
    try database.forEachRow(Self.texts + "WHERE signed_items.verdict = 1") { try body(try Self.text($0)) }
  }

  /// Returns the row of a text that is stored once.
  private func row(of text: String, in table: SQL) throws -> Int64 {
    if let id: Int64 = try database.value("SELECT id FROM" + table + "WHERE text = ?", text) { return id }
    try database.execute("INSERT INTO" + table + "(text) VALUES (?)", text)
    return database.lastInsertedRowID
  }
}

/// A JWS split for storage: the header segment is stored once for many, the rest as bytes.
///
/// Only canonical base64url passes verification, so the text can be rebuilt exactly.
private struct SignedText {
  let header: String
  let payload: [UInt8]
  let signature: [UInt8]

  init?(_ jws: String) {
    // Splitting bytes, because a split by Character costs more than verifying the signature.
    let parts = Array(jws.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64.url.decode(parts[1]), let signature = Base64.url.decode(parts[2])
    else { return nil }
    header = String(decoding: parts[0], as: UTF8.self)
    (self.payload, self.signature) = (payload, signature)
  }
}
