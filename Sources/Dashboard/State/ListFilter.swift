import AppStoreModel
import TerminalUI

/// The filter of the current list, which reads pages until enough rows match.
extension State {
  /// Returns the searchable text of a row.
  func subject(of row: TabRow) -> Search.Subject {
    let product = row.productId.flatMap { products[$0] }
    // Only the last two parts of a product id are searched, since all ids begin with the same parts.
    let id = row.productId?.split(separator: ".").suffix(2).joined(separator: ".") ?? ""
    return Search.Subject(
      names: [name(of: row.productId), row.note, amount(of: row)].map { $0.lowercased() }, state: row.word.lowercased(),
      type: product?.type.rawValue.lowercased() ?? "",
      ids: [row.reference.lowercased(), id.lowercased(), row.token.lowercased()])
  }
}

extension Reducer {
  /// Reads the current list again after a change of its filter.
  mutating func readFiltered() {
    state.tabs.scans = 0
    read(state.tabs.current, .replacing(cursor: .first))
  }

  mutating func clearListFilter() {
    state.tabs.filter = ProductList.Filter()
    readFiltered()
  }

  /// Reads the next page if too few rows match for a full screen, up to a limit.
  mutating func scanOn(_ tab: Tab) {
    guard tab == state.tabs.current, !state.tabs.filter.text.isEmpty else { return }
    let list = state.tabs[tab]
    let height = Layout(state).tabs.inside.height
    guard list.hasOlder, list.rows.count - list.cursor <= height, state.tabs.scans < RowList.mostScans else { return }
    state.tabs.scans += 1
    read(tab, .after)
  }
}
