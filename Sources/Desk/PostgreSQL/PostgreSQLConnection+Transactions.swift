internal import CPostgreSQL
import Core
package import Storage

extension PostgreSQLConnection {
  /// Runs the work as one transaction: all of it is stored durably, or nothing.
  ///
  /// The work may run more than once: after a conflict with another transaction, or after a connection was lost before
  /// COMMIT. Inside another transaction it is a savepoint, which can fail on its own.
  ///
  /// - Throws: The work's errors; `busy` after the last attempt; a fault with `outcomeIsUnknown` if the result of
  ///   COMMIT did not arrive. The caller then reads again and repeats what is missing.
  @discardableResult
  package func transaction<Result>(_ work: () throws -> Result) throws -> Result {
    switch scope {
    case .none: break
    case .read: throw misuse(say("a write inside a read"))
    case .write(let depth): return try savepoint(depth + 1, work)
    }
    return try again { try within(.write(depth: 0), begin: "BEGIN", work) }
  }

  /// Repeats the work after a conflict, and after a connection was lost before COMMIT.
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

  /// Runs the work on one consistent state of the database, even if other connections commit meanwhile.
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
      // The settings are for this transaction only, because pgbouncer then gives the server connection to another
      // client.
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
    // PostgreSQL reports success for the COMMIT of a failed transaction, although it stores nothing.
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
      // A conflict or a lost connection ends the whole transaction, which is then repeated from its start.
      if handle != nil, (error as? DatabaseFault)?.isConflict != true {
        failed = nil
        try run("ROLLBACK TO part\(depth); RELEASE part\(depth)")
      }
      throw error
    }
  }

  /// Waits until no other transaction holds the lock with this number, and takes it until this transaction ends.
  package func lockUntilEnd(_ number: Int64) throws(DatabaseFault) {
    try checkWritable("SELECT pg_advisory_xact_lock(?)")
    _ = try answer(to: "SELECT pg_advisory_xact_lock(?)", [.integer(number)])
  }
}
