import Core
import TerminalUI

/// The target of a click or a wheel turn at a point of the screen.
///
/// Rows count from a list's first row; nil means the border, or the space below the last row.
enum HitTarget: Hashable {
  /// A key in the key bar.
  case key(Key)
  /// The first line, with the badges of what differs from the defaults.
  case header
  case sheet(row: Int?)
  case products(stop: Int?)
  case detail
  case tab(Tab)
  case tabs(row: Int?)
  case timeline(productId: String?)
  case section(AppStoreSection)
  case store(row: Int?)
  /// The strip with the pending decisions on the App Store's side.
  case strip
}

/// A click and its target.
struct Click: Hashable {
  let point: Point
  let hitTarget: HitTarget
}

extension State {
  /// Returns the target at a point, or nil if a click has no effect there.
  func hitTarget(at point: Point) -> HitTarget? {
    let layout = Layout(self)
    if layout.keyBar.contains(point) {
      let item = KeyBar(self, width: layout.keyBar.width).items.first { ($0.x..<$0.x + $0.width).contains(point.x) }
      return item?.entry.keys.first.map(HitTarget.key)
    }
    if let overlay = overlays.last, !(overlay == .appStore && layout.store != nil), let sheet = Sheet(self) {
      let rect = sheet.frame(in: layout.place(of: overlay, under: overlays))
      if rect.contains(point) { return hitTarget(at: point, on: sheet, in: rect, isStore: overlay == .appStore) }
      // Below a report, the panes still react to clicks.
      guard case .report = overlay else { return nil }
    }
    if let pane = layout.store, pane.contains(point) {
      return hitTarget(at: point, on: .appStore(self, max(1, pane.width - 4), .unicode), in: pane, isStore: true)
    }
    return paneHitTarget(at: point, layout)
  }

  private func hitTarget(at point: Point, on sheet: Sheet, in rect: Rect, isStore: Bool) -> HitTarget {
    let place = sheet.listPlace(in: rect)
    if isStore, point.y == rect.y + 1, let section = section(at: point.x - rect.x - 2, on: sheet) {
      return .section(section)
    }
    let index = point.y - place.y + sheet.top
    let isRow = sheet.cursor != nil && (place.y..<place.maxY).contains(point.y) && sheet.list.indices.contains(index)
    return isStore ? .store(row: isRow ? index : nil) : .sheet(row: isRow ? index : nil)
  }

  /// Returns the section of the App Store's side whose name is at a column of the line of names.
  private func section(at column: Int, on sheet: Sheet) -> AppStoreSection? {
    guard situation != nil, let names = sheet.head.first, column >= 0 else { return nil }
    var end = 0
    for (section, span) in zip(AppStoreSection.allCases, names.spans) {
      end += displayWidth(of: span.text)
      if column < end { return section }
    }
    return nil
  }

  private func paneHitTarget(at point: Point, _ layout: Layout) -> HitTarget? {
    if let pane = layout.products, pane.contains(point) {
      let line = point.y - pane.inside.y + products.top
      let isInside = pane.inside.contains(point)
      return .products(stop: isInside ? products.stops.firstIndex(of: line) : nil)
    }
    if layout.detail?.contains(point) == true { return .detail }
    if layout.tabs.contains(point) { return tabHitTarget(at: point, layout.tabs) }
    if let pane = layout.timeline, pane.contains(point) {
      guard let picture = timelinePicture(width: max(1, pane.width - 4)) else { return .timeline(productId: nil) }
      let row = point.y - pane.inside.y + timelineTop(in: pane)
      let isRow = pane.inside.contains(point) && point.y < pane.inside.maxY - 1 && picture.rows.indices.contains(row)
      return .timeline(productId: isRow ? picture.rows[row].productId : nil)
    }
    if layout.strip?.contains(point) == true { return .strip }
    return point.y == 0 ? .header : nil
  }

  private func tabHitTarget(at point: Point, _ pane: Rect) -> HitTarget {
    if point.y == pane.y {
      let titles = TabTitles(current: tabs.current, width: pane.width, line: "-")
      let item = titles.items.first { ($0.x..<$0.x + $0.width).contains(point.x - pane.x) }
      return item.map { .tab($0.tab) } ?? .tabs(row: nil)
    }
    let row = point.y - pane.inside.y + tabs.front.top
    return .tabs(row: pane.inside.contains(point) && tabs.front.rows.indices.contains(row) ? row : nil)
  }
}
