import Core
package import TerminalUI

/// Returns the frame of a state, in the state's size.
package func render(_ state: State, theme: Theme = Theme()) -> Frame {
  var painter = Painter()
  return painter.frame(of: state, theme: theme)
}

/// Draws the frames of one screen in turn, and reuses the unchanged parts of the last frame.
///
/// The result does not depend on the earlier frames: `render` draws the same frame without them.
package struct Painter {
  /// The last state, with its panes drawn without sheets.
  private var last: (state: State, glyphs: GlyphSet, layout: Layout, ground: Frame)?

  package init() {}

  /// Returns the frame of a state, in the state's size.
  package mutating func frame(of state: State, theme: Theme = Theme()) -> Frame {
    let state = theme.glyphs == .ascii ? state.writingMoneyOut() : state
    var renderer = Renderer(state: state, glyphs: theme.glyphs)
    var changes = State.Changes.all
    if let last, last.glyphs == renderer.glyphs, last.layout == renderer.layout {
      changes = state.changes(since: last.state, in: last.layout)
      if changes != .all { renderer.frame = last.ground }
    }
    // This releases the second reference to the frame, so that changing it makes no copy.
    last = nil
    renderer.drawGround(changes)
    last = (state, renderer.glyphs, renderer.layout, renderer.frame)
    renderer.drawAbove()
    return renderer.frame
  }
}

/// The drawing of one frame.
struct Renderer {
  let state: State
  let glyphs: GlyphSet
  let layout: Layout
  var frame = Frame(Size(width: 0, height: 0))

  init(state: State, glyphs: GlyphSet) {
    self.state = state
    self.glyphs = glyphs
    layout = Layout(state)
  }

  /// Whether the App Store's side is focused as a pane, not as a sheet.
  private var isStorePaneInFront: Bool { layout.store != nil && state.overlays.last == .appStore }

  /// Draws the panes that show something that changed.
  mutating func drawGround(_ changes: State.Changes) {
    guard !Layout.isTooSmall(state.size) else {
      frame = Frame(state.size)
      let text = say("terminal too small (need \(Layout.minimum.width)x\(Layout.minimum.height))")
      for (y, line) in Wrapping.broken(text, width: max(1, state.size.width)).enumerated() {
        frame.put(line, at: Point(x: 0, y: y))
      }
      return
    }
    let isNew = changes == .all
    func isDrawn(_ seen: State.Changes) -> Bool { isNew || !changes.isDisjoint(with: seen) }
    if isNew {
      frame = Frame(state.size)
      drawHeader()
    }
    if let pane = layout.desk, isDrawn(.all) { drawDesk(cleared(pane)) }
    if let pane = layout.deskDetail, isDrawn(.all) { drawDeskDetail(cleared(pane)) }
    if let pane = layout.products, isDrawn(.product) { drawProducts(cleared(pane)) }
    if let pane = layout.detail, isDrawn([.product, .tabs, .detail]) { drawDetail(cleared(pane)) }
    if layout.tabs.height > 0, isDrawn(.tabs) { drawTabs(cleared(layout.tabs)) }
    if let pane = layout.timeline {
      if isDrawn(.timeline) { drawTimeline(cleared(pane)) }
      markTimeline(pane)
    }
    if let pane = layout.store, isDrawn(.side) { drawStore(cleared(pane)) }
    if let pane = layout.answer, isDrawn([.product, .tabs]) { drawAnswer(cleared(pane)) }
    if isNew, let strip = layout.strip { drawStrip(strip) }
    if isNew, let panel = state.walkthrough, let rect = layout.walkthrough { drawWalkthrough(panel, rect) }
  }

  /// Clears the area of a pane.
  private mutating func cleared(_ pane: Rect) -> Rect {
    frame.fill(pane)
    return pane
  }

  /// Draws everything above the panes, and the lines that any key may change.
  mutating func drawAbove() {
    guard !Layout.isTooSmall(state.size) else { return }
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
