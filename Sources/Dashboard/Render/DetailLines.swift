import SafeText
import Screen
import StoreModel

/// Everything about the product under the cursor, line by line.
struct DetailLines {
  private(set) var lines: [Line] = []
  private let state: State
  private let glyphs: GlyphSet
  private let width: Int

  init(_ state: State, glyphs: GlyphSet, width: Int) {
    self.state = state
    self.glyphs = glyphs
    self.width = width
    guard let row = state.selected else {
      wrap(Texts.nothingSelected, .dim)
      return
    }
    addState(row)
    addReasons(row)
    addFacts(row)
  }

  private mutating func addState(_ row: ProductRow) {
    let word = row.entitled ? Texts.entitled : Texts.notEntitled
    let detail = Texts.state(of: row, now: state.now)
    let lead = row.type == .consumable ? detail : "\(word): \(detail)"
    lines += Wrapping.lines(
      of: lead, width: width, style: row.mark.style.bold, first: Span("\(row.mark.glyph(glyphs)) ", row.mark.style),
      indent: 2)
    if !row.confirmed { wrap(Texts.unconfirmed, .warning) }
    for fact in Texts.dates(of: row, state) { wrap(fact, .dim) }
    if let other = row.pendingProductId { wrap(Texts.pendingChange(state.name(of: other), from: row.name), .warning) }
  }

  private mutating func addReasons(_ row: ProductRow) {
    if !row.reasons.isEmpty {
      lines.append(Line(Texts.because, .title))
      for reason in row.reasons {
        let sign = reason.supports ? Span(" + ", .good) : Span(" - ", .bad)
        lines += Wrapping.lines(of: Texts.sentence(for: reason), width: width, first: sign, indent: 3)
      }
    } else if !state.products.isResolved {
      wrap(Texts.reasonsComing, .dim)
    }
    lines += Wrapping.lines(
      of: row.next.text, width: width, first: Span(Texts.nextLabel(row.next.who), .title), indent: 3)
  }

  private mutating func addFacts(_ row: ProductRow) {
    lines.append(Line())
    let label = 7
    for (name, value) in Texts.facts(of: row) where !value.isEmpty {
      lines += Wrapping.lines(
        of: value, width: width, first: Span(padded(name, toWidth: label), .dim), indent: label)
    }
  }

  private mutating func wrap(_ text: String, _ style: Style) {
    lines += Wrapping.lines(of: text, width: width, style: style, first: Span("  "), indent: 2)
  }
}
