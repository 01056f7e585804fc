import AppStoreModel
import TerminalUI
import Testing

@testable import Dashboard

@Suite struct NavigationTests {
  @Test(arguments: [
    "b", "jjx", "a", "s", "s+", "si", "!", "sd", "s0", "bf", "?", "s?", "/", "/x", "l", "si?", "<Tab>", "3",
  ])
  func escLeavesEverything(script: String) throws {
    var driver = try Driver().pressing(script)
    for _ in 0..<4 {
      try driver.press("<Esc>")
      driver.finish(.done(detail: nil))
    }
    #expect(driver.state.overlays.isEmpty)
    #expect(!driver.state.products.filter.isActive)
    #expect(driver.state.focus == .products)
    #expect(driver.state.scopes.first == .main)
  }

  @Test func panesAndTabs() throws {
    var driver = try Driver().pressing("<Tab>")
    #expect(driver.state.focus == .detail)
    try driver.press("<Tab><Tab>")
    #expect(driver.state.focus == .products)
    try driver.press("<BackTab>")
    #expect(driver.state.focus == .tabs)
    try driver.press("][[")
    #expect(driver.state.tabs.current == .quarantine)
    for (index, tab) in Tab.allCases.enumerated() {
      try driver.press("\(index + 1)")
      #expect(driver.state.tabs.current == tab && driver.state.focus == .tabs)
    }
  }

  @Test func theCursorStaysOnProducts() throws {
    var driver = try Driver().pressing("kk")
    #expect(driver.state.selected?.id == Fixture.premium.id)
    try driver.press("jj")
    #expect(driver.state.selected?.id == Fixture.coins.id)
    try driver.press("Gj")
    #expect(driver.state.selected?.id == Fixture.season.id)
    try driver.press("g")
    #expect(driver.state.selected?.id == Fixture.premium.id)
    try driver.press("<PageDown>")
    #expect(driver.state.selected?.id == Fixture.season.id)
  }

  @Test func theCursorFollowsItsProduct() throws {
    var driver = try Driver().pressing("jjj")
    driver.send(.storeChanged)
    driver.answer(.overview(Fixture.overview(Array(Fixture.statuses.dropFirst(2)))))
    #expect(driver.state.selected?.id == Fixture.monthly.id)
  }

  @Test func filtering() throws {
    var driver = try Driver().pressing("/PLUS")
    #expect(driver.state.products.stops.count == 2)
    try driver.press(" year")
    #expect(driver.state.selected?.id == Fixture.yearly.id)
    driver.send(.key(.control("u")))
    #expect(driver.state.products.stops.count == 6)
    #expect(driver.state.selected?.id == Fixture.yearly.id, "the cursor stays where it can")
    try driver.press("q?b")
    #expect(driver.state.products.filter.text == "q?b")
    #expect(!driver.effects.contains(.quit))
    try driver.press("<Backspace><Backspace><Backspace>icons<Enter>")
    #expect(!driver.state.products.filter.isEditing && driver.state.products.filter.isActive)
    #expect(driver.state.selected?.id == Fixture.dark.id)
    try driver.press("<Esc>")
    #expect(driver.state.products.stops.count == 6)
  }

  @Test func pastedTextIsMadeSafeAndOneLine() throws {
    var driver = Driver()
    driver.send(.paste("nothing to paste into"))
    try driver.press("/")
    driver.send(.paste("a\u{1B}[2J\nb\u{202E}c" + String(repeating: "x", count: 9999)))
    let text = driver.state.products.filter.text
    #expect(text.hasPrefix("a [2J b\\u{202E}c"))
    #expect(text.count <= 200)
  }

  @Test func aRowLeadsToItsProduct() throws {
    let driver = try Driver().pressing("1j")
    #expect(driver.state.selected?.id == Fixture.coins.id && driver.state.focus == .tabs)
  }

  @Test func onlyOneProductsRows() throws {
    var driver = try Driver().pressing("2jf")
    let pages = driver.queries.compactMap { if case .page(_, let request) = $0 { request.productId } else { nil } }
    #expect(pages == [Fixture.premium.id])
    try driver.press("f")
    #expect(driver.state.tabs.onlyProduct == nil)
  }

  @Test func aSmallScreenTakesNoKeysButLeaving() throws {
    var driver = try Driver(width: 20, height: 5).pressing("bjrs/?")
    #expect(driver.commands.isEmpty && driver.state.overlays.isEmpty)
    try driver.press("q")
    #expect(driver.effects == [.quit])
  }

  @Test func askingForARefundBeginsAtTheSelectedProduct() throws {
    var driver = try Driver().pressing("jja")
    driver.answer(.refundable(Fixture.transactions(0..<4)))
    guard case .refundList(let list) = driver.state.overlays.last else { return }
    #expect(list.cursor == 1)
  }

  @Test func signalsToTheTerminal() throws {
    let driver = try Driver().pressing("s<Ctrl-L><Ctrl-Z>")
    #expect(driver.effects.suffix(2) == [.redraw, .suspend])
  }

  @Test func actionsByName() {
    var driver = Driver()
    driver.send(.action(.down))
    driver.send(.action(.buy))
    driver.send(.action(.pay))
    #expect(driver.commands == [.buy(Purchase(productId: Fixture.dark.id))])
    driver.send(.action("approve"))
    #expect(driver.state.message?.text == "approve is not available here; Esc goes back")
  }
}
