/// The look of a cell: a role, which the theme turns into colours, and extra attributes.
package struct Style: Hashable, Sendable {
  /// The meaning of a piece of the screen, to which a `Palette` gives colours.
  package enum Role: UInt8, CaseIterable, Sendable {
    /// Plain text.
    case normal
    /// Titles of panes and sheets, and column headers.
    case title
    /// The border of a pane.
    case border
    /// The border of the focused pane.
    case focusedBorder
    /// The selected row.
    case selected
    /// A good state: entitled, done, verified.
    case good
    /// A state that needs attention: grace period, pending, not verified yet.
    case warning
    /// A bad state: lost, refused, failed.
    case bad
    /// Secondary text and disabled actions.
    case dim
    /// Neutral emphasis: prices, numbers, search matches.
    case accent
    /// The header's label for a simulated App Store.
    case banner
    /// The header's label for the real App Store.
    case alarm
    /// A key in the key bar or in help.
    case key
  }

  /// Terminal attributes that a style adds to those of its role.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    package let rawValue: UInt8

    /// Creates a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold, or bright on some terminals.
    package static let bold = Attributes(rawValue: 1)
    /// Foreground and background swapped.
    package static let reverse = Attributes(rawValue: 2)
    /// Underlined.
    package static let underline = Attributes(rawValue: 4)
    /// Faint, on terminals that support it.
    package static let faint = Attributes(rawValue: 8)
  }

  /// The meaning of the cell.
  package var role: Role
  /// The attributes added to those of the role.
  package var attributes: Attributes

  /// Creates a style from a role and extra attributes.
  package init(_ role: Role, _ attributes: Attributes = []) {
    self.role = role
    self.attributes = attributes
  }

  /// This style in bold.
  package var bold: Style { Style(role, attributes.union(.bold)) }
}

extension Style {
  /// Plain text.
  package static let normal = Style(.normal)
  /// Titles of panes and sheets, and column headers.
  package static let title = Style(.title)
  /// The border of a pane.
  package static let border = Style(.border)
  /// The border of the focused pane.
  package static let focusedBorder = Style(.focusedBorder)
  /// The selected row.
  package static let selected = Style(.selected)
  /// A good state: entitled, done, verified.
  package static let good = Style(.good)
  /// A state that needs attention.
  package static let warning = Style(.warning)
  /// A bad state: lost, refused, failed.
  package static let bad = Style(.bad)
  /// Secondary text and disabled actions.
  package static let dim = Style(.dim)
  /// Neutral emphasis.
  package static let accent = Style(.accent)
  /// The header's label for a simulated App Store.
  package static let banner = Style(.banner)
  /// The header's label for the real App Store.
  package static let alarm = Style(.alarm)
  /// A key in the key bar or in help.
  package static let key = Style(.key)
}
