import SafeText
import Screen
import Texts

extension Sheet {
  /// The palette: what fits, and the field below it.
  static func palette(_ palette: Palette, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var sheet = Sheet(title: PaneText.palette.text, cursor: palette.cursor, top: palette.top)
    let items = state.paletteItems(palette.text)
    let titles = min(width / 2, items.map { displayWidth(of: $0.title) }.max() ?? 0)
    let notes = max(0, width - titles - 4)
    sheet.list = items.map { item in
      Line([
        Span(padded(item.title, toWidth: titles) + "  "),
        Span(truncated(item.note, toWidth: notes), .dim),
      ])
    }
    // What does not fit is said in full below, in as many lines whichever row has the cursor.
    if items.contains(where: { displayWidth(of: $0.note) > notes }) {
      let note = items.indices.contains(palette.cursor) ? items[palette.cursor].note : ""
      let lines = Wrapping.lines(of: note, width: width, style: .dim).prefix(2)
      sheet.tail = lines + Array(repeating: Line(), count: 2 - lines.count)
    }
    if items.isEmpty { sheet.head = [Line(ReasonText.nothingFound.text, .dim)] }
    sheet.setField(label: PaneText.paletteLabel.text, value: palette.text, width: width, glyphs)
    return sheet
  }
}
