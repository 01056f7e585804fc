import StoreModel

extension Action {
  /// Whether it only moves within what is on the screen: it leaves the message line as it is.
  var isMovement: Bool {
    switch self {
    case .up, .down, .first, .last, .pageUp, .pageDown: true
    default: false
    }
  }
}

extension Reducer {
  /// Moves in whatever has the keys.
  mutating func move(_ action: Action) {
    let height = max(1, state.listHeight)
    switch state.overlays.last {
    case nil: moveInPane(action, height)
    case .refundList(var list):
      let wanted = Self.move(&list.rows, action, height)
      state.replaceTop(.refundList(list))
      if let wanted, !state.reads.isUnderWay(.refundable) { readRefundable(wanted) }
    case .order(var sheet):
      let wanted = Self.move(&sheet.rows, action, height)
      state.replaceTop(.order(sheet))
      if let wanted, !state.reads.isUnderWay(.orderJournal) { readOrderJournal(wanted) }
    case .appStore(var sheet):
      sheet.place.cursor = Self.moved(
        sheet.place.cursor, action, count: state.rows(of: sheet.section).count, height)
      state.replaceTop(.appStore(sheet))
    case .choice(var choice):
      choice.cursor = Self.moved(choice.cursor, action, count: choice.items.count, height)
      state.replaceTop(.choice(choice))
    case .report(let report, let top):
      state.replaceTop(.report(report, top: Self.moved(top, action, count: state.overlayLineCount, height)))
    case .help(let scope, let top):
      state.replaceTop(.help(scope, top: Self.moved(top, action, count: state.overlayLineCount, height)))
    default: break
    }
  }

  private mutating func moveInPane(_ action: Action, _ height: Int) {
    switch state.focus {
    case .products:
      let before = state.selected?.id
      let list = state.products
      state.products.move(to: Self.moved(list.cursor, action, count: list.stops.count, height))
      if state.selected?.id != before { state.detailTop = 0 }
    case .detail:
      state.detailTop = Self.moved(state.detailTop, action, count: state.detailLineCount, height)
    case .tabs:
      let tab = state.tabs.current
      if let wanted = Self.move(&state.tabs[tab], action, height), !state.reads.isUnderWay(.tab(tab)) {
        read(tab, wanted)
      }
    }
  }

  /// Moves in a window and tells which page it needs now.
  private static func move(_ list: inout RowList, _ action: Action, _ height: Int) -> RowList.Joining? {
    if action == .first, list.hasNewer { return .replacing(cursor: .first) }
    if action == .last, list.hasOlder { return .replacing(cursor: .last) }
    list.cursor = moved(list.cursor, action, count: list.rows.count, height)
    // Asked for before the edge is reached, so that nobody waits at it.
    if list.hasOlder, list.cursor + 2 * height >= list.rows.count, action == .down || action == .pageDown {
      return .after
    }
    if list.hasNewer, list.cursor < 2 * height, action == .up || action == .pageUp { return .before }
    return nil
  }

  private static func moved(_ cursor: Int, _ action: Action, count: Int, _ height: Int) -> Int {
    let target =
      switch action {
      case .up: cursor - 1
      case .down: cursor + 1
      case .pageUp: cursor - height
      case .pageDown: cursor + height
      case .first: 0
      default: count - 1
      }
    return max(0, min(target, count - 1))
  }

  /// Which pane and which list is looked at.
  mutating func look(_ action: Action) {
    if case .appStore = state.overlays.last { return showSection(action) }
    switch action {
    case .nextPane: state.focus = Self.neighbour(of: state.focus, by: 1)
    case .previousPane: state.focus = Self.neighbour(of: state.focus, by: -1)
    case .nextTab: show(Self.neighbour(of: state.tabs.current, by: 1))
    case .previousTab: show(Self.neighbour(of: state.tabs.current, by: -1))
    case .showRefunds: show(.refunds)
    case .showTransactions: show(.transactions)
    case .showOrders: show(.orders)
    case .showUnfinished: show(.unfinished)
    case .showJournal: show(.journal)
    case .showQuarantine: show(.quarantine)
    default: limitTabs(to: state.tabs.onlyProduct == nil ? state.selected?.id : nil)
    }
  }

  /// Lists only one product's rows, or everything again.
  mutating func limitTabs(to productId: String?) {
    state.tabs.onlyProduct = productId
    state.tabs.forget()
    readFrontTab()
  }

  private mutating func show(_ tab: Tab) {
    state.tabs.current = tab
    state.focus = .tabs
    readFrontTab()
  }

  private static func neighbour<Value: CaseIterable & Equatable>(of value: Value, by step: Int) -> Value
  where Value.AllCases == [Value] {
    let all = Value.allCases
    let index = all.firstIndex(of: value) ?? 0
    return all[(index + step + all.count) % all.count]
  }
}
