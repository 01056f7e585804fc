import AppStoreModel
package import Dashboard

extension TimeZoneTable {
  /// Returns the local time zone (`TZ`, or the machine's) from 2000 to 2050.
  ///
  /// It asks the C library for the offset every two weeks, because no zone's summer time is shorter, and then finds
  /// each change to the second.
  package static func local() -> TimeZoneTable {
    let (start, end, step) = (946_684_800, 2_524_608_000, 14 * 86_400)
    var table = TimeZoneTable(base: offset(at: start))
    var known = table.base
    for date in stride(from: start + step, to: end, by: step) {
      let offset = offset(at: date)
      guard offset != known else { continue }
      var (before, after) = (date - step, date)
      while after - before > 1 {
        let middle = (before + after) / 2
        if Self.offset(at: middle) == known { before = middle } else { after = middle }
      }
      table.periods.append(Period(start: Timestamp(milliseconds: Int64(after) * 1000), offset: offset))
      known = offset
    }
    return table
  }

  private static func offset(at seconds: Int) -> Int {
    DisplayZone.local.offset(at: Timestamp(milliseconds: Int64(seconds) * 1000))
  }
}
