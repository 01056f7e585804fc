import Core
package import TerminalUI

/// The screen as it is to be drawn, of the size that the state has.
package func render(_ state: State, theme: Theme = Theme()) -> Frame {
  var painter = Painter()
  return painter.frame(of: state, theme: theme)
}

/// Draws the frames of one screen, one after the other: what nothing has changed of is taken over from the frame
/// before.
///
/// A frame is the same whatever was drawn before it: `render` draws it from nothing.
package struct Painter {
  /// The panes as drawn last, without the sheets over them.
  private var last: (state: State, glyphs: GlyphSet, layout: Layout, ground: Frame)?

  package init() {}

  /// The screen as it is to be drawn, of the size that the state has.
  package mutating func frame(of state: State, theme: Theme = Theme()) -> Frame {
    let state = theme.glyphs == .ascii ? state.writingMoneyOut() : state
    var renderer = Renderer(state: state, glyphs: theme.glyphs)
    var changes = State.Changes.all
    if let last, last.glyphs == renderer.glyphs, last.layout == renderer.layout {
      changes = state.changes(since: last.state, in: last.layout)
      if changes != .all { renderer.frame = last.ground }
    }
    // This is the only reference to the picture, so changing it copies nothing.
    last = nil
    renderer.drawGround(changes)
    last = (state, renderer.glyphs, renderer.layout, renderer.frame)
    renderer.drawAbove()
    return renderer.frame
  }
}

/// One frame under way.
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

  /// Whether a pane is focused, not a sheet.
  private var isStorePaneInFront: Bool { layout.store != nil && state.overlays.last == .appStore }

  /// Draws the panes, as far as they show something of what has changed.
  mutating func drawGround(_ changes: State.Changes) {
    guard !Layout.isTooSmall(state.size) else {
      frame = Frame(state.size)
      frame.put(
        say("terminal too small (need \(Layout.minimum.width)x\(Layout.minimum.height))"), at: Point(x: 0, y: 0))
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

  /// An empty place to draw a pane in.
  private mutating func cleared(_ pane: Rect) -> Rect {
    frame.fill(pane)
    return pane
  }

  /// Draws what lies over the panes, and what each key may change.
  mutating func drawAbove() {
    guard !Layout.isTooSmall(state.size) else { return }
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
