import AppStoreModel
import Testing

@testable import Dashboard

@Suite struct PromotedPurchaseTests {
  private func driver(deferred: [String] = [], width: Int = 80, height: Int = 24) -> Driver {
    var overview = Fixture.overview()
    overview.facts.deferred = deferred
    var situation = Fixture.situation
    situation.promoted = [Fixture.promoted]
    return Driver(overview, width: width, height: height, situation: situation)
  }

  @Test func itIsContinuedInTheApp() throws {
    var driver = try driver().pressing("p")
    #expect(driver.state.selected?.id == Fixture.dark.id)
    try driver.press("<Enter>")
    #expect(driver.commands == [.buy(Purchase(productId: Fixture.dark.id))])
  }

  @Test func itIsDeferredUntilAUserLogsIn() throws {
    var driver = driver()
    #expect(!driver.state.isPromotedDeferred)
    try driver.press("n")
    #expect(driver.commands == [.deferPurchase(Fixture.promoted)])
    var overview = Fixture.overview()
    overview.facts.deferred = [Fixture.promoted.id]
    driver.finish(.done(detail: nil))
    driver.answer(.overview(overview))
    #expect(driver.state.isPromotedDeferred)
    try driver.press("n")
    #expect(driver.state.message?.text == "defer: already deferred until a user logs in (i)")
    try driver.press("p")
    #expect(driver.state.overlays.last?.scope == .paymentSheet, "who wants it now has it now")
  }

  @Test func anotherAccountsIsNotOffered() throws {
    var situation = Fixture.situation
    situation.promoted = [Fixture.promoted]
    situation.promoted[0].account = "plus@"
    var driver = Driver(situation: situation)
    #expect(driver.state.promoted == nil)
    try driver.press("p")
    #expect(driver.state.message?.text == "continue: no purchase was begun in the App Store")
    #expect(driver.commands.isEmpty)
  }

  @Test func whatIsNotPutOffComesFirst() throws {
    var situation = Fixture.situation
    situation.promoted = [
      Fixture.promoted,
      PromotedPurchase(id: "78", account: "new@", productId: Fixture.premium.id, date: Fixture.now),
    ]
    var overview = Fixture.overview()
    overview.facts.deferred = [Fixture.promoted.id]
    #expect(Driver(overview, situation: situation).state.promoted?.id == "78")
  }

  @Test(arguments: [(60, 16), (80, 24), (160, 50)]) func banner(width: Int, height: Int) throws {
    try Snapshot.check(driver(width: width, height: height).frame(), "promoted-\(width)x\(height)")
    let deferred = driver(deferred: [Fixture.promoted.id], width: width, height: height)
    try Snapshot.check(deferred.frame(), "promoted-deferred-\(width)x\(height)")
  }
}
