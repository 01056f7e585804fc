import AppStoreModel
import Core

/// An export of the listed customers to a file, read page by page.
struct DeskExport: Hashable, Sendable {
  let format: ListFormat
  let name: String
  var request: DeskListRequest
  var rows: [[String]] = []

  /// The number of rows read at once.
  static let pageSize = 500
}

extension Reducer {
  /// Starts the export of the listed customers.
  mutating func exportDesk(_ format: ListFormat) {
    let request = state.deskRequest(limit: DeskExport.pageSize)
    let name = state.deskExportName(format)
    state.desk?.export = DeskExport(format: format, name: name, request: request)
    begin(.desk(.exported), .desk(.exported(request)))
  }

  /// Adds a page to the export; then reads the next page or writes the file.
  mutating func takeExported(_ page: DeskPage) {
    guard var export = state.desk?.export else { return }
    export.rows += page.rows.map(state.exportedFields)
    if let next = page.next {
      export.request.after = next
      state.desk?.export = export
      announce(PaneText.exporting(export.rows.count).text)
      return begin(.desk(.exported), .desk(.exported(export.request)))
    }
    state.desk?.export = nil
    effects.append(
      .save(
        name: export.name, text: state.exported(export.format, names: DeskCustomer.exportedNames, export.rows)))
  }
}

extension State {
  /// Returns the file's name: the list and the time.
  func deskExportName(_ format: ListFormat) -> String {
    let time = minute(now).map { $0.isNumber ? $0 : "-" }
    return "till-desk-\(desk?.view?.name ?? "customers")-\(String(time)).\(format.ending)"
  }

  /// Returns the values of a customer's row in the file; all foreign text has passed the sanitiser.
  fileprivate func exportedFields(_ row: DeskCustomer) -> [String] {
    func amounts(_ money: [String: Int64]) -> String {
      money.sorted { $0.key < $1.key }.filter { $0.value != 0 }.map {
        Price(milliunits: $0.value, currency: $0.key).writtenOut
      }
      .joined(separator: ", ")
    }
    let products = row.holdings.map { holding in
      let words = EntitlementState(rawValue: holding.state)?.words ?? safeText(holding.state)
      return "\(safeText(holding.productId)) \(words)"
    }
    return [
      "#\(row.number)", row.tokens.map { safeText($0) }.joined(separator: " "), products.joined(separator: ", "),
      amounts(row.spent), amounts(row.refunded), row.lastEventDate.map(minute) ?? "", safeText(row.subject),
      row.date.map(minute) ?? "",
    ]
  }
}

extension DeskCustomer {
  /// The names of the values in the file.
  fileprivate static let exportedNames = [
    "customer", "tokens", "products", "spent", "refunded", "lastEvent", "subject", "date",
  ]
}
