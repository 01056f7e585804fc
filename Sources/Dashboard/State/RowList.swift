import AppStoreModel

/// The lists under the products.
package enum Tab: Int, CaseIterable, Hashable, Sendable {
  case refunds, transactions, orders, unfinished, journal, quarantine

  /// Its name in the settings; spelled, because a case that is asked for its name costs a start a millisecond.
  package var name: String {
    switch self {
    case .refunds: "refunds"
    case .transactions: "transactions"
    case .orders: "orders"
    case .unfinished: "unfinished"
    case .journal: "journal"
    case .quarantine: "quarantine"
    }
  }
}

/// The focused pane.
package enum Pane: Int, CaseIterable, Hashable, Sendable {
  case products, detail, tabs
  /// Only where there is room for it.
  case timeline

  /// Its name in the settings.
  package var name: String {
    switch self {
    case .products: "products"
    case .detail: "detail"
    case .tabs: "tabs"
    case .timeline: "timeline"
    }
  }
}

/// The dashboard's initial view.
package struct StartLayout: Hashable, Sendable {
  /// The focused pane.
  package var pane: Pane
  /// The list in front.
  package var tab: Tab
  /// Whether that pane takes the whole place.
  package var isZoomed: Bool
  /// The columns of a list, where a person has chosen them.
  package var columns: [Tab: [Columns.Field]]

  package init(
    pane: Pane = .products, tab: Tab = .refunds, isZoomed: Bool = false, columns: [Tab: [Columns.Field]] = [:]
  ) {
    (self.pane, self.tab, self.isZoomed, self.columns) = (pane, tab, isZoomed, columns)
  }
}

/// The lists under the products, one of them in front.
package struct TabSet: Hashable, Sendable {
  package internal(set) var current = Tab.refunds
  /// Only rows of this product are listed.
  package internal(set) var onlyProduct: String?
  /// The filter of the current list.
  package internal(set) var filter = ProductList.Filter()
  /// The order of the current list.
  var order = ListOrder.usual
  /// Rows that were read to be sorted, while more of them come.
  var gathered: [TabRow] = []
  /// Pages that Till loaded for the filter by itself since the last key.
  var scans = 0
  private var lists = [RowList](repeating: RowList(), count: Tab.allCases.count)

  package internal(set) subscript(tab: Tab) -> RowList {
    get { lists[tab.rawValue] }
    set { lists[tab.rawValue] = newValue }
  }

  /// The list in front.
  package internal(set) var front: RowList {
    get { self[current] }
    set { self[current] = newValue }
  }

  /// Forgets what was read, because it was read for something else.
  mutating func forget() { lists = [RowList](repeating: RowList(), count: Tab.allCases.count) }

  /// Marks every list as stale: it is read again when it is shown.
  mutating func markStale() { for index in lists.indices { lists[index].isStale = true } }
}

/// A window on a list that is read page by page, by key.
package struct RowList: Hashable, Sendable {
  /// One page of rows and the keys to its neighbours.
  package struct Chunk: Hashable, Sendable {
    var rows: [TabRow]
    var next: String?
    var previous: String?
  }

  /// Which way a page that was asked for joins the window.
  enum Joining: Hashable, Sendable {
    /// It takes the window's place; the cursor goes to the first or the last row, or stays on its row.
    case replacing(cursor: Placement)
    case after, before
  }

  enum Placement: Hashable, Sendable { case first, last, kept }

  /// Rows asked for at once, and pages kept.
  static let pageSize = 64
  /// Rows asked for at once while most of them may not fit.
  static let filteredPageSize = 512
  /// Till loads pages by itself until enough rows match; it loads more when the user scrolls on.
  static let mostScans = 16
  static let pagesKept = 6

  private(set) var chunks: [Chunk] = []
  /// The rows of the window, newest first.
  package private(set) var rows: [TabRow] = []
  /// The row that has the cursor, counted in the window.
  package var cursor = 0
  /// The first row that is shown.
  package var top = 0
  /// Whether anything was read yet.
  package private(set) var isLoaded = false
  /// Whether the store has changed since.
  var isStale = false
  /// How the page under way will join.
  var joining: Joining?

  /// Whether newer rows than the window's exist.
  package var hasNewer: Bool { chunks.first?.previous != nil }
  /// Whether older rows than the window's exist.
  package var hasOlder: Bool { chunks.last?.next != nil }
  /// The row under the cursor.
  package var selected: TabRow? { rows.indices.contains(cursor) ? rows[cursor] : nil }

  /// The page under way will not come.
  mutating func giveUp() {
    joining = nil
    isLoaded = true
    isStale = false
  }

  /// Takes a page in; what no longer fits at the far end is forgotten, a whole page at a time.
  mutating func take(_ chunk: Chunk) {
    defer {
      joining = nil
      isLoaded = true
    }
    switch joining ?? .replacing(cursor: .kept) {
    case .replacing(let placement): replace(with: chunk, placement)
    // Nothing of it fits: it only moves the end.
    case .after where chunk.rows.isEmpty && !chunks.isEmpty: chunks[chunks.count - 1].next = chunk.next
    case .before where chunk.rows.isEmpty && !chunks.isEmpty: chunks[0].previous = chunk.previous
    case .after:
      chunks.append(chunk)
      rows += chunk.rows
      while chunks.count > Self.pagesKept { forgetNewest() }
    case .before:
      chunks.insert(chunk, at: 0)
      rows = chunk.rows + rows
      cursor += chunk.rows.count
      top += chunk.rows.count
      while chunks.count > Self.pagesKept { rows.removeLast(chunks.removeLast().rows.count) }
    }
  }

  private mutating func replace(with chunk: Chunk, _ placement: Placement) {
    // A person who looks at the newest row wants to see what is newer still.
    let kept = cursor == 0 && !hasNewer ? nil : selected?.id
    let offset = cursor - top
    chunks = [chunk]
    rows = chunk.rows
    switch placement {
    case .first: cursor = 0
    case .last: cursor = max(0, rows.count - 1)
    case .kept:
      cursor = rows.firstIndex { $0.id == kept } ?? min(cursor, max(0, rows.count - 1))
    }
    top = placement == .kept ? max(0, cursor - offset) : 0
    isStale = false
  }

  private mutating func forgetNewest() {
    let count = chunks.removeFirst().rows.count
    rows.removeFirst(count)
    cursor = max(0, cursor - count)
    top = max(0, top - count)
  }

  /// Keeps the cursor on a row and the row on the screen.
  mutating func settle(height: Int) {
    cursor = min(max(0, cursor), max(0, rows.count - 1))
    top = Scrolling.top(top, cursor: cursor, count: rows.count, height: height)
  }
}

/// Where a list has to be scrolled to.
enum Scrolling {
  /// The nearest first row to `top` that shows the cursor and leaves no empty room that rows could fill.
  static func top(_ top: Int, cursor: Int, count: Int, height: Int) -> Int {
    guard height > 0 else { return 0 }
    var top = min(top, cursor)
    top = max(top, cursor - height + 1)
    return max(0, min(top, count - height))
  }
}
