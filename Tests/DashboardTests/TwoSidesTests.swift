import AppStoreModel
import TerminalUI
import Testing
import Verbs

@testable import Dashboard

/// Tests of the App Store pane beside the device, and of the list of what differs from the defaults.
@Suite struct TwoSidesTests {
  @Test func theDeviceStaysInSightWhileTheAppStoreDecides() throws {
    var driver = Driver(width: 160, height: 45)
    #expect(driver.frame().text.contains("The App Store's side"))
    try driver.press("sy")
    let text = driver.frame().text
    #expect(text.contains("Grant the refund?") && text.contains("● entitled: purchased") && text.contains("Products"))
    try driver.press("y")
    #expect(driver.calls.map(\.line) == ["till simulator refund approve 2000000845425339"])
  }

  /// Tests that the strip shows the time of a delivery only if this dashboard saw it.
  @Test func noTimeOfAnEarlierDeliveryIsShown() throws {
    var situation = Fixture.situation
    situation.notifications[0].delivery = .delivered
    situation.notifications[0].date = situation.now.subtracting(milliseconds: 3000)
    var state = Driver(situation: situation).state
    var text = state.wayText(of: situation.notifications[0], .unicode)
    #expect(text.contains("app server received it") && !text.contains("(3."), "\(text)")
    situation.notifications[0].notificationUUID = "0b9e4a5e-0000-4000-8000-000000000001"
    situation.notifications[0].date = situation.now.adding(milliseconds: 1000)
    situation.now = situation.now.adding(milliseconds: 1500)
    state.situation = situation
    state.followNewestNotification()
    text = state.wayText(of: situation.notifications[0], .unicode)
    #expect(text.contains("app server received it (0.5 s)"), "\(text)")
  }

  /// Tests that a list exported as Markdown is a table.
  @Test func anExportInMarkdownIsATable() {
    let text = Driver().state.exported(.markdown, names: ["id", "note"], [["1", "a"]])
    #expect(text == "| id | note |\n| --- | --- |\n| 1 | a |\n")
  }

  @Test func tabWalksThePanesAndPartsHaveTheirOwnKeys() throws {
    var driver = try Driver(width: 160, height: 45).pressing("<Tab><Tab><Tab>")
    #expect(driver.state.focus == .timeline)
    try driver.press("<Tab>")
    #expect(driver.state.appStoreSheet != nil)
    try driver.press("]]")
    #expect(driver.state.side.section == .accounts)
    try driver.press("<Tab>")
    #expect(driver.state.overlays.isEmpty && driver.state.focus == .products)
    try driver.press("<BackTab>")
    #expect(driver.state.appStoreSheet?.section == .accounts, "it stands as it was left")
    try driver.press("q")
    #expect(driver.state.overlays.isEmpty && !driver.effects.contains(.quit))
    try driver.press("s")
    #expect(driver.state.side.section == .decisions, "its key begins at what waits")
  }

  @Test func theRowThatWasDecidedKeepsTheCursor() throws {
    var driver = try Driver().pressing("syy")
    var after = Fixture.situation
    after.cases[0].kind = .refunded
    after.cases[0].date = Fixture.now
    driver.finish(.done(detail: nil))
    driver.answer(.situation(after))
    #expect(driver.state.selectedCase?.transactionId == "2000000845425339")
    #expect(driver.state.selectedCase?.kind == .refunded)
    #expect(driver.state.side.place.cursor > 0)
  }

  @Test func theLatestPurchaseStandsFirst() throws {
    var situation = Fixture.situation
    situation.cases = []
    var driver = try Driver(situation: situation).pressing("s")
    #expect(driver.state.selectedAppStoreRow?.shown.id == "2000000845425500")
    // If no row is selected, the newest one is shown.
    situation.purchases.insert(
      AppStorePurchase(
        transactionId: "2000000845425999", productId: Fixture.dark.id, productName: "Dark icons", account: "new@",
        date: Fixture.now, displayPrice: "¥3.00"), at: 0)
    driver.send(.storeChanged)
    driver.answer(.situation(situation))
    #expect(driver.state.selectedAppStoreRow?.shown.id == "2000000845425999")
    try driver.press("fy")
    #expect(driver.calls.map(\.line) == ["till simulator refund approve 2000000845425999"])
  }

  @Test func aSingleChoiceIsNotAsked() throws {
    var driver = try Driver().pressing("a")
    driver.answer(.refundable(Page(rows: [Fixture.stored(1)])))
    #expect(driver.state.overlays.map(\.scope) == [.refundReason])
    try driver.press("<Enter>")
    #expect(driver.commands == [.askRefund(transactionId: "2000000845400001", reason: nil)])
  }

  @Test func whatIsNotAsUsualStandsInTheHeader() throws {
    var situation = Fixture.situation
    (situation.network, situation.payments, situation.asksToBuy, situation.isPaused) = (false, false, true, true)
    var overview = Fixture.overview()
    overview.facts.faults = [DeviceFault(.late, isOnce: false)]
    overview.facts.clockLead = 2 * Fixture.day
    let wide = Driver(overview, width: 200, height: 50, situation: situation)
    let line = wide.frame().lines[0]
    for text in ["network off", "no payments", "2 faults", "Ask to Buy", "clock paused", "clock +2 d"] {
      #expect(line.contains(text), "\(text) in \(line)")
    }
    let narrow = Driver(overview, width: 80, height: 24, situation: situation)
    #expect(narrow.frame().lines[0].contains("✗ network off +5"))
    var driver = narrow
    try driver.press("!")
    try Snapshot.check(driver.frame(), "unusual-80x24")
    try driver.press("jj<Enter>")
    #expect(driver.state.appStoreSheet?.section == .faults)
  }

  @Test func oneKeyPutsEverythingBack() throws {
    var situation = Fixture.situation
    (situation.network, situation.isPaused) = (false, true)
    var overview = Fixture.overview()
    overview.facts.faults = [DeviceFault(.late, isOnce: false)]
    let driver = try Driver(overview, situation: situation).pressing("B")
    guard case .backToNormal(let calls, let kinds) = driver.commands.first else {
      Issue.record("\(driver.commands)")
      return
    }
    #expect(
      calls.map(\.line) == ["till simulator network on", "till simulator pause", "till simulator fault purchase --off"])
    #expect(kinds == [.late])
    var quiet = Fixture.situation
    quiet.faults = []
    let usual = try Driver(situation: quiet).pressing("B")
    #expect(usual.commands.isEmpty && usual.state.message?.text == "reset: nothing differs from the defaults")
  }

  @Test func whatWasHealedIsSaid() throws {
    var driver = Driver(isStarted: false)
    (driver.state, driver.effects) = driver.state.start()
    driver.finish(.started(healed: [Fixture.orders.rows[0]], detail: nil))
    #expect(driver.state.message?.text == "1 order paid before the program ended has now been delivered.")
    try Snapshot.check(driver.frame(), "healed-80x24")
  }

  @Test func aNotificationIsFollowedOnItsWay() throws {
    var situation = Fixture.situation
    situation.notifications[0].date = Fixture.now
    (situation.notifications[0].delivery, situation.notifications[0].attempts) = (.waiting, 0)
    var driver = Driver(width: 230, height: 50, situation: situation)
    #expect(driver.frame().text.contains("not posted to an app server"))
    situation.notifications[0].delivery = .delivered
    situation.now = Fixture.now.adding(milliseconds: 800)
    driver.send(.storeChanged)
    driver.answer(.situation(situation))
    #expect(driver.frame().text.contains("received it (0.8 s)"), "\(driver.frame().text)")
    #expect(driver.frame().text.contains("this device has"))
    try driver.press("s6")
    #expect(driver.frame().text.contains("the app server received it, "))
    #expect(!driver.frame().text.contains("0 attempts"))
    situation.notifications[0].delivery = .notPosted
    driver.send(.storeChanged)
    driver.answer(.situation(situation))
    #expect(driver.frame().text.contains("not posted") && !driver.frame().text.contains("notPosted"))
  }
}
