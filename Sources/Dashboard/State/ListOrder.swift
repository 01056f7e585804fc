import AppStoreModel
import Core
import TerminalUI
import Verbs

/// The order in which a list is sorted.
package enum ListOrder: Int, CaseIterable, Hashable, Sendable {
  /// The default order: products by kind, all other lists newest first.
  case usual
  case name, price, state
  /// By date: products by the end of access, soonest first, all other lists oldest first.
  case date

  /// The maximum number of rows, newest first, that are read for sorting.
  static let mostRows = 5000
  /// The number of rows read at once for sorting.
  static let pageSize = 1000

  /// Returns the rows in this order; equal rows keep their order.
  func sorted<Row>(_ rows: [Row], by shown: (Row) -> TabRow, name: (TabRow) -> String) -> [Row] {
    func isBefore(_ left: TabRow, _ right: TabRow) -> Bool {
      switch self {
      case .usual: false
      case .name: name(left).lowercased() < name(right).lowercased()
      case .price: left.amountInFigures > right.amountInFigures
      case .state: left.word < right.word
      case .date: (left.date ?? .distantFuture) < (right.date ?? .distantFuture)
      }
    }
    return self == .usual ? rows : rows.sorted { isBefore(shown($0), shown($1)) }
  }

  /// Returns the indexes of the products in this order; equal products keep their order.
  func sorted(_ indexes: [Int], of rows: [ProductRow]) -> [Int] {
    func isBefore(_ left: ProductRow, _ right: ProductRow) -> Bool {
      switch self {
      case .usual: false
      case .name: left.name.lowercased() < right.name.lowercased()
      case .price: left.milliunits > right.milliunits
      case .state: left.rankOfState < right.rankOfState
      case .date: (left.expires ?? .distantFuture) < (right.expires ?? .distantFuture)
      }
    }
    return self == .usual ? indexes : indexes.sorted { isBefore(rows[$0], rows[$1]) }
  }
}

extension TabRow {
  /// The digits of the amount as a number, for comparing amounts in one currency.
  fileprivate var amountInFigures: Int {
    price.map { Int($0.milliunits) } ?? Int(amount.filter(\.isNumber).prefix(18)) ?? -1
  }
}

extension ProductRow {
  /// The rank of the state: owned, pending, lost, then never bought.
  fileprivate var rankOfState: Int {
    switch mark {
    case .good, .count: entitled || (balance ?? 0) > 0 ? 0 : 1
    case .waiting: entitled ? 1 : 2
    case .bad: 3
    case .empty, .none: 4
    }
  }
}

extension State {
  /// The order of the focused list.
  var order: ListOrder {
    if overlays.last == .appStore { return side.order }
    return focus == .tabs ? tabs.order : products.order
  }

  /// The list of orders for the focused list.
  var orderChoice: Choice {
    let isProducts = overlays.last != .appStore && focus != .tabs
    return Choice(
      title: say("Sort by"),
      items: ListOrder.allCases.map { order in
        Choice.Item(
          title: PaneText.order(order).text, note: PaneText.orderNote(order, isProducts: isProducts).text,
          pick: .order(order))
      }, cursor: order.rawValue)
  }
}

extension Reducer {
  /// Sorts the focused list.
  mutating func sort(by order: ListOrder) {
    if state.overlays.last == .appStore {
      state.side.order = order
      state.side.place.cursor = 0
    } else if state.focus == .tabs {
      state.tabs.order = order
      read(state.tabs.current, .replacing(cursor: .first))
    } else {
      state.focus = .products
      state.products.setOrder(order)
    }
  }

  /// Reads the rows of the current list from a key on; they are sorted once all are read.
  mutating func gather(_ tab: Tab, after key: String?) {
    if key == nil { state.tabs.gathered = [] }
    var request = PageRequest(limit: ListOrder.pageSize, after: key, productId: state.tabs.onlyProduct)
    request.asOf = state.past?.date
    begin(.tab(tab), .page(tab, request))
  }

  /// Adds a page to the rows to sort; returns the sorted rows, or nil while more pages are to come.
  mutating func sorted(_ chunk: Page<TabRow>, of tab: Tab, scanned: Int) -> Page<TabRow>? {
    state.tabs.gathered += chunk.rows
    state.tabs.scans += scanned
    if let next = chunk.next, state.tabs.scans < ListOrder.mostRows {
      gather(tab, after: next)
      return nil
    }
    if chunk.next != nil {
      announce(say("Sorted: only the newest \(state.tabs.scans); use a filter to find older ones."), .warning)
    }
    let rows = state.tabs.order.sorted(
      state.tabs.gathered, by: { $0 }, name: { state.name(of: $0.productId) + $0.note })
    state.tabs.gathered = []
    return Page(rows: rows)
  }
}

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
