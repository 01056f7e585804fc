import AppStoreModel
import Core
import TerminalUI

extension Renderer {
  /// Draws the desk on the whole screen, or its list beside the open customer.
  mutating func drawDesk(_ pane: Rect) {
    guard let desk = state.desk else { return }
    let hasFocus = desk.opened == nil && state.overlays.isEmpty
    frame.box(pane, glyphs: glyphs, style: hasFocus ? .focusedBorder : .border)
    drawParts(of: desk, pane)
    let inside = pane.inside
    switch desk.opened == nil ? desk.part : .customers {
    case .customers: drawCustomers(desk, pane, hasFocus: hasFocus)
    case .views: drawViews(desk, pane, hasFocus: hasFocus)
    case .health, .trends:
      let room = inside.inset(horizontal: 1, vertical: 0)
      let lines = state.deskLines(width: room.width, glyphs: glyphs)
      put(lines.dropFirst(desk.top), in: room)
      if lines.count > room.height {
        drawFoot(pane, PaneText.more.text + arrows(up: desk.top > 0, down: desk.top + room.height < lines.count))
      }
    }
  }

  /// Draws the names of the parts into the border, the current one in brackets.
  private mutating func drawParts(of desk: DeskScreen, _ pane: Rect) {
    var x = pane.x + 1
    x += frame.put(" ", at: Point(x: x, y: pane.y))
    for part in DeskScreen.Part.allCases {
      let title = "\(part.rawValue + 1) \(DeskScreenText.part(part))"
      let isFront = part == desk.part
      let path = part == .customers ? desk.listName.map { " › \(shorten($0, to: max(8, pane.width - 50)))" } ?? "" : ""
      let text = isFront ? "[\(title)\(path)]" : title
      guard x + columns(of: text) + 2 < pane.maxX else { break }
      if part != .customers { x += frame.put(" \(glyphs.horizontal) ", at: Point(x: x, y: pane.y), style: .border) }
      x += frame.put(text, at: Point(x: x, y: pane.y), style: isFront ? .title : .dim)
    }
    frame.put(" ", at: Point(x: x, y: pane.y), width: max(0, pane.maxX - 1 - x))
  }

  // MARK: Customers

  private mutating func drawCustomers(_ desk: DeskScreen, _ pane: Rect, hasFocus: Bool) {
    let (header, inside) = pane.inside.split(top: DeskScreen.headerHeight)
    let left = desk.list.marked.isEmpty ? "" : say("\(desk.list.marked.count) marked")
    guard !desk.list.rows.isEmpty else {
      putDim(emptyText(desk), in: inside)
      return drawFoot(pane, "", left: left)
    }
    let columns = CustomerColumns(desk, width: inside.width - 3)
    put(headerLine(columns, of: desk), at: Point(x: header.x + 2, y: header.y), width: header.width - 2)
    for (row, customer) in desk.list.rows.dropFirst(desk.list.top).prefix(inside.height).enumerated() {
      let isSelected = desk.list.top + row == desk.list.cursor
      drawRow(line(for: customer, columns), in: inside, row: row, isSelected: isSelected, hasFocus: hasFocus)
      guard desk.list.marked.contains(customer.number) else { continue }
      frame.put(glyphs.full, at: Point(x: inside.x + 1, y: inside.y + row), style: .accent)
    }
    let isBelow = desk.list.hasMore || desk.list.top + inside.height < desk.list.rows.count
    drawFoot(pane, place(in: desk) + arrows(up: desk.list.top > 0, down: isBelow), left: left)
  }

  /// Returns the cursor's place, with the number of all rows: exact, "about", or "at least".
  private func place(in desk: DeskScreen) -> String {
    let (row, count) = (desk.list.cursor + 1, desk.list.rows.count)
    if !desk.list.hasMore && !desk.list.isCut { return DeskScreenText.place(row, of: count, hasMore: false).text }
    if let view = desk.view {
      return DeskScreenText.place(row, of: max(view.count, count), hasMore: view.hasMore || count > view.count).text
    }
    if desk.search.text.isEmpty, let all = desk.health?.customers, all >= count {
      return DeskScreenText.place(row, ofAbout: all).text
    }
    return DeskScreenText.place(row, of: count, hasMore: true).text
  }

  /// Returns the names of the columns.
  private func headerLine(_ columns: CustomerColumns, of desk: DeskScreen) -> Line {
    let isView = desk.view != nil
    let isSubject = desk.list.rows.contains { !$0.subject.isEmpty }
    var text = padded(say("No."), toWidth: columns.number) + "  "
    text += padded(shorten(isSubject ? say("about") : say("user"), to: columns.who), toWidth: columns.who) + "  "
    text += padded(shorten(say("products"), to: columns.products), toWidth: columns.products)
    if columns.money > 0 {
      for title in [say("spent"), Words("refunded", context: "DeskScreen").text] {
        text += "  " + padded(shorten(title, to: columns.money), toWidth: columns.money, alignment: .trailing)
      }
    }
    if columns.date > 0 {
      let title = desk.view?.deadline != nil ? say("time left") : isView ? say("date") : say("last event")
      text += "  " + padded(shorten(title, to: columns.date), toWidth: columns.date)
    }
    return Line(text, .dim)
  }

  private func emptyText(_ desk: DeskScreen) -> String {
    if !desk.list.isLoaded { return DeskScreenText.reading.text }
    if desk.view != nil { return say("No customers in this view.") }
    if desk.list.isUserWithoutPurchase {
      return say("This is a user of your app, but no purchase at this desk names this user.")
    }
    return
      (desk.search.text.isEmpty
      ? Words("No customers at this desk yet. Import a file, or receive notifications.")
      : Words("No customer found. Try any id (three characters or more), a product or a state.")).text
  }

  private func line(for customer: DeskCustomer, _ columns: CustomerColumns) -> Line {
    var spans = [
      Span(padded("#\(customer.number)", toWidth: columns.number) + "  ", .accent),
      Span(padded(state.who(customer, width: columns.who, glyphs), toWidth: columns.who) + "  ", .dim),
    ]
    spans += holdings(customer, width: columns.products)
    if columns.money > 0 {
      for (amounts, style) in [(customer.spent, Style.normal), (customer.refunded, .bad)] {
        let text = shorten(state.amount(amounts), to: columns.money)
        spans.append(Span("  " + padded(text, toWidth: columns.money, alignment: .trailing), style))
      }
    }
    if columns.date > 0 {
      let date = customer.date ?? customer.lastEventDate
      let isDeadline = state.desk?.view?.deadline != nil && customer.date != nil
      let text = date.map { date in
        if isDeadline { return PaneText.timeLeft(seconds: date.milliseconds(since: state.now) / 1000).text }
        return columns.date < 16 ? state.day(date) : state.minute(date)
      }
      spans.append(Span("  " + padded(text ?? "", toWidth: columns.date), isDeadline ? .warning : .dim))
    }
    return Line(spans)
  }

  /// Returns all products with the glyphs of their states: names as far as they fit, then the glyphs alone.
  private func holdings(_ customer: DeskCustomer, width: Int) -> [Span] {
    // What the customer has, and what needs attention, comes first.
    let holdings = customer.holdings.filter(\.entitled) + customer.holdings.filter { !$0.entitled }
    var spans: [Span] = []
    var used = 0
    for (index, holding) in holdings.enumerated() {
      let glyph = (used == 0 ? "" : " ") + holding.mark.glyph(glyphs)
      let rest = 2 * (holdings.count - index - 1)
      let text = glyph + " " + (state.desk?.name(of: holding.productId) ?? "")
      let whole = columns(of: text) + rest <= width - used ? text : index == 0 ? shorten(text, to: width - rest) : glyph
      guard columns(of: whole) <= width - used else { break }
      spans.append(Span(whole, holding.mark.style))
      used += columns(of: whole)
    }
    return spans + [Span(blanks(width - used))]
  }

  // MARK: Views

  private mutating func drawViews(_ desk: DeskScreen, _ pane: Rect, hasFocus: Bool) {
    let inside = pane.inside
    guard let views = desk.views else {
      frame.put(DeskScreenText.reading.text, in: inside, column: 1, style: .dim)
      return
    }
    let titles = max(32, min(views.map { displayWidth(of: $0.title) }.max() ?? 0, inside.width - 44))
    for (row, view) in views.dropFirst(desk.viewPlace.top).prefix(inside.height).enumerated() {
      let count = view.hasMore ? "\(view.count)+" : "\(view.count)"
      let deadline = view.deadline.map { date in
        PaneText.timeLeft(seconds: date.milliseconds(since: state.now) / 1000).text
      }
      let line = Line([
        Span(padded(count, toWidth: 5, alignment: .trailing) + "  ", view.count == 0 ? .dim : .accent),
        Span(padded(shorten(view.title, to: titles), toWidth: titles + 2)),
        Span(padded(deadline ?? "", toWidth: 12), .warning),
        Span(view.app?.short ?? view.name, view.app == nil ? .dim : .accent),
      ])
      let isSelected = desk.viewPlace.top + row == desk.viewPlace.cursor
      drawRow(line, in: inside, row: row, isSelected: isSelected, hasFocus: hasFocus)
    }
  }
}

extension Renderer {
  /// Draws the details of the selected customer beside the list.
  mutating func drawDeskDetail(_ pane: Rect) {
    guard let desk = state.desk, let customer = desk.list.selected else {
      frame.box(pane, glyphs: glyphs, style: .border)
      return
    }
    frame.box(pane, title: say("Customer #\(customer.number)"), glyphs: glyphs, style: .border)
    let room = pane.inside.inset(horizontal: 1, vertical: 0)
    put(detailLines(customer, of: desk, width: room.width), in: room)
  }

  private func detailLines(_ customer: DeskCustomer, of desk: DeskScreen, width: Int) -> [Line] {
    func labelled(_ label: Words, _ texts: [String], _ style: Style = .normal) -> [Line] {
      texts.enumerated().map { index, text in
        Line([Span(padded(index == 0 ? label.text : "", toWidth: 12), .dim), Span(text, style)])
      }
    }
    var lines = labelled(
      Words("user"), (customer.user.map { [safeText($0)] } ?? []) + customer.tokens.map { safeText($0) })
    if customer.accounts.count > 1 {
      lines += labelled(
        Words("accounts"),
        Wrapping.broken(Language.series(customer.accounts.map { "#\($0)" }), width: max(8, width - 12)))
    }
    if !customer.tags.isEmpty {
      lines += labelled(Words("tags"), [Language.series(customer.tags.map { safeText($0) })], .accent)
    }
    if let agent = customer.assignee { lines += labelled(Words("agent"), [safeText(agent)]) }
    for (index, holding) in customer.holdings.enumerated() {
      let mark = holding.mark
      let end = holding.expiresDate.map { " " + state.end(at: $0) } ?? ""
      let (name, words) = (desk.name(of: holding.productId), holding.words + end)
      let head = [
        Span(padded(index == 0 ? say("products") : "", toWidth: 12), .dim),
        Span("\(mark.glyph(glyphs)) ", mark.style), Span(name),
      ]
      // A state that does not fit behind the name gets a line of its own, so that its date is not cut.
      let fits = 12 + 2 + columns(of: name) + 2 + columns(of: words) <= width
      lines.append(Line(head + (fits ? [Span("  " + words, mark.style)] : [])))
      if !fits { lines.append(Line([Span(blanks(14)), Span(words, mark.style)])) }
    }
    lines += labelled(DeskScreenText.spentLabel, customer.spent.prices.map(state.money.text), .accent)
    lines += labelled(Words("refunded", context: "DeskScreen"), customer.refunded.prices.map(state.money.text), .bad)
    if !customer.spent.isEmpty {
      lines += labelled(DeskScreenText.spentLabel, [say("amounts of signed transactions, not revenue")], .dim).map(
        \.unlabelled)
    }
    lines += labelled(Words("last event"), [customer.lastEventDate.map(state.minute) ?? ""])
    return lines + [Line()]
      + Wrapping.lines(
        of: say("\(ActionTable.key(of: .open)) shows why, and what to do next."), width: width, style: .dim)
  }

  /// Draws the desk's totals, newest notification and pending work, or that the database does not answer.
  mutating func drawDeskLine() {
    guard let desk = state.desk else { return }
    let marks = [
      state.setup.isSignedByApple ? "" : PaneText.notSignedByApple.text,
      state.setup.isReadOnly ? PaneText.readOnly.text : "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
    let right = desk.fault == nil ? marks : say("the desk's database does not answer")
    var parts: [String] = []
    if let health = desk.health {
      parts.append(
        say(
          "\(say(health.customers, "\(health.customers) customer", "\(health.customers) customers")), "
            + "\(say(health.transactions, "\(health.transactions) transaction", "\(health.transactions) transactions"))"
        ))
      let newest = health.newest.first.map { it in
        DeskScreenText.newestNotification(
          safeText(it.type), secondsAgo: max(0, state.now.milliseconds(since: it.arrivedDate)) / 1000)
      }
      parts.append((newest ?? Words("no notifications yet")).text)
      if health.waiting.number > 0 {
        parts.append(
          say(
            health.waiting.number, "\(health.waiting.number)\(health.waiting.hasMore ? "+" : "") waiting",
            "\(health.waiting.number)\(health.waiting.hasMore ? "+" : "") waiting"))
      }
    }
    let room = state.size.width - 3 - columns(of: right)
    frame.put(shorten(parts.joined(separator: " \(glyphs.dot) "), to: room), at: Point(x: 1, y: 1), style: .dim)
    frame.put(
      right, at: Point(x: state.size.width - columns(of: right) - 1, y: 1),
      style: desk.fault == nil ? .warning : Style.bad.bold)
  }
}

extension Line {
  /// The line with spaces in place of its label.
  fileprivate var unlabelled: Line {
    guard let first = spans.first else { return self }
    return Line([Span(blanks(displayWidth(of: first.text)))] + spans.dropFirst())
  }
}

extension State {
  /// Returns who a row is about in at most `width` columns; of a UUID the first part, by which people recognise it.
  fileprivate func who(_ customer: DeskCustomer, width: Int, _ glyphs: GlyphSet) -> String {
    let count = customer.subject.isEmpty && customer.accounts.count > 1 ? " ×\(customer.accounts.count)" : ""
    let room = width - displayWidth(of: count)
    let whole = who(customer)
    if displayWidth(of: whole) <= room { return whole + count }
    if customer.subject.isEmpty, let first = whole.split(separator: "-").first, first.utf8.count == 8, room >= 8 {
      return String(first) + count
    }
    let cut = truncated(whole, toWidth: room)
    return (cut.last == "…" ? cut.dropLast() + glyphs.ellipsis : cut) + count
  }

  /// Returns who or what a row is about: the subject for which a view lists it, the app's user, or the newest token.
  func who(_ customer: DeskCustomer) -> String {
    guard customer.subject.isEmpty else { return desk?.name(of: customer.subject) ?? "" }
    return safeText(customer.user ?? customer.tokens.first ?? "")
  }

  /// Returns the largest amount, with a plus sign if there are others.
  func amount(_ money: [String: Int64]) -> String {
    let amounts = money.filter { $0.value != 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard let first = amounts.first else { return "" }
    return self.money.text(Price(milliunits: first.value, currency: first.key)) + (amounts.count > 1 ? "+" : "")
  }
}

/// The widths of the columns in the list of customers; a column of width 0 is left out.
private struct CustomerColumns {
  var number = 4
  var who = 8
  var products = 0
  /// The width of each of the two columns spent and refunded.
  var money = 0
  var date = 0

  init(_ desk: DeskScreen, width: Int) {
    number = desk.list.rows.reduce(4) { max($0, "#\($1.number)".utf8.count) }
    let isView = desk.view != nil
    // An Apple id is shown whole in a view; a user with several Apple Accounts has their number beside the name.
    who = isView ? min(16, width / 4) : desk.list.rows.contains { $0.accounts.count > 1 } ? 12 : 8
    var rest = width - number - 2 - who - 2
    if rest >= 14 + 12 {
      date = 10
      rest -= 12
    }
    if rest >= 16 + 26 {
      money = 11
      rest -= 26
    }
    if rest >= 24 + 10, isView || rest >= 50 {
      let more = min(28, rest - 26)
      who += more
      rest -= more
    }
    if rest >= 40, date > 0 {
      date = 16
      rest -= 6
    }
    products = max(8, rest)
  }
}
