import Testing

@testable import AppStoreModel

/// Tests the tables of time rates, row by row, in seconds.
struct TimeRateTests {
  private static let periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

  private static let minute: Int64 = 60
  private static let hour: Int64 = 3600

  struct Row: Sendable, CustomTestStringConvertible {
    let rate: TimeRate
    let periods: [Int64]
    let weeklyGrace, grace, retry: Int64

    var testDescription: String { rate.name }
  }

  private static let rows = [
    Row(
      rate: .monthlyRenewalEveryHour, periods: [15 * minute, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour],
      weeklyGrace: 12 * minute + 51, grace: 30 * minute, retry: 2 * hour),
    Row(
      rate: .monthlyRenewalEveryThirtyMinutes,
      periods: [10 * minute, 30 * minute, hour, 90 * minute, 3 * hour, 6 * hour],
      weeklyGrace: 8 * minute + 34, grace: 15 * minute, retry: hour),
    Row(
      rate: .monthlyRenewalEveryFifteenMinutes,
      periods: [5 * minute, 15 * minute, 30 * minute, 45 * minute, 90 * minute, 3 * hour],
      weeklyGrace: 4 * minute + 17, grace: 7 * minute + 30, retry: 30 * minute),
    Row(
      rate: .monthlyRenewalEveryFiveMinutes,
      periods: [3 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute, hour],
      weeklyGrace: 2 * minute + 34, grace: 2 * minute + 30, retry: 10 * minute),
    Row(
      rate: .monthlyRenewalEveryThirtySeconds, periods: [10, 30, minute, 90, 3 * minute, 6 * minute],
      weeklyGrace: 9, grace: 15, retry: minute),
    fixed(.oneRenewalEveryFifteenMinutes, 15 * minute),
    fixed(.oneRenewalEveryFiveMinutes, 5 * minute),
    fixed(.oneRenewalEveryMinute, minute),
    fixed(.oneRenewalEveryThirtySeconds, 30),
    fixed(.oneRenewalEveryTenSeconds, 10),
    fixed(.oneRenewalEveryTwoSeconds, 2),
    fixed(.testFlightDaily, 24 * hour),
    Row(
      rate: .sandboxEveryThreeMinutes,
      periods: [3 * minute, 3 * minute, 6 * minute, 9 * minute, 18 * minute, 36 * minute], weeklyGrace: 90, grace: 90,
      retry: 6 * minute),
    daily(.oneHourIsOneDay, hour),
    daily(.thirtyMinutesIsOneDay, 30 * minute),
    daily(.fiveMinutesIsOneDay, 5 * minute),
    daily(.oneMinuteIsOneDay, minute),
    daily(.thirtySecondsIsOneDay, 30),
    daily(.oneSecondIsOneDay, 1),
  ]

  private static func fixed(_ rate: TimeRate, _ length: Int64) -> Row {
    let periods = [Int64](repeating: length, count: 6)
    return Row(rate: rate, periods: periods, weeklyGrace: length, grace: length, retry: 2 * length)
  }

  private static func daily(_ rate: TimeRate, _ day: Int64) -> Row {
    Row(
      rate: rate, periods: [7 * day, 30 * day, 60 * day, 90 * day, 180 * day, 365 * day], weeklyGrace: 6 * day,
      grace: 16 * day, retry: 60 * day)
  }

  @Test(arguments: rows) func followsTheTable(row: Row) throws {
    for (text, seconds) in zip(Self.periods, row.periods) {
      let period = try #require(SubscriptionPeriod(iso8601: text))
      #expect(row.rate.duration(of: period) == seconds * 1000, "\(text)")
      let grace = text == "P1W" ? row.weeklyGrace : row.grace
      #expect(row.rate.gracePeriod(for: period) == grace * 1000, "\(text)")
    }
    #expect(row.rate.billingRetry == row.retry * 1000)
  }

  @Test func coversEveryRate() {
    #expect(Set(Self.rows.map(\.rate)).union([.realTime]) == Set(TimeRate.allCases))
    #expect(
      TimeRate.allCases.map(\.rawValue) == [
        0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 15, 1000, 1001, 1002, 1003, 1004, 1005, -3, -1,
      ])
    #expect(TimeRate(rawValue: 14) == nil)
  }

  @Test func realTimeLeavesPeriodsToTheCalendar() {
    let day = Timestamp.millisecondsPerDay
    #expect(TimeRate.realTime.duration(of: .month) == nil)
    #expect(TimeRate.realTime.gracePeriod(for: .week) == 6 * day)
    #expect(TimeRate.realTime.gracePeriod(for: .year) == 16 * day)
    #expect(TimeRate.realTime.billingRetry == 60 * day)
  }

  @Test func takesUnlistedPeriodsInProportion() throws {
    let rate = TimeRate.monthlyRenewalEveryHour
    #expect(rate.duration(of: try #require(SubscriptionPeriod(2, .week))) == 30 * 60_000)
    #expect(rate.duration(of: try #require(SubscriptionPeriod(7, .day))) == 15 * 60_000)
    #expect(rate.duration(of: try #require(SubscriptionPeriod(9999, .year))) == 9999 * 12 * 3_600_000)
  }

  @Test func isReadByNameOrNumber() {
    for rate in TimeRate.allCases {
      #expect(TimeRate(rate.name) == rate)
      #expect(TimeRate("\(rate.rawValue)") == rate)
    }
    #expect(TimeRate.oneMinuteIsOneDay.name == "oneMinuteIsOneDay")
    for text in ["", "14", "fast", "OneMinuteIsOneDay", "99999999999999999999"] { #expect(TimeRate(text) == nil) }
  }
}
