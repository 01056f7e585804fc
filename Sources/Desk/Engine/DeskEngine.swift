package import AppStoreModel
import Core
package import Storage

/// The database of a desk: SQLite here, PostgreSQL or a system built on it for a team.
///
/// Every statement of the desk is written once, for both: `?` for each value, integers of 64 bits, text in the order of
/// its bytes, no U+0000 in text, `ON CONFLICT`, ranges instead of `LIKE`, and no value whose type only the database
/// could
/// guess. The differences are behind this protocol: how the tables are made, how many rows go in at once, how a lock is
/// taken, where numbers come from. Nothing of it outlives its transaction, so that a pooler may stand between.
///
/// An engine belongs to one owner, as a connection does. Its faults are `DatabaseFault`s, with either database.
package protocol DeskEngine: AnyObject {
  /// The database with its version, such as `SQLite 3.40.1`.
  var name: String { get }
  /// Whether it may only be read.
  var isReadOnly: Bool { get }
  /// Whether others may commit while a transaction of this one is under way.
  var hasOtherWriters: Bool { get }

  /// Makes the tables that are missing, and brings older ones up to date; does nothing where they are as they should
  /// be.
  func migrate(_ schema: DeskSchema) throws

  /// How many steps of the schema the database has; 0 where there is no desk yet.
  func version() throws -> Int

  /// Runs the work as one write: all of it is stored, for good, or none.
  ///
  /// Inside another one it is a part of that one which can fail on its own. Work that lost its connection before it
  /// wrote anything may be run again by the engine, so it changes nothing but the database.
  @discardableResult
  func transaction<Result>(_ work: () throws -> Result) throws -> Result

  /// Runs the work on one consistent state of the database, even if others commit meanwhile.
  @discardableResult
  func read<Result>(_ work: () throws -> Result) throws -> Result

  /// Runs one statement.
  ///
  /// - Returns: How many rows it inserted, changed or deleted.
  @discardableResult
  func execute(_ sql: SQL, values: [DatabaseValue]) throws -> Int

  /// Runs one statement for each list of values, as one journey where the database is elsewhere.
  ///
  /// - Returns: How many rows each of them changed.
  @discardableResult
  func execute(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [Int]

  /// Hands over the rows of a query one at a time until the closure returns false.
  func forEachRow(_ sql: SQL, values: [DatabaseValue], _ body: (DeskRow) throws -> Bool) throws

  /// The rows of one query for each list of values, as one journey where the database is elsewhere.
  func rows(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [[DeskRow]]

  /// Inserts many rows, by the fastest way that there is.
  ///
  /// The values are in the order of the table's columns. No two rows of one call have the same primary key.
  ///
  /// - Returns: For each row whether it went in or replaced one; false for one that was there and was kept.
  @discardableResult
  func insert(_ rows: [[DatabaseValue]], into table: DeskTable, whenThere: DeskConflict) throws -> [Bool]

  /// Makes the months ahead of tables that are cut by them, and drops those that lie before a date as a whole, where
  /// one is given.
  ///
  /// - Returns: How many pieces went; none where a table lies in one.
  func turnMonths(of table: DeskTable, at now: Timestamp, dropping end: Timestamp?) throws -> Int

  /// Holds a lock of this number until the running transaction ends, waiting for its holder.
  func lock(_ number: Int64) throws

  /// Numbers that are given out once, for new customers and other rows that need one.
  ///
  /// They grow, but not without gaps. Called in a transaction.
  func numbers(_ count: Int) throws -> [Int64]

  /// Adds a row whose column `number` the database fills.
  ///
  /// - Returns: The row's number.
  @discardableResult
  func append(_ row: [DatabaseValue], to table: DeskTable) throws -> Int64

  /// Moves a customer's rows of a table to another customer.
  func move(_ table: DeskTable, of owner: [DatabaseValue], to target: Int64) throws

  /// Erases every deleted byte of these tables where the database can reach it.
  ///
  /// - Returns: False where a reader held old pages; a later call erases them.
  func purge(_ tables: [DeskTable]) throws -> Bool

  /// The reader of an agent's login, which has no right on a table; nil for any other login.
  var agent: AgentDesk? { get }

  /// The faults in the rights; empty without any, and where there are no roles.
  func rightsFindings() throws -> [String]

  /// A number that changes with every commit of another connection.
  func changeCounter() throws -> Int64

  /// How the database would find the rows of a statement, a line each, for tests and `desk doctor`.
  func plan(of sql: SQL, values: [DatabaseValue]) throws -> [String]

  /// The faults that the database finds in itself; empty when it is intact.
  func integrityFindings() throws -> [String]
}

/// The treatment of a row whose primary key exists already.
package enum DeskConflict: Hashable, Sendable {
  /// The row that is there stays as it is.
  case keep
  /// The row that is there takes the other columns' values over.
  case replace
}

extension DeskEngine {
  package func append(_ row: [DatabaseValue], to table: DeskTable) throws -> Int64 {
    let number = try numbers(1)[0]
    var row = row
    if let place = table.columns.firstIndex(where: { $0.name == "number" }) { row[place] = .integer(number) }
    try insert([row], into: table, whenThere: .keep)
    return number
  }

  package func move(_ table: DeskTable, of owner: [DatabaseValue], to target: Int64) throws {
    try execute(table.copying, values: [.integer(target)] + owner)
    try execute(table.deletion, values: owner)
  }

  package func purge(_ tables: [DeskTable]) throws -> Bool { true }
  package var agent: AgentDesk? { nil }
  package func rightsFindings() throws -> [String] { [] }

  /// Runs one statement, its values bound in place of `?` in order.
  @discardableResult
  package func execute(_ sql: SQL, _ values: (any DatabaseConvertible)?...) throws -> Int {
    try execute(sql, values: values.map { $0?.databaseValue ?? .null })
  }

  /// The rows of a query, each made into a value.
  package func rows<Value>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., map: (DeskRow) throws -> Value
  ) throws -> [Value] {
    try rows(sql, values: values.map { $0?.databaseValue ?? .null }, map: map)
  }

  /// The same with a list of values, for a query that is put together from parts.
  package func rows<Value>(_ sql: SQL, values: [DatabaseValue], map: (DeskRow) throws -> Value) throws -> [Value] {
    var result: [Value] = []
    try forEachRow(sql, values: values) { row in
      result.append(try map(row))
      return true
    }
    return result
  }

  /// The first row of a query, made into a value; nil when there is none.
  package func first<Value>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., map: (DeskRow) throws -> Value
  ) throws -> Value? {
    var result: Value?
    try forEachRow(sql, values: values.map { $0?.databaseValue ?? .null }) { row in
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
    try forEachRow(sql, values: values.map { $0?.databaseValue ?? .null }) { row in
      result = row.values.isEmpty ? nil : try row.value(at: 0)
      return false
    }
    return result
  }
}

extension DeskTable {
  /// The statement that lets a customer's rows go.
  var deletion: SQL { SQL(trusted: "DELETE FROM \(name) WHERE customer = ? AND app = ? AND environment = ?") }

  /// The statement that copies a customer's rows to another customer.
  var copying: SQL {
    let list = columns.map(\.name).dropFirst().joined(separator: ", ")
    return SQL(
      trusted: """
        INSERT INTO \(name)(customer, \(list)) SELECT CAST(? AS BIGINT), \(list) FROM \(name)
        WHERE customer = ? AND app = ? AND environment = ? ON CONFLICT DO NOTHING
        """)
  }
}

/// Receives the commits of writers with `announces` at once, over a direct connection without a pooler or a replica.
package final class DeskNews {
  private let listener: PostgreSQLListener

  /// Begins to listen.
  ///
  /// - Throws: A `DatabaseFault`.
  package init(_ place: String) throws {
    let address = try PostgreSQLAddress(place)
    let schema: String? = try PostgreSQLConnection(address).value("SELECT quote_ident('desk_' || current_schema())")
    listener = try PostgreSQLListener(address, channel: SQL(trusted: schema ?? "desk_public"))
  }

  /// Waits for news; a connection that was lost and is there again is news too.
  package func wait(milliseconds: Int) throws -> Bool { try listener.wait(milliseconds: milliseconds) }
}
