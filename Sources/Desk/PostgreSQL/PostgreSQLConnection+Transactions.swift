internal import CPostgreSQL
import Core
package import Storage

extension PostgreSQLConnection {
  /// Runs the work as one write: all of it is stored, for good, or none.
  ///
  /// The work may run more than once: after a conflict with another transaction, and after a connection that was lost
  /// before COMMIT. Inside another transaction it is a part of that one which can fail on its own (a savepoint).
  ///
  /// - Throws: the work's errors; `busy` after the last attempt; a fault with `outcomeIsUnknown` when the answer to
  ///   COMMIT did not come: read again, then repeat the missing part.
  @discardableResult
  package func transaction<Result>(_ work: () throws -> Result) throws -> Result {
    switch scope {
    case .none: break
    case .read: throw misuse(say("a write inside a read"))
    case .write(let depth): return try savepoint(depth + 1, work)
    }
    return try again { try within(.write(depth: 0), begin: "BEGIN", work) }
  }

  /// Does it again after a conflict, and after a connection that was lost before COMMIT.
  private func again<Result>(_ work: () throws -> Result) throws -> Result {
    var attempt = 0
    while true {
      do {
        return try work()
      } catch let fault as DatabaseFault
        where fault.isConflict || (fault.cause == .unreachable && !fault.outcomeIsUnknown)
      {
        attempt += 1
        guard attempt < patience.attempts else { throw fault }
        Self.pause(attempt: attempt)
      }
    }
  }

  /// Runs the work on one consistent state of the database, even if others commit meanwhile.
  @discardableResult
  package func read<Result>(_ work: () throws -> Result) throws -> Result {
    guard case .none = scope else { return try work() }
    return try within(.read, begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work)
  }

  private func within<Result>(_ scope: Scope, begin: String, _ work: () throws -> Result) throws -> Result {
    try ensureOpen()
    self.scope = scope
    failed = nil
    defer {
      self.scope = .none
      failed = nil
    }
    do {
      // Settings of this transaction only: pgbouncer gives the server to another one after it.
      try run(
        """
        \(begin); SET LOCAL statement_timeout = \(patience.statement); SET LOCAL lock_timeout = \(patience.lock); \
        SET LOCAL idle_in_transaction_session_timeout = \(patience.statement)
        """)
      let result = try work()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  private func commit() throws(DatabaseFault) {
    // COMMIT of a transaction that failed answers as if all were well, and stores nothing.
    if let failed { throw failed }
    do throws(DatabaseFault) {
      if case .write = scope, let announcement { try run("COMMIT; " + announcement.text) } else { try run("COMMIT") }
    } catch {
      guard error.cause == .unreachable, case .write = scope else { throw error }
      throw DatabaseFault(
        .unreachable, file: error.file, code: error.code, detail: error.detail, outcomeIsUnknown: true)
    }
  }

  private func rollBack() {
    guard let handle, till_pq_transaction_status(handle) != PQTRANS_IDLE else { return }
    do {
      try run("ROLLBACK")
    } catch {
      close()
    }
  }

  private func savepoint<Result>(_ depth: Int, _ work: () throws -> Result) throws -> Result {
    if let failed { throw failed }
    try run("SAVEPOINT part\(depth)")
    scope = .write(depth: depth)
    defer { scope = .write(depth: depth - 1) }
    do {
      let result = try work()
      if let failed { throw failed }
      try run("RELEASE part\(depth)")
      return result
    } catch {
      // A conflict is the whole transaction's, and so is a lost connection: those begin again from the start.
      if handle != nil, (error as? DatabaseFault)?.isConflict != true {
        failed = nil
        try run("ROLLBACK TO part\(depth); RELEASE part\(depth)")
      }
      throw error
    }
  }

  /// Waits until no other transaction holds the lock of this number, and holds it until this one ends.
  package func lockUntilEnd(_ number: Int64) throws(DatabaseFault) {
    try checkWritable("SELECT pg_advisory_xact_lock(?)")
    _ = try answer(to: "SELECT pg_advisory_xact_lock(?)", [number])
  }
}
