internal import CPostgreSQL
import Core
package import Storage

extension PostgreSQLConnection {
  /// Runs one statement, its values bound in place of `?` in order.
  ///
  /// - Returns: how many rows it inserted, changed or deleted.
  /// - Throws: `constraint`, `busy`, `forbidden`, `unreachable`, `misuse` (also outside `transaction`), …
  @discardableResult
  package func execute(_ sql: SQL, _ values: (any DatabaseConvertible)?...) throws(DatabaseFault) -> Int {
    try execute(sql, values: values)
  }

  /// Runs one statement with a list of values.
  @discardableResult
  package func execute(_ sql: SQL, values: [(any DatabaseConvertible)?]) throws(DatabaseFault) -> Int {
    try checkWritable(sql)
    return try answer(to: sql, values).touched
  }

  /// Runs statements one behind the other without waiting for each other's answers: one journey for all.
  ///
  /// - Returns: how many rows each touched.
  /// - Throws: the first fault; the transaction then stores nothing.
  @discardableResult
  package func execute(_ statements: [(sql: SQL, values: [(any DatabaseConvertible)?])]) throws(DatabaseFault) -> [Int]
  {
    if let first = statements.first { try checkWritable(first.sql) }
    return try journey(statements).map(\.touched)
  }

  /// Runs one statement that changes many rows at once: each place in it takes a column of theirs as an array.
  ///
  /// - Returns: Its rows, a list of values each.
  package func execute(
    _ sql: SQL, columnsOf rows: [[DatabaseValue]]
  ) throws(DatabaseFault) -> (touched: Int, rows: [[DatabaseValue]]) {
    try checkWritable(sql)
    guard let values = PostgreSQLValues(columnsOf: rows) else { throw misuse(String(sql.text.prefix(80))) }
    let answer = try answer(to: sql, values)
    var returned: [[DatabaseValue]] = []
    for row in 0..<answer.rows {
      answer.row = row
      var values: [DatabaseValue] = []
      for column in 0..<answer.count {
        values.append(answer.isNull(at: column) ? .null : try answer.value(at: column))
      }
      returned.append(values)
    }
    return (answer.touched, returned)
  }

  /// The rows of one query for each list of values, asked in one journey.
  package func rows<Value>(
    _ sql: SQL, each values: [[(any DatabaseConvertible)?]], map: (borrowing DatabaseRow) throws -> Value
  ) throws -> [[Value]] {
    if case .none = scope { return try read { try rows(sql, each: values, map: map) } }
    return try journey(values.map { (sql, $0) }).map { answer in
      try (0..<answer.rows).map { row in
        answer.row = row
        return try map(DatabaseRow(of: answer))
      }
    }
  }

  /// Sends statements one behind the other, and reads their answers; not more at once than the way holds.
  private func journey(
    _ statements: [(sql: SQL, values: [(any DatabaseConvertible)?])]
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
      // The answer of the end itself.
      _ = try next(until: end)
      guard till_pq_exit_pipeline(handle) == 1 else { throw broken() }
    }
    if let fault { throw noted(fault) }
    return answers
  }

  /// Puts statements on the way; one that comes several times in a row is parsed once.
  ///
  /// - Returns: for each answer that will come whether it is a statement's own, and not that of parsing.
  private func send(
    _ statements: ArraySlice<(sql: SQL, values: [(any DatabaseConvertible)?])>
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

  /// The rows of a query, each made into a value.
  package func rows<Value>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., map: (borrowing DatabaseRow) throws -> Value
  ) throws -> [Value] {
    try rows(sql, values: values, map: map)
  }

  /// The rows of a query with a list of values.
  package func rows<Value>(
    _ sql: SQL, values: [(any DatabaseConvertible)?], map: (borrowing DatabaseRow) throws -> Value
  ) throws -> [Value] {
    var result: [Value] = []
    try forEachRow(sql, values: values) { row in
      result.append(try map(row))
      return true
    }
    return result
  }

  /// The first row of a query, made into a value; nil when there is none.
  package func first<Value>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., map: (borrowing DatabaseRow) throws -> Value
  ) throws -> Value? {
    var result: Value?
    try forEachRow(sql, values: values) { row in
      result = try map(row)
      return false
    }
    return result
  }

  /// The first column of a query's first row; nil when there is no row, or NULL in it.
  package func value<Value: DatabaseConvertible>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., as type: Value.Type = Value.self
  ) throws -> Value? {
    var result: Value?
    try forEachRow(sql, values: values) { row in
      result = try Value?(row: row, at: 0)
      return false
    }
    return result
  }

  /// The same with a list of values.
  package func value<Value: DatabaseConvertible>(
    _ sql: SQL, values: [(any DatabaseConvertible)?], as type: Value.Type
  ) throws -> Value? {
    var result: Value?
    try forEachRow(sql, values: values) { row in
      result = try Value?(row: row, at: 0)
      return false
    }
    return result
  }

  /// The first column of each of a query's rows.
  package func values<Value: DatabaseConvertible>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., as type: Value.Type = Value.self
  ) throws -> [Value] {
    try rows(sql, values: values) { try Value(row: $0, at: 0) }
  }

  /// Hands over the rows of a query one at a time, until the closure returns false.
  ///
  /// Outside a transaction a connection that was lost is opened again and the question asked once more, before the
  /// closure has seen a row.
  package func forEachRow(
    _ sql: SQL, values: [(any DatabaseConvertible)?] = [], _ body: (borrowing DatabaseRow) throws -> Bool
  ) throws {
    let answer = try question(sql, values)
    for row in 0..<answer.rows {
      answer.row = row
      guard try body(DatabaseRow(of: answer)) else { return }
    }
  }

  private func question(_ sql: SQL, _ values: [(any DatabaseConvertible)?]) throws(DatabaseFault) -> PostgreSQLAnswer {
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
