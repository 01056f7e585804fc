/// The terminal's own sixteen colours, so that its light or dark scheme decides what they look like.
package enum TerminalColor: UInt8, CaseIterable, Sendable {
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
}

/// What a role looks like: colours, where nil is the terminal's default, and attributes.
package struct Appearance: Hashable, Sendable {
  /// The colour of the text, or nil for the terminal's default.
  package let foreground: TerminalColor?
  /// The colour behind the text, or nil for the terminal's default.
  package let background: TerminalColor?
  /// The attributes.
  package let attributes: Style.Attributes

  /// An appearance; without arguments that of plain text.
  package init(
    _ foreground: TerminalColor? = nil, on background: TerminalColor? = nil, _ attributes: Style.Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

/// Which appearance each role has.
///
/// No role rests on red against green alone: whoever draws a state adds its glyph or word.
package enum Palette: Hashable, Sendable {
  /// The terminal's own colours on its default background, readable on light and dark schemes.
  case color
  /// Attributes only: `NO_COLOR` is set (no-color.org), or the terminal has no colours.
  case colorless

  /// What a role looks like.
  package func appearance(of role: Style.Role) -> Appearance {
    switch self {
    case .color: Self.colored(role)
    case .colorless: Self.attributed(role)
    }
  }

  // Bright colours and plain black or white never stand on the default background: one of the schemes hides them.
  private static func colored(_ role: Style.Role) -> Appearance {
    switch role {
    case .normal: Appearance()
    case .title: Appearance(nil, .bold)
    case .border: Appearance(nil, .faint)
    case .focusedBorder: Appearance(.cyan, .bold)
    case .selected: Appearance(nil, .reverse)
    case .good: Appearance(.green)
    case .warning: Appearance(.yellow)
    case .bad: Appearance(.red)
    case .dim: Appearance(nil, .faint)
    case .accent: Appearance(.cyan)
    case .banner: Appearance(.black, on: .cyan)
    case .alarm: Appearance(.brightWhite, on: .red, .bold)
    case .key: Appearance(.magenta, .bold)
    }
  }

  private static func attributed(_ role: Style.Role) -> Appearance {
    switch role {
    case .normal, .border, .accent, .good: Appearance()
    case .title, .focusedBorder, .key: Appearance(nil, .bold)
    case .warning: Appearance(nil, .underline)
    case .bad: Appearance(nil, [.bold, .underline])
    case .selected, .banner: Appearance(nil, .reverse)
    case .dim: Appearance(nil, .faint)
    case .alarm: Appearance(nil, [.reverse, .bold, .underline])
    }
  }
}

extension Appearance {
  fileprivate init(_ foreground: TerminalColor?, _ attributes: Style.Attributes) {
    self.init(foreground, on: nil, attributes)
  }
}

/// What a frame is drawn with: the glyphs that the terminal can show, and the colours for each role.
package struct Theme: Hashable, Sendable {
  /// The glyphs of the interface.
  package let glyphs: GlyphSet
  /// The colours.
  package let palette: Palette

  /// A theme; without arguments Unicode glyphs in the terminal's own colours.
  package init(glyphs: GlyphSet = .unicode, palette: Palette = .color) {
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
  /// The instant that is looked at.
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
}

extension TerminalColor {
  /// What stands in pictures for the terminal's own ground and ink.
  static let ground = "#16181d"
  static let ink = "#d8dee9"

  /// The colour in pictures, which have no terminal to choose it.
  var hex: String {
    switch self {
    case .black: "#16181d"
    case .red: "#e06c75"
    case .green: "#98c379"
    case .yellow: "#e5c07b"
    case .blue: "#61afef"
    case .magenta: "#c678dd"
    case .cyan: "#56b6c2"
    case .white: "#d8dee9"
    case .brightBlack: "#5c6370"
    case .brightRed: "#ff7b85"
    case .brightGreen: "#b5e890"
    case .brightYellow: "#ffd98a"
    case .brightBlue: "#82c7ff"
    case .brightMagenta: "#dd95f0"
    case .brightCyan: "#7fdbe5"
    case .brightWhite: "#ffffff"
    }
  }
}
