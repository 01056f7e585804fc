import CCurses
import Screen

/// What curses shows a style with: attributes and a colour pair.
struct StyleTable {
  /// The attributes and the colour pair of one style.
  struct Entry {
    let attributes: attr_t
    let pair: Int16
  }

  private let appearances: [Appearance]
  private let pairs: [Int16]

  /// Defines the colour pairs of a palette, after colours have been started.
  init(_ palette: Palette, colors: Int32) {
    appearances = Style.Role.allCases.map(palette.appearance)
    // Without the terminal's own default colours a pair stands for white on black.
    let fallsBack = palette == .color && use_default_colors() != OK
    var defined: [Int16] = []
    for (index, appearance) in appearances.enumerated() {
      guard palette == .color, appearance.foreground != nil || appearance.background != nil else {
        defined.append(0)
        continue
      }
      let foreground = Self.number(appearance.foreground, of: colors) ?? (fallsBack ? Int16(COLOR_WHITE) : -1)
      let background = Self.number(appearance.background, of: colors) ?? (fallsBack ? Int16(COLOR_BLACK) : -1)
      let pair = Int16(index + 1)
      defined.append(init_pair(pair, foreground, background) == OK ? pair : 0)
    }
    pairs = defined
  }

  /// How curses shows a style.
  subscript(style: Style) -> Entry {
    let role = Int(style.role.rawValue)
    let set = appearances[role].attributes.union(style.attributes)
    return Entry(
      attributes: curses_attributes(
        set.contains(.bold), set.contains(.reverse), set.contains(.underline), set.contains(.faint)),
      pair: pairs[role])
  }

  /// A colour's number; the bright ones become their plain ones where there are only eight.
  private static func number(_ color: TerminalColor?, of colors: Int32) -> Int16? {
    color.map { Int16($0.rawValue) % (colors >= 16 ? 16 : 8) }
  }
}
