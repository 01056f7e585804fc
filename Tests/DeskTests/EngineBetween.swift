import AppStoreModel
import Storage

@testable import Desk

/// An engine that wraps another one: it reports each statement, and can fail before any commit.
final class EngineBetween: DeskEngine {
  struct Killed: Error {}

  private let engine: any DeskEngine
  /// The function that receives each statement with its first values.
  var hears: ((SQL, [DatabaseValue]) -> Void)?
  /// The function that is called before rows are inserted.
  var inserts: ((Int, DeskTable) -> Void)?
  /// How many more writes are committed before everything fails; nil for no limit.
  var commitsLeft: Int?
  private var depth = 0

  init(_ engine: any DeskEngine) { self.engine = engine }

  var name: String { engine.name }
  var isReadOnly: Bool { engine.isReadOnly }
  var hasOtherWriters: Bool { engine.hasOtherWriters }
  var isSpread: Bool { engine.isSpread }
  func migrate(_ schema: DeskSchema, contracts: Bool, progress: (Int, Int, Int) throws -> Void) throws {
    try engine.migrate(schema, contracts: contracts, progress: progress)
  }
  func version() throws -> Int { try engine.version() }

  func transaction<Result>(_ work: () throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    if depth == 1, let left = commitsLeft {
      guard left > 0 else { throw Killed() }
      commitsLeft = left - 1
    }
    return try engine.transaction(work)
  }

  func read<Result>(_ work: () throws -> Result) throws -> Result { try engine.read(work) }

  func execute(_ sql: SQL, values: [DatabaseValue]) throws -> Int {
    hears?(sql, values)
    return try engine.execute(sql, values: values)
  }

  func execute(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [Int] {
    if let first = values.first { hears?(sql, first) }
    return try engine.execute(sql, each: values)
  }

  func forEachRow(_ sql: SQL, values: [DatabaseValue], _ body: (borrowing DatabaseRow) throws -> Bool) throws {
    hears?(sql, values)
    try engine.forEachRow(sql, values: values, body)
  }

  func rows(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [[HeldRow]] {
    if let first = values.first { hears?(sql, first) }
    return try engine.rows(sql, each: values)
  }

  func rows(_ sql: SQL, among list: [DatabaseValue], values: [DatabaseValue]) throws -> [HeldRow] {
    if !list.isEmpty { hears?(sql, list + values) }
    return try engine.rows(sql, among: list, values: values)
  }

  func insert(_ rows: [[DatabaseValue]], into table: DeskTable, whenThere: DeskConflict) throws -> [Bool] {
    if let first = rows.first { hears?(table.insertion(whenThere), first) }
    inserts?(rows.count, table)
    return try engine.insert(rows, into: table, whenThere: whenThere)
  }

  func turnMonths(of table: DeskTable, at now: Timestamp, dropping end: Timestamp?) throws -> Int {
    try engine.turnMonths(of: table, at: now, dropping: end)
  }

  func purge(_ tables: [DeskTable]) throws -> Bool { try engine.purge(tables) }
  func lock(_ number: Int64) throws { try engine.lock(number) }
  func numbers(_ count: Int) throws -> [Int64] { try engine.numbers(count) }
  func changeCounter() throws -> Int64 { try engine.changeCounter() }
  func plan(of sql: SQL, values: [DatabaseValue]) throws -> [String] { try engine.plan(of: sql, values: values) }
  func integrityFindings() throws -> [String] { try engine.integrityFindings() }
}
