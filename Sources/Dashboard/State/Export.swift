import AppStoreModel
import Core

/// The file format of an exported list.
package enum ListFormat: String, CaseIterable, Hashable, Sendable {
  case json, csv, markdown

  /// The end of a file's name.
  var ending: String { self == .markdown ? "md" : rawValue }
}

extension State {
  var exportChoice: Choice {
    Choice(
      title: PaneText.exportTitle.text,
      items: ListFormat.allCases.map {
        Choice.Item(title: $0.rawValue, note: exportName($0, exportedList), pick: .export($0))
      })
  }

  /// The list to export: the focused part of the App Store's side, or the list below.
  private var exportedList: String { appStoreSheet == nil ? "\(tabs.current)" : "appstore-\(side.section)" }

  /// Whether that list has no row.
  var hasNothingToExport: Bool {
    appStoreSheet == nil ? tabs.front.rows.isEmpty : rows(of: side.section).isEmpty
  }

  /// The name of the file: the list and its time.
  func exportName(_ format: ListFormat, _ list: String) -> String {
    let time = minute(now).map { $0.isNumber ? $0 : "-" }
    return "till-\(list)-\(String(time)).\(format.ending)"
  }

  /// The part of the App Store's side as a file: all of it is known, so that nothing has to be read.
  func exportOfAppStore(_ format: ListFormat) -> (name: String, text: String) {
    let rows = rows(of: side.section).map { row in
      [
        row.shown.date.map(minute) ?? "", row.shown.productId.map { AppStoreSideTexts.safe($0) } ?? "", row.shown.note,
        row.shown.amount, row.shown.word, row.shown.reference, row.detail, row.shown.id,
      ]
    }
    let names = ["date", "product", "name", "amount", "state", "reference", "detail", "id"]
    return (exportName(format, exportedList), exported(format, names: names, rows))
  }

  /// The name of the file of a picture, without its ending.
  var pictureName: String { "till-\(String(instant(now).map { $0.isNumber ? $0 : "-" }))" }

  /// A row's values in a file; all foreign text has passed the sanitiser.
  func exportedFields(_ row: TabRow) -> [String] {
    [
      row.date.map(minute) ?? "", row.productId.map { AppStoreSideTexts.safe($0) } ?? "", name(of: row.productId),
      row.price?.writtenOut ?? row.amount,
      row.word, note(of: row), row.reference,
    ]
  }

  /// The text of a file.
  func exported(
    _ format: ListFormat, names: [String] = ["date", "product", "name", "amount", "state", "note", "id"],
    _ rows: [[String]]
  ) -> String {
    switch format {
    case .csv: return ([names] + rows).map { $0.map(Destination.csv.safe).joined(separator: ",") + "\r\n" }.joined()
    case .markdown:
      let lines = ([names, names.map { _ in "---" }] + rows).map { row in
        "| " + row.map(Destination.markdown.safe).joined(separator: " | ") + " |\n"
      }
      return lines.joined()
    case .json:
      let objects = rows.map { row in
        "  {" + zip(names, row).map { "\(Self.json($0)): \(Self.json($1))" }.joined(separator: ", ") + "}"
      }
      return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
    }
  }

  /// A string of JSON; control characters did not pass the sanitiser.
  private static func json(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

/// A list on its way to a file: all rows that fit the filter, read page by page.
struct ListExport: Hashable, Sendable {
  let tab: Tab
  let format: ListFormat
  let productId: String?
  let filter: String
  var rows: [[String]] = []

  /// Rows asked for at once.
  static let pageSize = 1000
}

extension Reducer {
  /// Begins to write the list in front to a file.
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

  /// Takes a page for the file, and asks for the next one or writes it.
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
  /// A page of a list, ready to be drawn.
  fileprivate var chunk: RowList.Chunk? {
    switch self {
    case .refunds(let page): RowList.Chunk(page)
    case .transactions(let page): RowList.Chunk(page)
    case .orders(let page, let waiting):
      RowList.Chunk(rows: waiting.map(\.tabRow) + page.rows.map(\.tabRow), next: page.next, previous: page.previous)
    case .unfinished(let page): RowList.Chunk(page)
    case .journal(let page): RowList.Chunk(page)
    case .quarantine(let page): RowList.Chunk(page)
    default: nil
    }
  }
}
