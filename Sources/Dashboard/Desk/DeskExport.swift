import AppStoreModel
import Core
import Verbs

/// An export of the listed customers to a file, read page by page.
struct DeskExport: Hashable, Sendable {
  let format: ListFormat
  var request: DeskListRequest
  var rows: [[String]] = []

  /// The number of rows read at once.
  static let pageSize = 500
}

extension Reducer {
  /// Starts the export of the listed customers.
  mutating func exportDesk(_ format: ListFormat) {
    guard let desk = state.desk else { return }
    if desk.part == .trends, let trends = desk.trends {
      return save(trends.rows(byWeek: desk.trendRange.isByWeek), names: DeskTrends.exportedNames, format)
    }
    if !desk.list.marked.isEmpty {
      let rows = desk.list.rows.filter { desk.list.marked.contains($0.number) }
      return save(rows.map(state.exportedFields), names: DeskCustomer.exportedNames, format)
    }
    let request = state.deskRequest(limit: DeskExport.pageSize)
    state.desk?.export = DeskExport(format: format, request: request)
    begin(.desk(.exported), .desk(.exported(request)))
  }

  private mutating func save(_ rows: [[String]], names: [String], _ format: ListFormat) {
    let name = state.exportName(format, state.exportedDeskList)
    effects.append(.save(name: name, text: state.exported(format, names: names, rows)))
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
    save(export.rows, names: DeskCustomer.exportedNames, export.format)
  }
}

extension State {
  /// The name of the desk's list to export.
  var exportedDeskList: String { "desk-" + (desk?.part == .trends ? "trends" : desk?.view?.name ?? "customers") }

  /// Returns the values of a customer's row in the file; all foreign text has passed the sanitiser.
  fileprivate func exportedFields(_ row: DeskCustomer) -> [String] {
    let products = row.holdings.map { "\(safeText($0.productId)) \($0.words)" }
    return [
      "#\(row.number)", row.tokens.map { safeText($0) }.joined(separator: " "), products.joined(separator: ", "),
      row.spent.prices.map(\.writtenOut).joined(separator: ", "),
      row.refunded.prices.map(\.writtenOut).joined(separator: ", "), row.lastEventDate.map(minute) ?? "",
      safeText(row.subject), row.date.map(minute) ?? "",
    ]
  }
}

extension [String: Int64] {
  /// The amounts that are not zero, in the order of their currencies.
  var prices: [Price] {
    filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { Price(milliunits: $0.value, currency: $0.key) }
  }
}

extension DeskCustomer.Holding {
  /// The state in words.
  var words: String { EntitlementState(rawValue: state)?.words ?? safeText(state) }

  /// The glyph and colour of the state.
  var mark: Mark { EntitlementState(rawValue: state)?.mark(isEntitled: entitled) ?? .empty }
}

extension DeskCustomer {
  /// The names of the values in the file.
  fileprivate static let exportedNames = [
    "customer", "tokens", "products", "spent", "refunded", "lastEvent", "subject", "date",
  ]
}

extension DeskTrends {
  /// The names of the values in a file; the counts are those of signed data, not revenue.
  package static let exportedNames = ["from", "kind", "product", "count"]

  /// Returns the counts as rows of a file: the first day of each day or week, the kind and the product.
  package func rows(byWeek isByWeek: Bool) -> [[String]] {
    series.flatMap { series in
      Self.columns(of: series.counts, perColumn: isByWeek ? 7 : 1).enumerated().filter { $0.element > 0 }.map {
        [
          day(firstDay + Int64($0.offset) * (isByWeek ? 7 : 1)), series.kind.rawValue, safeText(series.productId),
          "\($0.element)",
        ]
      }
    }
  }

  /// Returns the sums of as many days each, oldest first.
  static func columns(of counts: [Int], perColumn days: Int) -> [Int] {
    stride(from: 0, to: counts.count, by: days).map { counts[$0..<min($0 + days, counts.count)].reduce(0, +) }
  }

  /// Returns a day as a date in UTC.
  package func day(_ number: Int64) -> String {
    Timestamp(milliseconds: number.multipliedSaturated(by: Timestamp.millisecondsPerDay))
      .formatted(.day, secondsFromUTC: 0)
  }
}
