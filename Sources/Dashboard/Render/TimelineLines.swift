import AppStoreModel
import Core
import TerminalUI

/// The lines of the timeline, for its pane and for its sheet.
struct TimelineLines {
  private(set) var rows: [Line] = []
  /// The time axis, with the cursor.
  private(set) var axis = Line()
  /// The legend.
  private(set) var legend = Line()

  init(_ state: State, _ picture: TimelinePicture, glyphs: GlyphSet) {
    let label = state.timelineLabelWidth
    rows = picture.rows.map { row in
      let name = padded(truncated(state.name(of: row.productId), toWidth: label - 1), toWidth: label)
      var spans = [Span(name, row.productId == state.selected?.id ? .title : .normal)]
      spans += row.runs.map { Self.span($0, glyphs) }
      if let plan = row.plan { spans.append(Span(" " + state.words(for: plan, of: row.productId), .accent)) }
      return Line(spans)
    }
    axis = Self.axis(state, picture, label: label, glyphs)
    legend = Line(
      ProductLife.Happening.Kind.allCases.flatMap { kind -> [Span] in
        let sign = Self.sign(of: kind, glyphs)
        return [Span(sign.text, sign.style), Span(" \(TimelineText.happening(kind).text)  ", .dim)]
      })
  }

  private static func span(_ run: TimelinePicture.Run, _ glyphs: GlyphSet) -> Span {
    func repeated(_ glyph: String) -> String { String(repeating: glyph, count: run.count) }
    switch run.piece {
    case .blank: return Span(repeated(" "))
    case .idle: return Span(repeated(glyphs.horizontal), .dim)
    case .had(.entitled): return Span(repeated(glyphs.heavy), .good)
    case .had(.grace): return Span(repeated(glyphs.heavyDashed), .warning)
    case .planned: return Span(repeated(glyphs.dotted), .dim)
    case .planArrow: return Span(glyphs.planned, .accent)
    case .mark(let kind): return sign(of: kind, glyphs)
    }
  }

  private static func sign(of kind: ProductLife.Happening.Kind, _ glyphs: GlyphSet) -> Span {
    switch kind {
    case .bought: Span(glyphs.full, .good)
    case .renewed: Span(glyphs.crossing, .good)
    case .graceBegan: Span(glyphs.half, .warning)
    case .replaced: Span(glyphs.up, .accent)
    case .refunded, .revoked: Span(glyphs.cross, .bad)
    case .refundReversed: Span(glyphs.check, .good)
    case .ended: Span(glyphs.rightTee, .dim)
    }
  }

  /// Returns the time axis: the first date, if there is room for it, and the cursor.
  private static func axis(_ state: State, _ picture: TimelinePicture, label: Int, _ glyphs: GlyphSet) -> Line {
    let instant = state.past?.date
    let column = picture.column(of: instant ?? picture.source.now)
    let cursor = "\(glyphs.cursor) " + (state.pastTime ?? TimelineText.now.text)
    let width = picture.source.width
    let isLeft = column + displayWidth(of: cursor) > width
    let text = isLeft ? (state.pastTime ?? TimelineText.now.text) + " \(glyphs.cursor)" : cursor
    let start = isLeft ? max(0, column + 1 - displayWidth(of: text)) : column
    var spans = [Span(blanks(label))]
    let first = picture.source.lives.compactMap { $0.happenings.first?.date }.min().map { state.minute($0) } ?? ""
    var used = 0
    if !first.isEmpty, displayWidth(of: first) + 2 <= start {
      spans.append(Span(first, .dim))
      used = displayWidth(of: first)
    }
    spans.append(Span(blanks(start - used)))
    spans.append(Span(text, instant == nil ? .accent : .warning))
    return Line(spans)
  }
}

extension State {
  /// The width of the product names before the lines.
  var timelineLabelWidth: Int {
    min(18, (lives?.map { displayWidth(of: name(of: $0.productId)) }.max() ?? 0) + 2)
  }

  /// The index of the selected product's row.
  var timelineRow: Int { timeline?.rows.firstIndex { $0.productId == selected?.id } ?? 0 }

  /// Returns the index of the first visible row.
  func timelineTop(in pane: Rect) -> Int {
    Scrolling.top(0, cursor: timelineRow, count: timeline?.rows.count ?? 0, height: pane.inside.height - 1)
  }

  /// Returns the text for a planned change: the next product and its price, or that access ends.
  func words(for plan: ProductLife.Plan, of productId: String) -> String {
    guard let next = plan.productId else { return say("ends") }
    let row = products[next]
    let price = Price(plan.price, plan.currency).map(money.text) ?? row?.amount ?? ""
    return TimelineText.plan(product: next == productId ? "" : name(of: next), price: price).text
  }

  /// The maximum width of the texts after the lines.
  private var planWidth: Int {
    lives?.compactMap { life in life.plan.map { displayWidth(of: words(for: $0, of: life.productId)) + 1 } }.max() ?? 0
  }

  /// Returns the timeline's picture for a total width; reuses the last one if its input has not changed.
  func timelinePicture(width: Int) -> TimelinePicture? {
    guard let lives, !lives.isEmpty else { return nil }
    let minute: Int64 = 60_000
    let instant = past?.present ?? now
    let source = TimelinePicture.Source(
      lives: lives, width: max(10, width - timelineLabelWidth - planWidth),
      now: Timestamp(milliseconds: instant.milliseconds - instant.milliseconds % minute + minute - 1))
    if let timeline, timeline.source == source { return timeline }
    return TimelinePicture(source)
  }
}

extension Renderer {
  mutating func drawTimeline(_ pane: Rect) {
    drawBorder(pane, .timeline, title: TimelineText.title.text)
    let inside = pane.inside.inset(horizontal: 1, vertical: 0)
    guard let picture = state.timelinePicture(width: inside.width) else {
      let text = state.lives == nil ? PaneText.reading.text : TimelineText.nothingBought.text
      put(Line(shorten(text, to: inside.width), .dim), at: inside.origin, width: inside.width)
      return
    }
    let lines = TimelineLines(state, picture, glyphs: glyphs)
    let top = state.timelineTop(in: pane)
    let (room, bottom) = inside.split(bottom: 1)
    put(lines.rows.dropFirst(top), in: room)
    let selected = room.row(state.timelineRow - top)
    frame.put(glyphs.pointer, at: Point(x: pane.x + 1, y: selected.y), style: .accent)
    frame.restyle(Rect(x: selected.x, y: selected.y, width: state.timelineLabelWidth, height: 1), .title)
    put([lines.axis], in: bottom)
    let hidden = lines.rows.count - room.height
    let more = hidden > 0 ? say("\(hidden) more") + arrows(up: top > 0, down: top < hidden) : ""
    drawLegend(lines.legend, pane, width: pane.width - (more.isEmpty ? 0 : columns(of: more) + 3))
    drawFoot(pane, more)
  }

  /// The legend, in the lower border if there is room.
  private mutating func drawLegend(_ legend: Line, _ pane: Rect, width: Int) {
    guard legend.width + 6 <= width else { return }
    frame.put(" ", at: Point(x: pane.x + 2, y: pane.maxY - 1))
    put(legend, at: Point(x: pane.x + 3, y: pane.maxY - 1), width: legend.width)
  }
}

extension Sheet {
  /// Returns the timeline as a sheet, for a screen without room for its pane.
  static func timeline(_ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var sheet = Sheet(title: TimelineText.title.text)
    guard let picture = state.timelinePicture(width: width - 4) else {
      let text = state.lives == nil ? PaneText.reading.text : TimelineText.nothingBought.text
      sheet.head = Wrapping.lines(of: text, width: width)
      return sheet
    }
    let lines = TimelineLines(state, picture, glyphs: glyphs)
    sheet.list = lines.rows
    let selected = picture.rows.firstIndex { $0.productId == state.selected?.id }
    sheet.cursor = selected
    sheet.top = Scrolling.top(0, cursor: selected ?? 0, count: sheet.list.count, height: 10)
    sheet.tail = [Line([Span("  ")] + lines.axis.spans), Line(), Sheet.keyLine(.timeline, state, width)]
    return sheet
  }
}
