import AppStoreModel
import Core
import Testing

@testable import Dashboard

@Suite struct AvailabilityTests {
  private static let signedOut = Driver(Fixture.overview(device: DeviceState())).state

  /// Returns the state after these keys.
  private func state(after script: String, setup: Setup = Fixture.setup, overview: Overview = Fixture.overview()) throws
    -> State
  {
    let driver = try Driver(overview, setup: setup).pressing(script)
    return driver.state
  }

  @Test func everythingWorksInTheDemo() throws {
    let state = try state(after: "")
    for action: Action in [.buy, .restore, .refundCheck, .askRefund, .appStore, .updates, "filter", .open, .quit] {
      #expect(state.reason(against: action) == nil, "\(action)")
    }
    #expect(try self.state(after: "jj").reason(against: .use) == nil)
  }

  @Test(arguments: [Action.buy, .restore, .refundCheck, .askRefund])
  func signedOut(action: Action) {
    #expect(Self.signedOut.reason(against: action) == ReasonText.signedOut.text)
  }

  @Test func abilitiesCount() throws {
    let setup = Setup(
      appName: "Piglet", backend: "none", abilities: .nothing(because: "imported evidence only"))
    let state = try state(after: "jj", setup: setup)
    for action: Action in [.buy, .restore, .refundCheck, .askRefund, .use, .updates, .appStore] {
      #expect(state.reason(against: action) == "imported evidence only", "\(action)")
    }
  }

  @Test func paymentsNotAllowed() throws {
    var overview = Fixture.overview()
    overview.facts.canMakePayments = false
    #expect(try state(after: "", overview: overview).reason(against: .buy) == ReasonText.paymentsNotAllowed.text)
    #expect(try state(after: "", overview: overview).reason(against: .restore) == nil)
  }

  @Test func aSecondProductOfAnActiveGroup() throws {
    #expect(try state(after: "jjjj").selected?.id == Fixture.yearly.id)
    #expect(try state(after: "jjjj").reason(against: .buy) == nil, "the payment sheet says what the change is")
    #expect(try state(after: "jjj").reason(against: .buy) == nil)
  }

  @Test func whatIsNotInTheCatalogueIsNotSold() throws {
    let gone = ProductStatus(product: Fixture.premium, state: .notInCatalogue, entitled: true)
    #expect(try state(after: "", overview: Fixture.overview([gone])).reason(against: .buy) == ReasonText.notSold.text)
    #expect(try state(after: "", overview: Fixture.overview([])).reason(against: .buy) == ReasonText.noProduct.text)
  }

  @Test func usingNeedsABalance() throws {
    #expect(try state(after: "").reason(against: .use) == ReasonText.onlyConsumables.text)
    let spent = ProductStatus(product: Fixture.coins, state: .purchased, entitled: false, balance: 0)
    #expect(
      try state(after: "", overview: Fixture.overview([spent])).reason(against: .use)
        == ReasonText.nothingLeft(product: "100 coins").text)
  }

  @Test func oneOfAKindAtATime() throws {
    let restoring = try state(after: "r")
    #expect(restoring.reason(against: .restore) == "a restore is in progress")
    #expect(restoring.reason(against: .refundCheck) == "a restore is in progress")
    #expect(restoring.reason(against: .buy) == nil)
    #expect(try state(after: "b<Enter>").reason(against: .buy) == ReasonText.isBuying.text)
    #expect(try state(after: "u").reason(against: .updates) == "switching updates is in progress")
    #expect(try state(after: "jjx<Enter>").reason(against: .use) == "a use is in progress")
  }

  @Test func decisionsFitTheCase() throws {
    let request = try state(after: "s")
    #expect(request.reason(against: "approve") == nil && request.reason(against: "decline") == nil)
    #expect(request.reason(against: "reverse") == "only a granted refund can be reversed")
    let refunded = try state(after: "sG")
    #expect(refunded.reason(against: "approve") == "already decided; you can only reverse a granted refund")
    #expect(refunded.reason(against: "decline") == "already decided; you can only reverse a granted refund")
    #expect(refunded.reason(against: "reverse") == nil)
    var quiet = Fixture.situation
    quiet.cases = []
    let driver = try Driver(situation: quiet).pressing("s")
    #expect(driver.state.reason(against: "approve") == "this purchase is not waiting for a decision")
    let mute = try Driver(situation: nil).pressing("s")
    for action: Action in ["approve", "network", "payments", "advance-clock"] {
      #expect(mute.state.reason(against: action) == AppStoreSideTexts.appStoreIsLoading, "\(action)")
    }
  }

  @Test func outcomesAreChosenOnlyWhereTheyCanBe() throws {
    let setup = Setup(appName: "Piglet", backend: "other", abilities: [.chooseOutcome: "not here"])
    let state = try state(after: "b", setup: setup)
    for action: Action in [.askParent, .fail, .badSignature] { #expect(state.reason(against: action) == "not here") }
    #expect(state.reason(against: .pay) == nil)
  }

  @Test func quantities() throws {
    #expect(try state(after: "b").reason(against: .more) == ReasonText.oneIsEnough.text)
    #expect(try state(after: "jjb").reason(against: .fewer) == ReasonText.notFewer.text)
    #expect(try state(after: "jjb+++++++++").reason(against: .more) == ReasonText.notMore(than: 10).text)
    #expect(try state(after: "jjx+").reason(against: .more) == ReasonText.notMore(than: 2).text)
  }

  @Test func refundsNeedARow() throws {
    var driver = try Driver().pressing("a")
    #expect(driver.state.reason(against: .pick) == ReasonText.stillLoading.text)
    driver.answer(.refundable(Page(rows: [])))
    #expect(driver.state.reason(against: .pick) == ReasonText.nothingRefundable.text)
  }

  @Test func smallThings() throws {
    let fresh = Driver(isStarted: false).state
    #expect(fresh.reason(against: .lastReport) == ReasonText.noReport.text)
    let empty = Driver(Fixture.overview([])).state
    #expect(empty.reason(against: .open) == ReasonText.noProduct.text)
    #expect(empty.reason(against: .onlyProduct) == ReasonText.noProduct.text)
  }

  @Test func aDisabledKeySaysWhy() throws {
    var driver = try Driver(Fixture.overview(device: DeviceState())).pressing("b")
    #expect(driver.state.overlays.isEmpty && driver.commands.isEmpty)
    #expect(driver.state.message == Message("buy: \(ReasonText.signedOut.text)", .warning))
    try driver.press("~")
    #expect(driver.state.message?.text == "~ does nothing here; ? lists the keys")
  }
}
