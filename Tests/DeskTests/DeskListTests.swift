import AppStoreModel
import Core
import Storage
import Testing

@testable import Desk

/// Tests of the lists and counts on the desk's screen.
@Suite struct DeskListTests {
  /// Tests that the newest customers and the views are read in pages, and that words find products and states.
  @Test(arguments: EngineKind.here) func pagesFollowOneAnother(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 30, transactions: 300)
    let desk = try world.desk()
    try desk.store(lines: try world.lines())
    try desk.settle()
    func all(_ first: DeskListRequest) throws -> [DeskCustomer] {
      var (request, rows) = (first, [DeskCustomer]())
      while true {
        let page = try desk.list(request)
        rows += page.rows
        guard let next = page.next, rows.count < 1000 else { return rows }
        request.after = next
      }
    }
    let newest = try all(DeskListRequest(limit: 7))
    #expect(newest.map(\.number) == newest.map(\.number).sorted(by: >))
    #expect(try newest.count == desk.figure("customers"))
    // A part of an id that many rows of the index have does not end the list early.
    #expect(try all(DeskListRequest(text: "20000", limit: 1)).count == newest.count)
    for view in try desk.viewRows() {
      let listed = try all(DeskListRequest(view: view.name, limit: 3))
      #expect(listed.count == view.count || view.hasMore, "\(view.name)")
    }
    let product = try #require(newest.flatMap(\.holdings).first?.productId)
    let word = try #require(product.split(separator: ".").last.map(String.init))
    let having = try all(DeskListRequest(text: word, limit: 4))
    #expect(!having.isEmpty)
    #expect(
      having.allSatisfy { row in
        row.holdings.contains { $0.productId.split(separator: ".").suffix(2).contains { $0.hasPrefix(word) } }
      })
    let state = try #require(having.first?.holdings.first { $0.productId == product }?.state)
    #expect(
      try all(DeskListRequest(text: "\(state) \(product)", limit: 4)).allSatisfy { row in
        row.holdings.contains { $0.productId == product && $0.state == state }
      })
    #expect(try desk.list(DeskListRequest(text: "#\(newest[0].number)")).rows == [newest[0]])
    #expect(try desk.list(DeskListRequest(text: "nobody at all")).rows.isEmpty)
  }

  /// Tests that each transaction counts once, in any order and however often it arrives.
  ///
  /// A join and a rebuild don't change the counts either.
  @Test(arguments: EngineKind.here) func everythingIsCountedOnce(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 20, transactions: 200)
    let lines = try world.lines()
    let desk = try world.desk()
    try desk.store(lines: lines, batch: 16)
    try desk.settle()
    let counted = try desk.trends(days: 3000)
    #expect(counted.total(.purchases).reduce(0, +) > 0 && counted.total(.renewals).reduce(0, +) > 0)
    try desk.store(lines: lines.reversed(), batch: 64)
    try desk.settle()
    try desk.foldFigures()
    #expect(try desk.trends(days: 3000) == counted)
    let other = try world.desk("other")
    try other.store(lines: lines.reversed(), batch: 5)
    try other.settle()
    #expect(try other.trends(days: 3000) == counted)
    let active = try other.engine.value(
      "SELECT count(*) FROM derived WHERE type = ? AND entitled", "Auto-Renewable Subscription", as: Int.self)
    #expect(counted.active.reduce(0) { $0 + $1.now } == active)
  }

  /// Tests that an opened customer has the evidence that arrived, and what was known at each date.
  @Test func anOpenedCustomerKnowsItsPast() throws {
    let world = try DeskWorld(customers: 3, transactions: 40)
    let desk = try world.desk()
    try desk.store(lines: try world.lines())
    try desk.settle()
    let number = try #require(try desk.list(DeskListRequest()).rows.last?.number)
    let opened = try desk.open(number)
    let listed = try opened.transactions(PageRequest(limit: 1000)).rows
    #expect(Set(listed.map(\.transaction)) == Set(try desk.customerAnswer(for: number).transactions))
    let now = world.clock.withLock { $0 }
    #expect(opened.statuses(at: now).map(\.state) == (try desk.customerAnswer(for: number)).statuses.map(\.state))
    // An import may bring a whole life at once; the past is what Apple had signed by then.
    let bought = try #require(opened.knownSince)
    #expect(!opened.statuses(at: now.subtracting(milliseconds: 1)).isEmpty)
    #expect(!opened.statuses(at: bought).isEmpty)
    #expect(opened.statuses(at: bought.subtracting(milliseconds: 1)).isEmpty)
    #expect(opened.isSame(as: try desk.open(number)))
    try desk.add(note: "called", about: number, by: "anna")
    #expect(!opened.isSame(as: try desk.open(number)))
    #expect(throws: DeskError.self) { try desk.open(999_999) }
  }

  /// Tests that the first page of a large desk reads only its own rows: no count, no sorting, no scan.
  @Test func theFirstFrameIsReadByIndexes() throws {
    let world = try DeskWorld(customers: 1, transactions: 1)
    let desk = try world.desk()
    let plan = try desk.engine.plan(
      of: """
        SELECT customer FROM customers WHERE customer < ? AND app = ? AND environment = ?
        ORDER BY customer DESC LIMIT ?
        """, values: [.integer(9), .integer(1), .integer(1), .integer(50)])
    #expect(plan.allSatisfy { $0.contains("SEARCH") && !$0.contains("TEMP B-TREE") }, "\(plan)")
    let arrivals = try desk.engine.plan(
      of: """
        SELECT arrived, signed, type FROM notifications WHERE app = ? AND environment = ?
        ORDER BY arrived DESC LIMIT ?
        """, values: [.integer(1), .integer(1), .integer(50)])
    #expect(arrivals.allSatisfy { $0.contains("COVERING INDEX") && !$0.contains("TEMP") }, "\(arrivals)")
  }
}
