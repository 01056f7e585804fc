import TerminalUI
import Testing

@testable import AppStoreModel
@testable import Dashboard

@Suite struct PaymentTests {
  static let upgrade = PurchasePreview(
    productId: Fixture.yearly.id, change: .upgrade, currentProductId: Fixture.monthly.id, charged: "¥98.00",
    refund: "¥3.10", renewal: "¥98.00/yr", isEligibleForIntroductoryOffer: false,
    offers: [
      PreviewedOffer(
        type: .introductoryOffer, words: "¥30.00 for the first 6 months", reason: "already used in this group"),
      PreviewedOffer(type: .promotionalOffer, id: "comeback", words: "¥49.00 per year, once"),
      PreviewedOffer(
        type: .offerCode, id: "SPRING", words: "free for one month",
        reason: "offer code SPRING is for new customers; this customer is existing"),
    ])
  static let downgrade = PurchasePreview(
    productId: Fixture.yearly.id, change: .downgrade, currentProductId: Fixture.monthly.id, charged: "¥0.00",
    effectiveDate: Fixture.ahead(days: 9), renewal: "¥98.00/yr")

  /// Returns a dashboard that shows the payment sheet of the yearly plan while the monthly plan runs.
  private func sheet(width: Int = 80, height: Int = 24) throws -> Driver {
    let driver = try Driver(width: width, height: height).pressing("jjjjb")
    return driver
  }

  @Test func nothingIsPaidBeforeItWasSaidWhatFollows() throws {
    var driver = try sheet()
    #expect(driver.queries.contains(.preview(productId: Fixture.yearly.id, quantity: 1, offer: nil)))
    try driver.press("<Enter>")
    #expect(driver.commands.isEmpty)
    #expect(driver.state.message?.text == "pay: the App Store has not said yet what will follow")
    driver.answer(.preview(Self.upgrade))
    try driver.press("<Enter>")
    #expect(driver.commands == [.buy(Purchase(productId: Fixture.yearly.id, change: .upgrade))])
  }

  @Test(arguments: [
    (PlanChange.downgrade, "Yearly starts at the next renewal: nothing was charged now."),
    (.crossgradeAtRenewal, "Yearly starts at the next renewal: nothing was charged now."),
    (.takenBack, "Yearly continues: the change was undone, nothing was charged."),
    (.alreadyChosen, "Yearly starts at the next renewal, as chosen before: nothing was charged."),
    (.owned, "Yearly is already owned: nothing was charged."),
    (.resumed, "Auto-renewal of Yearly is on again: nothing was charged now."),
  ])
  func whatCostsNothingSaysWhatItDid(change: PlanChange, text: String) throws {
    var driver = try sheet()
    var preview = Self.downgrade
    preview.change = change
    driver.answer(.preview(preview))
    try driver.press("<Enter>")
    driver.finish(.bought(BuyReport(result: .success, productId: Fixture.yearly.id, alreadyOwned: true)))
    #expect(driver.state.message?.text == text)
  }

  @Test func f9ASecondPassWhileOneRunsIsASecondPaymentForTheSameTime() throws {
    let ends = Fixture.ahead(days: 12)
    func warnings(isRunning: Bool) throws -> String {
      var overview = Fixture.overview()
      let index = try #require(overview.statuses.firstIndex { $0.product.id == Fixture.season.id })
      overview.statuses[index] = ProductStatus(
        product: Fixture.season, state: isRunning ? .purchased : .expired, entitled: isRunning, expiresDate: ends)
      let driver = try Driver(overview, width: 100, height: 30).pressing("Gb")
      return driver.frame().lines.joined()
    }
    #expect(try warnings(isRunning: true).contains("a second one does not extend it"))
    #expect(try !warnings(isRunning: false).contains("a second one"))
  }

  @Test func anOfferIsAskedFor() throws {
    var driver = try sheet()
    driver.answer(.preview(Self.upgrade))
    try driver.press("o")
    try Snapshot.check(driver.frame(), "payment-offers-80x24")
    try driver.press("jjj<Enter>")
    let reason = "code SPRING: free for one month: offer code SPRING is for new customers; this customer is existing"
    #expect(driver.state.message?.text == reason)
    #expect(driver.state.overlays.map(\.scope) == [.paymentSheet, .choice])
    driver.effects = []
    try driver.press("k<Enter>")
    #expect(driver.queries == [.preview(productId: Fixture.yearly.id, quantity: 1, offer: .promotional("comeback"))])
    driver.answer(.preview(Self.upgrade))
    try driver.press("<Enter>")
    #expect(
      driver.commands == [
        .buy(Purchase(productId: Fixture.yearly.id, offer: .promotional("comeback"), change: .upgrade))
      ])
  }

  @Test func withoutAppStoreControlsNothingIsAsked() throws {
    var setup = Fixture.setup
    setup.abilities[.chooseOutcome] = "this App Store is not simulated"
    var driver = try Driver(setup: setup).pressing("jjjjb")
    #expect(driver.queries.isEmpty)
    try driver.press("o")
    #expect(driver.state.message?.text == "offers: this App Store is not simulated")
    try driver.press("<Enter>")
    #expect(driver.commands == [.buy(Purchase(productId: Fixture.yearly.id))])
  }

  /// Enter was pressed before the preview came, which then confirms the price or fails.
  @Test(arguments: [false, true]) func aConfirmedPurchaseStartsWhenThePreviewEnds(fails: Bool) throws {
    var driver = Driver()
    driver.answersPreviews = false
    try driver.press("jb<Enter>")
    #expect(driver.commands.isEmpty)
    if fails {
      for case .read(let id, .preview) in driver.effects {
        driver.send(.failed(id, Problem("busy")))
      }
    } else {
      driver.answer(.preview(PurchasePreview(productId: Fixture.dark.id, charged: "¥3.00")))
    }
    #expect(driver.commands == [.buy(Purchase(productId: Fixture.dark.id))])
  }

  /// The device shows a product that was refunded meanwhile, or one that it does not show as owned.
  @Test(arguments: [EntitlementState.purchased, .paidNotDelivered, .creditedToUser, .verificationFailed])
  func theSheetSaysWhatTheAppStoreWillDoAndNotWhatTheDeviceBelieves(state: EntitlementState) throws {
    var overview = Fixture.overview()
    overview.statuses[0] = ProductStatus(
      product: Fixture.premium, state: state, entitled: state == .purchased || state == .creditedToUser)
    var driver = Driver(overview)
    driver.answersPreviews = false
    try driver.press("b")
    let isOwned = state != .purchased
    driver.answer(
      .preview(
        PurchasePreview(
          productId: Fixture.premium.id, change: isOwned ? .owned : nil, currentProductId: nil,
          charged: isOwned ? "¥0.00" : "¥8.00")))
    let text = driver.frame().text
    #expect(text.contains("Already owned: nothing is charged.") == isOwned && text.contains("¥8.00 now.") != isOwned)
    #expect(!text.contains("Charges") && !text.contains("Careful"))
  }

  /// Coins that are paid, perhaps paid, or waiting are bought again only after a warning; `--again` is the dashboard's
  /// Enter below it.
  @Test(arguments: [
    (EntitlementState.paidNotDelivered, 0, "an earlier purchase of it is not completed"),
    (.chargeUnknown, 0, "an earlier purchase of it is not completed"), (.purchased, -2, "2 owed: this purchase"),
    (.purchased, 1, ""),
  ])
  func theSheetWarnsOfWhatIsPaidAlreadyOrOwed(state: EntitlementState, balance: Int, warning: String) throws {
    var overview = Fixture.overview()
    let index = try #require(overview.statuses.firstIndex { $0.product.id == Fixture.coins.id })
    let kind = UnderWay.Kind(rawValue: state.rawValue)
    overview.statuses[index] = ProductStatus(
      product: Fixture.coins, state: state, entitled: false, balance: balance,
      underWay: kind.map { [UnderWay(kind: $0, since: Fixture.now, who: .us)] } ?? [])
    var driver = try Driver(overview, width: 100).pressing("jjb")
    #expect(driver.frame().text.contains(warning) && driver.frame().text.contains("Careful") == (kind != nil))
    try driver.press("<Enter>")
    #expect(driver.commands == [.buy(Purchase(productId: Fixture.coins.id, again: kind != nil))])
    var report = BuyReport(result: .unanswered, productId: Fixture.coins.id, message: "nothing was bought")
    report.isHeldBack = true
    driver.finish(.bought(report))
    #expect(driver.state.message?.text == "100 coins: nothing was bought (b asks whether to buy it anyway).")
  }

  @Test func aSubscriptionIsConfirmedAgainWhenItsPreviewFails() throws {
    var driver = try sheet()
    driver.state.overlays = [.payment(PaymentSheet(productId: Fixture.yearly.id, isConfirmed: true))]
    for case .read(let id, .preview) in driver.effects {
      driver.send(.failed(id, Problem("busy")))
    }
    #expect(driver.commands.isEmpty && driver.state.paymentSheet?.isConfirmed == false)
  }

  @Test func whatChangesMeanwhileIsSaidAnew() throws {
    var driver = try sheet()
    driver.answer(.preview(Self.upgrade))
    driver.effects = []
    driver.send(.storeChanged)
    #expect(driver.queries.contains(.preview(productId: Fixture.yearly.id, quantity: 1, offer: nil)))
    driver.answer(.preview(Self.downgrade))
    #expect(driver.state.paymentSheet?.preview == Self.downgrade)
  }

  @Test func onlySubscriptionsAreAskedAbout() throws {
    var driver = try Driver().pressing("jjb")
    #expect(driver.queries.isEmpty)
    try driver.press("o")
    #expect(driver.state.message?.text == "offers: this product has no offers")
  }

  @Test(arguments: [(60, 16), (80, 24), (160, 50)])
  func planChange(width: Int, height: Int) throws {
    var driver = try sheet(width: width, height: height)
    driver.answer(.preview(Self.upgrade))
    try Snapshot.check(driver.frame(), "payment-upgrade-\(width)x\(height)")
    driver.send(.storeChanged)
    driver.answer(.preview(Self.downgrade))
    try Snapshot.check(driver.frame(), "payment-downgrade-\(width)x\(height)")
  }
}
