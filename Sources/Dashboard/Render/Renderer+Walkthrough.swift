import SafeText
import Screen

extension WalkthroughPanel {
  /// The panel's lines at a width.
  func lines(width: Int, glyphs: GlyphSet) -> [Line] {
    var lines = Wrapping.lines(of: text, width: width)
    if !hints.isEmpty {
      let keys = hints.map { $0.key.isEmpty ? $0.title : "\($0.key) \($0.title)" }
      let label = status == .offstage ? Texts.offTheStage : Texts.yourKeys
      lines += Wrapping.lines(
        of: keys.joined(separator: ", "), width: width, style: .key, first: Span(label, .dim), indent: 2)
    }
    switch status {
    case .done: lines.append(Line("\(glyphs.check) \(Texts.asItShouldBe)", .good))
    case .otherwise(let mismatches):
      lines += Wrapping.lines(
        of: Texts.somethingElse + mismatches.joined(separator: "; "), width: width, style: .bad,
        first: Span("\(glyphs.cross) ", .bad), indent: 2)
    default: break
    }
    return lines
  }
}

extension Renderer {
  mutating func drawWalkthrough(_ panel: WalkthroughPanel, _ rect: Rect) {
    frame.box(rect, title: shorten(Texts.title(of: panel), to: rect.width - 6), glyphs: glyphs, style: .accent)
    let room = rect.inside.inset(horizontal: 1, vertical: 0)
    let lines = panel.lines(width: room.width, glyphs: glyphs)
    // What went otherwise stands last, and is said before anything else where there is too little room.
    for (row, line) in lines.suffix(room.height).enumerated() {
      put(line, at: Point(x: room.x, y: room.y + row), width: room.width)
    }
    drawFoot(rect, Texts.keys(of: panel))
  }
}

extension Layout {
  /// Where a walkthrough's panel lies: beside everything where the screen is wide, else below it; and what is left.
  static func split(_ body: Rect, for panel: WalkthroughPanel?) -> (rest: Rect, panel: Rect?) {
    guard let panel else { return (body, nil) }
    if body.width >= 130 {
      let parts = body.split(right: 52)
      return (parts.rest, parts.right)
    }
    let needed = panel.lines(width: body.width - 4, glyphs: .unicode).count + 2
    let parts = body.split(bottom: min(needed, max(5, body.height * 2 / 5)))
    return (parts.rest, parts.bottom)
  }
}
