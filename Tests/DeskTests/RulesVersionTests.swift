import Storage
import Testing

@testable import Desk

/// Tests that rows derived by earlier rules are derived again.
@Suite struct RulesVersionTests {
  @Test(arguments: EngineKind.here) func whatEarlierRulesDerivedIsDerivedAgain(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 3, transactions: 30)
    let desk = try world.desk()
    try desk.store(lines: try world.lines())
    try desk.settle()
    let rows = try desk.derivedRows()
    #expect(try desk.outdatedCount() == 0 && desk.settle() == 0)
    #expect(try !desk.examine(rebuilds: false).checks.contains { $0.name == "rules" })

    // As if an earlier version had derived all rows, and then only some of them.
    for limit in [3, 1] {
      try desk.engine.transaction {
        _ = try desk.engine.execute(
          SQL(
            trusted:
              "UPDATE customers SET rules = 0 WHERE customer IN (SELECT customer FROM customers ORDER BY 1 LIMIT \(limit))"
          ))
        _ = try desk.engine.execute(
          "DELETE FROM findings WHERE customer IN (SELECT customer FROM customers WHERE rules = 0)")
        _ = try desk.engine.execute(
          "DELETE FROM derived WHERE customer IN (SELECT customer FROM customers WHERE rules = 0)")
      }
      #expect(try desk.derivedRows() != rows)
      let check = try #require(try desk.examine(rebuilds: false).checks.first { $0.name == "rules" })
      #expect(check.ok && check.detail.contains("\(limit) customer"), "\(check)")
      #expect(try desk.settle() == limit)
      #expect(try desk.derivedRows() == rows && desk.outdatedCount() == 0)
    }
  }
}
