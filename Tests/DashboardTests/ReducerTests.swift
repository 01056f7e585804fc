import TerminalUI
import Testing
import Verbs

@testable import AppStoreModel
@testable import Dashboard

@Suite struct ReducerTests {
  @Test func startAsksForEverythingOnTheScreen() {
    let (state, effects) = Driver(isStarted: false).state.start()
    #expect(effects.count == 4)
    #expect(effects.first == .run(TaskID(1), .start))
    #expect(effects.contains { if case .read(_, .overview) = $0 { true } else { false } })
    #expect(effects.contains { if case .read(_, .situation) = $0 { true } else { false } })
    #expect(effects.contains { if case .read(_, .page(.refunds, _)) = $0 { true } else { false } })
    #expect(!state.isIdle && state.isBusy)
    #expect(Driver().state.isIdle)
  }

  @Test func aStoreWithoutAnAppStoresSideDoesNotAskForIt() {
    let setup = Setup(appName: "Piglet", backend: "none", abilities: .nothing(because: "imported"))
    let (_, effects) = Driver(setup: setup, isStarted: false).state.start()
    #expect(!effects.contains { if case .read(_, .situation) = $0 { true } else { false } })
  }

  // MARK: Commands

  @Test(arguments: [
    ("jb<Enter>", Purchase(productId: Fixture.dark.id)),
    ("jbp", Purchase(productId: Fixture.dark.id, outcome: .pending)),
    ("jbv", Purchase(productId: Fixture.dark.id, outcome: .unverified)),
    ("jb<Esc>", Purchase(productId: Fixture.dark.id, outcome: .cancel)),
    ("jbfj<Enter>", Purchase(productId: Fixture.dark.id, outcome: .fail(.networkError))),
    ("jjb++-t<Enter>", Purchase(productId: Fixture.coins.id, quantity: 2, token: .order)),
  ])
  func paymentSheet(script: String, purchase: Purchase) throws {
    let driver = try Driver().pressing(script)
    #expect(driver.commands == [.buy(purchase)])
    #expect(driver.state.overlays.isEmpty)
  }

  @Test func nothingIsBoughtBeforeTheSheetIsAnswered() throws {
    var driver = try Driver().pressing("jb")
    #expect(driver.commands.isEmpty)
    try driver.press("f<Esc>")
    #expect(driver.commands.isEmpty && driver.state.overlays.count == 1)
  }

  @Test func closingTheSheetOfAnotherBackendAsksNothing() throws {
    let setup = Setup(appName: "Piglet", backend: "other", abilities: [.chooseOutcome: "not here"])
    let driver = try Driver(setup: setup).pressing("jb<Esc>")
    #expect(driver.commands.isEmpty)
  }

  @Test func simpleCommands() throws {
    var driver = try Driver().pressing("r")
    #expect(driver.commands == [.restore])
    driver.finish(.restored(RestoreReport(result: .nothing)))
    try driver.press("c")
    #expect(driver.commands == [.restore, .refundCheck])
    driver.finish(.checked(RefundCheckReport(result: .done, unchanged: 6)))
    #expect(driver.state.message?.text == "No change of access: 6 products as before.")
    try driver.press("jjx+<Enter>u")
    #expect(
      driver.commands.suffix(2) == [.use(productId: Fixture.coins.id, count: 2), .setUpdates(.live)])
    try driver.press("q")
    #expect(driver.effects.last == .quit)
  }

  @Test func theRefundThatTheNextStepNamesIsUnderTheCursor() throws {
    var status = Fixture.premiumStatus
    status.next = NextStep(
      who: .customer, text: "ask for one", action: .askRefund(transactionId: "2000000845400002"), say: nil)
    var driver = try Driver(Fixture.overview([status])).pressing("a")
    driver.answer(.refundable(Page(rows: [Fixture.stored(1), Fixture.stored(2), Fixture.stored(3)])))
    try driver.press("<Enter><Enter>")
    #expect(driver.commands == [.askRefund(transactionId: "2000000845400002", reason: nil)])
  }

  @Test func askingForARefund() throws {
    var driver = try Driver().pressing("a")
    driver.answer(.refundable(Page(rows: [Fixture.stored(1), Fixture.stored(2)])))
    try driver.press("j<Enter>  by  mistake ?<Backspace><Enter>")
    #expect(driver.commands == [.askRefund(transactionId: "2000000845400002", reason: "by mistake")])
    driver.finish(
      .askedRefund(RefundRequestReport(result: .filed, transactionId: "2000000845400002", productId: nil, message: "")))
    try driver.press("a")
    driver.answer(.refundable(Page(rows: [Fixture.stored(1)])))
    try driver.press("<Enter><Enter>")
    #expect(driver.commands.last == .askRefund(transactionId: "2000000845400001", reason: nil))
  }

  @Test(arguments: [
    ("syy", "refund approve 2000000845425339"), ("sny", "refund decline 2000000845425339"),
    ("sjyy", "approve 2000000845425400"), ("sjny", "decline 2000000845425400"),
    ("sGvy", "refund reverse 2000000845420001"), ("s5o", "network off"), ("s5p", "payments off"),
    ("s+<Enter>", "advance 1d"), ("s+k<Enter>", "advance 1h"), ("s0y", "reset"),
  ])
  func appStoresSide(script: String, line: String) throws {
    let driver = try Driver().pressing(script)
    #expect(driver.calls.map(\.line) == ["till simulator " + line])
    #expect(driver.state.overlays.count == 1, "the App Store's side stays open")
  }

  @Test func accountsAndDevices() throws {
    var driver = try Driver().pressing("s3j<Enter>")
    #expect(driver.commands == [.signIn("regular@")])
    driver.finish(.done(detail: nil))
    try driver.press("k<Enter>")
    #expect(driver.commands.last == .signOut)
    driver.finish(.done(detail: nil))
    try driver.press("dn")
    #expect(driver.commands.count == 2)
    try driver.press("dy")
    #expect(driver.commands.last == .newDevice)
  }

  @Test func startingOverAsksFirst() throws {
    var driver = try Driver().pressing("s0<Enter>")
    #expect(driver.calls.isEmpty && driver.state.overlays.count == 2)
    try driver.press("<Esc>")
    #expect(driver.calls.isEmpty && driver.state.overlays.count == 1)
  }

  @Test func theQuestionWhetherToQuitEndsWithThePurchase() throws {
    var driver = try Driver().pressing("jb<Enter>q?")
    driver.finish(.bought(BuyReport(result: .success, productId: Fixture.dark.id)))
    #expect(!driver.effects.contains(.quit))
    #expect(driver.state.overlays.map(\.scope) == [.help])
    #expect(driver.state.message?.text == "Bought Dark icons; new@ paid.")
    try driver.press("<Esc>y")
    #expect(!driver.effects.contains(.quit) && driver.calls.isEmpty)
    try driver.press("q")
    #expect(driver.effects.last == .quit)
  }

  @Test func quittingWhileBuyingAsksFirst() throws {
    var driver = try Driver().pressing("jb<Enter>q")
    #expect(!driver.effects.contains(.quit))
    try driver.press("y")
    #expect(driver.effects.last == .quit)
  }

  // MARK: Matching answers to requests

  @Test func buyingWhileProductsLoad() throws {
    var driver = Driver()
    driver.send(.storeChanged)
    let question = try #require(driver.effects.first { if case .read(_, .overview) = $0 { true } else { false } })
    guard case .read(let id, .overview) = question else { return }
    try driver.press("jb<Enter>")
    #expect(driver.commands == [.buy(Purchase(productId: Fixture.dark.id))])
    let task = try #require(driver.state.works.last?.id)
    #expect(task != id)
    var later = Fixture.overview()
    later.statuses.removeLast()
    driver.send(.loaded(id, .overview(later)))
    #expect(driver.state.products.rows.count == 5)
    #expect(driver.state.works.map(\.id) == [task], "the purchase goes on")
    driver.send(.finished(task, .bought(BuyReport(result: .success, productId: Fixture.dark.id))))
    #expect(driver.state.works.isEmpty)
    #expect(driver.state.message?.text == "Bought Dark icons; new@ paid.")
  }

  @Test func outdatedAnswersAreDropped() {
    var driver = Driver()
    let before = driver.state
    driver.send(.loaded(TaskID(999), .overview(Fixture.overview([]))))
    driver.send(.finished(TaskID(999), .done(detail: nil)))
    driver.send(.failed(TaskID(999), Problem("nothing")))
    driver.send(.stopped(TaskID(999)))
    driver.send(.progress(TaskID(999), 1))
    #expect(driver.state == before && driver.effects.isEmpty)
  }

  @Test func aLatePageOfAnotherQuestionIsDropped() throws {
    var driver = try Driver().pressing("2")
    guard case .read(let old, _) = try #require(driver.effects.last) else { return }
    try driver.press("f")
    driver.send(.loaded(old, .transactions(Fixture.transactions(0..<9))))
    #expect(driver.state.tabs.front.rows.isEmpty)
    driver.answer(.transactions(Fixture.transactions(0..<3)))
    #expect(driver.state.tabs.front.rows.count == 3)
  }

  @Test func changesWhileAQuestionIsUnderWayAskAgainOnce() {
    var driver = Driver()
    for _ in 0..<5 { driver.send(.storeChanged) }
    #expect(driver.queries.filter { $0 == .overview }.count == 1)
    driver.answer(.overview(Fixture.overview()))
    #expect(driver.queries.filter { $0 == .overview }.count == 2)
    driver.answer(.overview(Fixture.overview()))
    #expect(driver.queries.filter { $0 == .overview }.count == 2)
  }

  @Test func aStormOfChangesDoesNotStarveAList() throws {
    var driver = Driver()
    for _ in 0..<5 { driver.send(.storeChanged) }
    #expect(driver.queries.filter { if case .page = $0 { true } else { false } }.count == 1)
    driver.answer(.refunds(Page(rows: [])))
    #expect(driver.state.tabs.front.rows.isEmpty)
    #expect(driver.queries.filter { if case .page = $0 { true } else { false } }.count == 2)
  }

  @Test func aFailedQuestionIsSaidAndOver() throws {
    var driver = try Driver().pressing("2")
    guard case .read(let id, _) = try #require(driver.effects.last) else { return }
    driver.send(.failed(id, Problem("the disk\u{1B}[31m is gone")))
    #expect(driver.state.isIdle)
    #expect(driver.state.message?.text == "The store could not be loaded: the disk\\x1b[31m is gone")
  }

  // MARK: Tasks

  @Test func escStopsWhatIsUnderWay() throws {
    var driver = try Driver().pressing("c<Esc>")
    let id = try #require(driver.state.works.last?.id)
    #expect(driver.effects.last == .cancel(id))
    try driver.press("<Esc>")
    #expect(driver.effects.filter { $0 == .cancel(id) }.count == 1)
    driver.send(.stopped(id))
    #expect(driver.state.message?.text == "Refund check cancelled: no purchases were removed.")
    #expect(driver.state.works.isEmpty)
  }

  @Test func aReportDoesNotTakeTheKeysFromASheet() throws {
    var driver = try Driver().pressing("cs")
    driver.finish(
      .checked(
        RefundCheckReport(
          result: .done,
          refunded: [
            .init(transactionId: "1", productId: Fixture.premium.id, revocationDate: nil)
          ])))
    #expect(driver.state.overlays.map(\.scope) == [.appStore])
    try driver.press("<Esc>l")
    #expect(driver.state.overlays.map(\.scope) == [.report])
  }

  @Test func aRefundCheckLooksAtWhatItChanged() throws {
    var driver = try Driver().pressing("Gc")
    driver.finish(
      .checked(
        RefundCheckReport(
          result: .done,
          refunded: [.init(transactionId: "1", productId: Fixture.premium.id, revocationDate: nil)],
          entitled: [Fixture.dark.id], removed: [Fixture.premium.id])))
    #expect(driver.state.selected?.id == Fixture.premium.id)
  }

  /// A refund that the app server had already told, before the App Store's statement arrives.
  @Test(arguments: [(true, "entitlement unchanged"), (false, "not entitled")])
  func aRefundThatTakesNothingAwaySaysWhatIsLeft(isEntitled: Bool, access: String) throws {
    let status = ProductStatus(
      product: Fixture.premium, state: isEntitled ? .purchased : .refunded, entitled: isEntitled, since: Fixture.now)
    var driver = try Driver(Fixture.overview([status])).pressing("c")
    let since = isEntitled ? "since 2025-03-01" : "bought 2025-03-01"
    #expect(driver.frame().text.contains(since))
    #expect(driver.state.emptyText(.refunds).contains("No refunds known") == isEntitled)
    driver.finish(
      .checked(
        RefundCheckReport(
          result: .done,
          refunded: [.init(transactionId: "1", productId: Fixture.premium.id, revocationDate: Fixture.now)],
          unchanged: 1)))
    #expect(driver.state.lastReport?.lines.first?.text == "Premium unlock: refunded on 2025-03-01, \(access)")
  }

  @Test func aCreditedPurchaseIsNotCalledLocked() throws {
    var driver = try Driver().pressing("b<Enter>")
    var report = BuyReport(result: .unverified, productId: Fixture.premium.id, message: "credited: nothing to do")
    report.isCredited = true
    driver.finish(.bought(report))
    #expect(
      driver.state.message?.text
        == "Premium unlock: the signature does not verify on this device; credited: nothing to do.")
  }

  @Test func aKeyOfTheDashboardLeavesAReport() throws {
    var driver = try Driver().pressing("r")
    driver.finish(.restored(RestoreReport(result: .restored, restored: ["1"], entitled: [Fixture.premium.id])))
    #expect(driver.state.overlays.map(\.scope) == [.report])
    try driver.press("b")
    #expect(driver.state.overlays.map(\.scope) == [.paymentSheet])
  }

  @Test func newsThatComesByItself() {
    var driver = Driver()
    driver.send(.waiting(3))
    #expect(driver.state.device.waitingUpdates == 3)
    driver.send(
      .news(
        RefundCheckReport(
          result: .done,
          refunded: [.init(transactionId: "1", productId: Fixture.premium.id, revocationDate: Fixture.now)],
          removed: [Fixture.premium.id])))
    #expect(driver.state.overlays.isEmpty, "the user did not ask for it, so it takes no focus")
    #expect(driver.state.message?.text == "Premium unlock: refunded on 2025-03-01, no longer entitled")
    #expect(driver.queries.contains(.overview))
    #expect(driver.state.lastReport?.title == "Updates from the App Store")
    #expect(driver.state.lastReport?.lines.first?.tone == .bad)
  }

  @Test func newsOfNothingIsNotTold() {
    var driver = Driver()
    let before = driver.state.message
    driver.send(.news(RefundCheckReport(result: .done, unchanged: 6)))
    #expect(driver.state.message == before)
  }

  // MARK: Time

  @Test func whatExpiresIsResolvedAnew() throws {
    var driver = Driver()
    driver.send(.clock(Fixture.now.adding(milliseconds: 60_000)))
    #expect(driver.effects.isEmpty)
    #expect(driver.state.nextTick == Fixture.now.adding(milliseconds: 120_000))
    driver.send(.clock(Fixture.ahead(days: 2)))
    #expect(driver.queries.contains(.overview))
    driver.send(.clock(Fixture.now))
    #expect(driver.state.now == Fixture.ahead(days: 2), "time does not go back by a tick")
  }

  @Test func theNextTickIsNoLaterThanAnExpiry() {
    var status = Fixture.statuses[3]
    status.expiresDate = Fixture.now.adding(milliseconds: 5000)
    let driver = Driver(Fixture.overview([status]))
    #expect(driver.state.nextTick == Fixture.now.adding(milliseconds: 5000))
  }
}
