import TerminalUI

extension State {
  /// The state that cursor keys change; panes that do not show it are not drawn again.
  struct Changes: OptionSet {
    let rawValue: UInt8

    /// Which product is under the cursor, and where its list is scrolled to.
    static let product = Changes(rawValue: 1)
    /// The lists under the products.
    static let tabs = Changes(rawValue: 2)
    /// Where the detail is scrolled to.
    static let detail = Changes(rawValue: 4)
    /// What the App Store's side shows.
    static let side = Changes(rawValue: 8)
    /// The rows that the timeline shows.
    static let timeline = Changes(rawValue: 16)
    /// Anything else: everything is drawn.
    static let all = Changes(rawValue: .max)
  }

  /// The changed parts, apart from the message line, which lies over the panes.
  func changes(since earlier: State, in layout: Layout) -> Changes {
    var changes: Changes = []
    var rest = earlier
    rest.message = message
    if rest.products.takeCursor(of: products) { changes.insert(.product) }
    take(&rest.tabs, tabs, as: .tabs, &changes)
    take(&rest.detailTop, detailTop, as: .detail, &changes)
    take(&rest.side, side, as: .side, &changes)
    guard rest == self else { return .all }
    if let pane = layout.timeline, timelineTop(in: pane) != earlier.timelineTop(in: pane) { changes.insert(.timeline) }
    return changes
  }

  private func take<Value: Equatable>(_ old: inout Value, _ new: Value, as change: Changes, _ changes: inout Changes) {
    guard old != new else { return }
    old = new
    changes.insert(change)
  }
}
