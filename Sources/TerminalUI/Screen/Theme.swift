/// The look of the interface: its glyphs and its colours.
package struct Theme: Hashable, Sendable {
  /// The glyphs of the interface.
  package let glyphs: GlyphSet
  /// The colours.
  package let palette: Palette

  /// Creates a theme; without arguments, Unicode glyphs and the terminal's own colours.
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
  /// The junction of a line with the right side of a box.
  package let rightTee: String
  /// The glyph for an entitled product.
  package let full: String
  /// The glyph for a product that is not entitled or not bought.
  package let empty: String
  /// The glyph for an intermediate state: grace period, pending.
  package let half: String
  /// The glyph for a consumable's balance.
  package let diamond: String
  /// The glyph for the selected row.
  package let pointer: String
  /// The glyph for text that was cut off.
  package let ellipsis: String
  /// The separator between parts of a line.
  package let dot: String
  /// The glyphs for yes and no.
  package let check, cross: String
  /// The glyphs for more rows above and below.
  package let up, down: String
  /// The glyphs of the timeline's lines: entitled, in the grace period, and planned.
  package let heavy, heavyDashed, dotted: String
  /// The timeline's glyphs: a renewal, and the target of a planned change.
  package let crossing, planned: String
  /// The glyph for the selected instant.
  package let cursor: String
  /// An arrow from one item to the next.
  package let arrow: String
  /// The text cursor of an input field.
  package let caret: String
  /// The glyphs of the progress spinner, in order.
  package let spinner: [String]

  /// Glyphs for terminals with a UTF-8 locale.
  package static let unicode = GlyphSet(
    topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│",
    rightTee: "┤", full: "●", empty: "○", half: "◐", diamond: "◆", pointer: "▸", ellipsis: "…", dot: "·", check: "✓",
    cross: "✗", up: "↑", down: "↓", heavy: "━", heavyDashed: "┅", dotted: "┄", crossing: "┿", planned: "▷", cursor: "▲",
    arrow: "→", caret: "▏", spinner: ["◐", "◓", "◑", "◒"])

  /// Glyphs for all other locales.
  package static let ascii = GlyphSet(
    topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|",
    rightTee: "+", full: "*", empty: "o", half: "%", diamond: "#", pointer: ">", ellipsis: "~", dot: "-", check: "+",
    cross: "x", up: "^", down: "v", heavy: "=", heavyDashed: "~", dotted: ".", crossing: "+", planned: ">", cursor: "^",
    arrow: ">", caret: "_", spinner: ["|", "/", "-", "\\"])

  /// No glyphs, for screen readers: the words beside the glyphs carry the same meaning.
  package static let silent = GlyphSet(
    topLeft: "", topRight: "", bottomLeft: "", bottomRight: "", horizontal: "", vertical: "", rightTee: "",
    full: "", empty: "", half: "", diamond: "", pointer: "", ellipsis: "…", dot: ",", check: "", cross: "", up: "",
    down: "", heavy: "", heavyDashed: "", dotted: "", crossing: "", planned: "", cursor: "", arrow: ",", caret: "",
    spinner: [""])
}
