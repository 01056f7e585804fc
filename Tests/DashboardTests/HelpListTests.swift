import TerminalUI
import Testing

@testable import Dashboard

/// Tests of the help list, which groups the keys, filters them and runs them.
@Suite struct HelpListTests {
  @Test func theCursorSkipsTitles() throws {
    var driver = try Driver().pressing("?")
    driver.drawsFrames = false
    for _ in 0..<80 {
      guard case .help(let list) = driver.state.overlays.last else { throw Missing() }
      #expect(list.selected != nil, "\(list.cursor)")
      try driver.press("<Down>")
    }
    try driver.press("g<Up>")
    guard case .help(let list) = driver.state.overlays.last else { throw Missing() }
    #expect(list.selected?.action == .buy && list.top == 0)
  }

  @Test func aFoundActionIsRun() throws {
    var driver = try Driver().pressing("?/refund check<Enter>")
    #expect(driver.commands.isEmpty)
    try driver.press("<Enter>")
    #expect(driver.commands == [.refundCheck] && driver.state.overlays.isEmpty)
  }

  @Test func anUnavailableActionSaysWhy() throws {
    let driver = try Driver().pressing("?/reopen<Enter><Enter>")
    #expect(driver.commands.isEmpty)
    #expect(driver.state.message?.text.hasPrefix("reopen: ") == true, "\(driver.state.message?.text ?? "")")
  }

  @Test func escapeClearsTheFilterThenCloses() throws {
    var driver = try Driver().pressing("?/zzzz")
    #expect(driver.frame().text.contains("no matching key"))
    try driver.press("<Esc>")
    guard case .help(let list) = driver.state.overlays.last else { throw Missing() }
    #expect(list.filter.text.isEmpty && list.selected?.action == .buy)
    try driver.press("<Esc>")
    #expect(driver.state.overlays.isEmpty)
  }

  @Test func theKeysOfASheetAreRunOnIt() throws {
    let driver = try Driver().pressing("b?/cancel<Enter><Enter>")
    #expect(driver.state.overlays.isEmpty)
  }

  /// Tests words that people searched for, which differ from Till's own names.
  @Test(arguments: [
    ("offline", "network"), ("airplane", "network"), ("cancel", "auto-renew"), ("win-back", "buy"), ("help", "help"),
    ("time travel", "settings: time"), ("new phone", "restore"), ("screenshot", "picture"),
  ])
  func peoplesWordsFindTheAction(word: String, title: String) throws {
    let titles = Driver().state.paletteItems(word).map { $0.title.lowercased() }
    #expect(titles.contains { $0.contains(title) }, "\(word): \(titles)")
  }

  private struct Missing: Error {}
}
