package import Screen
import Texts

/// The screen as it is to be drawn, of the size that the state has.
///
/// Pure, and fast enough to be called after every key: at 200×50 within a millisecond.
package func render(_ state: State, theme: Theme = Theme()) -> Frame {
  var renderer = Renderer(state: theme.glyphs == .ascii ? state.writingMoneyOut() : state, glyphs: theme.glyphs)
  renderer.draw()
  return renderer.frame
}

/// One frame under way.
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

  /// Whether what has the keys is a pane, and no sheet.
  private var isStorePaneInFront: Bool { layout.store != nil && state.overlays.last == .appStore }

  mutating func draw() {
    guard !Layout.isTooSmall(state.size) else {
      frame.put(PaneText.tooSmall(least: Layout.minimum).text, at: Point(x: 0, y: 0))
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
    if let strip = layout.strip { drawStrip(strip) }
    if let panel = state.walkthrough, let rect = layout.walkthrough { drawWalkthrough(panel, rect) }
    if !isStorePaneInFront, let sheet = Sheet(state, glyphs: glyphs) { draw(sheet) }
    drawMessage()
    drawKeyBar()
    if glyphs == .ascii { keepASCII() }
  }

  /// Draws the pieces of a line one behind the other and tells the columns that they took.
  @discardableResult
  mutating func put(_ line: Line, at point: Point, width: Int) -> Int {
    var used = 0
    for span in line.spans where used < width {
      used += frame.put(span.text, at: Point(x: point.x + used, y: point.y), style: span.style, width: width - used)
    }
    return used
  }

  /// Draws a pane's border, its title, and where it is scrolled to.
  mutating func drawBorder(_ rect: Rect, _ pane: Pane, title: String) {
    let hasFocus = state.focus == pane && state.overlays.isEmpty
    let style: Style = hasFocus ? .focusedBorder : state.past == nil ? .border : .warning
    frame.box(rect, title: title, glyphs: glyphs, style: style)
  }

  /// Writes into the lower border, at its right end.
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
