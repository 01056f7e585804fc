import AppStoreModel
import TerminalUI
import Testing

@testable import Dashboard

/// Tests of the timeline, and of the past that its cursor shows.
@Suite struct TimelineTests {
  private static let then = Fixture.ago(days: 29)

  /// Returns the device's state before it bought Premium again.
  private static func moment(_ changed: [String] = [Fixture.premium.id]) -> PastMoment {
    var statuses = Fixture.statuses
    statuses[0] = ProductStatus(
      product: Fixture.premium, state: .refunded, entitled: false, since: Fixture.ago(days: 30))
    var overview = Fixture.overview(statuses)
    (overview.now, overview.isPast) = (then, true)
    return PastMoment(date: then, overview: overview, changed: changed)
  }

  private func before(_ driver: inout Driver, _ moment: PastMoment? = moment()) throws {
    let step = PastStep.before(driver.state.past?.date)
    try driver.press("<lt>")
    #expect(driver.queries.last == .past(step))
    driver.answer(.past(step, moment))
  }

  @Test func itIsWorkedOutOnceAndReadAgainOnlyWhereItIsShown() throws {
    var driver = Driver(width: 160, height: 45)
    let picture = driver.state.timeline
    #expect(picture?.rows.count == 4)
    try driver.press("jk<Tab>")
    #expect(driver.state.timeline == picture && !driver.queries.contains(.lives))
    driver.send(.storeChanged)
    #expect(driver.queries.contains(.lives))

    var small = Driver()
    small.send(.storeChanged)
    #expect(small.state.timeline == nil && !small.queries.contains(.lives))
    try small.press("T")
    #expect(small.queries.contains(.lives))
    small.answer(.lives(Fixture.lives))
    try Snapshot.check(small.frame(), "timeline-80x24")
    try small.press("q")
    #expect(small.state.overlays.isEmpty)
  }

  @Test func everyColumnIsInOrderAndNowIsAtItsPlace() throws {
    let scale = TimelineScale(Fixture.lives, width: 100, now: Fixture.now)
    let dates = Fixture.lives.flatMap { $0.happenings.map(\.date) }.sorted()
    let columns = dates.map(scale.column)
    #expect(columns == columns.sorted() && columns.first == 0 && Set(columns).count == Set(dates).count)
    #expect(scale.column(of: Fixture.now) == 74, "what is planned has the last quarter")
    #expect(scale.column(of: Fixture.ahead(days: 20)) == 99)
    #expect(TimelineScale([], width: 40, now: Fixture.now).column(of: Fixture.now) == 39)
    for width in [1, 2, 10] {
      for date in dates {
        #expect((0..<width).contains(TimelineScale(Fixture.lives, width: width, now: Fixture.now).column(of: date)))
      }
    }
  }

  @Test func thePastIsFramedReadOnlyAndLeftWithEsc() throws {
    var driver = Driver(width: 160, height: 45)
    try before(&driver)
    let text = driver.frame().text
    #expect(text.contains("THE PAST, as of 2025-01-31 12:00:00") && text.contains("✗ not entitled: refunded"))
    #expect(driver.state.message?.text == "As of 2025-01-31 12:00:00: Premium unlock refunded.")
    #expect(driver.state.nextTick == .distantFuture)
    try Snapshot.check(driver.frame(), "past-160x45")
    // Lists are read as of that date.
    guard case .page(.refunds, let request)? = driver.queries.last else { return #expect(Bool(false)) }
    #expect(request.asOf == Self.then)
    driver.effects = []
    for key in ["b", "r", "a", "s", "u", "i", "w", "x", "B"] {
      try driver.press(key)
      #expect(driver.state.message?.text.contains("this is the past, read-only; Esc returns to now") == true, "\(key)")
      #expect(driver.state.overlays.isEmpty && driver.effects.isEmpty)
    }
    // Changes that arrive meanwhile are not shown.
    driver.send(.storeChanged)
    #expect(!driver.queries.contains(.overview))
    driver.send(.clock(Fixture.ahead(days: 1)))
    #expect(driver.state.now == Self.then)
    try driver.press("<Esc>")
    #expect(
      driver.state.past == nil && driver.state.now == Fixture.ahead(days: 1) && driver.queries.contains(.overview))
    driver.answer(.overview(Fixture.overview()))
    #expect(driver.frame().text.contains("● entitled: purchased"))
  }

  @Test func walkingEndsAtWhatIsKeptAndAtNow() throws {
    var driver = try Driver(width: 160, height: 45).pressing(">")
    #expect(driver.state.message?.text.contains("this is now; < goes back") == true)
    try before(&driver)
    try before(&driver, nil)
    #expect(
      driver.state.past?.date == Self.then
        && driver.state.message?.text.contains("This is the first answer of this device") == true)
    try driver.press(">")
    driver.answer(.past(.after(Self.then), nil))
    #expect(driver.state.past == nil && driver.state.message?.text == "Back in the present.")
    // With the timeline focused, the arrows do the same, and move between products.
    try driver.press("T<Down>")
    #expect(driver.state.focus == .timeline && driver.state.selected?.id == Fixture.coins.id)
    try driver.press("<Left>")
    #expect(driver.queries.last == .past(.before(nil)))
  }

  @Test func aFixedPastStays() throws {
    var overview = Self.moment().overview
    overview.isPast = true
    var driver = Driver(overview, width: 160, height: 45)
    #expect(driver.frame().text.contains("THE PAST"))
    try driver.press("<Esc>b")
    #expect(driver.state.past != nil && driver.state.message?.text.contains("--as-of") == true)
  }
}
