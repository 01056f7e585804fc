import AppStoreModel
import TerminalUI
import Testing

@testable import Dashboard

/// Tests that the pointer hits what is drawn there, and that a click or the wheel does what keys do.
@Suite struct MouseTests {
  /// Returns the first position of a text in a frame.
  private func place(of text: String, in driver: Driver) throws -> Point {
    let lines = driver.frame().lines
    let row = try #require(lines.firstIndex { $0.contains(text) }, "\(text)\n\(driver.frame().text)")
    let column = try #require(lines[row].firstRange(of: text)?.lowerBound)
    return Point(x: lines[row].distance(from: lines[row].startIndex, to: column), y: row)
  }

  private func click(_ text: String, in driver: inout Driver) throws {
    driver.send(.mouse(Mouse(.press, at: try place(of: text, in: driver))))
  }

  @Test(arguments: AnswerFirstTests.sizes) func aClickSelectsTheProductThatIsDrawnThere(width: Int, height: Int) throws
  {
    var driver = Driver(width: width, height: height)
    try click("100 coins", in: &driver)
    #expect(driver.state.selected?.id == Fixture.coins.id && driver.state.focus == .products)
    // A click on a heading selects no row.
    driver.send(.mouse(Mouse(.press, at: Point(x: 0, y: 3))))
    #expect(driver.state.selected?.id == Fixture.coins.id)
  }

  @Test(arguments: AnswerFirstTests.sizes) func aClickOnTheBarPressesItsKey(width: Int, height: Int) throws {
    var driver = Driver(width: width, height: height)
    for item in KeyBar(driver.state, width: width).items where item.entry.action == .restore {
      driver.send(.mouse(Mouse(.press, at: Point(x: item.x + item.width - 1, y: height - 1))))
    }
    #expect(driver.commands == [.restore])
    // There is no target beside the keys.
    #expect(driver.state.hitTarget(at: Point(x: 0, y: height - 1)) == nil)
  }

  /// The sheet that "buy" opens has the key that pays at the same place of the bar.
  @Test(arguments: AnswerFirstTests.sizes) func aDoubleClickOnBuyDoesNotPay(width: Int, height: Int) throws {
    var driver = try Driver(width: width, height: height).pressing("jjjj")
    let point = Point(x: 2, y: height - 1)
    #expect(driver.state.hitTarget(at: point) == .key("b"))
    driver.send(.mouse(Mouse(.press, at: point)))
    driver.answer(.preview(PaymentTests.upgrade))
    #expect(driver.state.hitTarget(at: point) == .key(.enter))
    driver.send(.mouse(Mouse(.press, at: point)))
    #expect(driver.commands.isEmpty)
    driver.send(.mouse(Mouse(.press, at: point)))
    #expect(driver.commands.count == 1)
  }

  @Test(arguments: AnswerFirstTests.sizes) func everyKeyOfTheBarStandsWhereItIsDrawn(width: Int, height: Int) {
    let driver = Driver(width: width, height: height)
    let bar = driver.frame().lines[height - 1]
    for item in KeyBar(driver.state, width: width).items {
      let start = bar.index(bar.startIndex, offsetBy: item.x)
      #expect(bar[start...].hasPrefix("\(item.entry.keyName) \(item.title)"))
    }
  }

  @Test func aClickOnAListsNameShowsIt() throws {
    var driver = Driver(width: 120, height: 40)
    try click("2 Transactions", in: &driver)
    #expect(driver.state.tabs.current == .transactions && driver.state.focus == .tabs)
    driver.answer(.transactions(Fixture.transactions(0..<20)))
    let third = driver.state.tabs.front.rows[2].reference
    try click(third, in: &driver)
    #expect(driver.state.tabs.front.cursor == 2)
    // A click on the selected row opens it.
    try click(third, in: &driver)
    #expect(driver.state.viewer != nil)
  }

  @Test func theWheelMovesWhatLiesBelowIt() throws {
    var driver = Driver(width: 120, height: 40)
    try click("2 Transactions", in: &driver)
    driver.answer(.transactions(Fixture.transactions(0..<60)))
    let list = try place(of: driver.state.tabs.front.rows[1].reference, in: driver)
    driver.send(.mouse(Mouse(.wheelDown, at: list)))
    #expect(driver.state.tabs.front.cursor == 3)
    driver.send(.mouse(Mouse(.wheelUp, at: list)))
    #expect(driver.state.tabs.front.cursor == 0)
    driver.send(.mouse(Mouse(.wheelDown, at: Point(x: 4, y: 6))))
    #expect(driver.state.focus == .products && driver.state.tabs.front.cursor == 0)
  }

  @Test func theAppStoresSideIsClickedWhereItIsAPane() throws {
    var driver = Driver(width: 160, height: 45)
    try click("Subs ", in: &driver)
    #expect(driver.state.overlays == [.appStore] && driver.state.side.section == .subscriptions)
    try click("Yearly  ", in: &driver)
    try click("Dark icons", in: &driver)
    #expect(driver.state.overlays.isEmpty && driver.state.focus == .products)
  }

  @Test func aSheetTakesClicksAlone() throws {
    var driver = try Driver().pressing("b")
    let sheets = driver.state.overlays
    driver.send(.mouse(Mouse(.press, at: Point(x: 3, y: 5))))
    #expect(driver.state.overlays == sheets && driver.state.focus == .products)
    try driver.press("f")
    guard case .choice(let choice) = driver.state.overlays.last else { Issue.record("no list of failures"); return }
    try click(choice.items[2].title, in: &driver)
    guard case .choice(let moved) = driver.state.overlays.last else { Issue.record("the list is gone"); return }
    #expect(moved.cursor == 2)
  }

  @Test func theKeyGivesTheMouseAway() throws {
    let driver = try Driver().pressing("M")
    #expect(driver.effects.contains(.switchMouse))
  }

  @Test func whereNothingCanBeSeenNothingIsClicked() {
    var driver = Driver(width: 20, height: 5)
    driver.send(.mouse(Mouse(.press, at: Point(x: 1, y: 4))))
    #expect(driver.state.overlays.isEmpty && driver.effects.isEmpty)
  }

  /// Tests that a click before the start is over hits the right row: the first frame has the rows of the next.
  @Test(arguments: [Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 200, height: 50)])
  func theFirstFrameHasTheRowsOfTheNext(size: Size) {
    let state = State(setup: Fixture.setup, overview: Fixture.overview(), size: size)
    #expect(state.products == state.start().0.products)
  }
}
