import Core
import TerminalUI

/// The positions of all parts of the screen.
struct Layout: Hashable {
  /// The minimum size of the screen for the dashboard.
  static let minimum = Size(width: 60, height: 16)

  let header: Rect
  /// The products pane, or nil while it is hidden, for example because the detail takes its place.
  let products: Rect?
  /// The detail pane, or nil while it is hidden, for example because the products take its place.
  let detail: Rect?
  let tabs: Rect
  let message: Rect
  /// What the selected product is and what to do, while no pane has room to say it.
  let answer: Rect?
  let keyBar: Rect
  /// The area between the header and the message line, without a walkthrough's panel.
  let inner: Rect
  /// The area of the device's panes.
  let body: Rect
  /// The pane of the App Store's side beside the device, or nil if it is a sheet because there is too little room.
  let store: Rect?
  /// The timeline's pane over the whole width, or nil if there is no room for it.
  let timeline: Rect?
  /// The strip with the pending decisions, or nil unless the App Store's side is a sheet.
  let strip: Rect?
  /// The desk: the whole screen while no customer is open, or its list beside the open customer.
  let desk: Rect?
  /// The preview of the desk's selected customer, or nil while a customer is open or there is no room.
  let deskDetail: Rect?
  /// The panel of an open walkthrough.
  let walkthrough: Rect?

  static func isTooSmall(_ size: Size) -> Bool { size.width < minimum.width || size.height < minimum.height }

  init(_ state: State) {
    self.init(state, answerRows: 0)
    let rows = AnswerLines.missing(from: self, state)
    if rows > 0 { self.init(state, answerRows: rows) }
  }

  private init(_ state: State, answerRows: Int) {
    let (top, rest) = Rect(state.size).split(top: state.promoted == nil ? 2 : 3)
    let (middle, bar) = rest.split(bottom: 1)
    let (above, answer) = middle.split(bottom: answerRows)
    let (whole, message) = above.split(bottom: 1)
    self.answer = answerRows > 0 ? answer : nil
    let (inner, panel) = Self.split(whole, for: state.walkthrough)
    walkthrough = panel
    let none = Rect(x: whole.x, y: whole.maxY, width: whole.width, height: 0)
    guard !state.isDeskInFront else {
      let isWide = inner.width >= 110 && state.desk?.part == .customers
      let (list, rest) = inner.split(left: isWide ? inner.width * 62 / 100 : inner.width)
      (desk, deskDetail) = (list, isWide ? rest : nil)
      (timeline, store, strip, products, detail) = (nil, nil, nil, nil, nil)
      (header, keyBar, self.message) = (top, bar, message)
      (self.inner, body, tabs) = (inner, inner, none)
      return
    }
    let list = state.desk == nil || inner.width < Self.twoSides ? nil : inner.split(left: 46)
    (desk, deskDetail) = (list?.left, nil)
    let (both, timeline) = Self.split(list?.rest ?? inner, forTimelineOf: state)
    self.timeline = timeline
    let (body, store, strip) = Self.split(both, forStoreOf: state)
    (self.store, self.strip) = (store, strip)
    header = top
    keyBar = bar
    self.message = message
    self.inner = inner
    self.body = body
    if state.isZoomed, state.focus != .timeline {
      products = state.focus == .products ? body : nil
      detail = state.focus == .detail ? body : nil
      tabs = state.focus == .tabs ? body : none
      return
    }
    guard body.height >= Self.leastBody else {
      // Beside a walkthrough's panel there may be room for one pane only.
      products = [.detail, .tabs].contains(state.focus) ? nil : body
      detail = state.focus == .detail ? body : nil
      tabs = state.focus == .tabs ? body : none
      return
    }
    let tabRows = max(3, min(Self.tabsHeight(body.height), state.heights.tabs + 2))
    if let parts = Self.stacked(body, tabRows, state) {
      (products, detail, tabs) = parts
      return
    }
    let (upper, tabs) = body.split(
      bottom: max(tabRows, min(Self.spareRows(of: body, state), state.heights.tabs + 2)))
    self.tabs = tabs
    guard body.width >= 80 else {
      // On a narrow screen, products and detail share one place: the detail is shown while it is focused.
      products = state.focus == .detail ? nil : upper
      detail = state.focus == .detail ? upper : nil
      return
    }
    // Wide enough for name, price and state on one row; beside the App Store's side for what comes, too.
    let share = store == nil ? 45 : 53
    let (products, detail) = upper.split(left: max(Self.leastProducts, min(76, body.width * share / 100)))
    self.products = products
    self.detail = detail
  }

  /// The rows that the lists may take on a tall screen, whose other panes do not need them.
  private static func spareRows(of body: Rect, _ state: State) -> Int {
    guard body.height > comfortable else { return 0 }
    return body.height - max(comfortable, state.products.contentHeight(atMost: .max) + 2)
  }

  /// Rows in which a product's answer and reasons are read with ease.
  private static let comfortable = 24

  /// The panes one below the other where they are narrow and the screen is tall: the products and the lists as high as
  /// what they hold, the detail with the rest.
  private static func stacked(_ body: Rect, _ tabRows: Int, _ state: State) -> (Rect, Rect, Rect)? {
    let rest = body.height - tabRows
    let leastList = min(leastList, state.products.contentHeight(atMost: .max) + 2)
    guard body.width < 80 ? rest >= leastList + leastDetail : body.width < 100 && state.size.height >= 36 else {
      return nil
    }
    let most = max(leastList, min(rest - leastDetail, rest / 2))
    let (products, below) = body.split(top: state.products.contentHeight(atMost: most - 2) + 2)
    let (detail, tabs) = below.split(bottom: tabRows)
    return (products, detail, tabs)
  }

  /// The rows of two panes.
  private static let leastBody = 7

  /// The columns that a product of the demo takes, with its price and a short state.
  private static let leastProducts = 43

  /// The least heights of the products and of the detail where they are stacked.
  private static let (leastList, leastDetail) = (6, 8)

  /// The most rows of the lists; the layout does not depend on the focus, so that no pane jumps, and `zoom` maximizes
  /// one pane.
  private static func tabsHeight(_ height: Int) -> Int {
    if height >= 26 { return height * 3 / 10 }
    // Less than ten rows are left only beside a walkthrough's panel.
    return height < 10 ? 3 : height < 14 ? 4 : max(5, height * 3 / 10)
  }
}

/// The rows that panes need for what they hold: none is taller than that, so that the detail gets the rest.
struct PaneHeights: Hashable, Sendable {
  /// The rows of the list in front, with what its columns cut off.
  var tabs = 1
}

extension State {
  /// Measures what the list in front holds; while another one is read, the rows of the one before it stay.
  mutating func measurePanes(_ layout: Layout) {
    let list = tabs.front
    guard list.isLoaded else { return }
    let width = layout.tabs.inside.width
    guard !list.rows.isEmpty else {
      return heights.tabs = Wrapping.broken(textOfEmptyList, width: max(1, width - 2)).count
    }
    // More rows than the pane can have need no measuring.
    guard list.rows.count < layout.mostTabRows else { return heights.tabs = list.rows.count }
    let columns = Columns(
      tabs.current, width: width - 3, chosen: self.columns[tabs.current] ?? [], money: moneyWidth(of: list.rows[...]))
    let below = list.rows.map { Wrapping.broken(Language.clauses(columns.hidden(of: $0, self)), width: width - 3) }
    heights.tabs = list.rows.count + (below.map { $0 == [""] ? 0 : $0.count }.max() ?? 0)
  }

  /// The text that stands in an empty list.
  var textOfEmptyList: String {
    tabs.filter.text.isEmpty ? emptyText(tabs.current) : PaneText.noRowFits(hasMore: tabs.front.hasOlder).text
  }

  /// What the widest amount among rows takes.
  func moneyWidth(of rows: ArraySlice<TabRow>) -> Int { rows.reduce(8) { max($0, displayWidth(of: amount(of: $1))) } }
}

extension Layout {
  /// The minimum width at which the App Store's side is a pane beside the device.
  static let twoSides = 140

  /// Rows from which on a list fills its pane.
  var mostTabRows: Int { max(Self.tabsHeight(body.height), body.height - Self.comfortable) - 2 }

  /// From so many rows on, the App Store's side has room for its list, too.
  private static let leastSide = 20

  /// From 35 rows on, unless a walkthrough needs them; as high as what it holds, and a quarter of the place at most.
  private static func split(_ inner: Rect, forTimelineOf state: State) -> (rest: Rect, timeline: Rect?) {
    guard inner.height >= 30, !state.isSupport else { return (inner, nil) }
    let parts = inner.split(bottom: min(max(1, state.lives?.count ?? 1) + 3, inner.height / 4))
    return (parts.rest, parts.bottom)
  }

  private static func split(_ body: Rect, forStoreOf state: State) -> (device: Rect, store: Rect?, strip: Rect?) {
    guard state.setup.abilities[.appStore] == nil, !state.isSupport else { return (body, nil, nil) }
    if body.width >= twoSides, body.height >= leastSide {
      let parts = body.split(right: min(90, max(58, body.width * 37 / 100)))
      return (parts.rest, parts.right, nil)
    }
    guard body.height >= (body.width < 80 ? 24 : 18), state.walkthrough == nil || state.size.height >= 34 else {
      return (body, nil, nil)
    }
    let parts = body.split(bottom: 3)
    return (parts.rest, nil, parts.bottom)
  }

  /// Returns the area for the front sheet: over the side it belongs to, so that the other side stays visible.
  func place(of overlay: Overlay, under overlays: [Overlay]) -> Rect {
    guard let store else {
      // The area is this low only beside a walkthrough's panel; the sheet then also covers the header.
      return inner.height < 10 ? Rect(x: inner.x, y: 0, width: inner.width, height: inner.maxY) : inner
    }
    switch overlay {
    case .help, .viewer: return inner
    default: break
    }
    return overlays.contains(.appStore) ? store : body
  }
}
