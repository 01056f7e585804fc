import AppStoreModel
import TerminalUI
import Testing

@testable import Dashboard

/// Tests of sorting, the palette's rows, and recording: a key starts each, and the same key ends it.
@Suite struct SortTests {
  private func sorted(by order: ListOrder, _ driver: inout Driver) throws {
    try driver.press("O")
    try driver.press("g" + String(repeating: "j", count: order.rawValue) + "<Enter>")
  }

  @Test func productsAreSortedAndTheBorderSaysSo() throws {
    var driver = Driver(width: 120, height: 40)
    func names() -> [String] {
      driver.state.products.lines.compactMap {
        if case .product(let index) = $0 { driver.state.products.rows[index].name } else { nil }
      }
    }
    let usual = names()
    try sorted(by: .price, &driver)
    #expect(names().prefix(2) == ["Yearly", "Season pass"])
    #expect(driver.frame().text.contains("Products, by price"))
    try sorted(by: .name, &driver)
    #expect(names() == usual.sorted { $0.lowercased() < $1.lowercased() })
    try sorted(by: .date, &driver)
    #expect(names().first == "Season pass")
    try sorted(by: .state, &driver)
    #expect(names().last == "Season pass" || names().last == "Yearly")
    try sorted(by: .usual, &driver)
    #expect(names() == usual && !driver.frame().text.contains(", by "))
  }

  @Test func aListOfTheStoreIsReadWholeToBeSorted() throws {
    var driver = try Driver(width: 120, height: 40).pressing("2")
    driver.answer(.transactions(Fixture.transactions(0..<64, next: "64")))
    try sorted(by: .date, &driver)
    driver.answer(.transactions(Fixture.transactions(0..<1000, next: "1000")))
    #expect(driver.state.reads.isUnderWay(.tab(.transactions)))
    driver.answer(.transactions(Fixture.transactions(1000..<1200)))
    let list = driver.state.tabs.front
    #expect(list.rows.count == 1200 && !list.hasOlder)
    #expect(list.rows.map { $0.date ?? .distantFuture } == list.rows.map { $0.date ?? .distantFuture }.sorted())
    #expect(driver.frame().text.contains("by date"))
    // Another list keeps its usual order.
    try driver.press("1")
    #expect(driver.state.tabs.order == .usual)
  }

  @Test func ofVeryManyTheNewestAreSorted() throws {
    var driver = try Driver(width: 120, height: 40).pressing("2")
    driver.answer(.transactions(Fixture.transactions(0..<64, next: "64")))
    try sorted(by: .price, &driver)
    for start in stride(from: 0, to: ListOrder.mostRows, by: 1000) {
      driver.answer(.transactions(Fixture.transactions(start..<start + 1000, next: "\(start + 1000)")))
    }
    #expect(driver.state.tabs.front.rows.count == ListOrder.mostRows)
    #expect(driver.state.message?.text == "Sorted: only the newest 5000; use a filter to find older ones.")
  }

  @Test func theAppStoresSideIsSortedToo() throws {
    var driver = try Driver(width: 160, height: 45).pressing("s7")
    try sorted(by: .price, &driver)
    let amounts = driver.state.rows(of: .purchases).map(\.shown.amount)
    #expect(amounts == ["¥18.00", "¥12.00", "¥0.00"])
    #expect(driver.frame().text.contains("side, by price"))
  }

  @Test func thePaletteFindsWalkthroughsAndVerbsThatNeedARow() throws {
    var driver = try Driver(width: 120, height: 40).pressing(":")
    #expect(driver.effects.contains(.listWalkthroughs))
    driver.send(.walkthroughs([WalkthroughListing(name: "refund", title: "A refund and a restore", note: "6 steps")]))
    try driver.press("walkthrough: a refund")
    #expect(driver.state.paletteItems("walkthrough: a refund").map(\.pick) == [.walkthrough("refund")])
    try driver.press("<Enter>")
    #expect(driver.effects.contains(.walkthrough(.open("refund"))))
    // Only one row can be ended, so there is no choice to make.
    try driver.press(":side: end<Enter>")
    #expect(driver.frame().text.contains("End Monthly now?"))
    try driver.press("<Esc>:side: delete<Enter>")
    guard case .choice(let choice) = driver.state.overlays.last else {
      Issue.record("\(driver.frame().text)")
      return
    }
    #expect(choice.items.count > 1 && choice.items.allSatisfy { if case .onRow = $0.pick { true } else { false } })
    try driver.press("<Enter>")
    #expect(driver.frame().text.contains("Delete"))
  }

  @Test func thePaletteSwitchesAFaultOn() throws {
    var driver = Driver(width: 120, height: 40)
    #expect(driver.state.paletteItems("crash:paid").map(\.title) == ["Faults: crash:paid"])
    try driver.press(":crash:paid<Enter>")
    #expect(driver.effects.contains { "\($0)".contains("crash") })
    #expect(driver.state.side.section == .faults)
  }

  @Test func wordsRankNamesBeforeIds() {
    let driver = Driver(width: 120, height: 40)
    #expect(driver.state.paletteItems("prm").first?.title == "Premium unlock")
    #expect(driver.state.paletteItems("coin").first?.title == "100 coins")
  }

  @Test func aRecordingBeginsAndEndsWithTheSameKey() throws {
    var driver = try Driver(width: 120, height: 40).pressing("W<Down><Enter>")
    #expect(driver.effects.contains(.film(.begin)) && driver.frame().text.contains("● recording"))
    try driver.press("W<Enter>")
    #expect(driver.effects.contains(.film(.end(name: "till-2025-03-01-12-00-00"))))
    #expect(!driver.frame().text.contains("● recording"))
    try driver.press("W<Enter>")
    #expect(driver.effects.contains(.film(.still(name: "till-2025-03-01-12-00-00"))))
  }
}
