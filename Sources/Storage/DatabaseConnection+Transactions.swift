internal import CSQLite
import Core

extension DatabaseConnection {
  /// Runs the work as one write transaction: all of its changes are stored durably, or none.
  ///
  /// It begins IMMEDIATE under the lock between processes, and rolls back if the work throws. Inside another
  /// transaction it becomes a savepoint, which can fail on its own. Never call a backend inside a transaction.
  ///
  /// - Throws: The errors of the work; `busy`, `readOnly`, `moved`; a fault with `outcomeIsUnknown` if COMMIT failed:
  ///   read again (after `syncFailed`, call `reopen()` first), then repeat the missing part.
  @discardableResult
  package func transaction<Result>(_ work: () throws -> Result) throws -> Result {
    guard access == .readWrite else {
      throw newerSchema ?? DatabaseFault(.readOnly, file: file, detail: DatabaseText.openedForReading.text)
    }
    switch scope {
    case .none:
      try checkUsable()
      return try lock.withLock {
        try checkInPlace()
        return try within(.write(depth: 0), begin: "BEGIN IMMEDIATE") { try recorded(work) }
      }
    case .read: throw misuse(say("a write inside a read"))
    case .write(let depth): return try savepoint(depth + 1, work)
    }
  }

  /// Runs the work on one consistent state of the database, even if others commit meanwhile.
  ///
  /// - Throws: The errors of the work; `moved` if another file is now at the path.
  @discardableResult
  package func read<Result>(_ work: () throws -> Result) throws -> Result {
    guard case .none = scope else { return try work() }
    try checkInPlace()
    return try within(.read, begin: "BEGIN", work)
  }

  private func within<Result>(_ scope: Scope, begin: SQL, _ work: () throws -> Result) throws -> Result {
    try run(begin)
    self.scope = scope
    rolledBackBy = nil
    defer { self.scope = .none }
    do {
      let result = try work()
      try commit()
      return result
    } catch {
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  private func commit() throws(DatabaseFault) {
    if let rolledBackBy { throw rolledBackBy }
    try checkUsable()
    let code = sqlite3_exec(handle, "COMMIT", nil, nil, nil)
    guard code != SQLITE_OK else { return }
    var fault = fault(code)
    guard case .write = scope else { throw fault }
    switch fault.cause {
    case .constraint, .busy: throw fault
    default:
      fault.outcomeIsUnknown = true
      throw noted(fault)
    }
  }

  private func savepoint<Result>(_ depth: Int, _ work: () throws -> Result) throws -> Result {
    try run(SQL(trusted: "SAVEPOINT part\(depth)"))
    scope = .write(depth: depth)
    defer { scope = .write(depth: depth - 1) }
    do {
      let result = try work()
      try run(SQL(trusted: "RELEASE part\(depth)"))
      return result
    } catch {
      if sqlite3_get_autocommit(handle) == 0 {
        sqlite3_exec(handle, "ROLLBACK TO part\(depth); RELEASE part\(depth)", nil, nil, nil)
      }
      throw error
    }
  }

  func checkUsable() throws(DatabaseFault) {
    if let broken { throw broken }
    guard handle != nil else { throw misuse(say("the connection is closed")) }
  }

  /// Refuses a change outside a running write transaction.
  ///
  /// When the disk is full, SQLite rolls back on its own; without this check, later changes would then be committed one
  /// by one.
  func checkWritable(_ sql: SQL) throws(DatabaseFault) {
    if let rolledBackBy { throw rolledBackBy }
    guard case .write = scope, sqlite3_get_autocommit(handle) == 0 else {
      throw misuse(say("a change outside a transaction: \(String(sql.text.prefix(80)))"))
    }
  }

  /// Throws if the file was moved or replaced, because other connections would never see changes made to it.
  func checkInPlace() throws(DatabaseFault) {
    try checkUsable()
    guard FileIdentity(path: file) == identity else { throw DatabaseFault(.moved, file: file) }
  }
}
