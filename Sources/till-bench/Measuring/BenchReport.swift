import SafeText
import StrictJSON

/// The figures as a person or a program reads them.
enum BenchReport {
  /// A plain table.
  static func table(_ rows: [BenchRow]) -> String {
    let cells =
      [["row", "value", "unit", "budget", "held"]]
      + rows.map { row in
        [
          row.name, row.value.map(figure) ?? "not measured", row.unit, row.budget?.text ?? "",
          row.isMet.map { $0 ? "yes" : "NO" } ?? "",
        ]
      }
    let widths = (0..<5).map { column in cells.map { displayWidth(of: $0[column]) }.max() ?? 0 }
    let lines = cells.map { row in
      let line = zip(row, widths).map { padded($0, toWidth: $1) }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    return lines.joined(separator: "\n")
  }

  /// `{rows: [{name, value, unit, budget, met}]}`; null stands for what was not measured or has no budget.
  static func json(_ rows: [BenchRow]) -> String {
    let rows: [JSONValue] = rows.map { row in
      [
        "name": .string(row.name), "value": number(row.value), "unit": .string(row.unit),
        "budget": number(row.budget?.limit), "met": row.isMet.map(JSONValue.bool) ?? .null,
      ]
    }
    return JSONValue.object(["rows": .array(rows)]).serialized(.pretty)
  }

  private static func number(_ value: Double?) -> JSONValue {
    guard let value else { return .null }
    return .number(JSONNumber((value * 1000).rounded() / 1000))
  }
}
