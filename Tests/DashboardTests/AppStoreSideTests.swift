import Screen
import StoreModel
import Testing

@testable import Dashboard

@Suite struct AppStoreSideTests {
  @Test(arguments: [
    ("s2ry", "till simulator renew 2000000845429000"), ("s2ey", "till simulator expire 2000000845429000"),
    ("s2ay", "till simulator auto-renew off 2000000845429000"),
    ("s2by", "till simulator billing fail 2000000845429000"),
    ("s%<Enter>", "till simulator refund approve 2000000845425339 --percentage 25"),
    ("s4x", "till simulator fault timeout-after-payment"), ("s4jt", "till simulator fault no-callback --once"),
    ("s4jjjjjjf<Enter>", "till simulator fault loadProducts \(FailureKind.ofStoreKit[0].rawValue)"),
    ("s4jjjjjjj<Enter>", "till simulator fault purchase --off"),
    ("s5a", "till simulator ask-to-buy on"), ("s5e", "till simulator grace off"), ("s5z", "till simulator pause"),
    ("s5tk<Enter>", "till simulator rate \(TimeRate.allCases[0].name)"),
    ("s5jjj<Enter>", "till simulator network off"), ("so", "till simulator network off"),
    ("s3f<Enter>", "till simulator storefront USA"),
    ("s2<Enter>jjj<Enter>y", "till simulator billing fail 2000000845429000"),
    ("sy", "till simulator refund approve 2000000845425339"),
  ])
  func everyKeyIsAVerb(script: String, verb: String) throws {
    var driver = Driver()
    try driver.press(script)
    #expect(driver.moves.map(\.verb) == [verb])
    #expect(driver.state.overlays.map(\.scope) == [.appStore], "the App Store's side stays open")
  }

  @Test(arguments: ["s2r", "s2e", "s2a", "s2b"])
  func whatChangesASubscriptionAsksFirst(script: String) throws {
    var driver = Driver()
    try driver.press(script)
    #expect(driver.moves.isEmpty)
    guard case .confirmation(let question) = driver.state.overlays.last else {
      Issue.record("no question")
      return
    }
    #expect(question.text.count == 2 && question.text[1].hasPrefix("till simulator "))
    try driver.press("n")
    #expect(driver.moves.isEmpty && driver.state.overlays.count == 1)
  }

  @Test(arguments: [
    ("s2jr", "renew: it is plus@'s: sign in there first (i)"),
    ("s2jja", "auto-renew: it is over; renewing it or buying it begins it anew"),
    ("sj%", "in part: only a refund can be granted in part"),
    ("s4f", "how: it is a fault of delivery, which has no kinds"),
    ("s3jf", "storefront: it is regular@'s: sign in there first (i)"),
  ])
  func aDisabledKeySaysWhy(script: String, reason: String) throws {
    var driver = Driver()
    try driver.press(script)
    #expect(driver.moves.isEmpty && driver.state.message?.text == reason)
  }

  @Test func enterSignsIn() throws {
    var driver = Driver()
    try driver.press("s3j<Enter>")
    #expect(driver.commands == [.signIn("regular@")])
  }

  @Test func anAppStoreInAnotherProcessSaysWhatItCannot() throws {
    var driver = Driver(setup: Setup(appName: "Piglet", backend: "other", abilities: Abilities(verbs: "elsewhere")))
    try driver.press("s5a")
    #expect(driver.state.message?.text == "Ask to Buy: elsewhere")
    try driver.press("o")
    #expect(driver.moves == [.setNetwork(false)])
  }

  @Test func theCursorStaysOnItsRowWhenOthersCome() throws {
    var driver = Driver()
    try driver.press("sj")
    #expect(driver.state.selectedCase?.transactionId == "2000000845425400")
    var more = Fixture.situation
    more.cases.insert(more.cases[2], at: 0)
    driver.send(.storeChanged)
    driver.answer(.situation(more))
    #expect(driver.state.selectedCase?.transactionId == "2000000845425400")
  }

  @Test func partsAreReachedByArrowsAndLeftByEsc() throws {
    var driver = Driver()
    try driver.press("s<Tab><Right>]")
    #expect(driver.state.appStoreSheet?.section == .faults)
    try driver.press("<Left>[<BackTab><BackTab>")
    #expect(driver.state.appStoreSheet?.section == .settings)
    try driver.press("<Esc>")
    #expect(driver.state.overlays.isEmpty)
  }

  @Test(arguments: [(60, 16), (80, 24)]) func snapshots(width: Int, height: Int) throws {
    var driver = Driver(width: width, height: height)
    try driver.press("s")
    for section in AppStoreSection.allCases.dropFirst() {
      try driver.press("<Tab>")
      try Snapshot.check(driver.frame(), "appstore-part-\(section)-\(width)x\(height)")
    }
    try driver.press("2r")
    try Snapshot.check(driver.frame(), "appstore-renew-\(width)x\(height)")
    try driver.press("<Esc><Enter>")
    try Snapshot.check(driver.frame(), "appstore-menu-\(width)x\(height)")
  }
}
