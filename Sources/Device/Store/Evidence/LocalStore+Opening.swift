package import AppStoreModel
import Storage

/// Signed data as they are held, for showing one in full.
extension LocalStore {
  /// A text that was signed, or what it said where only that is kept, with the date of its arrival.
  package struct HeldText: Hashable, Sendable {
    /// Nil where a newer one took its place.
    package let jws: String?
    package let payload: [UInt8]
    package let arrivedDate: Timestamp?
  }

  /// The versions of a transaction, newest first.
  package func versions(of transactionId: String) throws -> [HeldText] {
    try database.rows(
      """
      SELECT headers.segment, payload, signature, nullif(arrived_date, 0) AS arrived_date
      FROM versions JOIN headers ON headers.id = header
      WHERE transaction_id = ? ORDER BY signed_date DESC, versions.id DESC LIMIT 100
      """, transactionId
    ) { try Self.heldText($0) }
  }

  /// The renewal information of a lineage, newest first.
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

  /// One item of the quarantine.
  package func quarantinedItem(_ id: Int64) throws -> QuarantinedItem? {
    try database.first(Self.quarantineColumns + "WHERE id = ?", id) { try Self.quarantinedItem($0) }
  }

  /// One entry of the journal.
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
