import Core
import TerminalUI
import Testing

@testable import AppStoreModel
@testable import Dashboard

@Suite struct OrderTests {
  private func orders(_ width: Int = 80, _ height: Int = 24) throws -> Driver {
    var driver = try Driver(width: width, height: height).pressing("3")
    driver.answer(.orders(Fixture.orders))
    return driver
  }

  @Test(arguments: [(60, 16), (80, 24)]) func anOrderIsShownWithItsJournal(width: Int, height: Int) throws {
    var driver = try orders(width, height)
    try driver.press("jo")
    guard case .orderJournal(let request)? = driver.queries.last else {
      Issue.record("the journal is not asked for")
      return
    }
    #expect(request.orderId == Fixture.orders.rows[1].id)
    driver.answer(.orderJournal(Fixture.journal))
    try Snapshot.check(driver.frame(), "order-\(width)x\(height)")
    try driver.press("t")
    #expect(driver.commands == [.retry(orderId: Fixture.orders.rows[1].id)])
    try driver.press("<Esc>")
    #expect(driver.state.overlays.isEmpty)
  }

  @Test func tryingAgainWithoutAnOrderGoesOnWithAll() throws {
    var driver = try Driver().pressing("t")
    #expect(driver.commands == [.retry(orderId: nil)])
    try driver.press("t")
    #expect(driver.commands.count == 1, "one at a time")
  }

  @Test func anOrderIsGivenUpWithAReason() throws {
    var driver = Driver()
    var page = Fixture.orders
    page.rows[1].state = .refused
    try driver.press("3")
    driver.answer(.orders(page))
    try driver.press("d")
    #expect(driver.state.message?.text == "give up: \(ReasonText.orderIsClosed.text)")
    try driver.press("jd")
    try Snapshot.check(driver.frame(), "order-grounds-80x24")
    try driver.press("<Enter>")
    try Snapshot.check(driver.frame(), "order-drop-80x24")
    try driver.press("<Enter>")
    #expect(driver.state.message?.text == "go on: the field is empty" && driver.commands.isEmpty)
    try driver.press("  too  old q<Enter>")
    #expect(driver.commands == [.closeOrder(Fixture.orders.rows[1].id, reason: "too old q")])
    #expect(driver.state.overlays.isEmpty)
  }

  @Test func aGroundIsChosenAndACompensationNamed() throws {
    var page = Fixture.orders
    page.rows[1].state = .refused
    func dropping(_ keys: String) throws -> [Command] {
      var driver = try Driver().pressing("3")
      driver.answer(.orders(page))
      try driver.press("jd" + keys)
      return driver.commands
    }
    let id = page.rows[1].id
    #expect(try dropping("j<Enter>odd<Enter>") == [.closeOrder(id, on: .fraud, reason: "odd")])
    #expect(
      try dropping("jjj<Enter>grant-7<Enter>made good<Enter>")
        == [.closeOrder(id, on: .compensated, compensatedBy: "grant-7", reason: "made good")])
  }

  @Test func anOrderThatWasGivenUpIsReopened() throws {
    var driver = Driver()
    var page = Fixture.orders
    try driver.press("3")
    driver.answer(.orders(page))
    try driver.press("R")
    #expect(driver.state.message?.text == "reopen: \(ReasonText.orderIsNotGivenUp.text)")
    page.rows[1].closedReason = ClosedByHand.stored("by mistake", ground: .duplicate)
    driver.state.tabs.forget()
    try driver.press("12" + "3")
    driver.answer(.orders(page))
    try driver.press("jR")
    #expect(driver.frame().text.contains("Open this order again?"))
    try driver.press("it was another one<Enter>")
    #expect(driver.commands == [.reopenOrder(page.rows[1].id, reason: "it was another one")])
  }

  @Test func whatWasGivenUpIsNoWaitingOrder() throws {
    var status = Fixture.premiumStatus
    (status.state, status.entitled) = (.paidNotDelivered, false)
    status.underWay = [
      UnderWay(
        kind: .paidNotDelivered, orderId: "o", since: status.since ?? Timestamp(milliseconds: 0), who: .customer,
        cause: .overdue)
    ]
    #expect(Driver(Fixture.overview([status])).state.statusBadges.contains(.ordersWait(1)))
    status.underWay[0].ground = .fraud
    #expect(!Driver(Fixture.overview([status])).state.statusBadges.contains(.ordersWait(1)))
  }

  /// Tests that `t` reports the outcome of each purchase that was waiting, except those that were given up.
  @Test func whatBecameOfAPurchaseWithoutAnAnswerIsSaid() throws {
    var driver = try Driver().pressing("t")
    let item = RetryReport.Item(
      productId: Fixture.premium.id, intentId: "i", before: "open", after: "open", isWaiting: true,
      text: "whether it was charged is not known yet")
    driver.finish(.retried(RetryReport(orders: [], items: [item])))
    #expect(driver.state.message?.text == "Premium unlock: whether it was charged is not known yet")
    try driver.press("<Esc>t")
    driver.finish(.retried(RetryReport(orders: [], items: [])))
    #expect(driver.state.message?.text == "Nothing waits.")
  }

  /// Tests that a live update with a good copy removes the report that a product is locked.
  @Test func case13NewsThatUnlocksTakesTheReportAway() throws {
    var driver = try Driver().pressing("b<Enter>")
    driver.finish(.bought(BuyReport(result: .unverified, productId: Fixture.premium.id)))
    #expect(driver.frame().text.contains("is not unlocked"))
    driver.send(.news(RefundCheckReport(result: .done, entitled: [Fixture.coins.id])))
    #expect(driver.frame().text.contains("is not unlocked"), "of another product")
    driver.send(.news(RefundCheckReport(result: .done, entitled: [Fixture.premium.id])))
    #expect(!driver.frame().text.contains("unlocked"))
    #expect(driver.state.message?.text == "Premium unlock: newly entitled")
  }

  @Test(arguments: ["2", "3"]) func aTokenFindsItsRow(tab: String) throws {
    var driver = Driver()
    let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
    var orders = Fixture.orders
    orders.rows[1].appAccountToken = token.uppercased()
    var transactions = Fixture.transactions(0..<3)
    transactions.rows[0].transaction.appAccountToken = token
    try driver.press("<Tab>" + tab)
    driver.answer(tab == "3" ? .orders(orders) : .transactions(transactions))
    try driver.press("/" + token)
    driver.answer(tab == "3" ? .orders(orders) : .transactions(transactions))
    #expect(driver.state.tabs.front.rows.count == 1)
    let row = try #require(driver.state.tabs.front.rows.first)
    #expect(row.token.lowercased() == token)
  }

  @Test func whatWaitsIsTheFirstRowAndIsClosedWithAReason() throws {
    var driver = Driver()
    let intent = Intent(
      id: "5d7a", account: "new@", user: "one", productId: Fixture.orders.rows[0].productId, quantity: 1,
      appAccountToken: nil, state: .interrupted, createdDate: Timestamp(milliseconds: 1_740_830_400_000),
      storeDate: Timestamp(milliseconds: 1_740_830_400_000))
    try driver.press("3")
    driver.answer(.orders(Fixture.orders, waiting: [WaitingPurchase(intent, among: [])]))
    #expect(driver.state.tabs[.orders].rows.map(\.id) == ["5d7a"] + Fixture.orders.rows.map(\.id))
    #expect(driver.frame().lines.joined().contains("interrupted"))
    try driver.press("d")
    #expect(driver.frame().lines.joined().contains("the App Store is not told"))
    try driver.press("they gave up<Enter>")
    #expect(driver.commands == [.closeOrder("5d7a", reason: "they gave up")])
  }

  @Test func withoutAnOrderItIsSaid() throws {
    var driver = Driver()
    for key in ["o", "d"] {
      try driver.press(key)
      #expect(driver.state.message?.text.hasSuffix(ReasonText.noOrder.text) == true, "\(key)")
    }
  }

  @Test func anotherUserLogsIn() throws {
    var overview = Fixture.overview()
    overview.facts.users = ["one", "two"]
    var driver = try Driver(overview).pressing("i<Enter>")
    #expect(driver.commands == [.logIn("two")])
    driver.finish(.done(detail: nil))
    try driver.press("ij<Enter>three<Enter>")
    #expect(driver.commands.last == .logIn("three"))
    driver.finish(.done(detail: nil))
    try driver.press("iG<Enter>")
    #expect(driver.commands.last == .logIn(nil))
    driver.finish(.done(detail: nil))
    try driver.press("i")
    try Snapshot.check(driver.frame(), "users-80x24")
    try driver.press("j<Enter>x<Esc><Esc>")
    #expect(driver.state.overlays.isEmpty && driver.commands.count == 3)
  }

  @Test func withoutAUserNothingCanBeMovedToOne() throws {
    var overview = Fixture.overview()
    overview.device.user = nil
    overview.statuses[0].next = NextStep(who: .us, text: "move it", action: .transfer(transactionId: "1"))
    let driver = try Driver(overview).pressing("m")
    #expect(driver.state.overlays.isEmpty)
    #expect(driver.state.message?.text == "move: no user is known here yet; log one in first (i)")
  }

  @Test func quarantineIsAList() throws {
    var driver = try Driver().pressing("6")
    driver.answer(
      .quarantine(
        Page(rows: [
          QuarantinedItem(
            id: 4, transactionId: "2000000845429999", productId: Fixture.dark.id,
            failure: VerificationFailure(.signature, "the signature is invalid"), account: "new@",
            date: Fixture.ago(days: 1), jws: "e30.e30.AA")
        ])))
    try Snapshot.check(driver.frame(), "quarantine-80x24")
    driver.send(.resize(Size(width: 60, height: 16)))
    try Snapshot.check(driver.frame(), "quarantine-60x16")
  }
}
