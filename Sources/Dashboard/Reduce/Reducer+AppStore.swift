import AppStoreModel
import Core
import Verbs

extension Reducer {
  /// Shows a section of the App Store's side, at its first row.
  mutating func visit(_ section: AppStoreSection) {
    state.side = AppStoreSheet()
    state.side.section = section
    enterAppStore()
  }

  /// Focuses the App Store's side, at the section that it showed last.
  mutating func enterAppStore() {
    state.overlays = [.appStore]
    readSituation()
  }

  /// Focuses another pane, `step` panes further; the App Store's side comes last if it is a pane.
  mutating func focusPane(by step: Int) {
    let isOpen = state.overlays.last == .appStore
    let layout = Layout(state)
    var panes: [Pane?] = Pane.allCases.filter { $0 != .timeline || layout.timeline != nil }
    // There is no App Store's side while the past is shown.
    if isOpen || (layout.store != nil && state.past == nil) { panes.append(nil) }
    let index = panes.firstIndex { $0 == (isOpen ? nil : state.focus) } ?? 0
    if isOpen { state.overlays.removeLast() }
    if let pane = panes[(index + step + panes.count) % panes.count] { state.focus = pane } else { enterAppStore() }
  }

  /// Shows a list of choices; picks the only item at once if it can be chosen.
  mutating func present(_ choice: Choice) {
    state.overlays.append(.choice(choice))
    guard choice.items.count == 1 else { return }
    if case .no = choice.items[0].pick { return }
    pick()
  }

  /// Carries out a verb, or asks for confirmation, a choice or a text first.
  mutating func follow(_ plan: VerbPlan) {
    switch plan {
    case .now(let call): play(call)
    case .ask(let title, let text, let call):
      state.overlays.append(
        .confirmation(Confirmation(decision: .verb(call), title: title, text: [text, safeText(call.line)])))
    case .choose(let title, let items, let cursor):
      let items = items.map { Choice.Item(title: $0.title, note: $0.note, pick: .verb($0.plan)) }
      present(Choice(title: title, items: items, cursor: cursor))
    case .type(let typed):
      state.overlays.append(
        .entry(EntrySheet(purpose: .verb(typed), title: typed.title, text: [typed.text], label: typed.label)))
    }
  }

  /// Shows a section of the App Store's side.
  mutating func showSection(_ section: AppStoreSection) {
    state.side.section = section
    state.side.filter = ProductList.Filter()
    state.side.order = .usual
    let rows = state.rows(of: section)
    let cursor = state.side.place.cursor
    state.side.followed = cursor > 0 && rows.indices.contains(cursor) ? rows[cursor].shown.id : nil
  }

  /// Changes what the part shows; the cursor stays on its row as long as that is shown.
  mutating func changeSide(_ change: (inout AppStoreSheet) -> Void) {
    let id = state.selectedAppStoreRow?.shown.id
    change(&state.side)
    state.side.place.cursor = state.rows(of: state.side.section).firstIndex { $0.shown.id == id } ?? 0
  }

  /// Returns to the device, whatever the part is filtered by.
  mutating func leaveAppStore() {
    changeSide { $0.filter = ProductList.Filter() }
    state.overlays.removeAll { $0 == .appStore }
  }

  /// Shows another section, `step` sections further.
  mutating func showSection(by step: Int) { showSection(state.side.section.neighbour(by: step)) }

  /// Stores the App Store's situation; the cursor stays on the row that was acted on or chosen last.
  mutating func apply(_ situation: AppStoreSituation) {
    state.situation = situation
    state.followNewestNotification()
    guard let id = state.side.followed else { return }
    if let place = state.rows(of: state.side.section).firstIndex(where: { $0.shown.id == id }) {
      state.side.place.cursor = place
    }
  }

  /// Keeps the cursor on the row that a verb applies to, even if the row moves.
  mutating func followSelectedRow() {
    if state.appStoreSheet != nil, let row = state.selectedAppStoreRow { state.side.followed = row.shown.id }
  }
}
