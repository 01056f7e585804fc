import TerminalUI
import Testing

@testable import AppStoreModel
@testable import Dashboard

/// Tests that a subscription's row shows what follows its period, and that no price in it is cut.
@Suite struct ComingChangesTests {
  private func frame(
    _ renewal: ComingRenewal?, next: String? = nil, width: Int = 200, height: Int = 50
  ) -> String {
    let status = ProductStatus(
      product: Fixture.monthly, state: .subscribed, entitled: true, expiresDate: Fixture.ahead(days: 20),
      since: Fixture.ago(days: 10), pendingProductId: next, renewal: renewal)
    var driver = Driver(Fixture.overview([status]), width: width, height: height)
    driver.state.lives = []
    return driver.frame().text
  }

  @Test func eachKindHasItsWords() {
    let price = Price(milliunits: 15_000, currency: "CNY")
    // A product that is no longer in the catalogue is named by the end of its id.
    #expect(frame(nil, next: Fixture.yearly.id).contains("● 20 d left, then yearly"))
    let narrow = frame(nil, next: Fixture.yearly.id, width: 80, height: 24)
    #expect(narrow.contains("¥12.00/mo  ● 20 d ") && narrow.contains("changes to"), "money stands before what comes")
    let rise = frame(ComingRenewal(renews: true, price: price, isAnotherPrice: true, awaitsConsent: true))
    // A price increase that the customer has not agreed to is not charged.
    #expect(rise.contains("20 d left, ¥15.00 if agreed") && !rise.contains("then ¥15.00"))
    let notice = frame(ComingRenewal(renews: true, price: price, isAnotherPrice: true))
    #expect(notice.contains("20 d left, then ¥15.00"))
    let offer = frame(ComingRenewal(renews: true, price: Price(milliunits: 3000, currency: "CNY"), isOffer: true))
    #expect(offer.contains("renews 2025-03-21 for ¥3.00/mo"))
    #expect(rise.contains("renews 2025-03-21 for ¥15.00/mo, another price;"))
    let off = frame(ComingRenewal(renews: false))
    #expect(off.contains("20 d left, then ends") && off.contains("auto-renewal is off: ends 2025-03-21"))
    let on = frame(ComingRenewal(renews: true))
    #expect(on.contains("20 d left ") && on.contains("renews 2025-03-21 for ¥12.00/mo"))
  }

  @Test(arguments: AnswerFirstTests.sizes) func noPriceIsCut(width: Int, height: Int) {
    let price = Price(milliunits: 1_999_999_000, currency: "CNY")
    let text = frame(ComingRenewal(renews: true, price: price, isAnotherPrice: true), width: width, height: height)
    let row = text.split(separator: "\n").first { $0.contains("▸ Monthly") } ?? ""
    #expect(row.contains("20 d"), "\(row)")
    #expect(!row.contains("1999") || row.contains("1999999.00"), "\(row)")
  }
}
