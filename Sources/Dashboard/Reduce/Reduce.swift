import AppStoreModel
import Core
import TerminalUI

/// Returns the dashboard's state after an event, and the effects for the program to perform.
///
/// It is pure: it reads no clock, uses no randomness, and does no input or output.
package func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
  var reducer = Reducer(state: state)
  reducer.receive(event)
  // The detail of another product or another customer starts at its first line.
  if reducer.state.selected?.id != state.selected?.id || reducer.state.device.account != state.device.account {
    reducer.state.detailTop = 0
  }
  reducer.readLivesIfShown()
  reducer.state.settle()
  return (reducer.state, reducer.effects)
}

extension State {
  /// Returns the initial state of the dashboard, with the first queries and the start command.
  package func start() -> (State, [Effect]) {
    var reducer = Reducer(state: self)
    if desk == nil { reducer.run(.start) }
    reducer.refresh()
    // At the real App Store, the user must look up a customer first.
    if isSupport, device.account == nil {
      reducer.state.overlays.append(.entry(.lookingUp))
    }
    reducer.state.settle()
    return (reducer.state, reducer.effects)
  }
}

/// One run of `reduce`: the state being changed and the effects so far.
struct Reducer {
  var state: State
  var effects: [Effect] = []

  mutating func receive(_ event: Event) {
    switch event {
    case .key(let key):
      note(key.text)
      state.lastClick = nil
      press(key)
    case .paste(let text): paste(text)
    case .mouse(let mouse): receive(mouse)
    case .resize(let size):
      state.size = size
      if let list = state.desk?.list, list.rows.count < size.height { readCustomers(.after) }
    case .action(let action):
      let entry = self.entry(of: action)
      if let entry { note(entry.keyName) }
      perform(action, entry)
    case .clock(let now): advance(to: now)
    case .spin: state.spinnerStep &+= 1
    case .storeChanged: refresh()
    case .waiting(let count): state.device.waitingUpdates = max(0, count)
    case .news(let report): announce(state.news(report), unlocking: report.entitled)
    case .walkthroughs(let listings): offer(listings)
    case .scenes(let listings):
      if state.overlays.isEmpty { present(.scenes(listings)) }
    case .scene(let card):
      state.scene = card
      // The keys that selected its product are not the viewer's.
      if state.keystrokes != nil { state.keystrokes = [] }
    case .walkthrough(let panel): show(panel)
    case .settings(let list): apply(list)
    case .layout(let layout):
      state.columns = layout.columns
      state.keystrokes = layout.showsKeystrokes ? state.keystrokes ?? [] : nil
    case .language(let setup): speak(with: setup)
    case .said(let message): state.message = message
    case .saved(let name, let failure):
      announce(
        WorkText.saved(safeText(name), failure: failure.map { safeText($0) }).text, failure == nil ? .good : .bad)
    case .copied(let text, let answer):
      let isCopied = if case .unavailable = answer { false } else { true }
      announce(WorkText.copied(safeText(text, limit: 60), answer).text, isCopied ? .good : .warning)
    case .loaded(let id, let loaded): apply(loaded, to: id)
    case .progress(let id, let progress): note(progress, of: id)
    case .finished(let id, let outcome): finish(id, outcome)
    case .failed(let id, let problem): fail(id, problem)
    case .stopped(let id): stop(id)
    }
  }

  /// Returns a new number for a query or a task.
  mutating func nextID() -> TaskID {
    defer { state.nextNumber += 1 }
    return TaskID(state.nextNumber)
  }

  mutating func announce(_ text: String, _ tone: Tone = .plain) { state.message = Message(text, tone) }
}

extension Reducer {
  mutating func press(_ key: Key) {
    guard !Layout.isTooSmall(state.size) else { return pressWhileTooSmall(key) }
    let scopes = state.scopesOfKeys
    let isText = scopes.first?.takesText ?? false
    if !(isText && key.isTyped) {
      for scope in scopes {
        if let entry = ActionTable.entry(for: key, in: scope) { return perform(entry) }
      }
    }
    if isText { return edit(key) }
    if countsDigits(key) { return }
    announce(say("\(key) does nothing here; \(ActionTable.key(of: .help)) lists the keys"), .plain)
  }

  /// Runs only actions that leave, redraw or suspend, because the user cannot see the effect of any other key.
  private mutating func pressWhileTooSmall(_ key: Key) {
    let safe: [Action] = [.quit, .redraw, .suspend]
    for scope in [Scope.main, .everywhere] {
      guard let entry = ActionTable.entry(for: key, in: scope), safe.contains(entry.action) else { continue }
      return perform(entry)
    }
  }

  mutating func edit(_ key: Key) {
    switch key {
    case .character(let character): type(String(character))
    case .backspace, .delete: changeText { _ = $0.popLast() }
    case .control("u"): changeText { $0 = "" }
    default: break
    }
  }

  mutating func paste(_ text: String) {
    // A pasted id searches at once; only a typed search begins with a key.
    if state.isDeskInFront, state.overlays.isEmpty, state.editedFilter == nil { editSearch() }
    guard state.scopes.first?.takesText == true else { return }
    type(text)
  }

  /// Adds text at the end of the focused field, or replaces an earlier search.
  ///
  /// Control characters become spaces, and the text is cut to the longest length.
  private mutating func type(_ text: String) {
    let line = text.unicodeScalars.prefix(Self.longestText)
      .map { $0.properties.generalCategory == .control ? " " : Character($0) }
    let safe = safeText(String(line), limit: Self.longestText)
    let replaces = state.editedFilter?.isReplaced == true
    changeText { $0 = String(((replaces ? "" : $0) + safe).prefix(Self.longestText)) }
  }

  private static let longestText = 200

  private mutating func changeText(_ change: (inout String) -> Void) {
    if case .refundReason(var sheet) = state.overlays.last {
      change(&sheet.reason)
      state.replaceTop(.refundReason(sheet))
    } else if case .entry(var sheet) = state.overlays.last {
      change(&sheet.value)
      state.replaceTop(.entry(sheet))
    } else if state.overlays.last == .appStore, state.side.filter.isEditing {
      changeSide { change(&$0.filter.text) }
    } else if case .help(var list) = state.overlays.last {
      change(&list.filter.text)
      list.cursor = 1
      state.replaceTop(.help(list))
    } else if case .palette(var palette) = state.overlays.last {
      change(&palette.text)
      palette.cursor = 0
      state.replaceTop(.palette(palette))
    } else if state.isDeskInFront {
      changeSearch(change)
    } else if state.tabs.filter.isEditing {
      change(&state.tabs.filter.text)
      readFiltered()
    } else if state.products.filter.isEditing {
      var text = state.products.filter.text
      change(&text)
      state.products.setFilter(text, isEditing: true)
    }
  }
}

extension Reducer {
  /// Runs an action if the current scopes have it, or shows why it is unavailable.
  mutating func perform(_ action: Action) { perform(action, entry(of: action)) }

  /// Returns the row of an action in the current scopes.
  private func entry(of action: Action) -> ActionEntry? {
    // While Till types into a field, the keys of the walkthrough count all the same.
    ActionTable.entry(of: action, in: state.scopes + state.scopesOfKeys)
  }

  private mutating func perform(_ action: Action, _ entry: ActionEntry?) {
    guard let entry else {
      return announce(
        say("\(action.rawValue) is not available here; \(ActionTable.key(of: .close)) goes back"), .warning)
    }
    perform(entry)
  }

  /// Runs the action of a row that was found already, or shows why it is unavailable.
  private mutating func perform(_ entry: ActionEntry) {
    if let reason = entry.whyNot(state) {
      return announce(ReasonText.cannot(entry.title, because: reason).text, .warning)
    }
    if entry.scopes.contains(.main), !entry.scopes.contains(.report) { leaveReports() }
    // What the App Store's side did is still to be read on the way back to the device.
    let isWayBack = [.close, .leaveAppStore].contains(entry.action) && state.overlays.last == .appStore
    if !entry.isMovement, !isWayBack { state.message = nil }
    note(entry)
    entry.perform(&self)
  }

  private mutating func leaveReports() {
    while case .report = state.overlays.last { state.overlays.removeLast() }
  }

  mutating func editFilter() {
    if case .help(var list) = state.overlays.last {
      list.filter.edit()
      return state.replaceTop(.help(list))
    }
    if state.overlays.last == .appStore { return state.side.filter.edit() }
    if state.focus == .tabs { return state.tabs.filter.edit() }
    state.focus = .products
    state.products.editFilter()
  }

  mutating func quit() {
    guard state.isBuying else { return effects.append(.quit) }
    state.overlays.append(.confirmation(.quitWhileBuying))
  }

  /// Closes or ends the topmost of these: a sheet, a filter, an export, a task, a limit to one product, the past.
  mutating func close() {
    if state.overlays.last == .appStore, state.side.filter.isActive {
      return changeSide { $0.filter = ProductList.Filter() }
    }
    if case .help(let list) = state.overlays.last, list.filter.isActive {
      return state.replaceTop(.help(HelpList(scope: list.scope)))
    }
    if let top = state.overlays.popLast() {
      if case .payment(let sheet) = top { cancelPurchase(sheet) }
    } else if state.tabs.filter.isActive, state.focus == .tabs {
      clearListFilter()
    } else if state.products.filter.isActive {
      state.products.setFilter("", isEditing: false)
    } else if state.export != nil {
      state.export = nil
      announce(PaneText.exportStopped.text, .warning)
    } else if let work = state.works.last(where: \.isCancellable) {
      cancel(work.id)
    } else if state.tabs.onlyProduct != nil {
      limitTabs(to: nil)
    } else if state.past?.isFixed == false {
      returnToNow()
    } else {
      state.focus = .products
    }
  }

  mutating func open() {
    switch state.focus {
    case .products: state.focus = .detail
    case .detail: state.focus = .products
    case .timeline: state.focus = .detail
    case .tabs:
      if let subject = state.subjectUnderCursor { view(subject) } else { openOrder() }
    }
  }
}
