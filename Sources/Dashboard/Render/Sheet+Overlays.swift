import AppStoreModel
import Core
import TerminalUI

extension Sheet {
  /// Creates the front sheet; nil if no sheet is open.
  ///
  /// - Parameter width: The width inside the border; by default what the screen allows.
  init?(_ state: State, glyphs: GlyphSet = .unicode, width: Int? = nil) {
    guard let overlay = state.overlays.last else { return nil }
    let width =
      width ?? Self.width(in: Layout(state).place(of: overlay, under: state.overlays), isList: overlay.isList)
    switch overlay {
    case .payment(let sheet): self = .payment(sheet, state, width, glyphs)
    case .use(let sheet): self = .use(sheet, state, width)
    case .refundList(let list): self = .refundList(list, state, width, glyphs)
    case .refundReason(let sheet): self = .refundReason(sheet, width, glyphs)
    case .entry(let sheet): self = .entry(sheet, width, glyphs)
    case .order(let sheet): self = .order(sheet, state, width, glyphs)
    case .appStore: self = .appStore(state, width, glyphs)
    case .choice(let choice): self = .choice(choice, width)
    case .palette(let palette): self = .palette(palette, state, width, glyphs)
    case .timeline: self = .timeline(state, width, glyphs)
    case .confirmation(let confirmation):
      self = Sheet(title: confirmation.title, isWarning: true)
      head = confirmation.text.flatMap { Wrapping.lines(of: $0, width: width) + [Line()] }
      tail = [Self.keyLine(.confirmation, state, width)]
    case .report(let report, let top):
      self = Sheet(title: report.title, top: top)
      list = report.lines.flatMap { line in
        Wrapping.lines(
          of: line.text, width: width, first: Span(Self.glyph(line.tone, glyphs) + " ", line.tone.style), indent: 2)
      }
    case .viewer(let viewer): self = .viewer(viewer, state, width, glyphs)
    case .help(let list): self = .help(list, state, width, glyphs)
    }
    self.width = width
  }

  private static func glyph(_ tone: Tone, _ glyphs: GlyphSet) -> String {
    switch tone {
    case .plain: glyphs.dot
    case .good: glyphs.check
    case .warning: glyphs.half
    case .bad: glyphs.cross
    }
  }

  private static func use(_ sheet: UseSheet, _ state: State, _ width: Int) -> Sheet {
    let product = state.products[sheet.productId]
    let name = product?.name ?? ""
    let balance = product?.balance ?? 0
    var lines = [Line([Span(name, .normal.bold), Span("  \(PaneText.left(balance))", .dim)]), Line()]
    lines += Wrapping.lines(
      of: say("Uses \(sheet.count); \(balance - sheet.count) will be left."),
      width: width)
    lines.append(Line())
    return Sheet(title: say("Use"), head: lines, tail: [keyLine(.useSheet, state, width)])
  }

  private static func refundList(_ list: RowList, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var sheet = Sheet(title: say("Which purchase should Apple refund?"))
    guard list.isLoaded || !list.rows.isEmpty else {
      sheet.head = [Line(PaneText.reading.text)]
      return sheet
    }
    guard !list.rows.isEmpty else {
      sheet.head = Wrapping.lines(
        of: say(
          "This Apple Account has no refundable purchase on this device: nothing paid for and not refunded, or "
            + "a request is already with Apple."
        ), width: width)
      return sheet
    }
    let columns = Columns.refundable(width: width - 2)
    // Rows outside the screen are not formatted.
    let shown = list.top..<(list.top + state.size.height)
    sheet.list = list.rows.enumerated().map { index, row in
      shown.contains(index) ? columns.line(for: row, state: state, glyphs: glyphs) : Line()
    }
    sheet.cursor = list.cursor
    sheet.top = list.top
    return sheet
  }

  private static func refundReason(_ sheet: RefundReasonSheet, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var result = Sheet(title: say("Ask Apple for a refund"))
    result.head = [
      Line([Span(sheet.product, .normal.bold), Span("  \(sheet.price)", .accent)]),
      Line(RowText.transaction(safeText(sheet.transactionId)).text, .dim), Line(),
    ]
    if sheet.isSubscription {
      result.head += Wrapping.lines(
        of: say("First: a request also turns off auto-renewal of the subscription."), width: width, style: .warning)
    }
    result.head +=
      Wrapping.lines(of: say("A request isn't a refund yet; Apple decides, usually within two days."), width: width) + [
        Line()
      ]
    result.setField(label: say("Reason (optional): "), value: sheet.reason, width: width, glyphs)
    return result
  }

  private static func choice(_ choice: Choice, _ width: Int) -> Sheet {
    var sheet = Sheet(title: choice.title, cursor: choice.cursor, top: choice.top)
    if !choice.head.isEmpty {
      sheet.head = choice.head.flatMap { Wrapping.lines(of: $0, width: width) } + [Line()]
    }
    sheet.setList(choice.items, width)
    if !sheet.tail.isEmpty { sheet.tail.insert(Line(), at: 0) }
    return sheet
  }

  /// Lists items with their notes; below the list, a note that is cut off stands in full.
  private mutating func setList(_ items: [Choice.Item], most: Int = .max, _ width: Int) {
    let titles = min(most, items.map { displayWidth(of: $0.title) }.max() ?? 0)
    // The pointer of the selected row takes two columns.
    let room = max(0, width - titles - 4)
    list = items.map { item in
      Line([Span(padded(item.title, toWidth: titles) + "  "), Span(truncated(item.note, toWidth: room), .dim)])
    }
    // The area below the list has the same height for every row.
    guard let cursor, items.contains(where: { displayWidth(of: $0.note) > room }) else { return }
    let note = items.indices.contains(cursor) ? items[cursor].note : ""
    let lines = Wrapping.lines(of: note, width: width, style: .dim).prefix(2)
    tail = lines + Array(repeating: Line(), count: 2 - lines.count)
  }

  /// Returns a line with the most important available keys of a sheet.
  static func keyLine(_ scope: Scope, _ state: State, _ width: Int) -> Line {
    let entries = ActionTable.entries(in: scope).filter { $0.rank != nil && $0.whyNot(state) == nil }
      .sorted { ($0.rank ?? 0) < ($1.rank ?? 0) }
    var line = Line([])
    for entry in entries {
      guard let key = entry.keyNames.first else { continue }
      let added = [Span(key, .key), Span(" \(entry.title)   ")]
      guard Line(line.spans + added).width <= width + 3 else { break }
      line.spans += added
    }
    return line
  }
}

extension Sheet {
  /// Returns the payment sheet: the product, who pays, the consequences, and the product's offers.
  static func payment(_ sheet: PaymentSheet, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    guard let product = state.products[sheet.productId] else { return Sheet(title: state.paymentTitle) }
    var lines = [
      Line([Span(product.name, .normal.bold), Span(product.period.map { "  \(SheetText.per($0))" } ?? "", .dim)]),
      Line(state.total(of: sheet, product), .accent),
      Line(
        SheetText.payer(account: state.account ?? "", storefront: state.facts.storefront.map { safeText($0) }).text,
        .dim),
      Line(),
    ]
    for text in state.consequences(of: sheet, product) { lines += Wrapping.lines(of: text, width: width) }
    lines += offers(sheet, width, glyphs)
    lines += Wrapping.lines(of: state.tokenLine(sheet.token), width: width, style: .dim)
    lines.append(Line())
    // On a low screen, these keys are left out, because the key bar shows them too.
    let keys = state.size.height < 20 ? [] : [keyLine(.paymentSheet, state, width)]
    return Sheet(title: state.paymentTitle, head: lines, tail: keys)
  }

  /// Returns a line for each offer: whether the customer is eligible, and which one is selected.
  private static func offers(_ sheet: PaymentSheet, _ width: Int, _ glyphs: GlyphSet) -> [Line] {
    (sheet.preview?.offers ?? []).flatMap { offer in
      let isAsked = offer.name != nil && offer.name == sheet.offer
      let (glyph, style) = offer.reason == nil ? (glyphs.check, Style.good) : (glyphs.cross, .dim)
      return Wrapping.lines(
        of: "\(offer.title); \(offer.eligibility)", width: width,
        style: isAsked ? .accent.bold : .dim, first: Span("\(glyph) ", style), indent: 2)
    }
  }
}

extension Sheet {
  /// Returns the sheet of an order: its state, all its facts, and its journal.
  static func order(_ sheet: OrderSheet, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    let row = sheet.row
    var result = Sheet(title: say("Order"))
    let age = row.date.map { "  \(state.age(of: $0))" } ?? ""
    let retry = row.retryDate.map { "  \(say("next attempt \(state.retry(at: $0))"))" } ?? ""
    result.head = [
      Line([
        Span("\(state.name(of: row.productId))  ", .normal.bold),
        Span("\(row.mark.glyph(glyphs)) \(row.word)", row.mark.style), Span(age, .dim), Span(retry, .warning),
      ])
    ]
    let facts = row.facts + (state.facts.restorePolicy.map { [$0.fact] } ?? [])
    let label = (facts.map { displayWidth(of: $0.label) }.max() ?? 0) + 2
    for fact in facts {
      result.head += Wrapping.lines(
        of: fact.text, width: width, first: Span(padded(fact.label, toWidth: label), .dim), indent: label)
    }
    // The facts are cut so that at least some lines of the journal are visible.
    let most = max(1, state.size.height - 10)
    if result.head.count > most { result.head.removeLast(result.head.count - most) }
    result.head.append(Line(say("What happened", context: "Sheet"), .title))
    guard sheet.rows.isLoaded || !sheet.rows.rows.isEmpty else {
      result.head.append(Line(PaneText.reading.text, .dim))
      return result
    }
    let columns = Columns(.journal, width: width - 2)
    result.list = sheet.rows.rows.map { columns.line(for: $0, state: state, glyphs: glyphs) }
    result.cursor = sheet.rows.cursor
    result.top = sheet.rows.top
    return result
  }

  /// Returns a sheet with an input field for a text that an action needs.
  static func entry(_ sheet: EntrySheet, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var result = Sheet(title: sheet.title)
    for text in sheet.text { result.head += Wrapping.lines(of: text, width: width) + [Line()] }
    result.setField(label: sheet.label, value: sheet.value, width: width, glyphs)
    return result
  }

  /// Adds an input field as the last line, with the cursor after the typed text.
  mutating func setField(label: String, value: String, width: Int, _ glyphs: GlyphSet) {
    let shown = textEnd(value, width: max(1, width - displayWidth(of: label) - 1))
    tail.append(Line([Span(label, .dim), Span(shown), Span(glyphs.caret, .accent)]))
    caret = Point(x: displayWidth(of: label) + displayWidth(of: shown), y: tail.count - 1)
  }
}

extension Sheet {
  /// Returns the command palette: the matching items, and the input field below them.
  static func palette(_ palette: CommandPalette, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var sheet = Sheet(title: say("Commands"), cursor: palette.cursor, top: palette.top)
    let items = state.paletteItems(palette.text)
    sheet.setList(items, most: width / 2, width)
    if items.isEmpty { sheet.head = [Line(say("no matching command"), .dim)] }
    sheet.setField(label: say("Find: "), value: palette.text, width: width, glyphs)
    return sheet
  }
}
