import AppStoreModel
import Foundation
import TestSupport
import Testing

@testable import Serve

@Suite struct PacificTimeTests {
  /// Tests Pacific time against the system's tables: every clock change, the seconds around it, and dates between.
  @Test func itIsThatOfLosAngeles() throws {
    let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
    var generator = SeededGenerator(seed: 7)
    var instants = (0..<2000).map { _ in Int64.random(in: 1_200_000_000...4_000_000_000, using: &generator) }
    var date = Date(timeIntervalSince1970: 1_200_000_000)
    for _ in 0..<60 {
      date = try #require(zone.nextDaylightSavingTimeTransition(after: date))
      let seconds = Int64(date.timeIntervalSince1970)
      instants += [seconds - 1, seconds, seconds + 1]
    }
    for seconds in instants {
      let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      #expect(
        PacificTime.secondsFromUTC(at: Timestamp(milliseconds: seconds * 1000)) == expected, "at \(seconds)")
    }
  }
}
