import AppStoreModel
import Core
import TerminalUI
import Verbs

extension Sheet {
  /// Returns the App Store's side: its sections, its summary, the rows of one section, and details of the selected row.
  static func appStore(_ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    let sheet = state.side
    let order = sheet.order == .usual ? "" : ", \(PaneText.sortedBy(PaneText.order(sheet.order).text))"
    var result = Sheet(title: AppStoreSideTexts.appStoreTitle + order)
    result.fills = true
    guard let situation = state.situation else {
      result.head = [Line(PaneText.reading.text)]
      return result
    }
    result.width = width
    let isLow = state.size.height < 20
    let rows = state.rows(of: sheet.section)
    result.head = [sectionLine(sheet.section, width), standing(of: situation, state, width, glyphs)]
    if !isLow { result.head.append(Line()) }
    guard !rows.isEmpty else {
      result.head += Wrapping.lines(of: AppStoreSideTexts.empty(sheet.section), width: width, style: .dim)
      result.addWays(state, width, glyphs)
      return result
    }
    let columns = Columns(sheet.section, width: width - 2)
    // Rows outside the screen are not formatted.
    let shown = sheet.place.top..<(sheet.place.top + state.size.height)
    result.list = rows.enumerated().map { index, row in
      shown.contains(index) ? columns.line(for: row.shown, state: state, glyphs: glyphs) : Line()
    }
    result.cursor = sheet.place.cursor
    result.top = sheet.place.top
    result.tail = isLow ? [] : [Line()]
    // Texts cut off by a column are repeated below the list, in an area of the same height for every row.
    let detail = rows.indices.contains(sheet.place.cursor) ? words(below: rows[sheet.place.cursor], columns, state) : ""
    let lines = Wrapping.lines(of: detail, width: width, style: .dim)
    if isLow {
      let room = Layout(state).inner.height - 2 - result.head.count - rows.count
      result.tail += lines.count <= room ? lines : [Line(truncated(detail, toWidth: width), .dim)]
    } else {
      result.tail += lines.prefix(2)
    }
    if !isLow, lines.count < 2 { result.tail.append(Line()) }
    result.addWays(state, width, glyphs)
    return result
  }

  private static func words(below row: AppStoreRow, _ columns: Columns, _ state: State) -> String {
    // In rows of settings and faults, the amount column holds the key or the side, which need not be repeated.
    let isMoney =
      switch row.subject {
      case .setting, .item(.fault(_)), .deviceFault: false
      default: true
      }
    let hidden = columns.hidden(of: row.shown, state).filter { isMoney || $0 != row.shown.amount }
    return Language.clauses((hidden + [row.detail]).filter { !$0.isEmpty })
  }

  /// Adds the progress of the newest notifications, if the App Store's side is a pane.
  private mutating func addWays(_ state: State, _ width: Int, _ glyphs: GlyphSet) {
    guard Layout(state).store != nil, let situation = state.situation, !situation.notifications.isEmpty else { return }
    tail += [Line(), Line(say("Notifications being sent"), .title)]
    for item in situation.notifications.prefix(3) {
      tail += Wrapping.lines(of: state.wayText(of: item, glyphs), width: width, first: Span(""), indent: 2)
    }
  }

  /// Returns the line with the names of the sections, the visible one in brackets.
  static func sectionLine(_ shown: AppStoreSection, _ width: Int) -> Line {
    let names = AppStoreSection.allCases.map { AppStoreSideTexts.title(of: $0) }
    let short = AppStoreSection.allCases.map { AppStoreSideTexts.title(of: $0, isShort: true) }
    let wordings = [names, short].map { titles in titles.enumerated().map { "\($0.offset + 1) \($0.element)" } }
    let titles = wordings.first { $0.reduce(1) { $0 + displayWidth(of: $1) + 1 } <= width } ?? short
    return Line(
      zip(AppStoreSection.allCases, titles).map { section, title in
        section == shown ? Span("[\(title)] ", .title) : Span("\(title) ", .dim)
      })
  }

  /// Returns the line with the App Store's time and the settings that differ from the defaults.
  private static func standing(
    of situation: AppStoreSituation, _ state: State, _ width: Int, _ glyphs: GlyphSet
  ) -> Line {
    var line = Line([Span(Language.series([state.minute(situation.now), AppStoreSideTexts.pace(situation)]))])
    for (text, style) in AppStoreSideTexts.standing(of: situation, state) {
      let span = Span(" \(glyphs.dot) \(text)", style)
      guard line.width + displayWidth(of: span.text) <= width else { break }
      line.spans.append(span)
    }
    return line
  }
}

extension Renderer {
  /// Draws the App Store's side as a pane beside the device.
  mutating func drawStore(_ pane: Rect) {
    let sheet = Sheet.appStore(state, max(1, pane.width - 4), glyphs)
    let hasFocus = state.overlays.last == .appStore
    draw(sheet, in: pane, style: hasFocus ? .focusedBorder : .border, hasFocus: hasFocus)
  }

  /// Draws the strip with the pending decisions and the progress of the newest notification.
  mutating func drawStrip(_ strip: Rect) {
    frame.box(strip, title: state.stripTitle(glyphs, width: strip.width - 6), glyphs: glyphs)
    let room = strip.width - 4
    let text = state.situation.map { situation in
      situation.notifications.first.map { state.wayText(of: $0, glyphs, width: room) }
        ?? AppStoreSideTexts.empty(.notifications)
    }
    frame.put(
      shorten(text ?? PaneText.reading.text, to: room), at: Point(x: strip.x + 2, y: strip.y + 1), style: .dim)
    drawFoot(strip, say("\(ActionTable.key(of: .appStore)) opens"))
  }
}
