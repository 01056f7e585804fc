extension State {
  /// The parts of the state that cursor keys change; only panes that show a changed part are drawn again.
  struct Changes: OptionSet {
    let rawValue: UInt8

    /// The selected product, and the scroll position of the products.
    static let product = Changes(rawValue: 1)
    /// The lists below the products.
    static let tabs = Changes(rawValue: 2)
    /// The scroll position of the detail.
    static let detail = Changes(rawValue: 4)
    /// The state of the App Store's side.
    static let side = Changes(rawValue: 8)
    /// The visible rows of the timeline.
    static let timeline = Changes(rawValue: 16)
    /// Any other change: everything is drawn again.
    static let all = Changes(rawValue: .max)
  }

  /// Returns the changed parts, without the message line, which is drawn above the panes in any case.
  func changes(since earlier: State, in layout: Layout) -> Changes {
    var changes: Changes = []
    var rest = earlier
    rest.message = message
    if rest.products.takeCursor(of: products) { changes.insert(.product) }
    update(&rest.tabs, tabs, as: .tabs, &changes)
    update(&rest.detailTop, detailTop, as: .detail, &changes)
    update(&rest.side, side, as: .side, &changes)
    guard rest == self else { return .all }
    if let pane = layout.timeline, timelineTop(in: pane) != earlier.timelineTop(in: pane) { changes.insert(.timeline) }
    return changes
  }

  private func update<Value: Equatable>(_ old: inout Value, _ new: Value, as change: Changes, _ changes: inout Changes)
  {
    guard old != new else { return }
    old = new
    changes.insert(change)
  }
}
