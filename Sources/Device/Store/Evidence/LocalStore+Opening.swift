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
    try database.rows(
      """
      SELECT headers.segment, payload, signature, nullif(arrived_date, 0) AS arrived_date
      FROM versions JOIN headers ON headers.id = header
      WHERE transaction_id = ? ORDER BY signed_date DESC, versions.id DESC LIMIT 100
      """, transactionId
    ) { try Self.heldText($0) }
  }

  /// Returns the renewal information of a lineage, newest first.
  package func renewalInfos(ofLineage original: String) throws -> [HeldText] {
    guard let account = try deviceState().account else { return [] }
    let newest = try database.rows(
      """
      SELECT headers.segment, payload, signature, nullif(arrived_date, 0) AS arrived_date
      FROM renewal_infos JOIN headers ON headers.id = header WHERE account = ? AND original_transaction_id = ?
      """, account, original
    ) { try Self.heldText($0) }
    let earlier: [HeldText] = try database.rows(
      """
      SELECT payload, arrived_date FROM earlier_renewal_infos WHERE account = ? AND original_transaction_id = ?
      ORDER BY id DESC LIMIT 100
      """, account, original
    ) { HeldText(jws: nil, payload: try $0["payload"], arrivedDate: try $0["arrived_date"]) }
    return newest + earlier
  }

  /// Returns one item of the quarantine.
  package func quarantinedItem(_ id: Int64) throws -> QuarantinedItem? {
    try database.first(Self.quarantineColumns + "WHERE id = ?", id) { try Self.quarantinedItem($0) }
  }

  /// Returns one entry of the journal.
  package func journalEntry(_ id: Int64) throws -> JournalEntry? {
    try database.first(Self.journalColumns + "WHERE id = ?", id) { try Self.journalEntry($0) }
  }

  private static func heldText(_ row: borrowing DatabaseRow) throws -> HeldText {
    let payload: [UInt8] = try row["payload"]
    return HeldText(
      jws: SignedText.rebuilt(header: try row["segment"], payload: payload, signature: try row["signature"]),
      payload: payload, arrivedDate: try row["arrived_date"])
  }
}
