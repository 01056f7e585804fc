import SafeText
import Screen
import StoreModel

extension Sheet {
  /// The App Store's side: its parts, how it stands, the rows of one part, and what else there is to say of one row.
  static func appStore(_ sheet: AppStoreSheet, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var result = Sheet(title: Texts.appStoreTitle)
    guard let situation = state.situation else {
      result.head = [Line(Texts.reading)]
      return result
    }
    let isLow = state.size.height < 20
    let rows = state.rows(of: sheet.section)
    result.head = [sectionLine(sheet.section, width), standing(of: situation, state, width, glyphs)]
    if !isLow { result.head.append(Line()) }
    guard !rows.isEmpty else {
      result.head += Wrapping.lines(of: Texts.empty(sheet.section), width: width, style: .dim)
      return result
    }
    let columns = Columns(sheet.section, width: width - 2)
    result.list = rows.map { columns.line(for: $0.shown, state: state, glyphs: glyphs) }
    result.cursor = sheet.place.cursor
    result.top = sheet.place.top
    result.tail = isLow ? [] : [Line()]
    let detail = rows.indices.contains(sheet.place.cursor) ? rows[sheet.place.cursor].detail : ""
    // As many lines whichever row has the cursor.
    let height = !isLow && rows.contains { displayWidth(of: $0.detail) > width } ? 2 : 1
    let lines = Wrapping.lines(of: detail, width: width, style: .dim)
    result.tail += height == 1 ? [Line(truncated(detail, toWidth: width), .dim)] : Array(lines.prefix(2))
    if lines.count < height { result.tail += Array(repeating: Line(), count: height - lines.count) }
    return result
  }

  /// The names of the parts, the one that is shown in brackets.
  private static func sectionLine(_ shown: AppStoreSection, _ width: Int) -> Line {
    let names = AppStoreSection.allCases.map(Texts.title)
    let wordings = [names, Texts.shortSectionTitles].map { $0.enumerated().map { "\($0.offset + 1) \($0.element)" } }
    let titles = wordings.first { $0.reduce(1) { $0 + $1.count + 1 } <= width } ?? Texts.shortSectionTitles
    return Line(
      zip(AppStoreSection.allCases, titles).map { section, title in
        section == shown ? Span("[\(title)] ", .title) : Span("\(title) ", .dim)
      })
  }

  /// The App Store's time, and what does not stand as usual.
  private static func standing(
    of situation: AppStoreSituation, _ state: State, _ width: Int, _ glyphs: GlyphSet
  ) -> Line {
    var line = Line([Span("\(state.minute(situation.now)), \(Texts.pace(situation))")])
    for (text, style) in Texts.standing(of: situation, state) {
      let span = Span(" \(glyphs.dot) \(text)", style)
      guard line.width + displayWidth(of: span.text) <= width else { break }
      line.spans.append(span)
    }
    return line
  }
}
