import Foundation
import TerminalUI
import Testing

/// Tests that every theme is readable, by the contrast that WCAG 2.1 defines.
struct ContrastTests {
  private typealias Color = (red: Double, green: Double, blue: Double)

  /// The default backgrounds of light colour schemes that people use.
  private static let lightGrounds: [(name: String, color: Int)] = [
    ("xterm and Terminal.app on white", 0xFFFFFF), ("Solarized light", 0xFDF6E3), ("Tango on white", 0xEEEEEC),
    ("VS Code light", 0xF8F8F8), ("GNOME light", 0xFFFFFF), ("GitHub light", 0xF6F8FA), ("One light", 0xFAFAFA),
  ]

  private static func color(_ hex: Int) -> Color {
    (Double(hex >> 16 & 255), Double(hex >> 8 & 255), Double(hex & 255))
  }

  private static func color(_ color: TerminalColor?) -> Color? {
    (color?.components).map { (Double($0.red), Double($0.green), Double($0.blue)) }
  }

  private static func luminance(_ color: Color) -> Double {
    func linear(_ value: Double) -> Double {
      let share = value / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  private static func contrast(_ one: Color, _ other: Color) -> Double {
    let (high, low) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
  }

  @Test(arguments: [(Palette.dark, 4.5), (.light, 4.5), (.highContrast, 7), (.colorBlind, 4.5)])
  func everyRoleOfAFixedThemeCanBeRead(_ palette: Palette, least: Double) throws {
    for role in Style.Role.allCases {
      let look = palette.appearance(of: role)
      // The themes use only those of the 256 colours that no scheme changes, so the contrast is the same in all
      // terminals.
      let ink = try #require(Self.color(look.foreground), "\(palette) \(role)")
      let ground = try #require(Self.color(look.background), "\(palette) \(role)")
      #expect(Self.contrast(ink, ground) >= least, "\(palette) \(role): \(Self.contrast(ink, ground))")
      #expect(!look.attributes.contains(.faint), "\(palette) \(role)")
    }
  }

  @Test func onALightBackgroundTheTerminalsThemeCanBeReadInEveryScheme() {
    for (name, hex) in Self.lightGrounds {
      for role in Style.Role.allCases {
        let look = Palette.terminalOnLight.appearance(of: role)
        guard let ink = Self.color(look.foreground) else { continue }
        let found = Self.contrast(ink, Self.color(look.background) ?? Self.color(hex))
        #expect(found >= 4.5, "\(role) on \(name): \(found)")
      }
    }
  }

  /// Tests "good", "warning" and "bad" as people without one kind of cone see them.
  ///
  /// The conversion is that of Viénot, Brettel and Mollon (1999).
  @Test func theColourBlindThemeKeepsGoodWarningAndBadApart() throws {
    let roles: [Style.Role] = [.good, .warning, .bad]
    for keepsLong in [true, false] {
      let seen = try roles.map { role in
        let color = try #require(Self.color(Palette.colorBlind.appearance(of: role).foreground))
        let yellow =
          keepsLong ? 0.29275 * color.red + 0.70725 * color.green : 0.11238 * color.red + 0.88762 * color.green
        return (yellow, color.blue)
      }
      for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        let distance = hypot(seen[one].0 - seen[other].0, seen[one].1 - seen[other].1)
        #expect(distance > 60, "\(roles[one]) and \(roles[other])")
      }
    }
  }

  @Test func aTerminalWithFewColoursGetsWhatItCanShow() {
    #expect(Palette.dark.reduced(to: 8) == .terminal)
    #expect(Palette.highContrast.reduced(to: 16) == .colorless)
    #expect(Palette.terminal.reduced(to: 256, onLight: true) == .terminalOnLight)
    #expect(Palette.terminal.reduced(to: 16, onLight: true) == .colorless)
    #expect(Palette.light.reduced(to: 256) == .light && Palette.light.reduced(to: 0) == .colorless)
  }
}
