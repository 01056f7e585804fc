import AppStoreModel
import Testing

@Suite struct DisplayZoneTests {
  private let date = Timestamp(milliseconds: 1_740_830_405_000)

  @Test func textsNameTheZoneOfTheirDates() {
    #expect(date.shownMinute == "2025-03-01 12:00 UTC")
    #expect(date.shownDay == "2025-03-01")
  }

  @Test func aTaskShowsDatesInAnotherZone() {
    let offset = DisplayZone.local.offset(at: date)
    DisplayZone.$ofTask.withValue(.local) {
      #expect(date.shownMinute.hasPrefix(date.formatted(.minute, secondsFromUTC: offset)))
      #expect(date.shownMinute.hasSuffix(" " + DisplayZone.local.name(at: date)))
    }
    #expect(DisplayZone.utc.offset(at: date) == 0 && DisplayZone.utc.name(at: date) == "UTC")
  }
}
