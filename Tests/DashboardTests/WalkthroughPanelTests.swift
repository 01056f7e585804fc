import TerminalUI
import Testing

@testable import Dashboard

@Suite struct WalkthroughPanelTests {
  static func panel(_ status: WalkthroughPanel.Status = .waiting) -> WalkthroughPanel {
    WalkthroughPanel(
      title: "A first purchase", step: 2, count: 4,
      text: "The sheet is what the App Store shows the customer: the product, the price, the account. Pay.",
      status: status, hints: [.init(key: "b", title: "buy"), .init(key: "Enter", title: "pay")])
  }

  private func driver(
    _ status: WalkthroughPanel.Status = .waiting, width: Int = 80, height: Int = 24
  ) -> Driver {
    var driver = Driver(width: width, height: height)
    driver.send(.walkthrough(Self.panel(status)))
    driver.effects = []
    return driver
  }

  @Test(arguments: [(60, 16), (80, 24), (130, 30)]) func itStandsBesideOrBelow(width: Int, height: Int) throws {
    try Snapshot.check(driver(width: width, height: height).frame(), "walkthrough-\(width)x\(height)")
  }

  @Test func itLeavesRoomForASheet() throws {
    let driver = try driver().pressing("b")
    try Snapshot.check(driver.frame(), "walkthrough-payment-80x24")
  }

  @Test func itSaysWhatHappenedInstead() throws {
    let mismatches = [
      "com.example.premium.state should be purchased, but is notPurchased", "orders should be 1, but are 0",
    ]
    try Snapshot.check(driver(.otherwise(mismatches)).frame(), "walkthrough-otherwise-80x24")
  }

  /// Tests that a text which is too long starts at its beginning and is read in pages, while no pane moves.
  @Test(arguments: [(60, 16), (80, 24), (100, 30)]) func aLongTextIsReadFromItsBeginning(width: Int, height: Int) throws
  {
    let text = (1...60).map { "word\($0)" }.joined(separator: " ")
    var driver = Driver(width: width, height: height)
    var seen = ""
    let places = Layout(driver.state)
    for status in [WalkthroughPanel.Status.reading, .waiting, .ended] {
      driver.effects = []
      driver.send(.walkthrough(nil))
      driver.send(
        .walkthrough(
          WalkthroughPanel(
            title: "A story", step: 1, count: 2, text: text, status: status,
            hints: status == .waiting ? [.init(key: "b", title: "buy")] : [])))
      let panel = try #require(Layout(driver.state).walkthrough)
      #expect(driver.frame().text.contains("word1 word2"))
      seen = ""
      for _ in 0..<12 where driver.effects.isEmpty && driver.state.message == nil {
        seen += driver.frame().text
        #expect(Layout(driver.state).walkthrough == panel)
        #expect(status != .waiting || driver.frame().text.contains("b buy"))
        try driver.press(" ")
      }
      #expect((1...60).allSatisfy { seen.contains("word\($0)") })
      #expect(driver.effects == (status == .ended ? [] : [.walkthrough(.goOn)]))
      if status == .ended { #expect(driver.frame().text.contains("The end")) }
    }
    #expect(places.header == Layout(driver.state).header)
  }

  @Test func theOutcomeComesBeforeTheText() {
    var told = Self.panel(.otherwise(["a should be b, but is c"]))
    told.text = String(repeating: "long ", count: 200)
    let lines = told.shown(width: 56, height: 4, glyphs: .unicode).lines.map { $0.spans.map(\.text).joined() }
    #expect(lines.count == 4 && lines[3].contains("a should be b") && lines[0].hasPrefix("long"))
  }

  @Test func itsKeysComeFirst() throws {
    let driver = try driver().pressing(" <Backspace>w")
    #expect(driver.effects == [.walkthrough(.goOn), .walkthrough(.back), .walkthrough(.leave)])
    #expect(driver.state.walkthrough?.performed == [])
  }

  @Test func aFieldTakesItsKeysAsText() throws {
    let driver = try driver().pressing("/w <Backspace>x")
    #expect(driver.state.products.filter.text == "wx")
    #expect(driver.effects.isEmpty)
  }

  @Test func whatAPersonDoesIsRemembered() throws {
    var driver = try driver().pressing("jkb+<Esc>?")
    #expect(driver.state.walkthrough?.performed == [.buy, .close, .help])
    driver.send(.walkthrough(Self.panel()))
    #expect(driver.state.walkthrough?.performed == [])
  }

  @Test func whileTillPressesTheKeysThePersonsWait() throws {
    var driver = try driver(.playing).pressing("b/q")
    #expect(driver.state.overlays.isEmpty)
    #expect(driver.effects.isEmpty)
    driver.send(.action(.buy))
    #expect(driver.state.overlays.count == 1)
    driver.effects = []
    try driver.press(" ")
    #expect(driver.effects == [.walkthrough(.goOn)])
  }

  @Test func walkthroughsAreOffered() throws {
    var driver = try Driver().pressing("w")
    #expect(driver.effects == [.listWalkthroughs])
    driver.send(
      .walkthroughs([
        WalkthroughListing(name: "one", title: "A first\u{1B}[2J purchase", note: "4 steps"),
        WalkthroughListing(name: "two", title: "Ask to Buy", note: "3 steps"),
      ]))
    try Snapshot.check(driver.frame(), "walkthroughs-80x24")
    try driver.press("j<Enter>")
    #expect(driver.effects.last == .walkthrough(.open("two")))
    #expect(driver.state.overlays.isEmpty)
    driver.send(.said(Message("the file has a mistake", .bad)))
    #expect(driver.frame().text.contains("the file has a mistake"))
  }

  @Test func withoutAnyItSaysSo() throws {
    var driver = try Driver().pressing("w")
    driver.send(.walkthroughs([]))
    #expect(driver.state.overlays.isEmpty)
    #expect(driver.frame().text.contains("no walkthroughs installed"))
  }

  @Test func foreignTextInAPanelIsMadeSafe() {
    let panel = WalkthroughPanel(
      title: "a\u{1B}b", step: 1, count: 1, text: "c\u{202E}d", status: .otherwise(["e\u{7}f"]),
      hints: [.init(key: "\u{9B}", title: "g\nh")])
    var driver = Driver()
    driver.send(.walkthrough(panel))
    let text = driver.frame().text
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
    #expect(!text.contains("\u{202E}"))
  }
}
