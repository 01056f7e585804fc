import AppStoreModel
import Core
import Desk

extension DeskCall {
  /// Sets how long expiring data is kept, where the options say so, and deletes older data.
  func retain() throws -> ExitStatus {
    let retention = try options[.retention]
    let desk = try self.desk(acts: true)
    if let retention { try desk.setRetention(months: retention.months, by: try agent) }
    let report = try desk.retire(by: try agent)
    let names = Set(report.rows.keys).union(report.pieces.keys).sorted()
    var document: JSONObject = ["ok": true, "months": report.months.map { .number($0) } ?? .null]
    document.append("before", ifPresent: report.before?.json)
    document.append(
      "gone",
      .array(
        names.map {
          [
            "table": .string($0), "rows": .number(report.rows[$0] ?? 0), "months": .number(report.pieces[$0] ?? 0),
          ]
        }))
    var lines = [say("everything is kept")]
    if let months = report.months, let before = report.before {
      lines = [
        say(
          months, "kept everything since \(before.formatted(.day)) (\(months) month and the current one)",
          "kept everything since \(before.formatted(.day)) (\(months) months and the current one)")
      ]
    }
    lines += names.map { name in
      let (rows, months) = (report.rows[name] ?? 0, report.pieces[name] ?? 0)
      return say(
        "\(name): \(say(rows, "\(rows) row", "\(rows) rows")) deleted, "
          + "\(say(months, "\(months) whole month", "\(months) whole months")) dropped")
    }
    document.append("message", .string(lines[0]))
    output.document(document)
    output.text(lines.joined(separator: "\n"))
    return .done
  }
}
