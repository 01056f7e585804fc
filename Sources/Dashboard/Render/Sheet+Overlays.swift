import SafeText
import Screen
import StoreModel

extension Sheet {
  /// The front sheet; nil when the dashboard itself is in front.
  init?(_ state: State, glyphs: GlyphSet = .unicode) {
    let width = Self.width(in: state.size)
    switch state.overlays.last {
    case nil: return nil
    case .payment(let sheet): self = .payment(sheet, state, width, glyphs)
    case .use(let sheet): self = .use(sheet, state, width)
    case .refundList(let list): self = .refundList(list, state, width, glyphs)
    case .refundReason(let sheet): self = .refundReason(sheet, width, glyphs)
    case .entry(let sheet): self = .entry(sheet, width, glyphs)
    case .order(let sheet): self = .order(sheet, state, width, glyphs)
    case .appStore(let sheet): self = .appStore(sheet, state, width, glyphs)
    case .choice(let choice): self = .choice(choice, width)
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
    case .help(let scope, let top):
      self = Sheet(title: Texts.helpTitle(scope), top: top)
      list = Self.helpLines(scope, state, width)
    }
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
    var lines = [Line([Span(name, .normal.bold), Span("  \(Texts.left(balance))", .dim)]), Line()]
    lines += Wrapping.lines(of: Texts.consequence(ofUsing: sheet.count, balance: balance), width: width)
    lines.append(Line())
    return Sheet(title: Texts.useTitle, head: lines, tail: [keyLine(.useSheet, state, width)])
  }

  private static func refundList(_ list: RefundList, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var sheet = Sheet(title: Texts.refundListTitle)
    guard list.rows.isLoaded || !list.rows.rows.isEmpty else {
      sheet.head = [Line(Texts.reading)]
      return sheet
    }
    guard !list.rows.rows.isEmpty else {
      sheet.head = Wrapping.lines(of: Texts.nothingRefundableLong, width: width)
      return sheet
    }
    let columns = Columns.refundable(width: width - 2)
    // What cannot be on the screen needs no text.
    let shown = list.rows.top..<(list.rows.top + state.size.height)
    sheet.list = list.rows.rows.enumerated().map { index, row in
      shown.contains(index) ? columns.line(for: row, state: state, glyphs: glyphs) : Line()
    }
    sheet.cursor = list.rows.cursor
    sheet.top = list.rows.top
    return sheet
  }

  private static func refundReason(_ sheet: RefundReasonSheet, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var result = Sheet(title: Texts.refundReasonTitle)
    result.head = [
      Line([Span(sheet.product, .normal.bold), Span("  \(sheet.price)", .accent)]),
      Line(Texts.transaction(safeText(sheet.transactionId)), .dim), Line(),
    ]
    if sheet.isSubscription {
      result.head += Wrapping.lines(of: Texts.turnsRenewalOff, width: width, style: .warning)
    }
    result.head += Wrapping.lines(of: Texts.filedIsNotRefunded, width: width) + [Line()]
    result.setField(label: Texts.reasonLabel, value: sheet.reason, width: width, glyphs)
    return result
  }

  private static func choice(_ choice: Choice, _ width: Int) -> Sheet {
    var sheet = Sheet(title: choice.title, cursor: choice.cursor, top: choice.top)
    let titles = choice.items.map { displayWidth(of: $0.title) }.max() ?? 0
    // The cursor takes two columns.
    let room = max(0, width - titles - 4)
    sheet.list = choice.items.map { item in
      Line([Span(padded(item.title, toWidth: titles + 2)), Span(truncated(item.note, toWidth: room), .dim)])
    }
    // What does not fit is said in full below, in as many lines whichever row has the cursor.
    guard choice.items.contains(where: { displayWidth(of: $0.note) > room }) else { return sheet }
    let note = choice.items.indices.contains(choice.cursor) ? choice.items[choice.cursor].note : ""
    let lines = Wrapping.lines(of: note, width: width, style: .dim).prefix(2)
    sheet.tail = [Line()] + lines + Array(repeating: Line(), count: 2 - lines.count)
    return sheet
  }

  /// The first keys of a sheet, on one line.
  static func keyLine(_ scope: Scope, _ state: State, _ width: Int) -> Line {
    let entries = ActionTable.entries(in: scope).filter { $0.rank != nil && state.reason(against: $0.action) == nil }
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
