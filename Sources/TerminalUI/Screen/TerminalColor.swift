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
