internal import CPostgreSQL
import Core
package import Storage

extension PostgreSQLConnection: SQLDatabase {
  /// Runs one statement, its values bound in place of `?` in order.
  ///
  /// - Returns: How many rows it inserted, changed or deleted.
  /// - Throws: `constraint`, `busy`, `forbidden`, `unreachable`, `misuse` (also outside `transaction`), …
  @discardableResult
  package func execute(_ sql: SQL, values: [DatabaseValue]) throws(DatabaseFault) -> Int {
    try checkWritable(sql)
    return try answer(to: sql, values).touched
  }

  /// Runs several statements in one round trip, without waiting for the result of each.
  ///
  /// - Returns: How many rows each inserted, changed or deleted.
  /// - Throws: The first fault; the transaction then stores nothing.
  @discardableResult
  package func execute(_ statements: [(sql: SQL, values: [DatabaseValue])]) throws(DatabaseFault) -> [Int] {
    if let first = statements.first { try checkWritable(first.sql) }
    return try journey(statements).map(\.touched)
  }

  /// Runs one statement for many rows; each `?` in it takes one of their columns as an array.
  ///
  /// - Returns: The rows that the statement returned.
  package func execute(
    _ sql: SQL, columnsOf rows: [[DatabaseValue]]
  ) throws -> [[DatabaseValue]] {
    try checkWritable(sql)
    guard let values = PostgreSQLValues(columnsOf: rows) else { throw misuse(String(sql.text.prefix(80))) }
    return try answer(to: sql, values).map { try $0.values }
  }

  /// Returns the rows of one query, whose first parameter takes the list as an array.
  package func rows<Value>(
    _ sql: SQL, among list: [DatabaseValue], values: [DatabaseValue], map: (borrowing DatabaseRow) throws -> Value
  ) throws -> [Value] {
    guard let parameters = PostgreSQLValues(list, values) else { throw misuse(String(sql.text.prefix(80))) }
    return try question(sql, parameters).map(map)
  }

  /// Returns the rows of one query for each list of values, in one round trip.
  package func rows<Value>(
    _ sql: SQL, each values: [[DatabaseValue]], map: (borrowing DatabaseRow) throws -> Value
  ) throws -> [[Value]] {
    if case .none = scope { return try read { try rows(sql, each: values, map: map) } }
    return try journey(values.map { (sql, $0) }).map { try $0.map(map) }
  }

  /// Sends statements in pipeline mode and returns their results; at most 256 at once, so that no buffer overflows.
  private func journey(
    _ statements: [(sql: SQL, values: [DatabaseValue])]
  ) throws(DatabaseFault) -> [PostgreSQLAnswer] {
    if let failed { throw failed }
    var answers: [PostgreSQLAnswer] = []
    var fault: DatabaseFault?
    for start in stride(from: 0, to: statements.count, by: 256) where fault == nil {
      let some = statements[start..<min(start + 256, statements.count)]
      guard let handle, till_pq_enter_pipeline(handle) == 1 else { throw broken() }
      let end = self.end
      let isAsked = try send(some)
      guard till_pq_pipeline_sync(handle) == 1 else { throw broken() }
      for isAsked in isAsked {
        while let answer = try next(until: end) {
          if fault == nil { fault = self.fault(of: answer) }
          if isAsked { answers.append(answer) }
        }
      }
      // This reads the result of the pipeline's end.
      _ = try next(until: end)
      guard till_pq_exit_pipeline(handle) == 1 else { throw broken() }
    }
    if let fault { throw noted(fault) }
    return answers
  }

  /// Sends statements without waiting for results; a statement that comes several times in a row is prepared once.
  ///
  /// - Returns: For each result to come, whether it is a statement's own and not that of preparing one.
  private func send(
    _ statements: ArraySlice<(sql: SQL, values: [DatabaseValue])>
  ) throws(DatabaseFault) -> [Bool] {
    var isAsked: [Bool] = []
    var rest = statements
    while let first = rest.first {
      let same = rest.prefix { $0.sql == first.sql }
      rest = rest[same.endIndex...]
      if try send(first.sql, each: same.map { $0.values }) {
        isAsked.append(false)
      } else {
        for statement in same { try send(statement.sql, PostgreSQLValues(statement.values)) }
      }
      isAsked += same.map { _ in true }
    }
    return isAsked
  }

  /// Passes the rows of a query to a closure one at a time, until it returns false.
  ///
  /// Outside a transaction, a query whose connection was lost is repeated once over a new one, before the closure gets
  /// any row.
  package func forEachRow(
    _ sql: SQL, values: [DatabaseValue], _ body: (borrowing DatabaseRow) throws -> Bool
  ) throws {
    let answer = try question(sql, PostgreSQLValues(values))
    for row in 0..<answer.rows {
      answer.row = row
      guard try body(DatabaseRow(of: answer)) else { return }
    }
  }

  private func question(_ sql: SQL, _ values: PostgreSQLValues) throws(DatabaseFault) -> PostgreSQLAnswer {
    guard case .none = scope else { return try answer(to: sql, values) }
    try ensureOpen()
    do throws(DatabaseFault) {
      return try answer(to: sql, values)
    } catch {
      guard error.cause == .unreachable else { throw error }
      try ensureOpen()
      return try answer(to: sql, values)
    }
  }

  func checkWritable(_ sql: SQL) throws(DatabaseFault) {
    guard case .write = scope else {
      throw misuse(say("a change outside a transaction: \(String(sql.text.prefix(80)))"))
    }
  }
}
