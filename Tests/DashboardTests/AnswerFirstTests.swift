import AppStoreModel
import Core
import Foundation
import TerminalUI
import Testing

@testable import Dashboard

/// Tests of the detail pane: the answer comes first and stays visible, and no text is cut where there is room.
@Suite struct AnswerFirstTests {
  static let sizes = [(60, 16), (80, 24), (120, 40), (160, 45), (200, 50)]

  static let refunded = ProductStatus(
    product: Fixture.premium, state: .refunded, entitled: false, since: Fixture.ago(days: 28),
    reasons: (1...6).map {
      Reason(
        supports: false, rule: "revoked", transactionId: "200000084542000\($0)",
        text: "refunded 2025-01-30: Apple returned the money, so this purchase gives no access")
    },
    next: NextStep(
      who: .customer,
      text: "the customer can buy it again; only Apple can reverse the refund, and only at the customer's request",
      action: .buy(productId: Fixture.premium.id),
      say: "Apple refunded this purchase, so it is no longer active. You can buy it again at any time."))

  private static func driver(_ width: Int, _ height: Int) -> Driver {
    var device = Fixture.device
    device.waitingUpdates = 0
    return Driver(
      Fixture.overview([refunded] + Fixture.statuses.dropFirst(), device: device), width: width, height: height)
  }

  private func words(_ frame: Frame) -> String {
    // The detail is the second pane, or the only one.
    frame.lines.flatMap { line in
      let panes = line.components(separatedBy: "││")
      return panes[min(1, panes.count - 1)].split { " │╭╮╰╯".contains($0) }
    }
    .joined(separator: " ")
  }

  @Test(arguments: sizes) func theAnswerStaysWhileTheRestScrolls(width: Int, height: Int) throws {
    var driver = Self.driver(width, height)
    try driver.press("<Enter>")
    for _ in 0..<3 {
      let text = words(driver.frame())
      #expect(text.contains("✗ not entitled: refunded"))
      let next = try #require(driver.frame().lines.first { $0.contains("next (customer)") })
      #expect(next.contains("▸"))
      #expect(words(driver.frame()).contains("the customer's request"))
      try driver.press("<PageDown>")
    }
    try driver.press("G")
    #expect(words(driver.frame()).contains("✗ not entitled: refunded"), "\(driver.frame().text)")
  }

  @Test(arguments: sizes.dropFirst()) func theReasonsCanBeScrolledToTheirEnd(width: Int, height: Int) throws {
    var driver = Self.driver(width, height)
    try driver.press("<Enter>G")
    #expect(driver.frame().text.contains("com.example.piglet.premium"))
    #expect(driver.frame().text.contains("price  ¥8.00"))
    try driver.press("g")
    #expect(driver.state.detailTop == 0)
  }

  @Test func anotherProductOrAccountBeginsAtItsAnswer() throws {
    var driver = Self.driver(80, 24)
    try driver.press("<Enter>G")
    #expect(driver.state.detailTop > 0)
    try driver.press("<Esc>j")
    #expect(driver.state.detailTop == 0)
    try driver.press("k<Enter>G<Esc>")
    #expect(driver.state.detailTop > 0)
    var device = Fixture.device
    device.account = "regular@"
    driver.send(.storeChanged)
    driver.answer(.overview(Fixture.overview([Self.refunded], device: device)))
    #expect(driver.state.detailTop == 0)
  }

  @Test func theDetailFollowsTheListUnderTheCursor() throws {
    var driver = try Driver().pressing("1")
    #expect(driver.state.selected?.id == Fixture.premium.id)
    try driver.press("j")
    #expect(driver.state.selected?.id == Fixture.coins.id && driver.state.focus == .tabs)
  }

  @Test func theSentenceForTheCustomerIsCopied() throws {
    var driver = Self.driver(80, 24)
    try driver.press("Y")
    let say = try #require(Self.refunded.next.say)
    #expect(driver.effects == [.copy(say)])
    driver.send(.copied(say, .unavailable(term: "vt100")))
    #expect(
      driver.state.message?.text.hasPrefix("Not copied, because a terminal of type vt100 has no clipboard") == true)
    try driver.press("jY")
    #expect(driver.effects.count == 1)
    #expect(driver.state.message?.text == "copy sentence: Till has no sentence for the customer about it")
  }

  @Test func idsAreShortUntilThePaneIsOpened() throws {
    var driver = Self.driver(100, 30)
    #expect(driver.frame().text.contains("- …0001 refunded 2025-01-30"))
    #expect(!driver.frame().text.contains("200000084542\n"))
    try driver.press("<Enter>")
    #expect(driver.frame().text.contains("2000000845420001 refunded"))
  }

  @Test func onlyLongNumbersAndUUIDsAreShortened() {
    let glyphs = GlyphSet.unicode
    #expect(ShortID.shortened(in: "2000000845420001, bought 2025-01-30", glyphs) == "…0001, bought 2025-01-30")
    #expect(ShortID.shortened(in: "order 1b8f6a9e-5a0e-4d0e-9c0e-2f9f5a6b7c8d: open", glyphs) == "order …7c8d: open")
    #expect(ShortID.shortened(in: "12 of 1000000 com.example.app", glyphs) == "12 of 1000000 com.example.app")
    #expect(ShortID.middle("com.example.piglet.premium", width: 16, glyphs) == "com.e…et.premium")
    #expect(displayWidth(of: ShortID.middle("com.example.piglet.premium", width: 16, glyphs)) == 16)
  }

  @Test func aChangeThatComesStandsOnTheRow() throws {
    let status = ProductStatus(
      product: Fixture.yearly, state: .subscribed, entitled: true, expiresDate: Fixture.ahead(days: 340),
      pendingProductId: Fixture.monthly.id)
    let driver = Driver(Fixture.overview([status] + Fixture.statuses.prefix(4)), width: 120, height: 40)
    #expect(
      driver.frame().lines.contains { $0.contains("● 340 d left, then Monthly") }
        || driver.frame().lines.contains { $0.contains("● 340 d, then Monthly") })
  }

  @Test func moneyIsWrittenOutWhereSignsCannotBeShown() throws {
    var driver = Driver(width: 120, height: 40)
    let plain = Theme(glyphs: .ascii, palette: .colorless)
    #expect(driver.frame(plain).text.contains("Premium unlock - CNY 8.00"))
    try driver.press("b")
    #expect(!driver.frame(plain).text.contains("?8.00"))
    #expect(PlainMoney([]).text("98,00\u{A0}€ or £8") == "98,00 EUR or GBP 8")
  }

  /// Tests that a price, a list, the timeline and a payload format the same amount in the same way.
  @Test func moneyIsWrittenInOneWay() {
    let driver = Driver(width: 200, height: 50)
    for theme in [Theme(), Theme(glyphs: .ascii, palette: .colorless)] {
      let text = driver.frame(theme).text
      #expect(!text.contains("0 CNY"), "\(theme.palette)")
      #expect(text.contains(theme.glyphs == .ascii ? "CNY 8.00" : "¥8.00"))
    }
    let money = driver.state.money
    #expect(money.text(Price(milliunits: 160_000, currency: "JPY")) == "JP¥160")
    #expect(Price(milliunits: -1_250_500, currency: "CNY").writtenOut == "CNY -1,250.50")
    let plain = MoneyStyle(locale: "zh_CN", plain: PlainMoney(driver.state.products.rows))
    #expect(plain.text(Price(milliunits: 160_000, currency: "JPY")) == "JPY 160")
    #expect(plain.text(Price(milliunits: 8_000, currency: "CNY")) == "CNY 8.00")
  }

  /// Tests that the strip shows the newest notification's progress in full, however long the notification's type is.
  @Test(arguments: [36, 56, 76, 116]) func theStripIsNeverCut(width: Int) throws {
    var driver = Driver()
    var item = try #require(driver.state.situation?.notifications.first)
    for (type, subtype) in [
      ("REFUND", nil), ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"), ("CONSUMPTION_REQUEST", nil),
    ] {
      item.type = NotificationType(rawValue: type)
      item.subtype = subtype.map { NotificationSubtype(rawValue: $0) }
      driver.state.situation?.notifications[0] = item
      driver.state.way = DeliveryProgress(uuid: item.notificationUUID, server: item.date, device: item.date)
      let text = driver.state.wayText(of: item, .unicode, width: width)
      #expect(displayWidth(of: text) <= width && text.contains("server"), "\(text)")
      #expect(width < 76 || text.contains(type), "\(text)")
    }
  }

  /// Tests that the price in a product's row is complete or absent.
  @Test(arguments: sizes) func moneyIsNeverCut(width: Int, height: Int) {
    let statuses = Fixture.statuses.map { status in
      var status = status
      status.product.displayPrice = "¥1,999,999.00"
      return status
    }
    let text = Driver(Fixture.overview(statuses), width: width, height: height).frame().text
    #expect(text.replacing("¥1,999,999.00", with: "").contains("¥1,") == false, "\(text)")
    #expect(width < 80 || text.contains("¥1,999,999.00"))
  }

  /// Returns a line's width in columns up to its last visible character.
  private static func width(_ line: Line) -> Int {
    displayWidth(of: line.spans.map(\.text).joined().trimmingCharacters(in: .whitespaces))
  }

  /// Tests that no sentence is cut in a pane or sheet that has blank lines left.
  @Test(arguments: sizes) func nothingIsCutWhereThereIsRoom(width: Int, height: Int) throws {
    for script in ["", "<Enter>", "b", "?", "s?", "s", "s4", "s5", "s+", "w", "bf", "a", "c"] {
      var driver = Self.driver(width, height)
      try driver.press(script)
      driver.answer(.refundable(Page(rows: [Fixture.stored(1), Fixture.stored(3)])))
      guard let sheet = Sheet(driver.state) else { continue }
      let rect = sheet.frame(in: Layout(driver.state).body)
      let isFull = sheet.head.count + sheet.list.count + sheet.tail.count > rect.height - 2
      let cut: [Line] = (sheet.head + sheet.tail).filter {
        Self.width($0) > rect.width - 4 || $0.spans.contains { $0.text.hasSuffix("…") }
      }
      #expect(isFull || cut.isEmpty, "\(script) at \(width)x\(height): \(cut.map { $0.spans.map(\.text).joined() })")
    }
    let state = Self.driver(width, height).state
    guard let pane = Layout(state).detail else { return }
    let room = pane.inside.inset(horizontal: 1, vertical: 0)
    let detail = DetailLines(state, glyphs: .unicode, width: room.width)
    #expect(detail.all.allSatisfy { $0.width <= room.width })
  }
}
