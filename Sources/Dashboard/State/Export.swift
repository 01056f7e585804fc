import AppStoreModel
import Core

/// The file format of an exported list.
package enum ListFormat: String, CaseIterable, Hashable, Sendable {
  case json, csv, markdown

  /// The file name's extension.
  var ending: String { self == .markdown ? "md" : rawValue }
}

extension State {
  var exportChoice: Choice {
    let list = isDeskInFront ? exportedDeskList : exportedList
    return Choice(
      title: say("Which format for the list?"),
      items: ListFormat.allCases.map { Choice.Item(title: $0.rawValue, note: exportName($0, list), pick: .export($0)) })
  }

  /// The name of the list to export: the focused section of the App Store's side, or the current list.
  private var exportedList: String { appStoreSheet == nil ? "\(tabs.current)" : "appstore-\(side.section)" }

  /// Whether the list to export is empty.
  var hasNothingToExport: Bool {
    appStoreSheet == nil ? tabs.front.rows.isEmpty : rows(of: side.section).isEmpty
  }

  /// Returns the file's name: the list and the time.
  func exportName(_ format: ListFormat, _ list: String) -> String {
    let time = minute(now).map { $0.isNumber ? $0 : "-" }
    return "till-\(list)-\(String(time)).\(format.ending)"
  }

  /// Returns the visible section of the App Store's side as a file; all its rows are in memory.
  func exportOfAppStore(_ format: ListFormat) -> (name: String, text: String) {
    let rows = rows(of: side.section).map { row in
      [
        row.shown.date.map(minute) ?? "", row.shown.productId.map { safeText($0) } ?? "", row.shown.note,
        row.shown.amount, row.shown.word, row.shown.reference, row.detail, row.shown.id,
      ]
    }
    let names = ["date", "product", "name", "amount", "state", "reference", "detail", "id"]
    return (exportName(format, exportedList), exported(format, names: names, rows))
  }

  /// The name of a picture's file, without its extension.
  var pictureName: String { "till-\(String(instant(now).map { $0.isNumber ? $0 : "-" }))" }

  /// Returns the values of a row in the file; all foreign text has passed the sanitiser.
  func exportedFields(_ row: TabRow) -> [String] {
    [
      row.date.map(minute) ?? "", row.productId.map { safeText($0) } ?? "", name(of: row.productId),
      row.price?.writtenOut ?? row.amount,
      row.word, note(of: row), row.reference,
    ]
  }

  /// Returns the text of a file.
  func exported(
    _ format: ListFormat, names: [String] = ["date", "product", "name", "amount", "state", "note", "id"],
    _ rows: [[String]]
  ) -> String {
    func table(_ file: Destination) -> String { file.head(names) + rows.map(file.row).joined() }
    switch format {
    case .csv: return table(.csv)
    case .markdown: return table(.markdown)
    case .json:
      let objects = rows.map { row in
        "  {" + zip(names, row).map { "\(Self.json($0)): \(Self.json($1))" }.joined(separator: ", ") + "}"
      }
      return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
    }
  }

  /// Returns a string in JSON; the sanitiser has already removed control characters.
  private static func json(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

/// An export of a list: all rows that match the filter, read page by page.
struct ListExport: Hashable, Sendable {
  let tab: Tab
  let format: ListFormat
  let productId: String?
  let filter: String
  var rows: [[String]] = []

  /// The number of rows read at once.
  static let pageSize = 1000
}

extension Reducer {
  /// Starts the export of the current list.
  mutating func export(_ format: ListFormat) {
    if state.isDeskInFront { return exportDesk(format) }
    if state.appStoreSheet != nil {
      let file = state.exportOfAppStore(format)
      return effects.append(.save(name: file.name, text: file.text))
    }
    state.export = ListExport(
      tab: state.tabs.current, format: format, productId: state.tabs.onlyProduct, filter: state.tabs.filter.text)
    readExported(after: nil)
  }

  private mutating func readExported(after key: String?) {
    guard let export = state.export else { return }
    var request = PageRequest(limit: ListExport.pageSize, after: key, productId: export.productId)
    request.asOf = state.past?.date
    begin(.export, .exported(export.tab, request))
  }

  /// Adds a page to the export; then reads the next page or writes the file.
  mutating func takeExported(_ loaded: Loaded) {
    guard var export = state.export, let chunk = loaded.chunk else { return }
    let search = Search(export.filter)
    export.rows += chunk.rows.filter { search.fits(state.subject(of: $0)) }.map(state.exportedFields)
    if let next = chunk.next {
      state.export = export
      announce(PaneText.exporting(export.rows.count).text)
      return readExported(after: next)
    }
    state.export = nil
    effects.append(
      .save(name: state.exportName(export.format, "\(export.tab)"), text: state.exported(export.format, export.rows)))
  }
}

extension Loaded {
  /// The page as rows, or nil if this is no page of a list.
  var chunk: Page<TabRow>? {
    switch self {
    case .refunds(let page): page.tabRows
    case .transactions(let page): page.tabRows
    case .orders(let page, let waiting):
      Page(rows: waiting.map(\.tabRow) + page.rows.map(\.tabRow), next: page.next, previous: page.previous)
    case .unfinished(let page): page.tabRows
    case .journal(let page): page.tabRows
    case .quarantine(let page): page.tabRows
    case .refundable(let page): page.tabRows
    case .orderJournal(let page): page.tabRows
    default: nil
    }
  }
}
