import AppStoreModel
import Core
import TerminalUI

/// A movement of the cursor, or of the scroll position.
enum Movement: Hashable {
  case up, down, first, last, pageUp, pageDown
}

extension Reducer {
  /// Moves the cursor of the focused pane or sheet.
  mutating func move(_ movement: Movement) {
    let height = max(1, state.listHeight)
    switch state.overlays.last {
    case nil: if state.isDeskInFront { moveInDesk(movement) } else { moveInPane(movement, height) }
    case .refundList(var list):
      let wanted = Self.move(&list, movement, height)
      state.replaceTop(.refundList(list))
      if let wanted, !state.reads.isUnderWay(.refundable) { readRefundable(wanted) }
    case .order(var sheet):
      let wanted = Self.move(&sheet.rows, movement, height)
      state.replaceTop(.order(sheet))
      if let wanted, !state.reads.isUnderWay(.orderJournal) { readOrderJournal(wanted) }
    case .appStore:
      let rows = state.rows(of: state.side.section)
      state.side.place.cursor = Self.moved(state.side.place.cursor, movement, count: rows.count, height)
      state.side.followed = rows.isEmpty ? nil : rows[state.side.place.cursor].shown.id
    case .palette(var palette):
      palette.cursor = Self.moved(palette.cursor, movement, count: state.paletteItems(palette.text).count, height)
      state.replaceTop(.palette(palette))
    case .choice(var choice):
      choice.cursor = Self.moved(choice.cursor, movement, count: choice.items.count, height)
      state.replaceTop(.choice(choice))
    case .timeline: moveInTimeline(movement, height)
    case .report(let report, let top):
      state.replaceTop(.report(report, top: Self.moved(top, movement, count: state.overlayLineCount, height)))
    case .help(var list):
      let row = Self.moved(list.cursor, movement, count: list.rows.count, height)
      list.move(to: row, isUpward: row < list.cursor)
      state.replaceTop(.help(list))
    case .viewer(var viewer):
      viewer.top = Self.moved(viewer.top, movement, count: state.overlayLineCount, height)
      state.replaceTop(.viewer(viewer))
    default: break
    }
  }

  private mutating func moveInPane(_ movement: Movement, _ height: Int) {
    switch state.focus {
    case .products:
      let list = state.products
      state.products.move(to: Self.moved(list.cursor, movement, count: list.stops.count, height))
    case .detail:
      state.detailTop = Self.moved(state.detailTop, movement, count: state.detailScrollCount + 1, max(1, height / 2))
    case .timeline: moveInTimeline(movement, height)
    case .tabs:
      let tab = state.tabs.current
      state.tabs.scans = 0
      if let wanted = Self.move(&state.tabs[tab], movement, height), !state.reads.isUnderWay(.tab(tab)) {
        read(tab, wanted)
      }
      // The detail shows the selected row's product.
      if let id = state.tabs.front.selected?.productId { _ = state.products.select(id) }
    }
  }

  /// Moves the cursor in a list that is read page by page; returns which page to read next, if any.
  private static func move(_ list: inout RowList, _ movement: Movement, _ height: Int) -> RowList.Joining? {
    if movement == .first, list.hasNewer { return .replacing(cursor: .first) }
    if movement == .last, list.hasOlder { return .replacing(cursor: .last) }
    list.cursor = moved(list.cursor, movement, count: list.rows.count, height)
    // The next page is read before the cursor reaches the edge, so that the user does not wait there.
    if list.hasOlder, list.cursor + 2 * height >= list.rows.count, movement == .down || movement == .pageDown {
      return .after
    }
    if list.hasNewer, list.cursor < 2 * height, movement == .up || movement == .pageUp { return .before }
    return nil
  }

  static func moved(_ cursor: Int, _ movement: Movement, count: Int, _ height: Int) -> Int {
    let target =
      switch movement {
      case .up: cursor - 1
      case .down: cursor + 1
      case .pageUp: cursor - height
      case .pageDown: cursor + height
      case .first: 0
      case .last: count - 1
      }
    return max(0, min(target, count - 1))
  }

  /// Limits the lists to one product's rows; nil lists everything.
  mutating func limitTabs(to productId: String?) {
    state.tabs.onlyProduct = productId
    state.tabs.forget()
    readFrontTab()
  }

  /// Shows another list, `step` lists further; in the timeline, shows an earlier or later moment instead.
  mutating func turn(by step: Int) {
    guard state.focus == .timeline else { return show(state.tabs.current.neighbour(by: step)) }
    perform(step < 0 ? .earlier : .later)
  }

  mutating func show(_ tab: Tab) {
    if tab != state.tabs.current, state.tabs.order != .usual {
      state.tabs.order = .usual
      state.tabs.forget()
    }
    if tab != state.tabs.current, state.tabs.filter.isActive { clearListFilter() }
    state.tabs.current = tab
    state.focus = .tabs
    readFrontTab()
  }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// Returns the case `step` cases further; the first case follows the last one.
  func neighbour(by step: Int) -> Self {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + step + all.count) % all.count]
  }
}

/// How many of something: the payment sheet's quantity, and how much of a consumable is used.
extension Reducer {
  /// More or fewer of what the sheet is about.
  mutating func count(by step: Int) {
    switch state.overlays.last {
    case .payment(var sheet):
      sheet.quantity += step
      sheet.isTyped = false
      state.replaceTop(.payment(sheet))
    case .use(var sheet):
      sheet.count += step
      sheet.isTyped = false
      state.replaceTop(.use(sheet))
    default: break
    }
  }

  /// Takes a digit, or a correction, as the count that a sheet asks for; false where none is asked for.
  mutating func countsDigits(_ key: Key) -> Bool {
    switch state.overlays.last {
    case .payment(var sheet):
      guard let count = typed(key, behind: sheet.isTyped ? sheet.quantity : 0) else { return false }
      guard state.products[sheet.productId]?.type == .consumable else {
        announce(ReasonText.oneIsEnough.text, .warning)
        return true
      }
      (sheet.quantity, sheet.isTyped) = (atMost(PaymentSheet.greatestQuantity, count), count > 0)
      state.replaceTop(.payment(sheet))
    case .use(var sheet):
      guard let count = typed(key, behind: sheet.isTyped ? sheet.count : 0) else { return false }
      (sheet.count, sheet.isTyped) = (atMost(state.products[sheet.productId]?.balance ?? 1, count), count > 0)
      state.replaceTop(.use(sheet))
    default: return false
    }
    return true
  }

  /// The count after a key; nil for a key that is no part of a number.
  private func typed(_ key: Key, behind count: Int) -> Int? {
    switch key {
    case .character(let character):
      guard character.isASCII, let digit = character.wholeNumberValue else { return nil }
      return count * 10 + digit
    case .backspace, .delete: return count / 10
    default: return nil
    }
  }

  /// A typed count within what there is; says so where that is less.
  private mutating func atMost(_ most: Int, _ count: Int) -> Int {
    if count > most { announce(ReasonText.notMore(than: most).text, .warning) }
    return max(1, min(most, count))
  }
}
