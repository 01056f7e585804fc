import AppStoreModel
import Testing

@testable import Dashboard

@Suite struct PagingTests {
  /// The number of transactions in the list, which is read in pages by key, as a store would answer.
  private static let total = 512

  private func page(_ request: PageRequest) -> Page<StoredTransaction> {
    let key = request.key.flatMap(Int.init)
    let range: Range<Int>
    switch request.direction {
    case .newestFirst:
      let start = key ?? 0
      range = start..<min(Self.total, start + request.limit)
    case .oldestLast:
      let end = key ?? Self.total
      range = max(0, end - request.limit)..<end
    }
    return Fixture.transactions(
      range, next: range.upperBound < Self.total ? String(range.upperBound) : nil,
      previous: range.lowerBound > 0 ? String(range.lowerBound) : nil)
  }

  private func answerAll(_ driver: inout Driver) {
    let effects = driver.effects
    driver.effects = []
    for case .read(let id, .page(.transactions, let request)) in effects {
      driver.send(.loaded(id, .transactions(page(request))))
    }
  }

  private func opened() throws -> Driver {
    var driver = try Driver().pressing("2")
    answerAll(&driver)
    return driver
  }

  private func number(_ driver: Driver) throws -> Int {
    let id = try #require(driver.state.tabs.front.selected?.id)
    return try #require(Int(id)) - 2_000_000_845_400_000
  }

  @Test func downToTheEndAndUpAgain() throws {
    var driver = try opened()
    driver.drawsFrames = false
    for expected in 1..<Self.total {
      try driver.press("j")
      answerAll(&driver)
      #expect(try number(driver) == expected)
      #expect(driver.state.tabs.front.rows.count <= RowList.pageSize * RowList.pagesKept)
    }
    #expect(!driver.state.tabs.front.hasOlder && driver.state.tabs.front.hasNewer)
    for expected in (0..<(Self.total - 1)).reversed() {
      try driver.press("k")
      answerAll(&driver)
      #expect(try number(driver) == expected)
    }
    #expect(!driver.state.tabs.front.hasNewer)
  }

  @Test func theLastRowIsOneKeyAway() throws {
    var driver = try opened()
    try driver.press("G")
    answerAll(&driver)
    #expect(try number(driver) == Self.total - 1)
    try driver.press("<PageUp><PageUp>")
    answerAll(&driver)
    #expect(try number(driver) == Self.total - 1 - 2 * driver.state.listHeight)
    try driver.press("g")
    answerAll(&driver)
    #expect(try number(driver) == 0)
  }

  @Test func onePageIsAskedForOnce() throws {
    var driver = try opened()
    for _ in 0..<60 { try driver.press("j") }
    #expect(driver.queries.count == 1)
  }

  @Test func noRequestCounts() throws {
    var driver = try opened()
    try driver.press("Gg<PageDown><PageDown><PageDown><PageDown><PageDown><PageDown>")
    for case .page(_, let request) in driver.queries { #expect(request.limit <= 64) }
  }

  @Test func aChangeKeepsThePlace() throws {
    var driver = try opened()
    for _ in 0..<300 {
      try driver.press("j")
      answerAll(&driver)
    }
    driver.send(.storeChanged)
    answerAll(&driver)
    #expect(try number(driver) == 300)
    try driver.press("G")
    answerAll(&driver)
    driver.send(.storeChanged)
    answerAll(&driver)
    #expect(try number(driver) == Self.total - 1)
  }

  @Test func whoLooksAtTheNewestRowSeesWhatIsNewer() throws {
    var driver = try Driver().pressing("5")
    driver.answer(.journal(Fixture.journal))
    driver.send(.storeChanged)
    var newer = Fixture.journal
    newer.rows.insert(JournalEntry(id: 10, date: Fixture.now, machineDate: Fixture.now, kind: "x", text: "news"), at: 0)
    driver.answer(.journal(newer))
    #expect(driver.state.tabs.front.selected?.id == "10")
  }

  @Test func otherTabsAreReadWhenTheyAreLookedAt() throws {
    var driver = try opened()
    driver.send(.storeChanged)
    #expect(driver.queries.filter { if case .page = $0 { true } else { false } }.count == 1)
    driver.effects = []
    try driver.press("1")
    #expect(driver.queries.count == 1)
    driver.answer(.refunds(Fixture.refunds))
    driver.effects = []
    try driver.press("21")
    #expect(driver.queries.isEmpty || driver.queries.count == 1)
  }

  @Test func anotherAccountsRowsAreForgotten() throws {
    var driver = try opened()
    driver.send(.storeChanged)
    var device = Fixture.device
    device.account = "regular@"
    driver.answer(.overview(Fixture.overview(device: device)))
    #expect(driver.state.tabs[.refunds].rows.isEmpty && driver.state.tabs[.transactions].rows.isEmpty)
  }
}
