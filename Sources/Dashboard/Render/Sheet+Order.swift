import SafeText
import Screen
import StoreModel

extension Sheet {
  /// An order: how it stands, everything known about it, and what happened to it.
  static func order(_ sheet: OrderSheet, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    let row = sheet.row
    var result = Sheet(title: Texts.orderTitle)
    let age = row.date.map { "  \(Texts.age(of: $0, now: state.now))" } ?? ""
    let retry = row.retryDate.map { "  next try \(Texts.retry(at: $0, now: state.now))" } ?? ""
    result.head = [
      Line([
        Span("\(state.name(of: row.productId))  ", .normal.bold),
        Span("\(row.mark.glyph(glyphs)) \(row.word)", row.mark.style), Span(age, .dim), Span(retry, .warning),
      ])
    ]
    let facts = row.facts + (state.restorePolicy.map { [Texts.fact(of: $0)] } ?? [])
    let label = (facts.map { displayWidth(of: $0.label) }.max() ?? 0) + 2
    for fact in facts {
      result.head += Wrapping.lines(
        of: fact.text, width: width, first: Span(padded(fact.label, toWidth: label), .dim), indent: label)
    }
    // Some lines of the journal show in any case.
    let most = max(1, state.size.height - 10)
    if result.head.count > most { result.head.removeLast(result.head.count - most) }
    result.head.append(Line(Texts.orderJournalTitle, .title))
    guard sheet.rows.isLoaded || !sheet.rows.rows.isEmpty else {
      result.head.append(Line(Texts.reading, .dim))
      return result
    }
    let columns = Columns(.journal, width: width - 2)
    result.list = sheet.rows.rows.map { columns.line(for: $0, state: state, glyphs: glyphs) }
    result.cursor = sheet.rows.cursor
    result.top = sheet.rows.top
    return result
  }

  /// A line of text that an action needs.
  static func entry(_ sheet: EntrySheet, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var result = Sheet(title: sheet.title)
    for text in sheet.text { result.head += Wrapping.lines(of: text, width: width) + [Line()] }
    result.setField(label: sheet.label, value: sheet.value, width: width, glyphs)
    return result
  }

  /// A text field as the last line, the cursor behind what was typed.
  mutating func setField(label: String, value: String, width: Int, _ glyphs: GlyphSet) {
    let shown = Texts.end(of: value, width: max(1, width - displayWidth(of: label) - 1))
    tail = [Line([Span(label, .dim), Span(shown), Span(glyphs.caret, .accent)])]
    caret = Point(x: displayWidth(of: label) + displayWidth(of: shown), y: 0)
  }
}
