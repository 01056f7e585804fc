import TerminalUI

extension Reducer {
  /// Handles a click, which focuses and selects the target, or a wheel turn, which scrolls it.
  mutating func receive(_ mouse: Mouse) {
    guard !Layout.isTooSmall(state.size), state.walkthrough?.status != .playing,
      let hitTarget = state.hitTarget(at: mouse.point)
    else { return }
    switch mouse.act {
    case .press: click(hitTarget, at: mouse.point)
    case .wheelUp: turnWheel(.up, over: hitTarget)
    case .wheelDown: turnWheel(.down, over: hitTarget)
    }
  }

  /// The number of rows that one step of the wheel moves.
  private static let wheelRows = 3

  private mutating func turnWheel(_ movement: Movement, over hitTarget: HitTarget) {
    switch hitTarget {
    case .key, .header, .strip: return
    case .sheet: break
    case .products: give(keysTo: .products)
    case .detail: give(keysTo: .detail)
    case .tab, .tabs: give(keysTo: .tabs)
    case .timeline: give(keysTo: .timeline)
    case .section, .store: guard giveKeysToStore() else { return }
    }
    for _ in 0..<Self.wheelRows { move(movement) }
  }

  private mutating func click(_ hitTarget: HitTarget, at point: Point) {
    let last = state.lastClick
    state.lastClick = Click(point: point, hitTarget: hitTarget)
    // The second click of a double click must not press a key that the first one brought here: it could confirm a
    // purchase.
    if case .key = hitTarget, let last, last.point == point, last.hitTarget != hitTarget { return }
    switch hitTarget {
    case .key(let key): press(key)
    case .header: if !state.statusBadges.isEmpty, state.overlays.isEmpty { perform("unusual") }
    case .strip: perform(.appStore)
    case .sheet(let row): if let row { select(row, opens: true) }
    case .products(let stop):
      give(keysTo: .products)
      if let stop { state.products.move(to: stop) }
    case .detail: give(keysTo: .detail)
    case .tab(let tab):
      give(keysTo: .tabs)
      show(tab)
    case .tabs(let row):
      let had = state.focus == .tabs && state.overlays.isEmpty
      give(keysTo: .tabs)
      if let row { select(row, opens: had) }
    case .timeline(let id):
      give(keysTo: .timeline)
      if let id { _ = state.products.select(id) }
    case .section(let section): if giveKeysToStore() { showSection(section) }
    case .store(let row):
      let had = state.overlays.last == .appStore
      if giveKeysToStore(), let row { select(row, opens: had) }
    }
  }

  /// Selects a row of the focused list; a click on the selected row opens it.
  private mutating func select(_ row: Int, opens: Bool) {
    if case .help(var list) = state.overlays.last, list.cursor != row {
      list.move(to: row, isUpward: false)
      return state.replaceTop(.help(list))
    }
    guard let cursor = state.cursorOfList else { return }
    if opens, cursor == row { return press(.enter) }
    for _ in 0..<abs(row - cursor) { move(row < cursor ? .up : .down) }
  }

  /// Focuses a pane and ends the editing of filters, whose text is kept.
  private mutating func give(keysTo pane: Pane) {
    state.overlays = []
    if state.products.filter.isEditing { state.products.setFilter(state.products.filter.text, isEditing: false) }
    state.tabs.filter.isEditing = false
    state.focus = pane
  }

  /// Focuses the App Store's side; returns false while the past is shown, which has none.
  private mutating func giveKeysToStore() -> Bool {
    guard state.past == nil else { return false }
    state.side.filter.isEditing = false
    if state.overlays.last != .appStore { enterAppStore() }
    return true
  }
}

extension State {
  /// The index of the selected row in the focused list, or nil if there is none.
  fileprivate var cursorOfList: Int? {
    overlays.isEmpty ? (focus == .tabs ? tabs.front.cursor : nil) : Sheet(self)?.cursor
  }
}
