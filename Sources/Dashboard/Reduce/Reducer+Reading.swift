import AppStoreModel
import Core

extension Reducer {
  /// Reads everything on the screen again; a hidden list is read when it is shown.
  mutating func refresh() {
    readDesk()
    if !state.isDeskInFront { refreshDevice() }
  }

  /// Reads the visible parts of the device's store again, or of the open customer's.
  mutating func refreshDevice() {
    state.isLivesStale = true
    state.isAtFirstAnswer = false
    guard state.past == nil || state.past?.isFixed == true else {
      // While the past is shown, changes are read on the return to the present.
      if state.setup.abilities[.appStore] == nil { readSituation() }
      return
    }
    state.tabs.markStale()
    ask(.overview, .overview)
    if state.setup.abilities[.appStore] == nil { readSituation() }
    readFrontTab()
    if case .refundList = state.overlays.last { readRefundable(.replacing(cursor: .kept)) }
    readOrderJournal(.replacing(cursor: .kept))
    readPreview()
    if let viewer = state.viewer { ask(.signedItem, .signedItem(viewer.subject)) }
  }

  mutating func readSituation() { ask(.situation, .situation) }

  /// Reads the current list if it is not up to date.
  mutating func readFrontTab() {
    let list = state.tabs.front
    guard !list.isLoaded || list.isStale else { return }
    let isUnderWay = list.joining == .replacing(cursor: .kept)
    guard !(isUnderWay && state.reads.askAgain(.tab(state.tabs.current))) else { return }
    read(state.tabs.current, .replacing(cursor: .kept))
  }

  /// Reads a page of a list.
  mutating func read(_ tab: Tab, _ joining: RowList.Joining) {
    if state.tabs.order != .usual, tab == state.tabs.current {
      state.tabs.scans = 0
      state.tabs[tab].joining = .replacing(cursor: joining == .replacing(cursor: .first) ? .first : .kept)
      return gather(tab, after: nil)
    }
    let isFiltered = !state.tabs.filter.text.isEmpty && tab == state.tabs.current
    var request = state.tabs[tab].request(joining, productId: state.tabs.onlyProduct, isFiltered: isFiltered)
    request.asOf = state.past?.date
    state.tabs[tab].joining = joining
    begin(.tab(tab), .page(tab, request))
  }

  mutating func readRefundable(_ joining: RowList.Joining) {
    guard let index = state.overlays.firstIndex(where: { $0.scope == .refundList }),
      case .refundList(var list) = state.overlays[index]
    else { return }
    let request = list.request(joining, productId: nil)
    list.joining = joining
    state.overlays[index] = .refundList(list)
    begin(.refundable, .refundable(request))
  }

  /// Sends a query, or has the running query repeated at its end, so that frequent changes never delay an answer.
  mutating func ask(_ slot: ReadSlot, _ query: Query) {
    guard !state.reads.askAgain(slot) else { return }
    begin(slot, query)
  }

  mutating func begin(_ slot: ReadSlot, _ query: Query) {
    let id = nextID()
    state.reads.begin(slot, id)
    effects.append(.read(id, query))
  }

  /// Applies an answer, unless a newer query has replaced its query.
  mutating func apply(_ loaded: Loaded, to id: TaskID) {
    guard let slot = state.reads.slot(of: id) else { return }
    let again = state.reads.end(slot)
    switch (loaded, slot) {
    case (.overview(let overview), .overview):
      // An answer about the present is dropped if the past is shown by now.
      if state.past == nil || overview.isPast { apply(overview) }
      if again { ask(.overview, .overview) }
    case (.situation(let situation), .situation):
      apply(situation)
      if again { readSituation() }
    case (.lives(let lives), .lives):
      // An equal array is not replaced: the timeline's picture then finds its input unchanged without comparing it all.
      if state.lives != lives { state.lives = lives }
    case (.past(let step, let moment), .past): apply(moment, after: step)
    case (_, .tab(let tab)): if let page = loaded.chunk { apply(page, into: tab) }
    case (_, .refundable): if let page = loaded.chunk { apply(refundable: page) }
    case (_, .orderJournal): if let page = loaded.chunk { changeOrderSheet { $0.rows.apply(page) } }
    case (.preview(let preview), .preview):
      guard again else { return apply(preview) }
      readPreview()
      if !state.reads.isUnderWay(.preview) { endPreview() }
    case (.signedItem(let signedItem), .signedItem): apply(signedItem)
    case (.forgery(let forgery), .forgery): apply(forgery)
    case (_, .export): takeExported(loaded)
    case (.desk(let answer), .desk(let slot)): apply(answer, to: slot, again: again)
    default: endJoining(slot)
    }
    if again, case .tab(let tab) = slot {
      state.tabs[tab].isStale = true
      readFrontTab()
    }
  }

  /// Ends the wait for a page or an item that will not come.
  mutating func endJoining(_ slot: ReadSlot) {
    switch slot {
    case .tab(let tab): state.tabs[tab].giveUp()
    case .refundable: changeRefundList { $0.giveUp() }
    case .orderJournal: changeOrderSheet { $0.rows.giveUp() }
    case .signedItem: leaveUnreadViewer()
    case .export: state.export = nil
    case .preview: endPreview()
    case .overview, .situation, .lives, .past, .forgery, .desk: break
    }
  }

  private mutating func apply(_ overview: Overview) {
    let wasKnown = state.device.account
    state.now = max(state.now, overview.now)
    if let old = state.device.epoch, let new = overview.device.epoch, old != new {
      state.now = overview.now
      state.tabs.forget()
      // Another process has started the App Store over, so the data on the screen no longer exists.
      if old != state.leavingEpoch { announce(WorkText.startedOver.text, .warning) }
    }
    state.device = overview.device
    state.facts = overview.facts
    state.noteDeviceOnTheWay()
    state.products.replace(with: overview.statuses, isResolved: overview.isResolved)
    state.moneyLocale = state.localeOfMoney()
    makeListsAgain()
    guard wasKnown != overview.device.account else { return }
    // Another program has looked up a customer, so the sheet that asks for one is closed if it is still empty.
    if wasKnown == nil { state.overlays.removeAll { $0 == .entry(.lookingUp) } }
    state.tabs.forget()
    readFrontTab()
  }

  private mutating func apply(_ page: Page<TabRow>, into tab: Tab) {
    var chunk = page
    let scanned = chunk.rows.count
    if tab == state.tabs.current, !state.tabs.filter.text.isEmpty {
      let search = Search(state.tabs.filter.text)
      chunk.rows = chunk.rows.filter { search.fits(state.subject(of: $0)) }
    }
    if tab == state.tabs.current, state.tabs.order != .usual {
      guard let whole = sorted(chunk, of: tab, scanned: scanned) else { return }
      chunk = whole
    }
    state.tabs[tab].apply(chunk)
    scanOn(tab)
    guard tab == .orders || tab == .unfinished else { return }
    let rows = state.tabs[tab].rows
    changeOrderSheet { sheet in if let row = rows.first(where: { $0.orderId == sheet.orderId }) { sheet.row = row } }
  }

  private mutating func apply(refundable page: Page<TabRow>) {
    let wanted = state.selected
    changeRefundList { list in
      let isFirst = list.joining == .replacing(cursor: .first)
      list.apply(page)
      guard isFirst else { return }
      // The user most likely wants a refund for the purchase that the selected product's next step names, or else for the
      // newest one of that product.
      let step = list.rows.firstIndex { row in wanted?.next.action == .askRefund(transactionId: row.id) }
      if let index = step ?? list.rows.firstIndex(where: { $0.productId == wanted?.id }) { list.cursor = index }
    }
    askAboutTheOnlyOne()
  }

  /// Skips the list of refundable purchases if it has a single item.
  private mutating func askAboutTheOnlyOne() {
    guard case .refundList(let list) = state.overlays.last, list.rows.count == 1, !list.hasOlder else { return }
    askReason()
    state.overlays.removeAll { $0.scope == .refundList }
  }

  mutating func changeRefundList(_ change: (inout RowList) -> Void) {
    for index in state.overlays.indices {
      guard case .refundList(var list) = state.overlays[index] else { continue }
      change(&list)
      state.overlays[index] = .refundList(list)
    }
  }

  /// Advances the device's time; reads again if an access has expired in the meantime.
  mutating func advance(to now: Timestamp) {
    if var past = state.past {
      past.present = max(past.present, now)
      return state.past = past
    }
    let before = state.now
    state.now = max(before, now)
    if state.situation?.isPaused == false { state.situation?.now = state.now }
    if state.isDeskInFront { return refresh() }
    if let expiry = state.products.nextExpiry(after: before), expiry <= state.now { refresh() }
  }
}

extension RowList {
  /// Returns the request for the next page.
  func request(_ joining: Joining, productId: String?, isFiltered: Bool = false) -> PageRequest {
    let size = isFiltered ? Self.filteredPageSize : Self.pageSize
    return switch joining {
    case .after:
      PageRequest(limit: size, after: chunks.last?.next, productId: productId)
    case .before:
      PageRequest(
        limit: size, after: chunks.first?.previous, direction: .oldestLast, productId: productId)
    case .replacing(.first): PageRequest(limit: size, productId: productId)
    case .replacing(.last): PageRequest(limit: size, direction: .oldestLast, productId: productId)
    case .replacing(.kept):
      // If there are newer rows than the loaded ones, the loaded rows are read again from their oldest end.
      hasNewer
        ? PageRequest(
          limit: isFiltered ? size : rows.count, after: chunks.last?.next, direction: .oldestLast, productId: productId)
        : PageRequest(limit: max(size, rows.count), productId: productId)
    }
  }
}
