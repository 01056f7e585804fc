import AppStoreModel
import TerminalUI
import Testing

@testable import Dashboard

@Suite struct SnapshotTests {
  /// Tests that borders of another form would change few snapshots.
  @Test func anotherBorderChangesFewSnapshots() throws {
    let all = try Snapshot.all()
    let changed = all.filter { $0.text.contains { Snapshot.borders[String($0)] != nil } }
    print("\(changed.count) of \(all.count) snapshots have borders")
    #expect((20..<70).contains(changed.count))
    #expect(changed.count { $0.name.hasPrefix("zh-") } <= 12)
  }

  @Test(arguments: [(60, 16), (80, 24), (100, 30), (160, 50), (60, 60), (40, 60), (20, 5)])
  func dashboard(width: Int, height: Int) throws {
    try Snapshot.check(Driver(width: width, height: height).frame(), "dashboard-\(width)x\(height)")
  }

  @Test func detailOnANarrowScreen() throws {
    let driver = try Driver(width: 60, height: 16).pressing("<Enter>")
    try Snapshot.check(driver.frame(), "detail-60x16")
  }

  @Test func detailOfASubscription() throws {
    let driver = try Driver().pressing("jjj<Tab>")
    try Snapshot.check(driver.frame(), "detail-subscription-80x24")
  }

  @Test func firstFrame() throws {
    let overview = Overview(
      now: Fixture.now, device: Fixture.device,
      statuses: Fixture.statuses.map {
        var status = $0
        status.reasons = []
        return status
      }, isResolved: false)
    var driver = Driver(overview, isStarted: false)
    try Snapshot.check(driver.frame(), "first-frame-80x24")
    (driver.state, driver.effects) = driver.state.start()
    try Snapshot.check(driver.frame(), "starting-80x24")
  }

  @Test func emptyStore() throws {
    var driver = Driver(Fixture.overview([], device: DeviceState()), situation: nil)
    driver.send(.storeChanged)
    driver.answer(.refunds(Page(rows: [])))
    try Snapshot.check(driver.frame(), "empty-80x24")
  }

  @Test func chineseNames() throws {
    let names = ["高级功能解锁", "深色图标", "100 金币", "月度会员（自动续期）", "年度会员", "赛季通行证"]
    let statuses = zip(Fixture.statuses, names).map { status, name in
      var status = status
      status.product.displayName = name
      status.product.subscriptionGroupName = "小猪会员"
      return status
    }
    try Snapshot.check(Driver(Fixture.overview(statuses)).frame(), "chinese-80x24")
    try Snapshot.check(Driver(Fixture.overview(statuses), width: 60, height: 16).frame(), "chinese-60x16")
  }

  @Test func realAppStore() throws {
    let setup = Setup(
      appName: "Piglet", backend: "REAL APP STORE (Production)", isReal: true, isReadOnly: true,
      abilities: [
        .buy: "only a customer's device can buy", .askRefund: "only the customer can ask for a refund",
        .appStore: "this is the real App Store: nobody here plays Apple",
        .chooseOutcome: "this is the real App Store: how it ends is not ours to choose",
      ])
    var overview = Fixture.overview()
    overview.facts.isClockDoubtful = true
    let driver = try Driver(overview, setup: setup, situation: nil).pressing("b")
    try Snapshot.check(driver.frame(), "real-80x24")
  }

  @Test func asciiGlyphs() throws {
    let driver = try Driver().pressing("s")
    try Snapshot.check(driver.frame(Theme(glyphs: .ascii, palette: .colorless)), "ascii-80x24")
  }

  @Test func tabs() throws {
    var driver = try Driver(width: 100, height: 30).pressing("2")
    driver.answer(.transactions(Fixture.transactions(0..<64, next: "64")))
    try driver.press("jjj")
    try Snapshot.check(driver.frame(), "transactions-100x30")
    try driver.press("3")
    driver.answer(.orders(Fixture.orders))
    try Snapshot.check(driver.frame(), "orders-100x30")
    try driver.press("5")
    driver.answer(.journal(Fixture.journal))
    try Snapshot.check(driver.frame(), "journal-100x30")
    try driver.press("4f")
    driver.answer(.unfinished(Page(rows: [])))
    try Snapshot.check(driver.frame(), "unfinished-100x30")
  }

  @Test func tabsOnASmallScreen() throws {
    var driver = try Driver().pressing("2")
    driver.answer(.transactions(Fixture.transactions(0..<64, next: "64")))
    try driver.press("<PageDown>")
    try Snapshot.check(driver.frame(), "transactions-80x24")
    driver.send(.resize(Size(width: 60, height: 16)))
    try Snapshot.check(driver.frame(), "transactions-60x16")
  }
}
