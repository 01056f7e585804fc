import AppStoreModel
import Core
import TerminalUI

/// The list of customers, and the desk's views, health and trends.
extension Reducer {
  /// Reads everything on the desk's screen again.
  mutating func readDesk() {
    guard let desk = state.desk else { return }
    readCustomers(.replacing(keepsCursor: true))
    ask(.desk(.views), .desk(.views))
    ask(.desk(.health), .desk(.health))
    if desk.part == .trends { readTrends() }
    readOpened()
  }

  /// Reads the open customer again.
  private mutating func readOpened() {
    guard let desk = state.desk, let opened = desk.opened else { return }
    ask(.desk(.customer), .desk(.customer(opened.number, asked: opened.asked, isOpen: true)))
  }

  mutating func readTrends() {
    if let range = state.desk?.trendRange { ask(.desk(.trends), .desk(.trends(range))) }
  }

  /// Reads customers: the list from its beginning, or its next page.
  mutating func readCustomers(_ joining: DeskList.Joining) {
    guard var list = state.desk?.list else { return }
    switch joining {
    case .replacing(let keepsCursor):
      let count = keepsCursor ? max(state.deskPage, min(list.rows.count, 500)) : state.deskPage
      // After several changes in a row, the list is read once more when the running query ends.
      if keepsCursor, state.reads.askAgain(.desk(.list)) { return }
      list.joining = joining
      state.desk?.list = list
      begin(.desk(.list), .desk(.list(state.deskRequest(limit: count))))
    case .after:
      guard list.hasMore, !state.reads.isUnderWay(.desk(.list)) else { return }
      let next = list.next
      list.joining = .after
      state.desk?.list = list
      begin(.desk(.list), .desk(.list(state.deskRequest(after: next))))
    }
  }

  mutating func apply(_ answer: DeskAnswer, to slot: DeskSlot, again: Bool) {
    state.desk?.fault = nil
    switch answer {
    case .list(let page) where slot == .exported: takeExported(page)
    case .list(let page) where slot == .order: takeOrder(page)
    case .list(let page):
      state.desk?.list.apply(page)
      openWhatWasFound()
    case .views(let views):
      state.desk?.views = views
      let name = state.desk?.view?.name
      if let view = views.first(where: { $0.name == name }) { state.desk?.view = view }
    case .health(let health): state.desk?.health = health
    case .trends(let trends): state.desk?.trends = trends
    case .customer(let opened): open(opened)
    case .apps(let apps):
      state.desk?.viewToCome = nil
      // Also a single app is listed, with what waits in it.
      state.overlays.append(.choice(state.appChoice(apps)))
    case .using(let home, let bundleId, let page): use(home, bundleId, page)
    case .sentences(let sentences): present(state.sentenceChoice(sentences))
    case .unchanged: break
    }
    guard again else { return }
    switch slot {
    case .list: readCustomers(.replacing(keepsCursor: true))
    case .views: ask(.desk(.views), .desk(.views))
    case .health: ask(.desk(.health), .desk(.health))
    case .trends: readTrends()
    case .customer: readOpened()
    case .exported, .order, .sentences, .apps: break
    }
  }

  /// Keeps the screen after a failed query, and shows that the database does not answer.
  mutating func desk(_ slot: DeskSlot, failed problem: Problem) {
    let message = safeText(problem.message)
    if slot == .exported { state.desk?.export = nil }
    if slot == .customer, state.desk?.opened == nil {
      return announce(say("The customer was not opened: \(message)"), .bad)
    }
    if slot == .apps { state.desk?.viewToCome = nil }
    if slot == .order { return announce(say("The order number was not looked up: \(message)"), .bad) }
    state.desk?.fault = message
    announce(say("The desk's database does not answer; this was read earlier. \(message)"), .bad)
  }

  // MARK: Moving the cursor

  mutating func moveInDesk(_ movement: Movement) {
    guard var desk = state.desk, let pane = Layout(state).desk else { return }
    var height = max(1, pane.inside.height)
    switch desk.part {
    case .customers:
      height = max(1, height - DeskScreen.headerHeight)
      let isAtEnd = desk.list.cursor + 1 >= desk.list.rows.count
      if isAtEnd, desk.list.isCut, movement == .down { announce(DeskScreenText.cut(DeskList.most).text, .warning) }
      desk.list.cursor = Self.moved(desk.list.cursor, movement, count: desk.list.rows.count, height)
      state.desk = desk
      if desk.list.cursor + 2 * height >= desk.list.rows.count, [.down, .pageDown, .last].contains(movement) {
        readCustomers(.after)
      }
    case .views:
      desk.viewPlace.cursor = Self.moved(desk.viewPlace.cursor, movement, count: desk.views?.count ?? 0, height)
      state.desk = desk
    case .health, .trends:
      let count = state.deskLines(width: pane.inside.width - 2).count
      desk.top = Self.moved(desk.top, movement, count: max(1, count - height + 1), height)
      state.desk = desk
    }
  }

  mutating func show(_ part: DeskScreen.Part) {
    state.desk?.part = part
    state.desk?.search.isEditing = false
    state.desk?.top = 0
    switch part {
    case .customers: break
    case .views: ask(.desk(.views), .desk(.views))
    case .health: ask(.desk(.health), .desk(.health))
    case .trends: readTrends()
    }
  }

  mutating func editSearch() {
    state.desk?.part = .customers
    state.desk?.search.edit()
  }

  /// Changes the search text, and leaves the saved view.
  mutating func changeSearch(_ change: (inout String) -> Void) {
    guard var desk = state.desk else { return }
    change(&desk.search.text)
    desk.part = .customers
    desk.view = nil
    desk.list.cursor = 0
    desk.list.marked = []
    state.desk = desk
    readCustomers(.replacing(keepsCursor: false))
  }

  /// Opens the selected row: a view's list, or a customer.
  mutating func openFromDesk() {
    guard let desk = state.desk else { return }
    if desk.part == .views {
      guard let views = desk.views, views.indices.contains(desk.viewPlace.cursor) else { return }
      let view = views[desk.viewPlace.cursor]
      if let app = view.app {
        state.desk?.viewToCome = view
        return begin(.desk(.apps), .desk(.use(app)))
      }
      state.desk?.view = view
      state.desk?.search = ProductList.Filter()
      state.desk?.part = .customers
      state.desk?.list.cursor = 0
      state.desk?.list.marked = []
      return readCustomers(.replacing(keepsCursor: false))
    }
    if state.isFinding {
      // The next key is a key, also before the answer.
      state.desk?.opensFound = true
      state.desk?.search.isEditing = false
      return
    }
    guard let customer = desk.list.selected else { return lookUpOrder() }
    state.desk?.search.isEditing = false
    open(customer)
  }

  private mutating func open(_ customer: DeskCustomer) {
    let asked = state.desk?.search.text ?? ""
    begin(.desk(.customer), .desk(.customer(customer.number, asked: asked, isOpen: false)))
  }

  /// Opens the customer after the open one in its list.
  mutating func openNext() {
    guard var desk = state.desk, state.reasonAgainstNext == nil else { return }
    desk.list.cursor += 1
    state.desk = desk
    if let next = desk.list.selected { open(next) }
    if desk.list.cursor + 2 >= desk.list.rows.count { readCustomers(.after) }
  }

  /// Asks Apple whose order number the search is.
  private mutating func lookUpOrder() {
    guard let text = state.desk?.search.text, state.reasonAgainstOrderLookUp == nil else { return }
    begin(.desk(.order), .desk(.order(text)))
  }

  private mutating func takeOrder(_ page: DeskPage) {
    guard let found = page.rows.first else {
      return announce(say("Apple does not know this order number."), .warning)
    }
    state.desk?.search.isEditing = false
    state.desk?.list.joining = .replacing(keepsCursor: false)
    state.desk?.list.apply(page)
    open(found)
  }

  /// Opens the customer if the search has a single result and the user has pressed Enter.
  private mutating func openWhatWasFound() {
    guard state.desk?.opensFound == true, !state.isFinding else { return }
    state.desk?.opensFound = false
    if state.isDeskInFront, state.desk?.part == .customers, state.desk?.list.rows.count == 1 { openFromDesk() }
  }

  /// Goes back one level: from an export, the marks, the search field, a view's list, a search, or another part.
  mutating func closeInDesk() {
    guard let desk = state.desk else { return }
    if desk.export != nil {
      state.desk?.export = nil
      return announce(PaneText.exportStopped.text, .warning)
    }
    if desk.part != .customers { return show(.customers) }
    if desk.search.isEditing {
      state.desk?.search.isEditing = false
      return
    }
    if !desk.list.marked.isEmpty {
      state.desk?.list.marked = []
      return
    }
    guard desk.view != nil || !desk.search.text.isEmpty else { return }
    state.desk?.view = nil
    state.desk?.search = ProductList.Filter()
    readCustomers(.replacing(keepsCursor: false))
    if desk.view != nil { show(.views) }
  }
}

/// The open customer's dashboard.
extension Reducer {
  private mutating func open(_ opened: OpenedDashboard) {
    guard var desk = state.desk else { return }
    let wasOpen = desk.opened?.number == opened.number && desk.opened?.asked == opened.asked
    desk.opened = opened
    if wasOpen {
      state.desk = desk
      refreshRemarks()
      return refreshDevice()
    }
    show(desk, setup: opened.setup, overview: opened.overview)
    // A line of a view is about one product; its customer is opened at that product.
    let line = desk.list.selected.flatMap { $0.number == opened.number ? $0.subject : nil } ?? ""
    if !state.products.select(line), let product = opened.product { _ = state.products.select(product) }
    if !opened.users.isEmpty {
      announce(DeskScreenText.severalUsers.text, .warning)
    } else if let product = opened.overview.statuses.first(where: { $0.chargedTwice?.isCertain == true })?.product {
      announce(DeskScreenText.paidTwice(safeText(product.displayName)).text, .warning)
    } else if let newest = opened.remarks.first {
      let text = safeText(newest.text, limit: 200)
      announce(DeskScreenText.newestNote(text, by: safeText(newest.author), count: opened.remarks.count).text)
    }
    refreshDevice()
  }

  /// Starts the screen of another app of the desk.
  private mutating func use(_ home: Setup, _ bundleId: String, _ page: DeskPage) {
    guard let old = state.desk else { return }
    var desk = DeskScreen(home: home, bundleId: bundleId, reasonAgainstWishes: old.reasonAgainstWishes)
    desk.reasonAgainstOrders = old.reasonAgainstOrders
    desk.view = old.viewToCome
    desk.view?.app = nil
    if desk.view == nil { desk.list.apply(page) }
    show(desk, setup: home, overview: Overview(now: state.now, device: DeviceState(), statuses: []))
    readDesk()
  }

  /// Starts a new dashboard on the same desk.
  private mutating func show(_ desk: DeskScreen, setup: Setup, overview: Overview) {
    var next = State(setup: setup, overview: overview, size: state.size)
    next.desk = desk
    next.nextNumber = state.nextNumber
    next.reads = state.reads.ofDesk
    next.works = state.works
    next.paletteHistory = state.paletteHistory
    next.now = max(next.now, state.now)
    state = next
  }

  /// Closes the customer and returns to the list.
  mutating func closeCustomer() {
    guard var desk = state.desk else { return }
    desk.opened = nil
    // The answer to a query about the closed customer must not open it again.
    _ = state.reads.end(.desk(.customer))
    show(desk, setup: desk.home, overview: Overview(now: state.now, device: DeviceState(), statuses: []))
  }

  /// Closes what is open on the customer's dashboard, or else the customer.
  mutating func closeInCustomer() {
    let isAtHome =
      state.overlays.isEmpty && !(state.tabs.filter.isActive && state.focus == .tabs)
      && !state.products.filter.isActive && state.export == nil && state.tabs.onlyProduct == nil && state.past == nil
    let hidesProducts = state.focus == .detail && Layout(state).products == nil
    if isAtHome, !hidesProducts, !state.works.contains(where: \.isCancellable) { closeCustomer() } else { close() }
  }
}

/// Requests to the worker.
extension Reducer {
  mutating func wish(_ wish: DeskWish) {
    if let number = state.desk?.opened?.number { run(.desk(.request(wish, customer: number))) }
  }

  mutating func askDays() {
    guard let number = state.desk?.opened?.number, let product = state.selected, let id = product.transactionId
    else { return }
    ask(
      .extending(customer: number, transactionId: id), title: say("Postpone the renewal of \(product.name)?"),
      text: [
        say(
          "Apple gives the customer these days for free, at most twice a year and 90 days each; the worker "
            + "sends the request.")
      ], label: say("Days: "))
  }
}
