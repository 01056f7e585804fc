import AppStoreModel
import Core
import Dashboard
import Desk

/// The trends of a desk as a table or as CSV.
extension DeskCall {
  /// Prints what happened in each day or week: purchases, renewals, refunds, failed and recovered renewals, expirations.
  func trends() throws -> ExitStatus {
    let today = Timestamp.machine
    let last = try options.date("to") ?? today
    let first = try options.date("from") ?? last.subtracting(milliseconds: 59 * Timestamp.millisecondsPerDay)
    guard first <= last else { throw UsageError(say("invalid range; --from must not be after --to")) }
    let isByWeek = options["by"] == "week"
    guard ["week", "day", nil].contains(options["by"]) else {
      throw UsageError(say("invalid --by “\(safeText(options["by"] ?? ""))”; use day or week"))
    }
    let trends = try settledDesk().trends(from: first.day, through: last.day)
    let rows = trends.rows(byWeek: isByWeek)
    let names = DeskTrends.exportedNames
    switch options["format"] {
    case "csv":
      for row in [names] + rows { output.raw((row.map(Destination.csv.safe).joined(separator: ",") + "\r\n").utf8) }
      return .done
    case nil, "json": break
    case let name?: throw UsageError(say("invalid --format “\(safeText(name))”; use csv or json"))
    }
    let document: JSONObject = [
      "from": .string(trends.day(first.day)), "to": .string(trends.day(last.day)), "by": isByWeek ? "week" : "day",
      "note": "counts of signed data, not revenue",
      "rows": .array(
        rows.map { row in
          [
            "from": .string(row[0]), "kind": .string(row[1]), "productId": .string(row[2]),
            "count": .number(Int(row[3]) ?? 0),
          ]
        }),
    ]
    if options["format"] == "json", !output.json {
      output.raw(JSONValue.object(document).serializedBytes() + [UInt8(ascii: "\n")])
      return .done
    }
    output.document(document)
    var table = Table(titles: ["FROM", "WHAT", "PRODUCT", "COUNT"])
    for row in rows { table.append([row[0], term(row[1]), row[2], row[3]]) }
    output.text(
      rows.isEmpty ? say("nothing happened in these days") : table.text + "\n" + say("counts of signed data, not revenue"))
    return .done
  }
}

extension Arguments {
  /// Returns the date of an option; nil if it is not given.
  fileprivate func date(_ name: String) throws(UsageError) -> Timestamp? {
    guard let text = self[name] else { return nil }
    guard let date = Timestamp(utc: text) else {
      throw UsageError(say("invalid --\(name) “\(safeText(text))”; use 2026-03-01 or 2026-03-01T12:00:00Z"))
    }
    return date
  }
}
