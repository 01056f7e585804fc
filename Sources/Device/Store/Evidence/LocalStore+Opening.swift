package import AppStoreModel
import Storage

/// Stored signed data, for showing one item in full.
extension LocalStore {
  /// A signed text, or only its payload where that is all that is stored, with its arrival date.
  package struct HeldText: Hashable, Sendable {
    /// The signed text; nil where newer data has replaced it.
    package let jws: String?
    package let payload: [UInt8]
    package let arrivedDate: Timestamp?
  }

  /// Returns the versions of a transaction, newest first.
  package func versions(of transactionId: String) throws -> [HeldText] {
    try heldTexts(Transaction.self, transactionId, scope: "")
  }

  /// Returns the renewal information of a lineage, newest first.
  package func renewalInfos(ofLineage original: String) throws -> [HeldText] {
    guard let account = try deviceState().account else { return [] }
    return try heldTexts(RenewalInfo.self, original, scope: account)
  }

  private func heldTexts<Statement: KeptStatement>(
    _ type: Statement.Type, _ subject: String, scope: String
  ) throws -> [HeldText] {
    try database.rows(
      EvidenceStore.texts + """
        WHERE subject = ? AND kind = ? AND scope = ? ORDER BY signed_date DESC, signed_items.id DESC LIMIT 100
        """, subject, Statement.kind, scope
    ) { row in
      let arrived: Timestamp = try row["arrived_date"]
      return HeldText(
        jws: try EvidenceStore.text(row), payload: try row["payload"],
        arrivedDate: arrived.milliseconds == 0 ? nil : arrived)
    }
  }

  /// Returns one item of the quarantine.
  package func quarantinedItem(_ id: Int64) throws -> QuarantinedItem? {
    try database.first(QuarantinedItem.self, "WHERE id = ?", id)
  }

  /// Returns one entry of the journal.
  package func journalEntry(_ id: Int64) throws -> JournalEntry? {
    try database.first(JournalEntry.self, "WHERE id = ?", id)
  }
}
