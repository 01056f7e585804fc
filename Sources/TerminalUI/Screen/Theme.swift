/// The glyphs that the terminal can show, and the colours for each role.
package struct Theme: Hashable, Sendable {
  /// The glyphs of the interface.
  package let glyphs: GlyphSet
  /// The colours.
  package let palette: Palette

  /// A theme; without arguments Unicode glyphs in the terminal's own colours.
  package init(glyphs: GlyphSet = .unicode, palette: Palette = .terminal) {
    self.glyphs = glyphs
    self.palette = palette
  }
}

/// The glyphs of the interface, each one column wide in every terminal.
package struct GlyphSet: Hashable, Sendable {
  /// The corners of a box.
  package let topLeft, topRight, bottomLeft, bottomRight: String
  /// The sides of a box.
  package let horizontal, vertical: String
  /// Where a line meets the left and the right side of a box.
  package let leftTee, rightTee: String
  /// Entitled.
  package let full: String
  /// Not entitled, not bought.
  package let empty: String
  /// Partly: grace, pending.
  package let half: String
  /// A balance.
  package let diamond: String
  /// The row under the cursor.
  package let pointer: String
  /// Text goes on behind the edge.
  package let ellipsis: String
  /// Between parts of a line.
  package let dot: String
  /// Yes, and no.
  package let check, cross: String
  /// More rows above, and below.
  package let up, down: String
  /// A line over which something is had, one over which it is barely had, and what is planned.
  package let heavy, heavyDashed, dotted: String
  /// A step on a line, and where a plan leads.
  package let crossing, planned: String
  /// The instant under the cursor.
  package let cursor: String
  /// From one to the next.
  package let arrow: String
  /// A text cursor in an input field.
  package let caret: String
  /// The steps of a turning mark of activity.
  package let spinner: [String]

  /// For terminals whose locale is UTF-8.
  package static let unicode = GlyphSet(
    topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│", leftTee: "├",
    rightTee: "┤", full: "●", empty: "○", half: "◐", diamond: "◆", pointer: "▸", ellipsis: "…", dot: "·", check: "✓",
    cross: "✗", up: "↑", down: "↓", heavy: "━", heavyDashed: "┅", dotted: "┄", crossing: "┿", planned: "▷", cursor: "▲",
    arrow: "→", caret: "▏", spinner: ["◐", "◓", "◑", "◒"])

  /// For all other locales.
  package static let ascii = GlyphSet(
    topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|", leftTee: "+",
    rightTee: "+", full: "*", empty: "o", half: "%", diamond: "#", pointer: ">", ellipsis: "~", dot: "-", check: "+",
    cross: "x", up: "^", down: "v", heavy: "=", heavyDashed: "~", dotted: ".", crossing: "+", planned: ">", cursor: "^",
    arrow: ">", caret: "_", spinner: ["|", "/", "-", "\\"])

  /// For screen readers: the words beside the glyphs say the same.
  package static let silent = GlyphSet(
    topLeft: "", topRight: "", bottomLeft: "", bottomRight: "", horizontal: "", vertical: "", leftTee: "", rightTee: "",
    full: "", empty: "", half: "", diamond: "", pointer: "", ellipsis: "…", dot: ",", check: "", cross: "", up: "",
    down: "", heavy: "", heavyDashed: "", dotted: "", crossing: "", planned: "", cursor: "", arrow: ",", caret: "",
    spinner: [""])
}
