/// How a cell looks: what it means, and attributes on top of what the theme gives that meaning.
package struct Style: Hashable, Sendable {
  /// The role of a piece of the screen; a `Palette` gives it colours.
  package enum Role: UInt8, CaseIterable, Sendable {
    /// Plain text.
    case normal
    /// Names of panes and sheets, column heads.
    case title
    /// The border of a pane.
    case border
    /// The border of the focused pane.
    case focusedBorder
    /// The row under the cursor.
    case selected
    /// Entitled, done, verified.
    case good
    /// Needs attention: grace, pending, not verified yet.
    case warning
    /// Lost, refused, failed.
    case bad
    /// Secondary text, disabled actions.
    case dim
    /// Emphasis without a judgement: prices, numbers, matches.
    case accent
    /// The header's mark of a simulated App Store.
    case banner
    /// The header's mark of the real App Store.
    case alarm
    /// The key in a key bar or help line.
    case key
  }

  /// Attributes of the terminal that a style may add to its role.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    package let rawValue: UInt8

    /// A set by its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold or bright.
    package static let bold = Attributes(rawValue: 1)
    /// Foreground and background exchanged.
    package static let reverse = Attributes(rawValue: 2)
    /// Underlined.
    package static let underline = Attributes(rawValue: 4)
    /// Fainter than normal, where the terminal can.
    package static let faint = Attributes(rawValue: 8)
  }

  /// The role of the cell.
  package var role: Role
  /// Added to what the role looks like.
  package var attributes: Attributes

  /// A style of a meaning and extra attributes.
  package init(_ role: Role, _ attributes: Attributes = []) {
    self.role = role
    self.attributes = attributes
  }

  /// The same, bold.
  package var bold: Style { Style(role, attributes.union(.bold)) }
  /// The same, foreground and background exchanged.
  package var reverse: Style { Style(role, attributes.union(.reverse)) }
  /// The same, underlined.
  package var underline: Style { Style(role, attributes.union(.underline)) }
}

extension Style {
  /// Plain text.
  package static let normal = Style(.normal)
  /// Names of panes and sheets, column heads.
  package static let title = Style(.title)
  /// The border of a pane.
  package static let border = Style(.border)
  /// The border of the focused pane.
  package static let focusedBorder = Style(.focusedBorder)
  /// The row under the cursor.
  package static let selected = Style(.selected)
  /// Entitled, done, verified.
  package static let good = Style(.good)
  /// Needs attention.
  package static let warning = Style(.warning)
  /// Lost, refused, failed.
  package static let bad = Style(.bad)
  /// Secondary text, disabled actions.
  package static let dim = Style(.dim)
  /// Emphasis without a judgement.
  package static let accent = Style(.accent)
  /// The header's mark of a simulated App Store.
  package static let banner = Style(.banner)
  /// The header's mark of the real App Store.
  package static let alarm = Style(.alarm)
  /// The key in a key bar or help line.
  package static let key = Style(.key)
}
