import AppStoreModel

/// A list below the products, by its name in the settings.
package enum Tab: String, CaseIterable, Hashable, Sendable {
  case refunds, transactions, orders, unfinished, journal, quarantine
}

/// A pane, which can be focused, by its name in the settings.
package enum Pane: String, CaseIterable, Hashable, Sendable {
  case products, detail, tabs
  /// The timeline, only if there is room for it.
  case timeline
}

/// The dashboard's initial view, from the settings.
package struct StartLayout: Hashable, Sendable {
  /// The focused pane.
  package var pane: Pane
  /// The current list.
  package var tab: Tab
  /// Whether the focused pane is maximized.
  package var isZoomed: Bool
  /// The columns of each list for which the user chose them.
  package var columns: [Tab: [Columns.Field]]
  /// Whether the pressed keys are shown.
  package var showsKeystrokes: Bool

  package init(
    pane: Pane = .products, tab: Tab = .refunds, isZoomed: Bool = false, columns: [Tab: [Columns.Field]] = [:],
    showsKeystrokes: Bool = false
  ) {
    (self.pane, self.tab, self.isZoomed, self.columns) = (pane, tab, isZoomed, columns)
    self.showsKeystrokes = showsKeystrokes
  }
}

/// The lists below the products, with the current one.
package struct TabSet: Hashable, Sendable {
  package internal(set) var current = Tab.refunds
  /// The product to which the lists are limited, if any.
  package internal(set) var onlyProduct: String?
  /// The filter of the current list.
  package internal(set) var filter = ProductList.Filter()
  /// The order of the current list.
  var order = ListOrder.usual
  /// The rows read so far for sorting, while more pages are to come.
  var gathered: [TabRow] = []
  /// The number of pages that Till has read for the filter since the last key.
  var scans = 0
  private var lists: [Tab: RowList] = [:]

  package internal(set) subscript(tab: Tab) -> RowList {
    get { lists[tab] ?? RowList() }
    set { lists[tab] = newValue }
  }

  /// The current list.
  package internal(set) var front: RowList {
    get { self[current] }
    set { self[current] = newValue }
  }

  /// Forgets all rows, because they were read for another account, product or date.
  mutating func forget() { lists = [:] }

  /// Marks all lists as stale: each is read again when it is shown.
  mutating func markStale() { for tab in Tab.allCases { self[tab].isStale = true } }
}

/// The loaded part of a list, which is read page by page.
package struct RowList: Scrolled, Hashable, Sendable {
  /// How the next page is added to the loaded rows.
  enum Joining: Hashable, Sendable {
    /// The page replaces all rows; the cursor goes to the first or last row, or stays on its row.
    case replacing(cursor: Placement)
    case after, before
  }

  enum Placement: Hashable, Sendable { case first, last, kept }

  /// The number of rows read at once.
  static let pageSize = 64
  /// The number of rows read at once for a filter, which most rows may not match.
  static let filteredPageSize = 512
  /// The maximum number of pages that Till reads on its own for a filter; scrolling reads more.
  static let mostScans = 16
  /// The maximum number of pages kept.
  static let pagesKept = 6

  private(set) var chunks: [Page<TabRow>] = []
  /// The loaded rows, newest first.
  package private(set) var rows: [TabRow] = []
  /// The index of the selected row.
  package var cursor = 0
  /// The index of the first visible row.
  package var top = 0
  /// Whether anything was read yet.
  package private(set) var isLoaded = false
  /// Whether the store has changed since the rows were read.
  var isStale = false
  /// How the running query's page will be added, or nil if no query is running.
  var joining: Joining?

  /// Whether there are newer rows than the loaded ones.
  package var hasNewer: Bool { chunks.first?.previous != nil }
  /// Whether there are older rows than the loaded ones.
  package var hasOlder: Bool { chunks.last?.next != nil }
  /// The selected row.
  package var selected: TabRow? { rows.indices.contains(cursor) ? rows[cursor] : nil }

  /// Ends the wait for a page that will not come.
  mutating func giveUp() {
    joining = nil
    isLoaded = true
    isStale = false
  }

  /// Adds a page; if there are too many pages, the ones at the other end are dropped.
  mutating func apply(_ chunk: Page<TabRow>) {
    defer {
      joining = nil
      isLoaded = true
    }
    switch joining ?? .replacing(cursor: .kept) {
    case .replacing(let placement): replace(with: chunk, placement)
    // An empty page has no rows to add, so it only updates the key at its end.
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

  private mutating func replace(with chunk: Page<TabRow>, _ placement: Placement) {
    // If the user is at the newest row, the cursor stays at the top, to show even newer rows.
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

  /// Keeps the cursor on a row, and that row visible.
  mutating func settle(height: Int) { settle(count: rows.count, height: height) }
}

/// A list with a selected row and a first visible one.
protocol Scrolled {
  var cursor: Int { get set }
  var top: Int { get set }
}

extension Scrolled {
  /// Keeps the cursor on one of so many rows, and that row visible.
  mutating func settle(count: Int, height: Int) {
    cursor = max(0, min(cursor, count - 1))
    top = Scrolling.top(top, cursor: cursor, count: count, height: height)
  }
}

/// The calculation of scroll positions.
enum Scrolling {
  /// Returns the first row closest to `top` that shows the cursor and leaves no unnecessary blank lines.
  static func top(_ top: Int, cursor: Int, count: Int, height: Int) -> Int {
    guard height > 0 else { return 0 }
    var top = min(top, cursor)
    top = max(top, cursor - height + 1)
    return max(0, min(top, count - height))
  }
}
