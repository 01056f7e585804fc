import AppStoreModel
import Core
import Verbs

/// The command palette: the typed text, and the position in the list of matches.
package struct CommandPalette: Scrolled, Hashable, Sendable {
  var text = ""
  var cursor = 0
  var top = 0
}

extension State {
  /// Returns the items that match the typed text; without text, the most recent ones come first.
  func paletteItems(_ text: String) -> [Choice.Item] {
    let all = paletteItems
    let search = Search(text)
    guard search.isEmpty else {
      return idItems(text)
        + search.matches(
          in: all.map {
            Search.Subject(
              names: [$0.title.lowercased(), $0.synonyms.lowercased()], state: "", type: "", ids: [$0.note.lowercased()]
            )
          }
        ).map { all[$0] } + itemsOfIDs(holding: text)
    }
    let recent = paletteHistory.compactMap { title in all.first { $0.title == title } }
    return recent + all.filter { !paletteHistory.contains($0.title) }
  }

  private var paletteItems: [Choice.Item] {
    // At a desk, the customer's own actions come first, and those that only a device has are left out.
    let isAtDesk = desk?.opened != nil
    let own = isAtDesk ? ActionTable.entries(in: .customer) : []
    let others = (ActionTable.entries(in: .main) + ActionTable.entries(in: .everywhere)).filter { entry in
      !isAtDesk || entry.whyNot(self) == nil && !own.contains { $0.action == entry.action }
    }
    let actions = (own + others).filter { !$0.isMovement && $0.action != "palette" && $0.isOffered(self) }
      .map { entry in
        Choice.Item(
          title: entry.title,
          note: "\(entry.keyName)  \(entry.whyNot(self).map { ReasonText.notNow($0).text } ?? entry.summary)",
          pick: .action(entry.action))
      }
    let sold = products.rows.map { row in
      Choice.Item(title: row.name, note: row.shownId, pick: .product(row.id))
    }
    guard setup.abilities[.appStore] == nil else { return actions + sold }
    let parts = AppStoreSection.allCases.map { section in
      Choice.Item(
        title: say("\(AppStoreSideTexts.appStoreTitle): \(AppStoreSideTexts.title(of: section))"),
        note: ActionTable.keys(to: section.action),
        pick: .visit(section))
    }
    let accounts = (situation?.accounts ?? []).filter { $0.name != device.account }.map { account in
      Choice.Item(
        title: say("sign in as \(safeText(account.name))"),
        note: safeText(term(account.note)),
        pick: .command(.signIn(account.name)))
    }
    // Picking a setting selects its row, where its own key changes it; picking a fault switches it on or off.
    let settings = items(of: .settings) { .row(.settings, id: $0) }
    let faults = items(of: .faults) { .onRow("switch-fault", .faults, id: $0) }
    return actions + sold + parts + deeds + settings + rowVerbs + accounts + faults + walks
  }

  /// Returns the rows of a section as items; the closure gives what picking the row with an id does.
  private func items(of section: AppStoreSection, _ pick: (String) -> Choice.Pick) -> [Choice.Item] {
    rows(of: section).map { row in
      Choice.Item(
        title: "\(AppStoreSideTexts.title(of: section)): \(row.shown.reference)",
        note: "\(row.shown.word)  \(row.shown.note)", pick: pick(row.shown.id))
    }
  }

  /// The walkthroughs.
  private var walks: [Choice.Item] {
    guard past == nil, walkthrough == nil else { return [] }
    return walkthroughs.map { listing in
      Choice.Item(
        title: say("walkthrough: \(safeText(listing.title))"),
        note: [listing.name, listing.note].map { safeText($0) }.joined(separator: "  "),
        pick: .walkthrough(listing.name))
    }
  }

  /// The verbs that apply to a row, for rows that the user picks next.
  private var rowVerbs: [Choice.Item] {
    rowPlaces.map { place in
      let part = sections(of: place).first.map { AppStoreSideTexts.title(of: $0) } ?? ""
      return Choice.Item(
        title: say("\(AppStoreSideTexts.appStoreTitle): \(place.title.text) (\(part))"),
        note: "\(place.summary.text) \(say("applies to a row that you choose"))",
        pick: .verbOnRow(Action(stringLiteral: place.name)))
    }
  }

  /// The verbs that need a row.
  private var rowPlaces: [VerbPlace] {
    Verb.places.filter { !$0.parts.contains(.whole) && !$0.parts.contains(.settings) }
  }

  /// Returns the sections of the App Store's side that offer a verb.
  fileprivate func sections(of place: VerbPlace) -> [AppStoreSection] {
    AppStoreSection.allCases.filter { section in place.parts.contains { $0.rawValue == section.scope.rawValue } }
  }

  /// Returns the rows to which a verb can be applied now, in the sections that offer it.
  fileprivate func rows(for place: VerbPlace) -> [(section: AppStoreSection, row: AppStoreRow)] {
    var seen: Set<String> = []
    return sections(of: place).flatMap { section -> [(section: AppStoreSection, row: AppStoreRow)] in
      var probe = self
      probe.overlays = [.appStore]
      probe.side = AppStoreSheet()
      probe.side.section = section
      let rows = probe.rows(of: section)
      return rows.indices.compactMap { index in
        probe.side.place.cursor = index
        guard probe.plan(for: place).reason == nil, seen.insert(rows[index].shown.id).inserted else { return nil }
        return (section, rows[index])
      }
    }
  }

  /// The actions on the App Store as a whole, which need no row.
  private var deeds: [Choice.Item] {
    let listed = Set(rows(of: .settings).map(\.shown.id))
    return Verb.places.filter { ($0.parts == [.settings] || $0.parts == [.whole]) && !listed.contains($0.name) }.map {
      place in
      Choice.Item(
        title: say("\(AppStoreSideTexts.appStoreTitle): \(place.title.text)"), note: place.summary.text,
        pick: .deed(Action(stringLiteral: place.name)))
    }
  }

  /// Returns the items that open an id that was typed in full.
  private func idItems(_ text: String) -> [Choice.Item] {
    let id = text.filter { $0 != " " }
    guard id.count >= 8, id.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return [] }
    let isNumber = id.allSatisfy(\.isNumber)
    guard isNumber || id.contains("-") else { return [] }
    let here = Choice.Item(
      title: PaneText.openID(id).text, note: say("the version on this device"),
      pick: .view(isNumber ? .transaction(id) : .order(id)))
    guard setup.abilities[.appStore] == nil else { return [here] }
    return [
      here,
      Choice.Item(
        title: PaneText.openID(id).text, note: AppStoreSideTexts.appStoreTitle,
        pick: .view(isNumber ? .storeTransaction(id) : .notification(id))),
    ]
  }

  /// The ids behind what is shown that hold a typed part: people read their last four digits.
  private func itemsOfIDs(holding text: String) -> [Choice.Item] {
    let part = text.lowercased().filter { $0 != " " && $0 != "…" }
    guard part.count >= 3, part.contains(where: \.isNumber), part.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      return []
    }
    var seen: Set<String> = [part]
    return knownIDs.filter { $0.id.lowercased().contains(part) && seen.insert($0.id).inserted }.prefix(Self.mostIDs).map
    {
      Choice.Item(title: PaneText.openID($0.id).text, note: $0.note, pick: .view($0.subject))
    }
  }

  /// As many ids as are told apart at a glance.
  private static let mostIDs = 6

  /// Ids on this device and on the App Store's side, the selected product's first.
  private var knownIDs: [(id: String, note: String, subject: SignedItemDetail.Subject)] {
    let sorted = (selected.map { [$0] } ?? []) + products.rows
    var known = sorted.flatMap { row in
      ([row.transactionId] + row.reasons.map(\.transactionId)).compactMap { $0 }.map {
        (id: $0, note: row.name, subject: SignedItemDetail.Subject.transaction($0))
      }
    }
    for row in Tab.allCases.flatMap({ tabs[$0].rows }) {
      let note = [name(of: row.productId), row.word].filter { !$0.isEmpty }.joined(separator: "  ")
      if let id = row.transactionId { known.append((id, note, .transaction(id))) }
      if let id = row.orderId { known.append((id, note, .order(id))) }
    }
    guard let situation else { return known }
    let side = AppStoreSideTexts.appStoreTitle
    known += situation.purchases.map {
      ($0.transactionId, "\(safeText($0.productName))  \(side)", .storeTransaction($0.transactionId))
    }
    known += situation.subscriptions.map {
      ($0.transactionId, "\(safeText($0.productName))  \(side)", .storeTransaction($0.transactionId))
    }
    return known + situation.notifications.map { ($0.notificationUUID, side, .notification($0.notificationUUID)) }
  }

  /// The id to copy: of the open order or item, or else of the selected row or product.
  var idUnderCursor: String? {
    if case .order(let sheet) = overlays.last { return sheet.orderId }
    if case .viewer(let viewer) = overlays.last { return viewer.signedItem?.id }
    if overlays.last == .appStore { return selectedAppStoreRow.map { safeText($0.shown.id) } }
    if focus == .tabs, let row = tabs.front.selected { return row.reference.isEmpty ? nil : row.reference }
    return selected?.id
  }
}

extension Reducer {
  /// Opens the command palette, and loads the list of walkthroughs for it.
  mutating func openPalette() {
    state.overlays.append(.palette(CommandPalette()))
    if state.walkthroughs.isEmpty { effects.append(.listWalkthroughs) }
  }

  /// Asks for the row to which a verb is applied; a single row is used without asking.
  mutating func pickRow(for action: Action) {
    guard let place = Verb.places.first(where: { $0.name == action.rawValue }) else { return }
    let rows = state.rows(for: place)
    guard !rows.isEmpty else {
      return announce(say("\(place.title.text): no row to apply it to."), .warning)
    }
    present(
      Choice(
        title: say("\(place.title.text): which?"),
        items: rows.map { section, row in
          Choice.Item(
            title: row.shown.note.isEmpty ? row.shown.reference : row.shown.note,
            note: [row.shown.word, row.shown.amount, row.shown.reference, row.shown.id].filter { !$0.isEmpty }
              .joined(separator: "  "), pick: .onRow(action, section, id: row.shown.id))
        }))
  }

  /// Applies an action to a row of the App Store's side.
  mutating func perform(_ action: Action, on id: String, in section: AppStoreSection) {
    if visit(section, row: id) { perform(action) }
  }

  /// Selects a row of the App Store's side; returns false if it no longer exists.
  @discardableResult mutating func visit(_ section: AppStoreSection, row id: String) -> Bool {
    visit(section)
    guard let index = state.rows(of: section).firstIndex(where: { $0.shown.id == id }) else { return false }
    state.side.place.cursor = index
    state.side.followed = id
    return true
  }

  /// Runs the palette's selected item, and remembers it as recent.
  mutating func pickFromPalette() {
    guard case .palette(let palette) = state.overlays.last else { return }
    let items = state.paletteItems(palette.text)
    guard items.indices.contains(palette.cursor) else { return }
    let item = items[palette.cursor]
    state.overlays.removeLast()
    state.paletteHistory = [item.title] + state.paletteHistory.filter { $0 != item.title }.prefix(9)
    // The App Store's side is closed first, because the item may be an action of the device.
    if state.overlays.last == .appStore { state.overlays.removeLast() }
    perform(item.pick)
  }

  /// Selects a product, and clears the filter if it hides the product.
  mutating func lookAt(_ productId: String) {
    if !state.products.select(productId) { state.products.setFilter("", isEditing: false) }
    _ = state.products.select(productId)
    state.focus = .products
  }

  /// Ends the editing of the filter in use (help, App Store's side, tab or products), and keeps its text.
  mutating func keepFilter() {
    if case .help(var list) = state.overlays.last {
      list.filter.isEditing = false
      return state.replaceTop(.help(list))
    }
    if state.overlays.last == .appStore { return state.side.filter.isEditing = false }
    if state.tabs.filter.isEditing { return state.tabs.filter.isEditing = false }
    state.products.setFilter(state.products.filter.text, isEditing: false)
  }
}
