import AppStoreModel
import TerminalUI

/// The filter of the list in front: its rows are read page by page until enough of them fit.
extension State {
  /// The searchable text of a row.
  func subject(of row: TabRow) -> Search.Subject {
    let product = row.productId.flatMap { products[$0] }
    // What all ids begin with tells none of them apart.
    let id = row.productId?.split(separator: ".").suffix(2).joined(separator: ".") ?? ""
    return Search.Subject(
      names: [name(of: row.productId), row.note, amount(of: row)].map { $0.lowercased() }, state: row.word.lowercased(),
      type: product?.type.rawValue.lowercased() ?? "",
      ids: [row.reference.lowercased(), id.lowercased(), row.token.lowercased()])
  }
}

extension Reducer {
  /// Reads the list in front anew because it is filtered another way.
  mutating func readFiltered() {
    state.tabs.scans = 0
    read(state.tabs.current, .replacing(cursor: .first))
  }

  mutating func clearListFilter() {
    state.tabs.filter = ProductList.Filter()
    readFiltered()
  }

  /// Reads on where the filter left less than a screen of rows, within a bound.
  mutating func scanOn(_ tab: Tab) {
    guard tab == state.tabs.current, !state.tabs.filter.text.isEmpty else { return }
    let list = state.tabs[tab]
    let height = Layout(state).tabs.inside.height
    guard list.hasOlder, list.rows.count - list.cursor <= height, state.tabs.scans < RowList.mostScans else { return }
    state.tabs.scans += 1
    read(tab, .after)
  }
}
