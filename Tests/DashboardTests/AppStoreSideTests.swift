import AppStoreModel
import Core
import Testing
import Verbs

@testable import Dashboard

@Suite struct AppStoreSideTests {
  /// Returns the keys that select a fault of the App Store; the device's faults come before it in the list.
  private static func cursor(on fault: AppStoreFault) -> String {
    let row = DeviceFault.Kind.all.count + (AppStoreFault.allCases.firstIndex(of: fault) ?? 0)
    return "s4" + String(repeating: "j", count: row)
  }

  @Test(arguments: [
    ("s2ry", "till simulator renew 2000000845429000"), ("s2ey", "till simulator expire 2000000845429000"),
    ("s2ay", "till simulator auto-renew off 2000000845429000"),
    ("s2by", "till simulator billing fail 2000000845429000"),
    ("s%<Enter>y", "till simulator refund approve 2000000845425339 --percentage 10"),
    ("s%<End><Enter>33<Enter>y", "till simulator refund approve 2000000845425339 --percentage 33"),
    ("s7fy", "till simulator refund approve 2000000845429001"),
    ("s7j%j<Enter>y", "till simulator refund approve 2000000845425500 --percentage 25"),
    ("s7jxy", "till simulator delete 2000000845425500"),
    ("s7jmjjjj<Enter>y", "till simulator delete 2000000845425500"),
    ("s3b<Enter><Enter>y", "till simulator buy com.example.piglet.premium --account new@"),
    (
      "s3jbjjj<Enter>j<Enter>y",
      "till simulator buy com.example.piglet.plus.monthly --account regular@ --ago 45d --renewals until-now"
    ),
    ("s3tj<Enter>y", "till simulator promote com.example.piglet.icons.dark --account new@"),
    ("s3h<Enter>y", "till simulator family share on com.example.piglet.premium"),
    ("s3hj<Enter>y", "till simulator family share off com.example.piglet.premium"),
    ("s5-<Enter>y", "till simulator set-back 1h"), ("s5w", "till simulator renewals-fail on"),
    ("\(cursor(on: .timeoutAfterPayment))x", "till simulator fault timeout-after-payment"),
    ("\(cursor(on: .noCallback))t", "till simulator fault no-callback --once"),
    (
      "\(cursor(on: .loadProducts))f<Enter>",
      "till simulator fault loadProducts \(FailureKind.ofStoreKit[0].rawValue)"
    ),
    ("\(cursor(on: .purchase))<Enter>", "till simulator fault purchase --off"),
    ("s5a", "till simulator ask-to-buy on"), ("s5e", "till simulator grace off"), ("s5z", "till simulator pause"),
    ("s5tk<Enter>", "till simulator rate \(TimeRate.allCases[0].name)"),
    ("s5jjjj<Enter>", "till simulator network off"), ("s5o", "till simulator network off"),
    ("s3f<Enter>", "till simulator storefront USA"),
    ("s3l<Enter>", "till simulator locale en_US"),
    ("s2mjjjjj<Enter>y", "till simulator billing fail 2000000845429000"),
    ("s2ly", "till simulator price-increase 2000000845429000"),
    ("s2c<Enter>", "till simulator consent 2000000845429000 yes"),
    ("s2x<Enter>", "till simulator extend 2000000845429000 3"), ("s3jmy", "till simulator family leave regular@"),
    ("s3xy", "till simulator reset new@"), ("s5c", "till simulator checkpoint"),
    ("s5v<Enter>y", "till simulator checkpoint --restore before"), ("s5n", "till simulator interrupted on"),
    ("sGxy", "till simulator delete 2000000845420001"), ("s6t", "till simulator notifications test"),
    ("syy", "till simulator refund approve 2000000845425339"),
  ])
  func everyKeyIsAVerb(script: String, verb: String) throws {
    let driver = try Driver().pressing(script)
    #expect(driver.calls.map(\.line) == [verb])
    #expect(driver.state.overlays.map(\.scope) == [.appStore], "the App Store's side stays open")
  }

  @Test(arguments: ["s2r", "s2e", "s2a", "s2b", "sy", "sn", "sjy", "sjn", "sGv", "s7f", "s7x"])
  func whatChangesAPurchaseAsksFirst(script: String) throws {
    var driver = try Driver().pressing(script)
    #expect(driver.calls.isEmpty)
    guard case .confirmation(let question) = driver.state.overlays.last else {
      Issue.record("no question")
      return
    }
    #expect(question.text.count == 2 && question.text[1].hasPrefix("till simulator "))
    try driver.press("n")
    #expect(driver.calls.isEmpty && driver.state.overlays.count == 1)
  }

  @Test(arguments: [
    ("s2jr", "renew: it belongs to plus@; sign in as plus@ first"),
    ("s2jja", "auto-renewal: it has ended; buy it again"),
    ("sj%", "in part: only for a requested refund"),
    ("su", "used?: Apple has not asked about this refund"),
    ("s2jjc", "consent: it has ended; buy it again"),
    ("s7jjf", "refund: the family shares it, so there is no payment to refund; refund the buyer's purchase"),
    ("s3jh", "share: it belongs to regular@; sign in as regular@ first"),
    ("sx", "delete: it is pending; decide it first"),
    ("s3m", "family: choose the Apple Account to add to the family of the signed-in one"),
    ("s4Gkkkkkkkkkf", "how: it fails in one way only"),
    ("s3jf", "storefront: it belongs to regular@; sign in as regular@ first"),
  ])
  func aDisabledKeySaysWhy(script: String, reason: String) throws {
    let driver = try Driver().pressing(script)
    #expect(driver.calls.isEmpty && driver.state.message?.text == reason)
  }

  @Test func theDevicesOwnFaults() throws {
    var overview = Fixture.overview()
    overview.facts.faults = [DeviceFault(.timeoutAfterPayment, isOnce: false)]
    var driver = try Driver(overview).pressing("s4x")
    #expect(driver.commands == [.setFault(.network, .on)])
    driver.finish(.done(detail: nil))
    try driver.press("t")
    #expect(driver.commands.last == .setFault(.network, .once))
    driver.finish(.done(detail: nil))
    try driver.press("j<Enter>")
    #expect(driver.commands.last == .setFault(.timeoutAfterPayment, .off))
    try driver.press("f")
    #expect(driver.commands.count == 3)
  }

  @Test func enterSignsIn() throws {
    let driver = try Driver().pressing("s3j<Enter>")
    #expect(driver.commands == [.signIn("regular@")])
  }

  @Test func theCursorStaysOnItsRowWhenOthersCome() throws {
    var driver = try Driver().pressing("sj")
    #expect(driver.state.selectedCase?.transactionId == "2000000845425400")
    var more = Fixture.situation
    more.cases.insert(more.cases[2], at: 0)
    driver.send(.storeChanged)
    driver.answer(.situation(more))
    #expect(driver.state.selectedCase?.transactionId == "2000000845425400")
  }

  @Test func aResetByAnotherProcessIsShown() throws {
    var driver = Driver()
    var overview = Fixture.overview()
    overview.device.epoch = 2
    driver.send(.storeChanged)
    driver.answer(.overview(overview))
    #expect(driver.state.message?.text == WorkText.startedOver.text)
    // A reset that this process made is not reported as another process's.
    try driver.press("s0y")
    overview.device.epoch = 3
    driver.finish(.done(detail: nil))
    driver.answer(.overview(overview))
    #expect(driver.state.message?.text == "Started over.")
  }

  @Test func partsAreReachedByArrowsAndLeftByEsc() throws {
    var driver = try Driver().pressing("s]<Right>]")
    #expect(driver.state.appStoreSheet?.section == .faults)
    try driver.press("<Left>[[[")
    #expect(driver.state.appStoreSheet?.section == .purchases)
    try driver.press("<Esc>")
    #expect(driver.state.overlays.isEmpty)
    try driver.press("s<Tab>")
    #expect(driver.state.overlays.isEmpty && driver.state.focus == .products)
  }

  @Test(arguments: [(60, 16), (80, 24)]) func snapshots(width: Int, height: Int) throws {
    var driver = try Driver(width: width, height: height).pressing("s")
    try driver.press("2r")
    try Snapshot.check(driver.frame(), "appstore-renew-\(width)x\(height)")
    try driver.press("<Esc>m")
    try Snapshot.check(driver.frame(), "appstore-menu-\(width)x\(height)")
  }

  @Test func aShareIsAWholePercent() throws {
    var driver = try Driver().pressing("s%<End><Enter>x<Enter>")
    #expect(driver.state.message?.text == "invalid percentage “x”; use a whole number from 1 to 100")
    #expect(driver.state.overlays.last?.scope == .entry)
    try driver.press("<Esc>")
    #expect(driver.calls.isEmpty && driver.state.overlays.map(\.scope) == [.appStore])
  }

  @Test func theAppsServerAnswersApple() throws {
    var situation = Fixture.situation
    situation.cases[0].consumption = .waiting
    var driver = try Driver(situation: situation).pressing("su")
    try Snapshot.check(driver.frame(), "appstore-consumption-80x24")
    try driver.press("j<Enter>")
    #expect(
      driver.calls.map(\.line) == [
        """
        till simulator consumption 2000000845425339 '{"customerConsented":true,"sampleContentProvided":false,\
        "deliveryStatus":"DELIVERED","consumptionPercentage":50000,"refundPreference":"GRANT_PRORATED"}'
        """
      ])
  }

  @Test func anInterruptedPurchaseIsSettledByItsOwnVerb() throws {
    var situation = Fixture.situation
    situation.cases[1].kind = .interrupted
    let driver = try Driver(situation: situation).pressing("sjyy")
    #expect(driver.calls.map(\.line) == ["till simulator resolve 2000000845425400"])
  }

  @Test func aReturnToACheckpointIsNoNews() throws {
    var driver = try Driver().pressing("s5v<Enter>y")
    var overview = Fixture.overview()
    overview.device.epoch = 2
    driver.finish(.done(detail: "the App Store is where it was in before"))
    driver.answer(.overview(overview))
    #expect(driver.state.message?.text == "the App Store is where it was in before")
  }

  @Test func anInterruptionIsNoParent() throws {
    var situation = Fixture.situation
    situation.interrupts = true
    var driver = try Driver(situation: situation).pressing("jb<Enter>")
    driver.finish(.bought(BuyReport(result: .failed, productId: Fixture.dark.id, isInterrupted: true)))
    #expect(driver.state.message?.text.hasPrefix("Dark icons is interrupted: nothing is charged") == true)
  }

  @Test func aPromotedPurchaseIsGivenUp() throws {
    var situation = Fixture.situation
    situation.promoted = [Fixture.promoted]
    let driver = try Driver(situation: situation).pressing("sjj<Enter>y")
    #expect(
      driver.calls.map(\.line) == ["till simulator promote com.example.piglet.icons.dark --account new@ --off"])
  }
}
