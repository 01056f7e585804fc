import TerminalUI
import Testing

@testable import Dashboard

/// The pressed keys at the lower right of the screen, and the recording that shows them.
@Suite struct KeystrokeTests {
  private static func driver(shows: Bool = true) -> Driver {
    var driver = Driver()
    driver.send(.layout(StartLayout(showsKeystrokes: shows)))
    return driver
  }

  private static func bottom(_ driver: Driver) -> String { driver.frame().lines.suffix(2).first ?? "" }

  @Test func theLastFourKeysAreShown() throws {
    var driver = Self.driver()
    try driver.press("jjb<Esc>k")
    #expect(Self.bottom(driver).hasSuffix(" j  b  Esc  k"), "\(Self.bottom(driver))")
    // An action by its name, as a recording makes it, is shown by its key.
    driver.send(.action(.buy))
    #expect(Self.bottom(driver).hasSuffix(" b  Esc  k  b"))
    driver.send(.layout(StartLayout()))
    #expect(driver.state.keystrokes == nil && !Self.bottom(driver).hasSuffix("b"))
  }

  @Test func nothingIsShownUnasked() throws {
    var driver = Self.driver(shows: false)
    try driver.press("jj")
    #expect(driver.state.keystrokes == nil && !Self.bottom(driver).contains("j"))
  }

  @Test func noMessageIsHiddenBehindTheKeys() throws {
    var driver = Self.driver()
    try driver.press("jjjj%")
    let text = driver.frame().lines.suffix(3).joined(separator: " ")
    let message = try #require(driver.state.message?.text)
    for word in message.split(separator: " ") { #expect(text.contains(word), "\(word) in \(text)") }
  }

  @Test func theRecorderIsNotInTheRecording() throws {
    var driver = Self.driver()
    let before = driver.state
    try driver.press("W")
    #expect(driver.state.filmed == nil, "its own sheet")
    try driver.press("j<Enter>")
    #expect(driver.state.isFilming && driver.frame().text.contains("recording"))
    let filmed = try #require(driver.state.filmed)
    #expect(!render(filmed).text.lowercased().contains("recording"))
    #expect(render(filmed).text == render(before).text, "the film begins with the screen as it was")
    try driver.press("j")
    #expect(driver.state.filmed?.keystrokes == ["j"])
  }
}
