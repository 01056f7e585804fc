import Screen

extension Mark {
  /// The glyph: another one for each mark, so that colour is never needed to tell them apart.
  func glyph(_ glyphs: GlyphSet) -> String {
    switch self {
    case .none: " "
    case .good: glyphs.full
    case .waiting: glyphs.half
    case .bad: glyphs.cross
    case .empty: glyphs.empty
    case .count: glyphs.diamond
    }
  }

  var style: Style {
    switch self {
    case .none: .normal
    case .good, .count: .good
    case .waiting: .warning
    case .bad: .bad
    case .empty: .dim
    }
  }
}
