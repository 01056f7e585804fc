import Testing

@testable import AppStoreModel

struct SubscriptionPeriodTests {
  @Test(arguments: [
    ("P1W", "week", "/wk"), ("P1M", "month", "/mo"), ("P2M", "2 months", "/2 mo"), ("P3M", "3 months", "/3 mo"),
    ("P6M", "6 months", "/6 mo"), ("P1Y", "year", "/yr"), ("P3D", "3 days", "/3 day"), ("P2W", "2 weeks", "/2 wk"),
    ("P9999D", "9999 days", "/9999 day"),
  ])
  func readsAndWrites(text: String, words: String, suffix: String) throws {
    let period = try #require(SubscriptionPeriod(iso8601: text))
    #expect(period.iso8601 == text)
    #expect(period.description == words)
    #expect(period.priceSuffix == suffix)
  }

  @Test(arguments: [
    "", "P", "P1", "PM", "1M", "P0M", "P-1M", "P+1M", "P1H", "PT1H", "P1M ", "p1m", "P1Y2M", "P10000D",
    "P99999999999999999999Y", "P１M",
  ])
  func refuses(text: String) {
    #expect(SubscriptionPeriod(iso8601: text) == nil)
  }

  @Test func takesOneToNineThousandNineHundredNinetyNine() {
    #expect(SubscriptionPeriod(0, .day) == nil)
    #expect(SubscriptionPeriod(-1, .day) == nil)
    #expect(SubscriptionPeriod(10_000, .day) == nil)
    #expect(SubscriptionPeriod(1, .month) == .month)
  }

  @Test func knowsPeriodsOfAWeekOrShorter() throws {
    #expect(SubscriptionPeriod.week.isWeekOrShorter)
    #expect(try #require(SubscriptionPeriod(7, .day)).isWeekOrShorter)
    #expect(!(try #require(SubscriptionPeriod(8, .day)).isWeekOrShorter))
    #expect(!(try #require(SubscriptionPeriod(2, .week)).isWeekOrShorter))
    #expect(!SubscriptionPeriod.month.isWeekOrShorter)
  }
}
