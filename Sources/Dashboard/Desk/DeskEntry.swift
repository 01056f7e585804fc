import AppStoreModel
import Core

/// A text that the desk asks for.
package enum DeskEntry: Hashable, Sendable {
  /// A note about customers.
  case note([Int64])
  /// Tags to add to customers, and with a hyphen to remove from them.
  case tags([Int64])
  /// The agent to assign customers to.
  case assignee([Int64])
  /// The number of days by which the worker extends a subscription.
  case extending(customer: Int64, transactionId: String)
  /// The date at which the open customer is shown.
  case pastDate
  /// The first and last day of the trends.
  case trendDays
}

extension Reducer {
  /// Uses a text that was entered for the desk.
  mutating func submit(_ text: String, for entry: DeskEntry) {
    switch entry {
    case .note(let customers): leaveEntry(andRun: .desk(.note(customers: customers, text: text)))
    case .tags(let customers):
      let words = text.lowercased().split(separator: " ").map(String.init)
      let removed = words.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
      leaveEntry(
        andRun: .desk(.tag(customers: customers, add: words.filter { !$0.hasPrefix("-") }, remove: removed)))
    case .assignee(let customers):
      leaveEntry(andRun: .desk(.assign(customers: customers, to: text == "-" ? nil : text)))
    case .extending(let customer, let id):
      guard let days = Int(text), (1...90).contains(days) else {
        return announce(say("invalid number of days “\(safeText(text))”; use 1 to 90"), .warning)
      }
      leaveEntry(andRun: .desk(.request(.extend(transactionId: id, days: days), customer: customer)))
    case .pastDate:
      guard let date = date(text) else { return }
      state.overlays.removeLast()
      ask(.past, .past(.at(min(date, state.past?.present ?? state.now))))
    case .trendDays:
      let days = text.split(separator: " ").map(String.init)
      guard let first = date(days.first ?? ""), let last = days.count > 1 ? date(days[1]) : state.now else { return }
      guard first <= last, days.count <= 2 else {
        return announce(say("invalid range; write the first day, then the last one"), .warning)
      }
      state.overlays.removeLast()
      state.desk?.trendRange.first = first.day
      state.desk?.trendRange.last = last.day
      begin(.desk(.trends), .desk(.trends(state.desk?.trendRange ?? DeskTrendRange())))
    }
  }

  /// Returns the date in a text, or announces that it is none.
  private mutating func date(_ text: String) -> Timestamp? {
    if let date = Timestamp(utc: text) { return date }
    announce(say("invalid date “\(safeText(text))”; use 2026-03-01 or 2026-03-01T12:00:00Z"), .warning)
    return nil
  }

  // MARK: The sheets

  /// Asks for a text.
  mutating func ask(_ entry: DeskEntry, title: String, text: [String], label: String) {
    state.overlays.append(.entry(EntrySheet(purpose: .desk(entry), title: title, text: text, label: label)))
  }

  /// Asks for a note about the chosen customers; a single customer's notes are shown above the field.
  mutating func writeRemark() {
    let customers = state.chosenCustomers
    ask(
      .note(customers), title: DeskScreenText.about(customers, say("A note about")).text, text: remarkLines,
      label: say("Note: "))
  }

  /// Shows notes that have arrived since the field for a note was opened.
  mutating func refreshRemarks() {
    for index in state.overlays.indices {
      guard case .entry(var sheet) = state.overlays[index], case .desk(.note) = sheet.purpose else { continue }
      sheet.text = remarkLines
      state.overlays[index] = .entry(sheet)
    }
  }

  /// The open customer's notes, the newest first, and who reads them.
  private var remarkLines: [String] {
    let notes = (state.desk?.opened?.remarks ?? []).prefix(8).map { note in
      "\(state.minute(note.date)) \(safeText(note.author)): \(safeText(note.text, limit: 300))"
    }
    return notes + [
      say("The note stays with the customer, with your name and the time; the customer never sees it.")
    ]
  }

  mutating func editTags() {
    let customers = state.chosenCustomers
    let tags = state.desk?.opened?.person?.tags ?? (customers.count == 1 ? state.desk?.list.selected?.tags : nil) ?? []
    ask(
      .tags(customers), title: DeskScreenText.about(customers, say("The tags of")).text,
      text: [
        tags.isEmpty ? say("no tags yet") : Language.series(tags.map { safeText($0) }),
        say("A hyphen removes a tag: vip -spam."),
      ], label: say("Tags: "))
  }

  mutating func editAssignee() {
    let customers = state.chosenCustomers
    let agent =
      state.desk?.opened?.person?.assignee ?? (customers.count == 1 ? state.desk?.list.selected?.assignee : nil)
    ask(
      .assignee(customers), title: DeskScreenText.about(customers, say("The agent for")).text,
      text: [
        agent.map { say("assigned to \(safeText($0))") } ?? say("assigned to no agent"),
        say("A hyphen alone removes the agent."),
      ], label: say("Agent: "))
  }

  mutating func askForPastDate() {
    ask(
      .pastDate, title: say("The answer at a past date"),
      text: [say("From what Apple had signed by then, such as 2026-03-01 or 2026-03-01T12:00:00Z (UTC).")],
      label: say("Date: "))
  }

  mutating func askForTrendDays() {
    ask(
      .trendDays, title: say("The days of the trends"),
      text: [say("The first day, and the last one if it is not today: 2026-01-01 2026-03-31 (UTC).")],
      label: say("Days: "))
  }

  /// Reads the sentence about the selected product in every language.
  mutating func askForSentences() {
    if let product = state.selected?.id { begin(.desk(.sentences), .desk(.sentences(productId: product))) }
  }

  /// Shows who the open customer's user is: the Apple Accounts, what each holds, and what the team knows.
  ///
  /// Of several users who pay with the account, one is chosen first.
  mutating func showPerson() {
    guard let desk = state.desk, let opened = desk.opened else { return }
    guard let person = opened.person else { return present(opened.userChoice) }
    let lines = state.lines(of: person, in: desk)
    let title = say("The user of #\(opened.number)")
    state.overlays.append(.report(Report(title: title, summary: Message(title), lines: lines), top: 0))
  }
}

extension OpenedDashboard {
  /// The choice of a user, where several pay with the account.
  fileprivate var userChoice: Choice {
    Choice(
      title: DeskScreenText.severalUsers.text,
      items: users.sorted { $0.key < $1.key }.map { token, name in
        Choice.Item(
          title: safeText(name.isEmpty ? token : name), note: name.isEmpty ? "" : safeText(token),
          pick: .deskQuery(.customer(number, asked: token, isOpen: false)))
      })
  }
}

extension State {
  /// The customers that an action is about: the open one, the marked ones, or the selected one.
  var chosenCustomers: [Int64] { desk?.opened.map { [$0.number] } ?? desk?.list.chosen ?? [] }

  /// Returns the list of ways to copy a sentence: with a note or without one, in the customer's language first.
  func sentenceChoice(_ sentences: [String: String]) -> Choice {
    let known = desk?.opened?.person?.language.flatMap { Language(named: $0)?.tag }
    let first = known ?? Language.current.tag
    let tags = sentences.keys.sorted { ($0 == first ? 0 : 1, $0) < ($1 == first ? 0 : 1, $1) }
    var items: [Choice.Item] = []
    for tag in tags {
      guard let sentence = sentences[tag] else { continue }
      let name = DeskScreenText.language(tag).text
      if let number = desk?.opened?.number, reasonAgainstWriting == nil {
        items.append(
          Choice.Item(
            title: say("copy it and note that it was sent (\(name))"), note: sentence,
            pick: .told(customer: number, sentence)))
      }
      items.append(Choice.Item(title: say("copy it (\(name))"), note: sentence, pick: .copy(sentence)))
    }
    return Choice(
      title: say("The sentence for the customer"), items: items,
      head: [known == nil ? say("The customer's language is not on record.") : say("The language is on record.")])
  }

  /// Returns the lines about a user: accounts with their products, then what the team sent.
  fileprivate func lines(of person: DeskPerson, in desk: DeskScreen) -> [Message] {
    var lines: [Message] = []
    if let user = person.user { lines.append(Message(say("user \(safeText(user))"))) }
    lines += person.tokens.map { Message(say("token \(safeText($0))")) }
    lines += person.attributes.map { attribute in
      Message("\(safeText(attribute.name)): \(attribute.isHashed ? say("hashed") : safeText(attribute.value))")
    }
    if !person.tags.isEmpty { lines.append(Message(say("tags: \(Language.series(person.tags.map { safeText($0) }))"))) }
    if let agent = person.assignee { lines.append(Message(say("assigned to \(safeText(agent))"))) }
    for account in person.accounts {
      let products = account.holdings.map { "\(desk.name(of: $0.productId)) \($0.words)" }
      lines.append(Message(say("Apple Account #\(account.customer): \(Language.series(products))")))
    }
    for status in products.rows where status.chargedTwice?.isCertain == true {
      lines.append(Message(DeskScreenText.paidTwice(safeText(status.name)).text, .warning))
    }
    if !person.others.isEmpty {
      lines.append(
        Message(
          say(
            person.others.count, "\(person.others.count) other user pays with one of these Apple Accounts",
            "\(person.others.count) other users pay with one of these Apple Accounts"), .warning))
    }
    return lines
  }

  /// Returns the list of the desk's apps, with what waits in each.
  func appChoice(_ apps: [DeskAppRow]) -> Choice {
    Choice(
      title: say("The apps of this desk"),
      items: apps.map { app in
        let customers = say(app.customers, "\(app.customers) customer", "\(app.customers) customers")
        let requests = say(
          app.consumptionRequests, "\(app.consumptionRequests) consumption request",
          "\(app.consumptionRequests) consumption requests")
        return Choice.Item(
          title: app.name.words,
          note: Language.series([customers, requests]),
          pick: .deskQuery(.use(app.name)))
      })
  }

  var reasonAgainstNext: String? {
    guard let list = desk?.list else { return nil }
    return list.cursor + 1 < list.rows.count ? nil : say("this is the last customer of the list")
  }

  /// Why Enter cannot ask Apple about the text in the search, which found no customer.
  var reasonAgainstOrderLookUp: String? {
    guard let desk, desk.list.isLoaded, desk.list.rows.isEmpty, desk.view == nil,
      (6...32).contains(desk.search.text.utf8.count),
      desk.search.text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return ReasonText.emptyList.text }
    return desk.reasonAgainstOrders
  }

  var reasonAgainstChoosing: String? {
    guard let desk, desk.opened != nil || desk.part == .customers, !chosenCustomers.isEmpty else {
      return ReasonText.emptyList.text
    }
    return reasonAgainstWriting
  }
}

extension DeskAppName {
  /// The app as the screen names it.
  var words: String { "\(safeText(bundleId)) \(safeText(environment))" }

  /// The app in a narrow column, where Production goes without saying.
  var short: String { environment == "Production" ? safeText(bundleId) : words }
}
