package import AppStoreModel
import Core
package import Storage

/// The database of a desk: SQLite on this machine, or PostgreSQL (or a system built on it) for a team.
///
/// Every statement of the desk is written once, for both: `?` for each value, 64-bit integers, text sorted by its
/// bytes, no U+0000 in text, `ON CONFLICT`, ranges instead of `LIKE`, and no value whose type the database would have
/// to guess. This protocol hides the differences: how tables are created, how many rows are inserted at once, how a
/// lock is taken, where numbers come from. No state outlives its transaction, so that a connection pooler can be used.
///
/// An engine is used by one thread at a time, as a connection is. It throws `DatabaseFault`s with either database.
package protocol DeskEngine: AnyObject, SQLDatabase {
  /// The database with its version, such as `SQLite 3.40.1`.
  var name: String { get }
  /// Whether the database may only be read.
  var isReadOnly: Bool { get }
  /// Whether other connections may commit during a transaction of this one.
  var hasOtherWriters: Bool { get }

  /// Creates missing tables and brings older ones up to date; does nothing if all are up to date.
  ///
  /// What takes long is done in parts; after an interruption the next call continues.
  ///
  /// - Parameters:
  ///   - contracts: Whether also what earlier versions need is removed.
  ///   - progress: Called with the number of the part, the count of all parts, and the rows that it changed so far.
  func migrate(_ schema: DeskSchema, contracts: Bool, progress: (_ part: Int, _ of: Int, _ rows: Int) throws -> Void)
    throws

  /// Checks that the tables are those of this schema, or of a later one that this version can still use.
  ///
  /// - Throws: `olderSchema` or `newerSchema`.
  func check(_ schema: DeskSchema) throws

  /// Returns the version of the desk's schema; 0 if the database has no desk yet.
  func version() throws -> Int

  /// Runs the work as one transaction: all of it is stored durably, or nothing.
  ///
  /// Inside another transaction it is a savepoint, which can fail on its own. If the connection is lost before anything
  /// was written, the engine may run the work again. The work may therefore change nothing but the database.
  @discardableResult
  func transaction<Result>(_ work: () throws -> Result) throws -> Result

  /// Runs the work on one consistent state of the database, even if other connections commit meanwhile.
  @discardableResult
  func read<Result>(_ work: () throws -> Result) throws -> Result

  /// Runs one statement for each list of values, in one round trip to a remote database.
  ///
  /// - Returns: How many rows each run changed.
  @discardableResult
  func execute(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [Int]

  /// Returns the rows of one query for each list of values, in one round trip to a remote database.
  func rows(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [[HeldRow]]

  /// Returns the rows of one query for a list of values, which takes the place of `ANY(?)`, its first parameter.
  ///
  /// It is one statement on a remote database. The rows of one value are in the query's order; those of different
  /// values are in any order.
  func rows(_ sql: SQL, among list: [DatabaseValue], values: [DatabaseValue]) throws -> [HeldRow]

  /// Inserts many rows in the fastest way that the database offers.
  ///
  /// The values are in the order of the table's columns. No two rows of one call may have the same primary key.
  ///
  /// - Returns: For each row, true if it was inserted or replaced one; false if an existing row was kept.
  @discardableResult
  func insert(_ rows: [[DatabaseValue]], into table: DeskTable, whenThere: DeskConflict) throws -> [Bool]

  /// Creates the partitions of the coming months for a table that is partitioned by month, and drops old ones.
  ///
  /// - Parameter end: Partitions that lie entirely before this date are dropped; nil drops none.
  /// - Returns: How many partitions were dropped; 0 if the table has none.
  func turnMonths(of table: DeskTable, at now: Timestamp, dropping end: Timestamp?) throws -> Int

  /// Returns whether this process does the work that one process does for all: deriving, folding, capping.
  ///
  /// The first process that asks is elected until its connection ends.
  func isElected() -> Bool

  /// Whether the rows of different customers may be on different machines.
  var isSpread: Bool { get }

  /// Takes the lock with this number until the current transaction ends; waits until it is free.
  func lock(_ number: Int64) throws

  /// Returns new numbers, for customers and other rows that need one.
  ///
  /// They are unique and grow, but may have gaps. Call it in a transaction.
  func numbers(_ count: Int) throws -> [Int64]

  /// Inserts a row through a function of the database; nil where the login has rights on the table itself.
  func appendByFunction(_ row: [DatabaseValue], to table: DeskTable) throws -> Int64?

  /// Moves a customer's rows through a function of the database; false where the login has rights on the table itself.
  func moveByFunction(_ table: DeskTable, of owner: [DatabaseValue], to target: Int64) throws -> Bool

  /// Erases the deleted bytes of these tables, as far as the database can.
  ///
  /// - Returns: False if a reader still used old pages; a later call erases them.
  func purge(_ tables: [DeskTable]) throws -> Bool

  /// The reader of an agent's login, which has no rights on tables; nil for any other login.
  var agent: AgentDesk? { get }

  /// Returns the errors in the access rights; empty if there are none, or if the database has no roles.
  func rightsFindings() throws -> [String]

  /// Returns a number that changes with every commit of another connection.
  func changeCounter() throws -> Int64

  /// Returns how the database would find the rows of a statement, one step a line, for tests and `desk doctor`.
  func plan(of sql: SQL, values: [DatabaseValue]) throws -> [String]

  /// Returns the errors that the database's own check finds; empty if it is intact.
  func integrityFindings() throws -> [String]
}

/// What happens to a row whose primary key already exists.
package enum DeskConflict: Hashable, Sendable {
  /// The existing row stays as it is.
  case keep
  /// The existing row gets the new values.
  case replace
  /// The existing row gets the new values of these columns only.
  case change([String])
  /// The new values of this column are added to those of existing rows.
  case add(String)
}

extension DeskEngine {
  package var isSpread: Bool { false }

  /// Inserts a row whose column `number` the database fills.
  ///
  /// - Returns: The row's number.
  @discardableResult
  func append(_ row: [DatabaseValue], to table: DeskTable) throws -> Int64 {
    if let number = try appendByFunction(row, to: table) { return number }
    let number = try numbers(1)[0]
    var row = row
    if let place = table.columns.firstIndex(where: { $0.name == "number" }) { row[place] = .integer(number) }
    try insert([row], into: table, whenThere: .keep)
    return number
  }

  /// Moves a customer's rows of a table to another customer.
  func move(_ table: DeskTable, of owner: [DatabaseValue], to target: Int64) throws {
    if try moveByFunction(table, of: owner, to: target) { return }
    try execute(table.copying, values: [.integer(target)] + owner)
    try execute(table.deletion, values: owner)
  }

  /// Returns the rows of a query for each of several customers, with one statement for all.
  ///
  /// - Parameter values: The values after the customer.
  func rows(_ query: CustomerQuery, of customers: [Int64], _ values: [DatabaseValue]) throws -> [[HeldRow]] {
    guard agent == nil else { return try rows(query.one, each: customers.map { [.integer($0)] + values }) }
    let found = try rows(query.many, among: customers.map { .integer($0) }, values: values)
    let groups = try Dictionary(grouping: found) { try $0["customer"] as Int64 }
    return customers.map { groups[$0] ?? [] }
  }

  /// Creates missing tables and brings older ones up to date.
  package func migrate(_ schema: DeskSchema) throws { try migrate(schema, contracts: false) { _, _, _ in } }

  package func appendByFunction(_ row: [DatabaseValue], to table: DeskTable) throws -> Int64? { nil }
  package func moveByFunction(_ table: DeskTable, of owner: [DatabaseValue], to target: Int64) throws -> Bool { false }
  package func check(_ schema: DeskSchema) throws {}
  package func isElected() -> Bool { true }
  package func purge(_ tables: [DeskTable]) throws -> Bool { true }
  package var agent: AgentDesk? { nil }
  package func rightsFindings() throws -> [String] { [] }
}

/// An error for a column with an invalid value: the data is damaged, or the statement does not match the code.
package struct DeskRowError: Error, Hashable, Sendable, CustomStringConvertible {
  package let column: String
  package let holds: String

  /// One line, with the remedy.
  package var description: String {
    say("the desk's column \("\(column)") holds \("\(holds)"); check it with till desk doctor")
  }
}

extension DeskTable {
  /// The statement that deletes a customer's rows.
  var deletion: SQL { SQL(trusted: "DELETE FROM \(name) WHERE customer = ? AND app = ? AND environment = ?") }

  /// The statement that deletes the row with a primary key.
  var deletionByKey: SQL {
    SQL(trusted: "DELETE FROM \(name) WHERE \(key.map { "\($0) = ?" }.joined(separator: " AND "))")
  }

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

extension PostgreSQLListener {
  /// Starts to listen for commits of writers with `announces`, over a direct connection without a pooler or a replica.
  ///
  /// - Throws: A `DatabaseFault`.
  package convenience init(toDesk place: String) throws {
    let address = try PostgreSQLAddress(place)
    try self.init(address, channel: SQL(trusted: PostgreSQLEngine.quoted(PostgreSQLEngine.channel(of: address))))
  }
}
