import Core
import TerminalUI
import Testing

struct ThemeTests {
  @Test func withoutColoursNoAppearanceHasOneAndWhatMattersMostStillDiffers() {
    let appearances = Style.Role.allCases.map(Palette.colorless.appearance)
    #expect(appearances.allSatisfy { $0.foreground == nil && $0.background == nil })
    let roles: [Style.Role] = [.normal, .warning, .bad, .selected, .dim, .alarm]
    #expect(Set(roles.map(Palette.colorless.appearance)).count == roles.count)
  }

  @Test func onTheDefaultBackgroundStandOnlyColoursThatLightAndDarkSchemesShow() {
    let shown: Set<TerminalColor?> = [nil, .red, .green, .yellow, .blue, .magenta, .cyan]
    for role in Style.Role.allCases {
      let appearance = Palette.terminal.appearance(of: role)
      if appearance.background == nil { #expect(shown.contains(appearance.foreground)) }
    }
  }

  @Test func theRealAppStoreLooksUnlikeTheSimulatedOne() {
    for palette in Palette.themes.map(\.palette) + [.terminalOnLight, .colorless] {
      #expect(palette.appearance(of: .alarm) != palette.appearance(of: .banner))
    }
  }

  @Test(arguments: [GlyphSet.unicode, .ascii]) func glyphsAreOneColumnWide(glyphs: GlyphSet) {
    let all = Mirror(reflecting: glyphs).children.flatMap { ($0.value as? [String]) ?? [$0.value as? String ?? ""] }
    #expect(all.count > 20)
    for glyph in all { #expect(glyph.unicodeScalars.count == 1 && displayWidth(of: glyph) == 1, "\(glyph)") }
  }

  @Test func asciiGlyphsAreASCII() {
    var frame = Frame(Size(width: 10, height: 4))
    frame.box(frame.bounds, title: "x", glyphs: .ascii)
    #expect(frame.text.utf8.allSatisfy { $0 < 0x80 })
  }
}
