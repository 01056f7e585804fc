import AppStoreModel
import Core
import Verbs

extension Reducer {
  mutating func openAppStore() {
    visit(.decisions)
  }

  /// Goes to a part of the App Store's side, at its first row.
  mutating func visit(_ section: AppStoreSection) {
    state.side = AppStoreSheet()
    state.side.section = section
    enterAppStore()
  }

  /// Gives the keys to the App Store's side as it stands.
  mutating func enterAppStore() {
    state.overlays = [.appStore]
    readSituation()
  }

  /// Gives the keys to the pane so many further on; the App Store's side is the last one where it is a pane.
  mutating func focusPane(by step: Int) {
    let isOpen = state.overlays.last == .appStore
    let layout = Layout(state)
    var panes: [Pane?] = Pane.allCases.filter { $0 != .timeline || layout.timeline != nil }
    // The past has no App Store's side.
    if isOpen || (layout.store != nil && state.past == nil) { panes.append(nil) }
    let index = panes.firstIndex { $0 == (isOpen ? nil : state.focus) } ?? 0
    if isOpen { state.overlays.removeLast() }
    if let pane = panes[(index + step + panes.count) % panes.count] { state.focus = pane } else { enterAppStore() }
  }

  /// Does what the App Store's side plans for an action.
  mutating func follow(_ plan: Plan) {
    switch plan {
    case .verb(let plan): follow(plan)
    case .command(let command): run(command)
    case .confirm(let question): state.overlays.append(.confirmation(question))
    case .choose(let choice): present(choice)
    case .no(let reason): announce(reason, .warning)
    }
  }

  /// Lets the person choose, where there is anything to choose between.
  mutating func present(_ choice: Choice) {
    state.overlays.append(.choice(choice))
    guard choice.items.count == 1 else { return }
    if case .no = choice.items[0].pick { return }
    pick()
  }

  /// Goes on with what a verb leads to.
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

  /// Shows a part of the App Store's side.
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

  /// Shows the part so many further on.
  mutating func showSection(by step: Int) { showSection(state.side.section.neighbour(by: step)) }

  /// Takes in how the App Store stands; the cursor stays on the row that was acted on or chosen.
  mutating func take(_ situation: AppStoreSituation) {
    state.situation = situation
    state.followNewestNotification()
    guard let id = state.side.followed else { return }
    if let place = state.rows(of: state.side.section).firstIndex(where: { $0.shown.id == id }) {
      state.side.place.cursor = place
    }
  }

  /// Keeps the cursor on the row that a verb is about, whatever becomes of it.
  mutating func followSelectedRow() {
    if state.appStoreSheet != nil, let row = state.selectedAppStoreRow { state.side.followed = row.shown.id }
  }
}
