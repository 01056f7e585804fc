/// The look of a role: its colours and attributes.
package struct Appearance: Hashable, Sendable {
  /// The colour of the text, or nil for the terminal's default colour.
  package let foreground: TerminalColor?
  /// The colour of the background, or nil for the terminal's default colour.
  package let background: TerminalColor?
  /// The attributes, such as bold.
  package let attributes: Style.Attributes

  /// Creates an appearance; without arguments, that of plain text.
  package init(
    _ foreground: TerminalColor? = nil, on background: TerminalColor? = nil, _ attributes: Style.Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

/// A colour theme: it gives each role its appearance.
///
/// Red and green never mark a state alone: a glyph or a word marks it too.
package enum Palette: Hashable, Sendable {
  /// The terminal's own colours on its default background.
  case terminal
  /// Darker colours of the terminal for a light background, since yellow and green are hard to read on white.
  case terminalOnLight
  /// Themes with fixed text and background colours.
  case dark, light, highContrast, colorBlind
  /// Attributes without colours, for `NO_COLOR` (no-color.org) or a terminal without colours.
  case colorless

  /// The themes that the user can choose, by name.
  package static let themes: [(name: String, palette: Palette)] = [
    ("terminal", .terminal), ("dark", .dark), ("light", .light), ("high-contrast", .highContrast),
    ("color-blind", .colorBlind),
  ]

  /// Returns the appearance of a role.
  package func appearance(of role: Style.Role) -> Appearance {
    switch self {
    case .terminal: Self.colored(role)
    case .colorless: Self.attributed(role)
    case .terminalOnLight: Inks.light.appearance(of: role, fillsGround: false)
    case .dark: Inks.dark.appearance(of: role)
    case .light: Inks.light.appearance(of: role)
    case .highContrast: Inks.highContrast.appearance(of: role)
    case .colorBlind: Inks.colorBlind.appearance(of: role)
    }
  }

  /// Returns the closest palette for a terminal with fewer colours.
  package func reduced(to colors: Int, onLight isLight: Bool = false) -> Palette {
    guard colors >= 8, self != .colorless else { return .colorless }
    // With fewer than 256 colours the terminal's scheme defines them, and most yellows and greens are unreadable on
    // white.
    guard colors >= 256 else { return self == .highContrast || isLight ? .colorless : .terminal }
    return self == .terminal && isLight ? .terminalOnLight : self
  }

  // Bright colours and plain black or white are not used on the default background: some schemes make them invisible.
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

/// The fixed colours of a theme, as numbers of the terminal's colour table.
///
/// Each text colour has a contrast of at least 4.5:1 on its background (WCAG 2.1, 1.4.3), in high contrast at least
/// 7:1; a test computes it. The faint attribute is not used, because each terminal draws it differently.
private struct Inks {
  let ground, ink, good, warning, bad, dim, accent, key: UInt8
  /// The labels in the header: text and background colour.
  let banner, alarm: (UInt8, UInt8)

  static let dark = Inks(
    ground: 234, ink: 252, good: 114, warning: 221, bad: 210, dim: 247, accent: 80, key: 176, banner: (16, 80),
    alarm: (231, 124))
  static let light = Inks(
    ground: 231, ink: 235, good: 22, warning: 94, bad: 124, dim: 240, accent: 24, key: 90, banner: (231, 24),
    alarm: (231, 124))
  static let highContrast = Inks(
    ground: 16, ink: 231, good: 120, warning: 226, bad: 217, dim: 252, accent: 123, key: 219, banner: (16, 123),
    alarm: (231, 88))
  // Blue against orange, and different brightness: readable with every kind of colour vision.
  static let colorBlind = Inks(
    ground: 234, ink: 252, good: 75, warning: 228, bad: 208, dim: 247, accent: 153, key: 183, banner: (16, 75),
    alarm: (16, 208))

  func appearance(of role: Style.Role, fillsGround: Bool = true) -> Appearance {
    func look(_ color: UInt8, _ attributes: Style.Attributes = []) -> Appearance {
      Appearance(
        TerminalColor(rawValue: color), on: fillsGround ? TerminalColor(rawValue: ground) : nil, attributes)
    }
    func mark(_ colors: (UInt8, UInt8)) -> Appearance {
      Appearance(TerminalColor(rawValue: colors.0), on: TerminalColor(rawValue: colors.1), .bold)
    }
    return switch role {
    case .normal: fillsGround ? look(ink) : Appearance()
    case .title: fillsGround ? look(ink, .bold) : Appearance(nil, .bold)
    case .selected: fillsGround ? look(ink, .reverse) : Appearance(nil, .reverse)
    case .border, .dim: look(dim)
    case .focusedBorder: look(accent, .bold)
    case .good: look(good)
    case .warning: look(warning)
    case .bad: look(bad)
    case .accent: look(accent)
    case .banner: mark(banner)
    case .alarm: mark(alarm)
    case .key: look(key, .bold)
    }
  }
}

/// A colour of the terminal, by its number in the table of 256 colours.
///
/// The terminal's colour scheme defines colours 0 to 15. Colours 16 to 255, a colour cube and a scale of greys, look
/// the same in every terminal that supports 256 colours.
package struct TerminalColor: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether the colour looks the same in every terminal.
  package var isFixed: Bool { rawValue >= 16 }

  package static let black = TerminalColor(rawValue: 0)
  package static let red = TerminalColor(rawValue: 1)
  package static let green = TerminalColor(rawValue: 2)
  package static let yellow = TerminalColor(rawValue: 3)
  package static let blue = TerminalColor(rawValue: 4)
  package static let magenta = TerminalColor(rawValue: 5)
  package static let cyan = TerminalColor(rawValue: 6)
  package static let brightWhite = TerminalColor(rawValue: 15)
}

extension TerminalColor {
  /// The red, green and blue of a fixed colour, or nil if the terminal's scheme defines the colour.
  package var components: (red: UInt8, green: UInt8, blue: UInt8)? {
    guard isFixed else { return nil }
    let number = rawValue - 16
    guard number < 216 else {
      let grey = 8 + (number - 216) * 10
      return (grey, grey, grey)
    }
    func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + step * 40 }
    return (level(number / 36), level(number / 6 % 6), level(number % 6))
  }

  /// The colours that SVG pictures use for the terminal's default background and text.
  static let ground = "#16181d"
  static let ink = "#d8dee9"

  /// The colours 0 to 15 in SVG pictures, where no terminal scheme defines them.
  private static let pictured = [
    "#16181d", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9",
    "#5c6370", "#ff7b85", "#b5e890", "#ffd98a", "#82c7ff", "#dd95f0", "#7fdbe5", "#ffffff",
  ]

  /// The colour in SVG pictures, such as `#e06c75`.
  var hex: String {
    guard let components else { return Self.pictured[Int(rawValue)] }
    let digits = [components.red, components.green, components.blue].map { value in
      (value < 16 ? "0" : "") + String(value, radix: 16)
    }
    return "#" + digits.joined()
  }
}
