import StoreModel
import Texts

/// What a list is written as.
package enum ListFormat: String, CaseIterable, Hashable, Sendable {
  case json, csv, markdown

  /// The end of a file's name.
  var ending: String { self == .markdown ? "md" : rawValue }
}

extension State {
  var exportChoice: Choice {
    Choice(
      title: PaneText.exportTitle.text,
      items: ListFormat.allCases.map { Choice.Item(title: $0.rawValue, note: exportName($0), pick: .export($0)) })
  }

  /// The name of the file: the list and its time.
  func exportName(_ format: ListFormat) -> String {
    let time = minute(now).map { $0.isNumber ? $0 : "-" }
    return "till-\(tabs.current)-\(String(time)).\(format.ending)"
  }

  /// The name of the file of a picture.
  var pictureName: String { "till-\(String(minute(now).map { $0.isNumber ? $0 : "-" })).svg" }

  /// The list in front, as far as it was read; every foreign text has passed the sanitiser.
  func exported(_ format: ListFormat) -> String {
    let names = ["date", "product", "name", "amount", "state", "note", "id"]
    let rows = tabs.front.rows.map { row in
      [
        row.date.map(minute) ?? "", row.productId.map { Texts.safe($0) } ?? "", name(of: row.productId), row.amount,
        row.word, note(of: row), row.reference,
      ]
    }
    switch format {
    case .csv: return ([names] + rows).map { $0.map(Self.csv).joined(separator: ",") + "\r\n" }.joined()
    case .markdown:
      let lines = ([names, names.map { _ in "---" }] + rows).map { row in
        "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
      }
      return lines.joined()
    case .json:
      let objects = rows.map { row in
        "  {" + zip(names, row).map { "\(Self.json($0)): \(Self.json($1))" }.joined(separator: ", ") + "}"
      }
      return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
    }
  }

  /// A field of RFC 4180; what a spreadsheet would take for a formula begins with an apostrophe.
  private static func csv(_ text: String) -> String {
    let isFormula = text.first.map { "=+-@".contains($0) } ?? false
    let safe = isFormula ? "'" + text : text
    return safe.contains { ",\"".contains($0) } ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
  }

  /// A string of JSON; control characters did not pass the sanitiser.
  private static func json(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
