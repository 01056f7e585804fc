import Database

/// What a member of a family has through another one: a lineage of its own that follows the buyer's.
struct ShareRow: Hashable {
  /// The member's lineage.
  var originalId: Int64
  /// The buyer's lineage.
  var sourceOriginalId: Int64
  /// The buyer's transaction that `latestId` stands for.
  var sourceId: Int64
  /// The member.
  var account: String
  /// The member's newest transaction.
  var latestId: Int64
  /// Whether it is shared now.
  var isActive: Bool
  /// A subscription's newest signed renewal information for the member, without its header segment.
  var signed: String?
}

extension ShareRow {
  static let columns: SQL = "original_id, source_original_id, source_id, account, latest_id, active, signed"

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    self.init(
      originalId: try row[0], sourceOriginalId: try row[1], sourceId: try row[2], account: try row[3],
      latestId: try row[4], isActive: try row[5], signed: try row[6])
  }

  var values: [DatabaseValue] {
    [
      originalId.databaseValue, sourceOriginalId.databaseValue, sourceId.databaseValue, account.databaseValue,
      latestId.databaseValue, isActive.databaseValue, signed.databaseValue,
    ]
  }
}
