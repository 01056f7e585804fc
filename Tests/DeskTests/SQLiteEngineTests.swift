import Desk
import Storage
import TestSupport
import Testing

/// Tests of the functions that every engine has, on SQLite.
@Suite struct SQLiteEngineTests {
  @Test func rowsGoInAndComeBack() throws {
    let place = try ThrowAwayDesk()
    let engine = try SQLiteEngine(place.path, schema: .desk)
    let row: [DatabaseValue] = [.integer(7), .integer(1), .integer(1), .integer(0), .integer(5)]
    let added = try engine.transaction {
      try engine.insert([row, [.integer(8)] + row.dropFirst()], into: DeskTables.lookups, whenThere: .keep)
    }
    #expect(added == [true, true])
    let again = try engine.transaction { try engine.insert([row], into: DeskTables.lookups, whenThere: .keep) }
    #expect(again == [false])
    let moved = try engine.transaction {
      try engine.insert([row.dropLast() + [.integer(9)]], into: DeskTables.lookups, whenThere: .replace)
    }
    #expect(moved == [true])
    let found = try engine.rows(
      "SELECT customer FROM lookups WHERE id = ? ORDER BY id", each: [[.integer(7)], [.integer(8)], [.integer(9)]])
    #expect(try found.map { try $0.map { try $0["customer"] as Int64 } } == [[9], [5], []])
  }

  @Test func numbersAreGivenOutOnce() throws {
    let place = try ThrowAwayDesk()
    let engine = try SQLiteEngine(place.path, schema: .desk)
    let numbers = try engine.transaction { try engine.numbers(3) + engine.numbers(2) }
    #expect(numbers == [1, 2, 3, 4, 5])
  }
}
