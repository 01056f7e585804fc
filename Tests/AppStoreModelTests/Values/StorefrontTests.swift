import Foundation
import Testing

@testable import AppStoreModel

struct StorefrontTests {
  @Test func namesEachStorefrontOnce() {
    let all = Storefront.all
    #expect(all.count >= 60)
    #expect(Set(all.map(\.countryCode)).count == all.count)
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(Set(all.map(\.regionCode)).count == all.count)
    for storefront in all {
      #expect(storefront.countryCode.count == 3)
      #expect(storefront.id.hasPrefix("143") && storefront.id.count == 6)
      #expect(Locale.Region(storefront.regionCode).isISORegion)
      #expect(Locale.commonISOCurrencyCodes.contains(storefront.currency))
      #expect(storefront.localeIdentifier.hasSuffix("_" + storefront.regionCode))
    }
  }

  @Test func isFoundByItsCode() throws {
    let unitedStates = try #require(Storefront(countryCode: "USA"))
    #expect(unitedStates.id == "143441")
    #expect(unitedStates.currency == "USD")
    let china = try #require(Storefront(countryCode: "chn"))
    #expect(china.id == "143465")
    #expect(china.currency == "CNY")
    #expect(china.localeIdentifier == "zh_CN")
    #expect(china.regionCode == "CN")
    for code in ["", "US", "XXX", "USAA"] { #expect(Storefront(countryCode: code) == nil) }
  }
}
