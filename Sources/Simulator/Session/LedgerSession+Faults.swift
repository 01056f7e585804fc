import AppStoreModel
import Core
import Storage

/// Faults that are switched on, as rows.
extension LedgerSession {
  /// How long a late transaction is not listed: five minutes.
  static let lateness: Int64 = 300_000

  /// The faults that are switched on, in the order of their list.
  func faults() throws -> [ArmedFault] {
    let rows = try all("SELECT name, kind, once FROM faults WHERE struck IS NULL", [], FaultRow.init(row:)).compactMap(
      \.armed)
    return AppStoreFault.allCases.compactMap { fault in rows.first { $0.fault == fault } }
  }

  /// Whether any fault is set, or still has an effect.
  func hasFaults() throws -> Bool {
    let found: Int? = try value("SELECT 1 FROM faults LIMIT 1", [])
    return found != nil
  }

  /// Switches a fault on; one that is on already takes the new kind.
  ///
  /// - Throws: a `StoreError` of kind `usage` when the fault cannot have that kind.
  func arm(_ fault: AppStoreFault, kind: FailureKind?, isOneShot: Bool) throws {
    if let kind, !fault.kinds.contains(kind) {
      let kinds = fault.kinds.map(\.rawValue)
      throw StoreError(
        .usage,
        kinds.isEmpty
          ? say("\(fault.rawValue) has no kinds of failure; leave out \(safeText(kind.rawValue))")
          : say(
            "\(fault.rawValue) cannot fail with “\(safeText(kind.rawValue))”; \(remedy(for: kind.rawValue, among: kinds))"
          ))
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

  /// The faults among some that strike in an action: a one-shot fault strikes in the requested part, until
  /// the action ends.
  ///
  /// It is spent by then; without an action it strikes one call.
  func strike(_ faults: [AppStoreFault], in scope: ActionScope?) throws -> [ArmedFault] {
    let struck: [(name: String, action: String)] = try connection.rows(
      "SELECT name, struck FROM faults WHERE struck IS NOT NULL"
    ) { (try $0["name"], try $0["struck"]) }
    var again: Set<AppStoreFault> = []
    for (name, action) in struck {
      guard let fault = AppStoreFault(rawValue: name) else { continue }
      if action == scope?.id {
        again.insert(fault)
      } else if scope?.isAside != true {
        try disarm(fault)
      }
    }
    let repeated = try all("SELECT name, kind, once FROM faults WHERE struck IS NOT NULL", [], FaultRow.init(row:))
      .compactMap(\.armed).filter { again.contains($0.fault) && faults.contains($0.fault) }
    let armed = try self.faults().filter { faults.contains($0.fault) && (!$0.isOneShot || scope?.isAside != true) }
    for one in armed where one.isOneShot {
      guard let scope else {
        try disarm(one.fault)
        continue
      }
      try run(
        "UPDATE faults SET struck = ? WHERE name = ?", [scope.id.databaseValue, one.fault.rawValue.databaseValue])
    }
    return repeated + armed
  }

  /// Whether strikes have to be written down: a fault that strikes once, or that has.
  func hasOneShot(among faults: [AppStoreFault]) throws -> Bool {
    if try self.faults().contains(where: { $0.isOneShot && faults.contains($0.fault) }) { return true }
    return try connection.value("SELECT 1 FROM faults WHERE struck IS NOT NULL LIMIT 1", as: Int.self) != nil
  }

  /// Whether a fault of the App Store's own side strikes now; a one-shot one is spent with that call.
  ///
  /// - Parameter faults: Those that are switched on, where the caller has just read them.
  func spend(_ fault: AppStoreFault, among faults: [ArmedFault]? = nil) throws -> Bool {
    guard let armed = try (faults ?? self.faults()).first(where: { $0.fault == fault }) else { return false }
    if armed.isOneShot { try disarm(fault) }
    return true
  }

  /// Has a transaction listed later than it is paid.
  func postpone(_ row: TransactionRow) throws {
    try run(
      "REPLACE INTO late_transactions (transaction_id, account, listed_date) VALUES (?, ?, ?)",
      [row.id.databaseValue, row.account.databaseValue, (now + Self.lateness).databaseValue])
  }

  /// Refuses a question about a purchase that is listed later.
  ///
  /// - Throws: a `StoreError` of kind `notListedYet`.
  func checkListing(of id: String) throws {
    let listed: Int64? = try Int64(id).flatMap {
      try value("SELECT listed_date FROM late_transactions WHERE transaction_id = ?", [$0.databaseValue])
    }
    guard let listed, listed > now else { return }
    throw StoreError(FailureKind(rawValue: "notListedYet"), "notListedYet: \(safeText(id))")
  }

  /// When the next late transaction is listed.
  func nextListing() throws -> Int64? {
    try value(
      "SELECT listed_date FROM late_transactions WHERE listed_date > ? ORDER BY listed_date LIMIT 1",
      [now.databaseValue]
    )
  }

  /// The newest transaction of an account that was finished, as the App Store lists it again by mistake.
  func newestFinished(of name: String) throws -> String? {
    let account = try account(name)
    return try first(
      "SELECT sequence AS number, signed, corrupted FROM transactions WHERE account = ? AND finished = 1 ORDER BY sequence "
        + "DESC LIMIT 1",
      [account.name.databaseValue], NumberedStatement.init(row:)
    ).map { try text(of: $0) }
  }
}

/// A row of the faults; a name of a later version gives none.
private struct FaultRow {
  var armed: ArmedFault?

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    let name: String = try row["name"]
    let kind: String? = try row["kind"]
    let isOneShot: Bool = try row["once"]
    armed = AppStoreFault(rawValue: name).map {
      ArmedFault($0, kind: kind.map(FailureKind.init(rawValue:)), isOneShot: isOneShot)
    }
  }
}
