import Database
import SafeText
import StoreModel

/// Faults that are switched on, as rows.
extension LedgerSession {
  /// How long a late transaction is not listed: five minutes.
  static let lateness: Int64 = 300_000

  /// The faults that are switched on, in the order of their list.
  func faults() throws -> [ArmedFault] {
    let rows = try all("SELECT name, kind, once FROM faults", [], FaultRow.init(row:)).compactMap(\.armed)
    return AppStoreFault.allCases.compactMap { fault in rows.first { $0.fault == fault } }
  }

  /// Switches a fault on; one that is on already takes the new kind.
  ///
  /// - Throws: a `SimulatorError` of kind `usage` when the fault cannot have that kind.
  func arm(_ fault: AppStoreFault, kind: FailureKind?, isOneShot: Bool) throws {
    if let kind, !fault.kinds.contains(kind) {
      let kinds = fault.kinds.map(\.rawValue).joined(separator: ", ")
      throw SimulatorError(
        .usage,
        kinds.isEmpty
          ? "\(fault.rawValue) has no kinds: leave \(safeText(kind.rawValue)) out"
          : "\(fault.rawValue) does not fail with \(safeText(kind.rawValue)): take one of \(kinds)")
    }
    try run(
      "REPLACE INTO faults (name, kind, once) VALUES (?, ?, ?)",
      [
        fault.rawValue.databaseValue, (kind ?? fault.kinds.first)?.rawValue.databaseValue ?? .null,
        isOneShot.databaseValue,
      ])
  }

  /// Switches a fault off; one that is off stays so.
  func disarm(_ fault: AppStoreFault) throws {
    try run("DELETE FROM faults WHERE name = ?", [fault.rawValue.databaseValue])
  }

  /// Has a transaction listed later than it is paid.
  func postpone(_ row: TransactionRow) throws {
    try run(
      "REPLACE INTO late_transactions (transaction_id, account, listed_date) VALUES (?, ?, ?)",
      [row.id.databaseValue, row.account.databaseValue, (now + Self.lateness).databaseValue])
  }

  /// When the next late transaction is listed.
  func nextListing() throws -> Int64? {
    try first(
      "SELECT listed_date FROM late_transactions WHERE listed_date > ? ORDER BY listed_date LIMIT 1",
      [now.databaseValue]
    ) { try $0[0] }
  }

  /// The newest transaction of an account that was finished, as the App Store lists it again by mistake.
  func newestFinished(of name: String) throws -> String? {
    let account = try account(name)
    return try first(
      "SELECT sequence, signed FROM transactions WHERE account = ? AND finished = 1 ORDER BY sequence DESC LIMIT 1",
      [account.name.databaseValue], NumberedText.init(row:)
    ).map { text($0.signed) }
  }
}

/// A row of the faults; a name of a later version gives none.
private struct FaultRow {
  var armed: ArmedFault?

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    let name: String = try row[0]
    let kind: String? = try row[1]
    let isOneShot: Bool = try row[2]
    armed = AppStoreFault(rawValue: name).map {
      ArmedFault($0, kind: kind.map(FailureKind.init(rawValue:)), isOneShot: isOneShot)
    }
  }
}
