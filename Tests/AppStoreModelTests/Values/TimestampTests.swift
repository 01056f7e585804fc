import Foundation
import Testing

@testable import AppStoreModel

struct TimestampTests {
  @Test func arithmeticSaturates() {
    let instant = Timestamp(milliseconds: 1000)
    #expect(instant.adding(milliseconds: 500).milliseconds == 1500)
    #expect(instant.subtracting(milliseconds: 1500).milliseconds == -500)
    #expect(instant.adding(milliseconds: .max) == .distantFuture)
    #expect(Timestamp(milliseconds: -1000).adding(milliseconds: .min) == .distantPast)
    #expect(instant.subtracting(milliseconds: .min) == .distantFuture)
    #expect(Timestamp(milliseconds: -2).subtracting(milliseconds: .max) == .distantPast)
    #expect(Timestamp.distantFuture.milliseconds(since: .distantPast) == .max)
    #expect(Timestamp.distantPast.milliseconds(since: .distantFuture) == .min)
    #expect(instant.milliseconds(since: Timestamp(milliseconds: 400)) == 600)
    #expect(Timestamp(milliseconds: 1) < Timestamp(milliseconds: 2))
  }

  @Test func theYearOneIsUnknown() {
    #expect(Timestamp(milliseconds: -62_135_769_600_000).isUnknown)
    #expect(Timestamp(milliseconds: -62_135_596_800_000).isUnknown)
    #expect(!Timestamp(milliseconds: -62_104_060_800_000).isUnknown)
    #expect(Timestamp(milliseconds: -62_104_060_800_000).formatted(.day) == "0002-01-01")
    #expect(!Timestamp(milliseconds: -1).isUnknown)
  }

  @Test(arguments: [
    (1_740_830_405_999, "2025-03-01 12:00:05"), (0, "1970-01-01 00:00:00"), (-1, "1969-12-31 23:59:59"),
    (951_782_400_000, "2000-02-29 00:00:00"), (4_107_542_400_000, "2100-03-01 00:00:00"),
    (-62_135_769_600_000, "0000-12-30 00:00:00"), (253_402_300_800_000, "10000-01-01 00:00:00"),
    (Int64.max, "292278994-08-17 07:12:55"), (Int64.min, "-292275055-05-16 16:47:04"),
  ])
  func formatsInUTC(milliseconds: Int64, text: String) {
    let instant = Timestamp(milliseconds: milliseconds)
    #expect(instant.description == text)
    #expect(instant.formatted() == String(text.dropLast(3)))
    #expect(instant.formatted(.day) == String(text.dropLast(9)))
  }

  @Test func formatsWithAnOffset() {
    let instant = Timestamp(milliseconds: 1_740_830_405_999)
    #expect(instant.formatted(.minute, secondsFromUTC: 8 * 3600) == "2025-03-01 20:00")
    #expect(instant.formatted(.second, secondsFromUTC: -(12 * 3600 + 6)) == "2025-02-28 23:59:59")
    #expect(instant.formatted(.day, secondsFromUTC: 5 * 3600 + 1800) == "2025-03-01")
    #expect(Timestamp.distantFuture.formatted(.day, secondsFromUTC: 3600) == "292278994-08-17")
  }

  @Test func agreesWithFoundationOnEveryDay() throws {
    let utc = try #require(TimeZone(identifier: "UTC"))
    let style = Date.ISO8601FormatStyle(timeZone: utc).year().month().day()
    for day in stride(from: -40_000, through: 90_000, by: 17) {
      let instant = Timestamp(milliseconds: Int64(day) * Timestamp.millisecondsPerDay + 43_200_000)
      let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
      #expect(instant.formatted(.day) == date.formatted(style))
    }
  }
}

@Suite struct TimestampParsingTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("2025-03-01", 1_740_787_200_000), ("2025-03-01 12:00", 1_740_830_400_000),
    ("2025-03-01T12:00:05Z", 1_740_830_405_000), ("2024-02-29T23:59Z", 1_709_251_140_000),
    ("2025-03-01T12:00:05.25Z", 1_740_830_405_250), ("2025-03-01T12:00:05.2310009Z", 1_740_830_405_231),
  ])
  func reads(text: String, milliseconds: Int64) {
    #expect(Timestamp(utc: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2025", "2025-3-1", "2025-13-01", "2025-02-29", "2025-00-01", "2025-01-00", "2025-03-01T", "2025-03-01T24:00",
    "2025-03-01T12:60", "2025-03-01T12:00:60", "2025-03-01T12:00:05+01:00", "2025-03-01T12:00:05.Z",
    "2025-03-01 12:00 ", "-025-03-01",
    "２０２５-03-01",
  ])
  func refuses(text: String) {
    #expect(Timestamp(utc: text) == nil)
  }
}
