import AppStoreModel
import Core
import Dashboard
import Desk

/// The trends of a desk as a table or as CSV.
extension DeskCall {
  /// Prints what happened in each day or week: purchases, renewals, refunds, failed and recovered renewals, expirations.
  func trends() throws -> ExitStatus {
    let today = Timestamp.machine
    let last = try options[.lastDay] ?? today
    let first = try options[.sweepStart] ?? last.subtracting(milliseconds: 59 * Timestamp.millisecondsPerDay)
    guard first <= last else { throw UsageError(say("invalid range; --from must not be after --to")) }
    let isByWeek = try options[.trendLength] == "week"
    let format = try options[.trendFormat]
    let trends = try settledDesk().trends(from: first.day, through: last.day)
    let rows = trends.rows(byWeek: isByWeek)
    let names = DeskTrends.exportedNames
    if format == "csv" {
      for row in [names] + rows { output.raw(Destination.csv.row(row).utf8) }
      return .done
    }
    let document: JSONObject = [
      "from": .string(trends.day(first.day)), "to": .string(trends.day(last.day)), "by": isByWeek ? "week" : "day",
      "note": .string(say("counts of signed data, not revenue")),
      "rows": .array(
        rows.map { row in
          [
            "from": .string(row[0]), "kind": .string(row[1]), "productId": .string(row[2]),
            "count": .number(Int(row[3]) ?? 0),
          ]
        }),
    ]
    if format == "json", !output.json {
      output.line(document)
      return .done
    }
    output.document(document)
    var table = Table(titles: ["FROM", "WHAT", "PRODUCT", "COUNT"])
    for row in rows { table.append([row[0], term(row[1]), row[2], row[3]]) }
    output.text(
      rows.isEmpty
        ? say("nothing happened in these days") : table.text + "\n" + say("counts of signed data, not revenue"))
    return .done
  }
}
