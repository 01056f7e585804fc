import SafeText
import Screen

/// What lies at a place of the screen, for whoever clicks there or turns the wheel.
///
/// Rows are counted from a list's first; nil stands for what is no row: a border, or the room below the last one.
enum Spot: Hashable {
  /// A key of the bar.
  case key(Key)
  /// The first line, which names what is not as usual.
  case header
  case sheet(row: Int?)
  case products(stop: Int?)
  case detail
  case tab(Tab)
  case tabs(row: Int?)
  case timeline(productId: String?)
  case section(AppStoreSection)
  case store(row: Int?)
  /// What is open on the App Store's side, in one line.
  case strip
}

extension State {
  /// What lies there; nil where a click has no meaning.
  func spot(at point: Point) -> Spot? {
    let layout = Layout(self)
    if layout.keyBar.contains(point) {
      let item = KeyBar(self, width: layout.keyBar.width).items.first { ($0.x..<$0.x + $0.width).contains(point.x) }
      return item?.entry.keys.first.map(Spot.key)
    }
    if let overlay = overlays.last, !(overlay == .appStore && layout.store != nil), let sheet = Sheet(self) {
      let rect = sheet.frame(in: layout.place(of: overlay, under: overlays))
      if rect.contains(point) { return spot(at: point, on: sheet, in: rect, isStore: overlay == .appStore) }
      // Only a report leaves the panes below it their keys.
      guard case .report = overlay else { return nil }
    }
    if let pane = layout.store, pane.contains(point) {
      return spot(at: point, on: .appStore(self, max(1, pane.width - 4), .unicode), in: pane, isStore: true)
    }
    return paneSpot(at: point, layout)
  }

  private func spot(at point: Point, on sheet: Sheet, in rect: Rect, isStore: Bool) -> Spot {
    let place = sheet.listPlace(in: rect)
    if isStore, point.y == rect.y + 1, let section = section(at: point.x - rect.x - 2, on: sheet) {
      return .section(section)
    }
    let index = point.y - place.y + sheet.top
    let isRow = sheet.cursor != nil && (place.y..<place.maxY).contains(point.y) && sheet.list.indices.contains(index)
    return isStore ? .store(row: isRow ? index : nil) : .sheet(row: isRow ? index : nil)
  }

  /// The part of the App Store's side whose name stands at a column of the line of names.
  private func section(at column: Int, on sheet: Sheet) -> AppStoreSection? {
    guard situation != nil, let names = sheet.head.first, column >= 0 else { return nil }
    var end = 0
    for (section, span) in zip(AppStoreSection.allCases, names.spans) {
      end += displayWidth(of: span.text)
      if column < end { return section }
    }
    return nil
  }

  private func paneSpot(at point: Point, _ layout: Layout) -> Spot? {
    if let pane = layout.products, pane.contains(point) {
      let line = point.y - pane.inside.y + products.top
      let isInside = pane.inside.contains(point)
      return .products(stop: isInside ? products.stops.firstIndex(of: line) : nil)
    }
    if layout.detail?.contains(point) == true { return .detail }
    if layout.tabs.contains(point) { return tabSpot(at: point, layout.tabs) }
    if let pane = layout.timeline, pane.contains(point) {
      guard let picture = timelinePicture(width: max(1, pane.width - 4)) else { return .timeline(productId: nil) }
      let row = point.y - pane.inside.y + timelineTop(in: pane)
      let isRow = pane.inside.contains(point) && point.y < pane.inside.maxY - 1 && picture.rows.indices.contains(row)
      return .timeline(productId: isRow ? picture.rows[row].productId : nil)
    }
    if layout.strip?.contains(point) == true { return .strip }
    return point.y == 0 ? .header : nil
  }

  private func tabSpot(at point: Point, _ pane: Rect) -> Spot {
    if point.y == pane.y {
      let titles = TabTitles(current: tabs.current, width: pane.width, line: "-")
      let item = titles.items.first { ($0.x..<$0.x + $0.width).contains(point.x - pane.x) }
      return item.map { .tab($0.tab) } ?? .tabs(row: nil)
    }
    let row = point.y - pane.inside.y + tabs.front.top
    return .tabs(row: pane.inside.contains(point) && tabs.front.rows.indices.contains(row) ? row : nil)
  }
}
