import Foundation
import Testing

@testable import AppStoreModel

struct BillingDateTests {
  /// Returns noon of a day in UTC.
  private func noon(_ year: Int64, _ month: Int, _ day: Int) -> Timestamp {
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    return Timestamp(milliseconds: days * Timestamp.millisecondsPerDay + 43_200_000)
  }

  @Test func aMonthEndsOnTheLastDayThatThereIs() throws {
    #expect(noon(2025, 1, 31).adding(.month) == noon(2025, 2, 28))
    #expect(noon(2024, 1, 31).adding(.month) == noon(2024, 2, 29))
    #expect(noon(2025, 5, 31).adding(.month) == noon(2025, 6, 30))
    #expect(noon(2025, 12, 31).adding(.month) == noon(2026, 1, 31))
    #expect(noon(2025, 11, 30).adding(try #require(SubscriptionPeriod(3, .month))) == noon(2026, 2, 28))
    #expect(noon(2024, 2, 29).adding(.year) == noon(2025, 2, 28))
    #expect(noon(2024, 2, 29).adding(.year, count: 4) == noon(2028, 2, 29))
    #expect(noon(2000, 1, 29).adding(.month) == noon(2000, 2, 29))
    #expect(noon(2100, 1, 29).adding(.month) == noon(2100, 2, 28))
  }

  @Test func daysAndWeeksHaveAFixedLength() throws {
    #expect(noon(2025, 3, 29).adding(.week) == noon(2025, 4, 5))
    #expect(noon(2024, 2, 28).adding(try #require(SubscriptionPeriod(3, .day))) == noon(2024, 3, 2))
  }

  @Test func countsFromTheAnchor() {
    let anchor = noon(2025, 1, 31)
    let dates = (0...4).map { anchor.adding(.month, count: $0) }
    #expect(dates == [anchor, noon(2025, 2, 28), noon(2025, 3, 31), noon(2025, 4, 30), noon(2025, 5, 31)])
    #expect(anchor.adding(.month, count: -2) == noon(2024, 11, 30))
  }

  @Test func keepsTheMillisecondAndTheTimeBefore1970() {
    let instant = Timestamp(milliseconds: noon(1965, 3, 31).milliseconds + 7)
    #expect(instant.adding(.month).milliseconds == noon(1965, 4, 30).milliseconds + 7)
  }

  @Test(arguments: [SubscriptionPeriod.month, .week, .year]) func saturates(period: SubscriptionPeriod) throws {
    let instant = noon(2025, 1, 31)
    #expect(instant.adding(period, count: .max) == .distantFuture)
    #expect(instant.adding(period, count: .min) == .distantPast)
    #expect(Timestamp.distantFuture.adding(period) == .distantFuture)
    #expect(Timestamp.distantPast.adding(period, count: -1) == .distantPast)
    let long = try #require(SubscriptionPeriod(9999, period.unit))
    #expect(instant.adding(long, count: .max) == .distantFuture)
    #expect(instant.adding(long, count: .min) == .distantPast)
  }

  @Test func agreesWithFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for day in stride(from: -10_000, through: 60_000, by: 41) {
      let instant = Timestamp(milliseconds: Int64(day) * Timestamp.millisecondsPerDay + 61_000)
      let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
      for months in [-13, -1, 1, 2, 6, 12, 25] {
        let expected = try #require(calendar.date(byAdding: .month, value: months, to: date))
        let result = instant.adding(.month, count: months)
        #expect(result.milliseconds == Int64(expected.timeIntervalSince1970 * 1000))
      }
    }
  }
}
