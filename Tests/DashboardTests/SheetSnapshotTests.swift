import TerminalUI
import Testing

@testable import AppStoreModel
@testable import Dashboard

@Suite struct SheetSnapshotTests {
  @Test func paymentSheet() throws {
    var driver = try Driver().pressing("jb")
    try Snapshot.check(driver.frame(), "payment-80x24")
    try driver.press("<Esc>")
    driver.finish(.bought(BuyReport(result: .cancelled, productId: Fixture.dark.id)))
    try driver.press("jb++t")
    try Snapshot.check(driver.frame(), "payment-consumable-80x24")
    try driver.press("f")
    try Snapshot.check(driver.frame(), "payment-fail-80x24")
  }

  @Test func paymentSheetOfSomethingOwned() throws {
    let driver = try Driver(width: 60, height: 16).pressing("b")
    try Snapshot.check(driver.frame(), "payment-owned-60x16")
  }

  @Test func useSheet() throws {
    let driver = try Driver().pressing("jjx+")
    try Snapshot.check(driver.frame(), "use-80x24")
  }

  @Test func refund() throws {
    var driver = try Driver().pressing("a")
    try Snapshot.check(driver.frame(), "refund-list-reading-80x24")
    driver.answer(.refundable(Page(rows: [Fixture.stored(1, Fixture.monthly), Fixture.stored(3), Fixture.stored(9)])))
    try driver.press("j")
    try Snapshot.check(driver.frame(), "refund-list-80x24")
    try driver.press("k<Enter>I did not want it")
    try Snapshot.check(driver.frame(), "refund-reason-80x24")
    driver.send(.resize(Size(width: 60, height: 16)))
    try Snapshot.check(driver.frame(), "refund-reason-60x16")
  }

  @Test func nothingToRefund() throws {
    var driver = try Driver(width: 60, height: 16).pressing("a")
    driver.answer(.refundable(Page(rows: [])))
    try Snapshot.check(driver.frame(), "refund-list-empty-60x16")
  }

  @Test(arguments: [(60, 16), (80, 24), (160, 50)])
  func appStore(width: Int, height: Int) throws {
    let driver = try Driver(width: width, height: height).pressing("s")
    try Snapshot.check(driver.frame(), "appstore-\(width)x\(height)")
  }

  @Test func appStoreQuestions() throws {
    var driver = try Driver().pressing("s+")
    try Snapshot.check(driver.frame(), "appstore-clock-80x24")
    try driver.press("<Esc>i")
    try Snapshot.check(driver.frame(), "appstore-accounts-80x24")
    try driver.press("<Esc>d")
    try Snapshot.check(driver.frame(), "appstore-new-device-80x24")
    try driver.press("n0")
    try Snapshot.check(driver.frame(), "appstore-start-over-80x24")
  }

  @Test func help() throws {
    var driver = try Driver(Fixture.overview(device: DeviceState())).pressing("?")
    try Snapshot.check(driver.frame(), "help-80x24")
    try driver.press("<Esc>s?")
    try Snapshot.check(driver.frame(), "help-appstore-80x24")
  }

  @Test func filter() throws {
    var driver = try Driver().pressing("/plus")
    try Snapshot.check(driver.frame(), "filter-80x24")
    try driver.press(" nothing<Enter>")
    try Snapshot.check(driver.frame(), "filter-nothing-80x24")
  }

  @Test func refundCheckReport() throws {
    var driver = try Driver().pressing("c")
    let id = try #require(driver.state.works.last?.id)
    driver.send(.progress(id, 20))
    try Snapshot.check(driver.frame(), "refund-check-running-80x24")
    driver.finish(
      .checked(
        RefundCheckReport(
          result: .done, checked: 12,
          refunded: [.init(transactionId: "1", productId: Fixture.premium.id, revocationDate: Fixture.ago(days: 0))],
          reversed: [.init(transactionId: "2", productId: Fixture.dark.id, revocationDate: nil)],
          entitled: [Fixture.dark.id], removed: [Fixture.premium.id], unchanged: 4)))
    try Snapshot.check(driver.frame(), "refund-check-report-80x24")
  }

  @Test func restoreReport() throws {
    var driver = try Driver(width: 60, height: 16).pressing("r")
    driver.finish(
      .restored(
        RestoreReport(
          result: .restored, restored: ["1", "2", "3"], entitled: [Fixture.premium.id],
          inactive: [ProductOutcome(productId: Fixture.season.id, state: .expired)], alreadyKnown: 2,
          notRestorable: [
            TransactionOutcome(
              transactionId: "4", productId: Fixture.coins.id, reason: "a consumable is never restored")
          ])))
    try Snapshot.check(driver.frame(), "restore-report-60x16")
  }

  @Test func aLongReason() throws {
    let driver = try Driver(width: 60, height: 16).pressing("jjjjb")
    try Snapshot.check(driver.frame(), "reason-60x16")
  }

  @Test func failures() throws {
    var driver = try Driver().pressing("r")
    let id = try #require(driver.state.works.last?.id)
    driver.send(.failed(id, Problem("the App Store cannot be reached", kind: .networkError)))
    try Snapshot.check(driver.frame(), "failure-80x24")
    try driver.press("<Esc>b<Enter>")
    driver.finish(
      .bought(
        BuyReport(
          result: .unverified, productId: Fixture.premium.id, message: "the signature does not match the payload")))
    try Snapshot.check(driver.frame(), "unverified-80x24")
  }
}
