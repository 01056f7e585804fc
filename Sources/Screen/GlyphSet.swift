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
    cross: "✗", up: "↑", down: "↓", arrow: "→", caret: "▏", spinner: ["◐", "◓", "◑", "◒"])

  /// For all other locales.
  package static let ascii = GlyphSet(
    topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|", leftTee: "+",
    rightTee: "+", full: "*", empty: "o", half: "%", diamond: "#", pointer: ">", ellipsis: "~", dot: "-", check: "+",
    cross: "x", up: "^", down: "v", arrow: ">", caret: "_", spinner: ["|", "/", "-", "\\"])
}
