import AppStoreModel
import Core
import Storage

/// Faults in the ledger.
extension LedgerSession {
  /// How long a late transaction or notification is held back, in milliseconds: five minutes.
  static let lateness: Int64 = 300_000

  /// Returns the faults that are set, in the order of `AppStoreFault`.
  func faults() throws -> [ArmedFault] {
    let rows = try stored("struck IS NULL")
    return AppStoreFault.allCases.compactMap { fault in rows.first { $0.fault == fault } }
  }

  /// Returns the rows of the table `faults` that meet a condition, except faults of a later version.
  private func stored(_ condition: SQL) throws -> [ArmedFault] {
    let faults: [ArmedFault?] = try connection.rows("SELECT name, kind, once FROM faults WHERE" + condition) { row in
      let name: String = try row["name"]
      let kind: FailureKind? = try row["kind"]
      let isOneShot: Bool = try row["once"]
      return AppStoreFault(rawValue: name).map { ArmedFault($0, kind: kind, isOneShot: isOneShot) }
    }
    return faults.compactMap(\.self)
  }

  /// Returns whether any fault is set, or still has an effect.
  func hasFaults() throws -> Bool {
    try connection.value("SELECT 1 FROM faults LIMIT 1", as: Int.self) != nil
  }

  /// Sets a fault; a fault that is already set takes the new kind.
  ///
  /// - Throws: a `StoreError` of kind `usage` if the fault cannot fail with that kind.
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
    try connection.execute(
      "REPLACE INTO faults (name, kind, once) VALUES (?, ?, ?)", fault.rawValue, (kind ?? fault.kinds.first)?.rawValue,
      isOneShot)
  }

  /// Removes a fault, if it is set.
  func disarm(_ fault: AppStoreFault) throws {
    try connection.execute("DELETE FROM faults WHERE name = ?", fault.rawValue)
  }

  /// Returns those of the given faults that apply to a call, and marks one-shot faults as used.
  ///
  /// A one-shot fault applies to all calls of the first action that meets it, but never to Till's own background work.
  /// The next action removes it. Outside an action it applies to one call.
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
    let repeated = try stored("struck IS NOT NULL").filter { again.contains($0.fault) && faults.contains($0.fault) }
    let armed = try self.faults().filter { faults.contains($0.fault) && (!$0.isOneShot || scope?.isAside != true) }
    for one in armed where one.isOneShot {
      guard let scope else {
        try disarm(one.fault)
        continue
      }
      try connection.execute("UPDATE faults SET struck = ? WHERE name = ?", scope.id, one.fault.rawValue)
    }
    return repeated + armed
  }

  /// Returns whether a fault's use has to be written to the ledger: a one-shot fault is set, or was used.
  func hasOneShot(among faults: [AppStoreFault]) throws -> Bool {
    if try self.faults().contains(where: { $0.isOneShot && faults.contains($0.fault) }) { return true }
    return try connection.value("SELECT 1 FROM faults WHERE struck IS NOT NULL LIMIT 1", as: Int.self) != nil
  }

  /// Returns whether a fault of the App Store itself, such as a lost notification, applies; removes a one-shot one.
  ///
  /// - Parameter faults: The faults that are set, if the caller has just read them.
  func spend(_ fault: AppStoreFault, among faults: [ArmedFault]? = nil) throws -> Bool {
    guard let armed = try (faults ?? self.faults()).first(where: { $0.fault == fault }) else { return false }
    if armed.isOneShot { try disarm(fault) }
    return true
  }

  /// Holds a paid transaction back from the history for five minutes.
  func postpone(_ row: TransactionRow) throws {
    try connection.execute(
      "REPLACE INTO late_transactions (transaction_id, account, listed_date) VALUES (?, ?, ?)", row.id, row.account,
      now + Self.lateness)
  }

  /// Checks that a transaction is not held back from the history.
  ///
  /// - Throws: a `StoreError` of kind `notListedYet` if it is.
  func checkListing(of id: String) throws {
    let listed: Int64? = try Int64(id).flatMap {
      try connection.value("SELECT listed_date FROM late_transactions WHERE transaction_id = ?", $0)
    }
    guard let listed, listed > now else { return }
    throw StoreError(FailureKind(rawValue: "notListedYet"), "notListedYet: \(safeText(id))")
  }

  /// Returns the date when the next late transaction becomes visible in the history.
  func nextListing() throws -> Int64? {
    try connection.value(
      "SELECT listed_date FROM late_transactions WHERE listed_date > ? ORDER BY listed_date LIMIT 1", now)
  }

  /// Returns an account's newest finished transaction, which a fault delivers again by mistake.
  func newestFinished(of name: String) throws -> String? {
    let account = try account(name)
    return try connection.first(
      "SELECT sequence AS number, signed, corrupted FROM transactions WHERE account = ? AND finished = 1 ORDER BY sequence "
        + "DESC LIMIT 1", account.name, map: NumberedStatement.init(row:)
    ).map { try text(of: $0) }
  }
}
