internal import CPostgreSQL
import Core
import Libc
internal import Storage

/// The exchange with the server; every wait has a time limit.
extension PostgreSQLConnection {
  /// Sends a script without values, and reads all its results.
  func run(_ script: String) throws(DatabaseFault) {
    let end = self.end
    guard let handle, till_pq_send_query(handle, script) == 1 else { throw broken() }
    var fault: DatabaseFault?
    while let answer = try next(until: end) {
      if fault == nil, let found = self.fault(of: answer) { fault = found }
    }
    if let fault { throw noted(fault) }
  }

  /// Sends one statement with its values, and returns its result.
  func answer(to sql: SQL, _ values: [DatabaseValue]) throws(DatabaseFault) -> PostgreSQLAnswer {
    try answer(to: sql, PostgreSQLValues(values))
  }

  /// Sends one statement with values already in the server's format, and returns its result.
  func answer(to sql: SQL, _ values: PostgreSQLValues) throws(DatabaseFault) -> PostgreSQLAnswer {
    if let failed { throw failed }
    let end = self.end
    try send(sql, values)
    guard let answer = try next(until: end) else { throw broken() }
    while try next(until: end) != nil {}
    if let fault = fault(of: answer) { throw noted(fault) }
    return answer
  }

  /// Sends one statement with its values, without waiting for the result.
  func send(_ sql: SQL, _ values: PostgreSQLValues) throws(DatabaseFault) {
    let statement = placeholders.numbered(sql)
    guard statement.count == values.types.count else {
      throw misuse(
        say(
          "\(say(values.types.count, "\(values.types.count) value", "\(values.types.count) values")) for "
            + "\(say(statement.count, "\(statement.count) place", "\(statement.count) places"))"
        ))
    }
    guard let handle, values.send(statement.text, over: handle) else { throw broken() }
  }

  /// The smallest number of value lists for which a statement is prepared once on the server.
  private static let several = 4

  /// Sends one statement with several lists of values, prepared once, without waiting for the results.
  ///
  /// - Returns: False if nothing was sent, because there are too few lists or their values differ in type.
  func send(_ sql: SQL, each values: [[DatabaseValue]]) throws(DatabaseFault) -> Bool {
    guard values.count >= Self.several else { return false }
    let statement = placeholders.numbered(sql)
    let lists = values.map { PostgreSQLValues($0) }
    guard values.allSatisfy({ $0.count == statement.count }), let types = PostgreSQLValues.types(of: lists) else {
      return false
    }
    guard let handle, till_pq_send_prepare(handle, statement.text, Int32(types.count), types) == 1 else {
      throw broken()
    }
    for list in lists {
      guard list.send(over: handle) else { throw broken() }
    }
    return true
  }

  /// Returns the next result of the statement that was sent; nil after its last.
  func next(until end: ContinuousClock.Instant) throws(DatabaseFault) -> PostgreSQLAnswer? {
    while true {
      let waiting = till_pq_flush(handle)
      guard waiting >= 0 else { throw broken() }
      if waiting == 0, till_pq_is_busy(handle) == 0 { break }
      guard wait(for: Int16(waiting == 1 ? POLLIN | POLLOUT : POLLIN), until: end) else { throw gaveUp() }
      guard till_pq_consume_input(handle) == 1 else { throw broken() }
    }
    return till_pq_get_result(handle).map { PostgreSQLAnswer($0, origin: address.description) }
  }

  /// The time limit of a statement's result: the server's own limit, and some time for the network.
  var end: ContinuousClock.Instant { .now + .milliseconds(patience.statement + patience.grace) }

  func fault(of answer: PostgreSQLAnswer) -> DatabaseFault? {
    switch answer.status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_PIPELINE_SYNC: nil
    default: DatabaseFault(answer: answer.handle, connection: handle, address: address)
    }
  }

  /// Records that a fault has ended the current transaction: the server accepts no more statements in it.
  func noted(_ fault: DatabaseFault) -> DatabaseFault {
    if case .none = scope { return fault }
    if failed == nil { failed = fault }
    return fault
  }

  /// Closes a connection that broke, and returns the fault.
  func broken() -> DatabaseFault {
    let fault = lost()
    close()
    return noted(fault)
  }

  /// Cancels the statement and closes the connection, where a late result would be taken for the next statement's.
  private func gaveUp() -> DatabaseFault {
    if let handle { till_pq_cancel(handle) }
    close()
    return noted(silent(patience.statement + patience.grace))
  }
}
