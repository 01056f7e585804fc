import AppStoreModel
import TerminalUI
import Testing

@testable import Dashboard

/// What made people stop in their first ten minutes.
@Suite struct FirstMinutesTests {
  // MARK: The App Store's side

  @Test(arguments: [(80, 24), (100, 30), (60, 16)])
  func itsSheetKeepsItsPlaceInEveryPart(width: Int, height: Int) throws {
    var driver = try Driver(width: width, height: height).pressing("s")
    var places: Set<Rect> = []
    for _ in AppStoreSection.allCases {
      let sheet = try #require(Sheet(driver.state))
      places.insert(sheet.frame(in: Layout(driver.state).place(of: .appStore, under: driver.state.overlays)))
      try driver.press("]")
    }
    #expect(places.count == 1, "\(places)")
  }

  @Test func aFilterKeepsTheCursorOnItsRow() throws {
    var driver = try Driver().pressing("s4/app-server<Enter>jj")
    let row = try #require(driver.state.selectedAppStoreRow?.shown.id)
    #expect(row.hasPrefix("device app-server"))
    try driver.press("<Esc>")
    #expect(driver.state.overlays.last == .appStore && !driver.state.side.filter.isActive)
    #expect(driver.state.selectedAppStoreRow?.shown.id == row && driver.state.side.place.cursor > 2)
    // While it is typed, `q` is a letter.
    try driver.press("/q")
    #expect(driver.state.side.filter.text == "q" && driver.state.overlays.last == .appStore)
    try driver.press("<Backspace>app<Enter>q")
    #expect(driver.state.overlays.isEmpty, "q leaves a filtered part as any other")
    #expect(driver.commands.isEmpty)
    try driver.press("s")
    #expect(!driver.state.side.filter.isActive)
  }

  @Test func aLowSheetWithRoomCutsNothing() throws {
    let driver = try Driver(width: 60, height: 16).pressing("s4/net<Enter>")
    let text = driver.frame().text
    #expect(driver.state.rows(of: .faults).count < 6 && !text.contains("app se…"), "\(text)")
    #expect(text.contains("switches it on"))
  }

  @Test func aFaultIsCalledAFault() throws {
    var driver = try Driver().pressing("s4<Enter>")
    driver.finish(.done(detail: nil))
    #expect(driver.state.message?.text.hasPrefix("The fault “network” is on: the device reaches neither") == true)
  }

  @Test func theActionsOfASubscriptionCanAllBeChosen() throws {
    var driver = try Driver().pressing("s2m")
    guard case .choice(let choice) = driver.state.overlays.last else {
      Issue.record("no menu")
      return
    }
    #expect(
      choice.items.contains { $0.title.hasSuffix("copy id") } && choice.items.contains { $0.title.hasSuffix("open") })
    #expect(choice.items.allSatisfy { !$0.note.contains("no row is selected") }, "\(choice.items.map(\.note))")
    let copy = try #require(choice.items.firstIndex { $0.title.hasSuffix("copy id") })
    try driver.press(String(repeating: "j", count: copy) + "<Enter>")
    #expect(driver.effects.last == .copy("2000000845429000"))
  }

  @Test func renewingPromisesNoChargeThatIsRefused() throws {
    var situation = Fixture.situation
    situation.subscriptions[0].billingFails = true
    var driver = try Driver(situation: situation).pressing("s2r")
    #expect(driver.state.message?.text == "renew: its payment fails; let payments succeed first")
    try driver.press("jjr")
    #expect(driver.state.message?.text == "renew: it has ended; buy it again" && driver.calls.isEmpty)
  }

  // MARK: Buying and using

  @Test func severalHaveTheirTotalBesideTheUnitPrice() throws {
    var driver = try Driver().pressing("jjb")
    #expect(driver.frame().text.contains("Charges ¥6.00 to new@."))
    try driver.press("++")
    #expect(driver.frame().text.contains("Charges 3 × ¥6.00 = ¥18.00 to new@."))
    #expect(driver.frame(Theme(glyphs: .ascii, palette: .colorless)).text.contains("3 x CNY 6.00 = CNY 18.00"))
    try driver.press("10")
    #expect(driver.frame().text.contains("10 × ¥6.00 = ¥60.00"))
    try driver.press("5")
    #expect(driver.state.paymentSheet?.quantity == 10 && driver.state.message?.text == "the maximum is 10")
    try driver.press("<Backspace>")
    #expect(driver.state.paymentSheet?.quantity == 1)
    try driver.press("<Backspace>4<Enter>")
    #expect(driver.commands == [.buy(Purchase(productId: Fixture.coins.id, quantity: 4))])
  }

  @Test func aTypedNumberIsHowManyAreUsed() throws {
    var statuses = Fixture.statuses
    statuses[2].balance = 25
    var driver = try Driver(Fixture.overview(statuses)).pressing("jjx12")
    #expect(driver.frame().text.contains("Uses 12; 13 will be left."))
    try driver.press("9")
    #expect(driver.frame().text.contains("Uses 25;") && driver.state.message?.text == "the maximum is 25")
    try driver.press("<Backspace><Backspace>7<Enter>")
    #expect(driver.commands == [.use(productId: Fixture.coins.id, count: 7)])
    // Only consumables are counted.
    try driver.press("<Esc>kkb3")
    #expect(driver.state.message?.text == "only consumables can be bought in quantity")
  }

  /// A desk does not know how many are left.
  @Test func anUnknownBalanceIsNotNone() throws {
    var statuses = Fixture.statuses
    statuses[2].balance = nil
    let text = try Driver(Fixture.overview(statuses)).pressing("jj").frame().text
    #expect(!text.contains("0 left") && text.contains("◆ purchased"))
  }

  @Test func whatTheFamilySharesIsCalledShared() throws {
    var statuses = Fixture.statuses
    statuses[0].isShared = true
    var driver = Driver(Fixture.overview(statuses), width: 140, height: 40)
    #expect(driver.frame().text.contains("● entitled: shared by family"))
    #expect(driver.frame().lines.contains { $0.contains("¥8.00     ● shared by family") })
    let narrow = Driver(Fixture.overview(statuses))
    #expect(narrow.frame().lines.contains { $0.contains("¥8.00     ● shared") })
    // It can still be looked for as purchased.
    try driver.press("/state:purchased<Enter>")
    #expect(driver.state.selected?.id == Fixture.premium.id)
  }

  // MARK: What is first, and where it is found

  @Test func updatesThatWaitAreTheFirstNextStep() throws {
    var device = Fixture.device
    device.waitingUpdates = 2
    var driver = Driver(Fixture.overview(device: device), width: 100, height: 30)
    let lines = driver.frame().lines
    let first = try #require(lines.firstIndex { $0.contains("▸ next (us): 2 updates waiting") })
    #expect(lines[first].contains(" c │") && lines[first + 1].contains("then: nothing to do"))
    device.updates = .live
    driver.send(.storeChanged)
    driver.answer(.overview(Fixture.overview(device: device)))
    #expect(driver.frame().text.contains("▸ next: nothing to do"))
  }

  @Test func anIDIsFoundByTheDigitsThatAreShown() throws {
    var driver = try Driver(width: 100, height: 30).pressing("jj/…5339<Enter>")
    #expect(driver.state.selected?.id == Fixture.premium.id && driver.state.products.stops.count == 1)
    try driver.press("<Esc>:5339")
    #expect(driver.state.paletteItems("5339").map(\.title) == ["open 2000000845425339"])
    try driver.press("<Enter>")
    #expect(driver.queries.last == .signedItem(.transaction("2000000845425339")))
    // On the App Store's side, too.
    #expect(driver.state.paletteItems("…9100").first?.pick == .view(.storeTransaction("2000000845429100")))
    #expect(
      driver.state.paletteItems("9c11").first?.pick == .view(.notification("6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c11")))
    #expect(driver.state.paletteItems("7777777").isEmpty)
  }

  @Test func whyThereIsNothingEarlierIsSaid() throws {
    var driver = try Driver(width: 160, height: 45).pressing("<lt>")
    driver.answer(.past(.before(nil), nil))
    #expect(
      driver.state.message?.text
        == "The answer has been the same since this device received its purchases; the timeline (T) shows when each was "
        + "made.")
    // The key is not offered again until something has changed.
    let asked = driver.queries.count
    try driver.press("<lt>")
    #expect(driver.queries.count == asked)
    #expect(driver.state.message?.text.hasPrefix("earlier: the answer has been") == true)
    driver.send(.storeChanged)
    driver.state.lives = []
    try driver.press("<lt>")
    driver.answer(.past(.before(nil), nil))
    #expect(driver.state.message?.text == "This device keeps nothing older.")
  }

  @Test func theTimelineSaysHowManyProductsItHasNoRoomFor() {
    var driver = Driver(width: 130, height: 34, situation: nil)
    driver.state.lives = (0..<9).map { index in
      ProductLife(productId: "life\(index)", happenings: [.init(.bought, Fixture.ago(days: Int64(index + 1)))])
    }
    driver.state.settle()
    let pane = Layout(driver.state).timeline
    let shown = (0..<9).filter { driver.frame().text.contains("life\($0)") }.count
    #expect(pane?.inside.height == shown + 1 && shown < 9)
    #expect(driver.frame().text.contains("\(9 - shown) more ↓"))
  }
}
