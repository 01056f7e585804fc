import AppStoreModel
import TerminalUI
import Testing

@testable import Dashboard

/// Tests of the desk's screen: customers are found as a person types, and open as a read-only dashboard.
@Suite struct DeskScreenTests {
  @Test func itIsFoundWhileTypedAndOpenedByOneKey() throws {
    var desk = Desk()
    #expect(desk.state.scopes.first == .desk)
    try desk.press("/7389")
    #expect(desk.state.scopes.first == .deskSearch)
    #expect(desk.driver.queries.last == .desk(.list(DeskListRequest(text: "7389"))))
    // Enter does not open a row of the old list. It waits for the result of the search, and opens its only row.
    try desk.press("<Enter>")
    #expect(!desk.driver.queries.contains { if case .desk(.customer) = $0 { true } else { false } })
    desk.answer(DeskPage(rows: [Self.customer(40)]))
    #expect(desk.driver.queries.last == .desk(.customer(40, asked: "7389", isOpen: false)))
    desk.answer()
    #expect(!desk.state.isDeskInFront && desk.state.selected?.id == Fixture.dark.id)
    #expect(desk.state.message?.text == "anna: called")
    #expect(desk.driver.queries.contains(.overview))
    // A customer at the desk cannot be changed, and the screen says why.
    try desk.press("b")
    #expect(desk.state.message?.text == "buy: a customer at the desk is looked at")
    try desk.press("<Esc>")
    #expect(desk.state.isDeskInFront && desk.state.desk?.list.rows.count == 1)
  }

  /// Tests that Enter before the answer leaves the field where several customers are found, so that the next key acts.
  @Test func ofSeveralFoundCustomersTheNextKeyChooses() throws {
    var desk = try Desk().pressing("/state:refunded<Enter>")
    #expect(desk.state.scopes.first == .desk)
    desk.answer(DeskPage(rows: [Self.customer(40), Self.customer(39)]))
    #expect(desk.state.isDeskInFront && desk.state.scopes.first == .desk)
    try desk.press("j<Enter>")
    #expect(desk.driver.queries.last == .desk(.customer(39, asked: "state:refunded", isOpen: false)))
  }

  @Test func aNoteIsWrittenAndRead() throws {
    var desk = try Desk().pressing("<Enter>")
    desk.answer()
    try desk.press("N")
    #expect(desk.state.overlays.last?.scope == .entry && desk.driver.frame().text.contains("anna: called"))
    try desk.press("please call back<Enter>")
    #expect(desk.driver.commands == [.desk(.note(customers: [40], text: "please call back"))])
    desk.driver.finish(.done(detail: nil))
    #expect(desk.state.message?.text == "Note saved.")
    #expect(desk.driver.queries.contains(.desk(.customer(40, asked: "", isOpen: true))))
    // The field for the next note shows it as soon as it is read again.
    try desk.press("N")
    #expect(!desk.driver.frame().text.contains("anna: please call back"))
    var opened = Self.opened
    opened.remarks.insert(DeskRemark(date: Fixture.now, author: "anna", text: "please call back"), at: 0)
    for case .read(let id, .desk(.customer)) in desk.driver.effects {
      desk.driver.send(.loaded(id, .desk(.customer(opened))))
    }
    #expect(desk.state.overlays.last?.scope == .entry)
    #expect(desk.driver.frame().text.contains("anna: please call back"))
  }

  @Test func aPastedIdIsSearchedAtOnce() throws {
    var desk = try Desk().pressing("<Tab><Tab>")
    desk.answer()
    desk.driver.send(.paste("7389a31a"))
    #expect(desk.state.desk?.part == .customers && desk.state.desk?.search.text == "7389a31a")
    #expect(desk.driver.queries.last == .desk(.list(DeskListRequest(text: "7389a31a"))))
  }

  /// Tests that the first typed character replaces an earlier search, and that Backspace keeps it.
  @Test func slashBeginsANewSearch() throws {
    var desk = Desk()
    try desk.press("/gold<Esc>/")
    #expect(desk.driver.frame().text.contains("/gold") && desk.state.desk?.search.text == "gold")
    try desk.press("73")
    #expect(desk.state.desk?.search.text == "73")
    try desk.press("<Esc>/<Backspace>4")
    #expect(desk.state.desk?.search.text == "74")
    // A pasted id is a new search, too; but where the person is typing already, it is added.
    try desk.press("<Esc>")
    desk.driver.send(.paste("7389"))
    #expect(desk.state.desk?.search.text == "7389")
    desk.driver.send(.paste("a31a"))
    #expect(desk.state.desk?.search.text == "7389a31a")
    // Another part is no search: its keys are keys when the person comes back.
    try desk.press("<Tab>1")
    #expect(desk.state.scopes.first == .desk && desk.state.desk?.search.text == "7389a31a")
  }

  @Test func escapeGoesBackOneLevel() throws {
    var desk = try Desk().pressing("<Tab>")
    desk.answer()
    try desk.press("j<Enter>")
    desk.answer()
    try desk.press("<Enter>")
    desk.answer()
    #expect(!desk.state.isDeskInFront)
    #expect(desk.driver.frame().lines[1].contains("Apple asks about consumption"))
    try desk.press("<Esc>")
    #expect(desk.state.isDeskInFront && desk.state.desk?.view?.name == "consumption")
    try desk.press("<Esc>")
    #expect(desk.state.desk?.part == .views && desk.state.desk?.view == nil)
    try desk.press("<Esc>")
    #expect(desk.state.desk?.part == .customers)
    try desk.press("/gold<Esc>")
    #expect(desk.state.scopes.first == .desk && desk.state.desk?.search.text == "gold")
    try desk.press("<Esc>")
    #expect(desk.state.desk?.search.text == "")
  }

  @Test func theNextCustomerOfTheListIsOneKey() throws {
    var desk = try Desk().pressing("<Enter>")
    desk.answer()
    try desk.press("n")
    #expect(desk.driver.queries.last == .desk(.customer(39, asked: "", isOpen: false)))
  }

  @Test func markedCustomersGetATagAndAnAgent() throws {
    var desk = try Desk().pressing("  t")
    #expect(desk.state.desk?.list.marked == [39, 40])
    try desk.press("vip -spam<Enter>")
    #expect(desk.driver.commands.last == .desk(.tag(customers: [39, 40], add: ["vip"], remove: ["spam"])))
    desk.driver.finish(.done(detail: nil))
    try desk.press("abob<Enter>")
    #expect(desk.driver.commands.last == .desk(.assign(customers: [39, 40], to: "bob")))
    desk.driver.finish(.done(detail: nil))
    try desk.press("Ej<Enter>")
    guard case .save(_, let text) = desk.driver.effects.last else {
      Issue.record("nothing was written")
      return
    }
    #expect(text.contains("#40") && text.contains("#39") && !text.contains("#38"))
    try desk.press("<Esc>")
    #expect(desk.state.desk?.list.marked == [])
  }

  @Test func rowsAreSortedAndCountedTruly() throws {
    var rows = [Self.customer(1), Self.customer(2), Self.customer(3)]
    rows[1].spent = ["CNY": 500_000]
    var desk = Desk(page: DeskPage(rows: rows, next: "1"))
    #expect(desk.driver.frame().text.contains("row 1 of about 100,000"))
    try desk.press("Ojj<Enter>")
    #expect(desk.driver.queries.last == .desk(.list(DeskListRequest(limit: 5000))))
    desk.answer(DeskPage(rows: rows))
    #expect(desk.state.desk?.list.rows.map(\.number) == [2, 1, 3])
    #expect(desk.driver.frame().text.contains("row 1 of 3"))
    try desk.press("/gold")
    desk.answer(DeskPage(rows: rows, next: "3"))
    #expect(desk.driver.frame().text.contains("3+ rows"))
  }

  /// Tests that a user with several Apple Accounts has one row, which says how many there are.
  @Test func aUserWithTwoAccountsIsOneRow() {
    var rows = [Self.customer(12), Self.customer(2), Self.customer(3)]
    for index in [0, 1] { rows[index].accounts = [2, 12] }
    let desk = Desk(page: DeskPage(rows: rows))
    #expect(desk.state.desk?.list.rows.map(\.number) == [12, 3])
    #expect(desk.driver.frame().text.contains("7389a31a ×2"))
  }

  /// Tests that a sentence is copied in the customer's language, and noted if wished.
  @Test func theSentenceIsCopiedAndNoted() throws {
    var desk = Desk()
    desk.opened.person = DeskPerson(
      tokens: ["7389"], accounts: [.init(customer: 40, holdings: [])],
      attributes: [.init(name: "language", value: "zh")])
    for index in desk.opened.overview.statuses.indices { desk.opened.overview.statuses[index].next.say = "fine" }
    try desk.press("<Enter>")
    desk.answer()
    try desk.press("Y")
    desk.answer()
    #expect(desk.driver.frame().text.contains("一切正常。"))
    try desk.press("<Enter>")
    #expect(desk.driver.effects.contains(.copy("一切正常。")))
    #expect(
      desk.driver.commands.last == .desk(.note(customers: [40], text: "sent to the customer: “一切正常。”")))
  }

  /// Tests that of several users who pay with an account one is chosen, and that the screen stays with this user.
  @Test func oneOfSeveralUsersIsChosen() throws {
    var desk = Desk()
    desk.opened.users = ["7389": "", "9999": "bob"]
    try desk.press("<Enter>")
    desk.answer()
    #expect(desk.state.message?.text == "Several users pay with this Apple Account; P chooses one.")
    try desk.press("P")
    #expect(desk.driver.frame().text.contains("bob") && desk.driver.frame().text.contains("7389"))
    try desk.press("j<Enter>")
    #expect(desk.driver.queries.last == .desk(.customer(40, asked: "9999", isOpen: false)))
    (desk.opened.users, desk.opened.asked) = ([:], "9999")
    desk.opened.person = DeskPerson(tokens: ["9999"], accounts: [.init(customer: 40, holdings: [])], user: "bob")
    desk.answer()
    try desk.press("P")
    #expect(desk.driver.frame().text.contains("user bob"))
    try desk.press("<Esc>")
    desk.driver.send(.storeChanged)
    #expect(desk.driver.queries.contains(.desk(.customer(40, asked: "9999", isOpen: true))))
  }

  @Test func anOrderNumberIsAskedOfAppleOnce() throws {
    var desk = try Desk().pressing("/MK12ABC34D")
    desk.answer(DeskPage(rows: []))
    try desk.press("<Enter>")
    #expect(desk.driver.queries.last == .desk(.order("MK12ABC34D")))
    desk.answer(DeskPage(rows: [Self.customer(7)]))
    #expect(desk.driver.queries.last == .desk(.customer(7, asked: "MK12ABC34D", isOpen: false)))
  }

  /// Tests that a line of a view opens its customer at the product that the line is about.
  @Test func aLineOfAViewOpensItsProduct() throws {
    var row = Self.customer(40)
    row.subject = Fixture.premium.id
    var desk = Desk(page: DeskPage(rows: [row]))
    try desk.press("<Enter>")
    desk.answer()
    #expect(desk.opened.product != row.subject && desk.state.selected?.id == row.subject)
  }

  @Test func anotherAppIsShown() throws {
    var desk = try Desk().pressing("A")
    desk.answer()
    #expect(desk.driver.frame().text.contains("2 consumption requests"))
    try desk.press("j<Enter>")
    let sow = DeskAppName(bundleId: "com.example.sow", environment: "Production")
    #expect(desk.driver.queries.last == .desk(.use(sow)))
    desk.answer(DeskPage(rows: [Self.customer(3)]))
    #expect(desk.state.desk?.list.rows.map(\.number) == [3])
  }

  /// Tests that an open customer's commands are the desk's, not those of a device, which is not here.
  @Test func theCommandsOfACustomerAreTheDesks() throws {
    var desk = try Desk().pressing("<Enter>")
    desk.answer()
    try desk.press(":")
    let titles = desk.state.paletteItems("").map(\.title)
    #expect(titles.starts(with: ["notes", "tags", "assign"]))
    #expect(!titles.contains("buy") && titles.contains("filter"))
    try desk.press("tags<Enter>")
    #expect(desk.state.overlays.last?.scope == .entry)
  }

  /// Tests that the only app of a desk is listed as well, with what waits in it.
  @Test func theOnlyAppIsListed() throws {
    var desk = Desk()
    desk.apps.removeLast()
    try desk.press("A")
    desk.answer()
    #expect(desk.state.overlays.map(\.scope) == [.choice])
    #expect(desk.driver.frame().text.contains("9 customers"))
  }

  /// Tests that the views of all apps are in one list, and that Enter changes to the app of a view and lists it.
  @Test func theViewOfAnotherAppIsListedThere() throws {
    var desk = Desk()
    let sow = DeskAppName(bundleId: "com.example.sow", environment: "Production")
    var view = DeskViewRow(name: "consumption", title: "Apple asks about consumption", count: 2)
    view.app = sow
    desk.views.append(view)
    try desk.press("2")
    desk.answer()
    #expect(desk.driver.frame().text.contains("com.example.sow"))
    try desk.press("G<Enter>")
    #expect(desk.driver.queries.last == .desk(.use(sow)))
    desk.answer()
    #expect(desk.driver.queries.contains(.desk(.list(desk.state.deskRequest()))))
    #expect(desk.state.desk?.view?.name == "consumption" && desk.state.desk?.view?.app == nil)
  }

  @Test func trendsHaveDaysAndWeeksAndAFile() throws {
    var desk = try Desk(width: 120, height: 40).pressing("4")
    desk.answer()
    #expect(desk.driver.frame().text.contains("counts of signed data, not revenue"))
    try desk.press("w")
    #expect(desk.driver.frame().text.contains("one column per week"))
    try desk.press("d2025-01-01 2025-01-31<Enter>")
    #expect(desk.driver.queries.last == .desk(.trends(desk.state.desk?.trendRange ?? DeskTrendRange())))
    #expect(desk.state.desk?.trendRange.first == 20_089)
    desk.answer()
    try desk.press("Ej<Enter>")
    guard case .save(let name, let text) = desk.driver.effects.last else {
      Issue.record("nothing was written")
      return
    }
    #expect(name.hasPrefix("till-desk-trends-") && text.contains("refunds,plus.monthly"))
  }

  /// Tests that work at Apple becomes a request to the desk's worker, and only where that is allowed.
  @Test func theWorkerIsAsked() throws {
    var desk = try Desk().pressing("<Enter>")
    desk.answer()
    try desk.press("R")
    #expect(desk.driver.commands == [.desk(.request(.refresh, customer: 40))])
    desk.driver.finish(.done(detail: nil))
    try desk.press("X")
    #expect(desk.state.message?.text == "extend: only an auto-renewable subscription can be extended")
    try desk.press("GX7<Enter>")
    let ids = desk.driver.commands.compactMap { command -> Int? in
      if case .desk(.request(.extend(_, let days), customer: 40)) = command { days } else { nil }
    }
    #expect(ids.isEmpty || ids == [7])
    var locked = try Desk(wishes: "locked until --unlock").pressing("<Enter>")
    locked.answer()
    try locked.press("R")
    #expect(locked.state.message?.text == "refresh: locked until --unlock" && locked.driver.commands.isEmpty)
  }

  /// Tests the form that answers Apple's consumption request step by step.
  ///
  /// An answer that Apple would refuse cannot be chosen, and consent is never a choice.
  @Test func appleIsAnsweredByAForm() throws {
    func open(_ question: ConsumptionQuestion?, wishes: String? = nil) throws -> Desk {
      var desk = Desk(wishes: wishes)
      desk.opened.questions = question.map { [$0] } ?? []
      try desk.press("<Enter>")
      desk.answer()
      try desk.press("A")
      return desk
    }
    var question = ConsumptionQuestion(
      transactionId: "2000000000000017", productId: Fixture.dark.id, until: Fixture.ahead(days: 0, hours: 5),
      isRenewable: false)
    #expect(try open(nil).state.message?.text == "answer Apple: Apple has not asked about this purchase")
    #expect(try open(question).state.message?.text.contains("the customer's consent is not on record") == true)
    question.consent = Fixture.ago(days: 1)
    question.recorded.share = 100_000
    #expect(try open(question, wishes: "locked until --unlock").state.message?.text.contains("locked") == true)
    var desk = try open(question)
    // As recorded: delivered and all of it used. Apple then accepts no partial refund.
    try desk.press("<Enter><Enter>")
    #expect(desk.driver.frame().text.contains("decline the refund"))
    try desk.press("jjj<Enter>")
    #expect(desk.driver.commands.isEmpty && desk.state.message?.text.contains("between 0 and 100 %") == true)
    try desk.press("kk<Enter>")
    let reply = ConsumptionReply(share: 100_000, preference: "DECLINE")
    #expect(
      desk.driver.commands == [.desk(.request(.answer(transactionId: "2000000000000017", reply), customer: 40))])
    desk.driver.finish(.done(detail: nil))
    #expect(desk.state.message?.text == "Requested: the worker sends the reply to Apple when it next runs.")
    // A product that was not delivered has no partial refund.
    var other = try open(question)
    try other.press("j<Enter>")
    #expect(other.driver.frame().text.contains("grant a full refund"))
  }

  @Test func aViewIsListedAndLeft() throws {
    var desk = try Desk().pressing("<Tab>")
    desk.answer()
    try desk.press("j<Enter>")
    #expect(desk.driver.queries.last == .desk(.list(DeskListRequest(view: "consumption"))))
    desk.answer()
    #expect(desk.driver.frame().text.contains("[1 Customers › Apple asks about consumption"))
    try desk.press("E<Enter>")
    #expect(
      desk.driver.queries.last == .desk(.exported(DeskListRequest(view: "consumption", limit: DeskExport.pageSize))))
    desk.answer(DeskPage(rows: [Self.customer(7)]))
    guard case .save(let name, let text) = desk.driver.effects.last else {
      Issue.record("nothing was written")
      return
    }
    #expect(name == "till-desk-consumption-2025-03-01-12-00.json" && text.contains("\"customer\": \"#7\""))
    try desk.press("<Esc>")
    #expect(desk.driver.queries.contains(.desk(.list(DeskListRequest()))))
  }

  @Test func longListsAreReadOnBeforeTheirEnd() throws {
    var desk = try Desk().pressing("<PageDown>")
    #expect(desk.driver.queries.last == .desk(.list(DeskListRequest(after: "1"))))
    desk.answer(DeskPage(rows: [Self.customer(99)]))
    #expect(desk.state.desk?.list.rows.count == 41 && desk.state.desk?.list.hasMore == false)
  }

  @Test func aTallerWindowIsFilled() {
    var desk = Desk()
    desk.driver.send(.resize(Size(width: 80, height: 40)))
    #expect(desk.driver.effects.isEmpty)
    desk.driver.send(.resize(Size(width: 80, height: 90)))
    #expect(desk.driver.queries.last == .desk(.list(DeskListRequest(after: "1", limit: 90))))
  }

  /// Tests that the screen follows other agents' commits without a key.
  ///
  /// The cursor stays on its customer, and the screen says when the database does not answer.
  @Test func itFollowsWhatIsCommitted() throws {
    var desk = try Desk().pressing("<Down><Down>")
    let chosen = desk.state.desk?.list.selected
    desk.driver.send(.storeChanged)
    desk.answer(DeskPage(rows: [Self.customer(41)] + Self.page.rows))
    #expect(desk.state.desk?.list.selected == chosen)
    desk.driver.send(.storeChanged)
    for case .read(let id, .desk) in desk.driver.effects { desk.driver.send(.failed(id, Problem("connection lost"))) }
    #expect(desk.driver.frame().lines[1].contains("the desk's database does not answer"))
    #expect(desk.state.desk?.list.rows.count == 41 && desk.state.isIdle)
  }

  @Test(arguments: [("80x24", Size(width: 80, height: 24)), ("160x45", Size(width: 160, height: 45))])
  func itLooksAsItShould(name: String, size: Size) throws {
    var desk = Desk(width: size.width, height: size.height)
    try Snapshot.check(desk.driver.frame(), "desk-customers-\(name)")
    for part in ["views", "health", "trends"] {
      try desk.press("<Tab>")
      desk.answer()
      try Snapshot.check(desk.driver.frame(), "desk-\(part)-\(name)")
    }
    try desk.press("<Tab><Enter>")
    desk.answer()
    desk.driver.answer(.overview(Self.opened.overview))
    desk.driver.answer(.refunds(Fixture.refunds))
    desk.driver.answer(.lives(Fixture.lives))
    try Snapshot.check(desk.driver.frame(), "desk-opened-\(name)")
    let least = Desk(width: 60, height: 16)
    #expect(least.driver.frame().lines.count == 16)
    #expect(render(desk.state, theme: Theme(glyphs: .ascii)).text.utf8.allSatisfy { $0 < 128 })
  }
}
