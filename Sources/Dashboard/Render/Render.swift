import Core
package import TerminalUI

/// Returns the frame of a state, in the state's size.
package func render(_ state: State, theme: Theme = Theme()) -> Frame {
  var renderer = Renderer(
    state: theme.glyphs == .ascii ? state.writingMoneyOut() : state, glyphs: theme.glyphs)
  renderer.drawPanes()
  renderer.drawAbove()
  return renderer.frame
}

/// The drawing of one frame.
struct Renderer {
  let state: State
  let glyphs: GlyphSet
  let layout: Layout
  var frame: Frame

  init(state: State, glyphs: GlyphSet) {
    self.state = state
    self.glyphs = glyphs
    layout = Layout(state)
    frame = Frame(state.size)
  }

  mutating func drawPanes() {
    guard !Layout.isTooSmall(state.size) else {
      let text = say("terminal too small (need \(Layout.minimum.width)x\(Layout.minimum.height))")
      for (y, line) in Wrapping.broken(text, width: max(1, state.size.width)).enumerated() {
        frame.put(line, at: Point(x: 0, y: y))
      }
      return
    }
    drawHeader()
    if let pane = layout.desk { drawDesk(pane) }
    if let pane = layout.deskDetail { drawDeskDetail(pane) }
    if let pane = layout.products { drawProducts(pane) }
    if let pane = layout.detail { drawDetail(pane) }
    if layout.tabs.height > 0 { drawTabs(layout.tabs) }
    if let pane = layout.timeline { drawTimeline(pane) }
    if let pane = layout.store { drawStore(pane) }
    if let pane = layout.answer { drawAnswer(pane) }
    if let strip = layout.strip { drawStrip(strip) }
    if let panel = state.walkthrough, let rect = layout.walkthrough { drawWalkthrough(panel, rect) }
  }

  /// Draws what stands above the panes: the front sheet, the message line and the key bar.
  fileprivate mutating func drawAbove() {
    guard !Layout.isTooSmall(state.size) else { return }
    let isStorePaneInFront = layout.store != nil && state.overlays.last == .appStore
    if !isStorePaneInFront, let sheet = Sheet(state, glyphs: glyphs) { draw(sheet) }
    drawMessage()
    drawKeyBar()
    if glyphs == .ascii { keepASCII() }
  }

  /// Draws the spans of a line in a row; returns the columns used.
  @discardableResult
  mutating func put(_ line: Line, at point: Point, width: Int) -> Int {
    var used = 0
    for span in line.spans where used < width {
      used += frame.put(span.text, at: Point(x: point.x + used, y: point.y), style: span.style, width: width - used)
    }
    return used
  }

  /// Draws lines one below the other, as many as an area has room for.
  mutating func put(_ lines: some Collection<Line>, in room: Rect) {
    for (row, line) in lines.prefix(room.height).enumerated() { put(line, at: room.row(row).origin, width: room.width) }
  }

  /// Draws what an empty list says, between a blank column on either side.
  mutating func putDim(_ text: String, in inside: Rect) {
    let room = inside.inset(horizontal: 1, vertical: 0)
    put(Wrapping.lines(of: text, width: room.width, style: .dim), in: room)
  }

  /// Draws a pane's border with its title, highlighted if the pane is focused.
  mutating func drawBorder(_ rect: Rect, _ pane: Pane, title: String) {
    let hasFocus = state.focus == pane && state.overlays.isEmpty
    let style: Style = hasFocus ? .focusedBorder : state.past == nil ? .border : .warning
    frame.box(rect, title: title, glyphs: glyphs, style: style)
  }

  /// Writes a text into the lower border, at the right, and another one at the left.
  mutating func drawFoot(_ rect: Rect, _ text: String, left: String = "") {
    let y = rect.maxY - 1
    let room = max(0, rect.width - 4)
    let right = shorten(text, to: room)
    let width = columns(of: right)
    if !right.isEmpty { frame.put(" \(right) ", at: Point(x: rect.maxX - 3 - width, y: y), style: .dim) }
    let rest = room - width - 4
    if !left.isEmpty, rest > 8 {
      frame.put(" \(shorten(left, to: rest)) ", at: Point(x: rect.x + 1, y: y), style: .accent)
    }
  }
}
