import AppStoreModel
import TerminalUI
import Testing
import Verbs

@testable import Dashboard

/// Tests of the filter, the palette and exports.
@Suite struct FilterAndExportTests {
  private func found(_ text: String) throws -> [String] {
    let driver = try Driver().pressing("/" + text)
    return driver.state.products.stops.compactMap {
      if case .product(let index) = driver.state.products.lines[$0] {
        driver.state.products.rows[index].name
      } else {
        nil
      }
    }
  }

  @Test(arguments: [
    ("co", ["Dark icons", "100 coins"]), ("prun", ["Premium unlock"]), ("state:grace", ["Monthly"]),
    ("type:consumable !type:non", ["100 coins"]), ("!state:not mo", ["Monthly"]),
    ("product:yearly", ["Yearly"]), ("plus.m", ["Monthly"]), ("piglet.plus.m", []), ("zzz", []),
  ])
  func wordsFieldsAndNot(text: String, names: [String]) throws {
    #expect(try found(text) == names)
  }

  /// Tests that `E` writes the rows of a list as they are shown, filtered and sorted.
  @Test func aPartOfTheAppStoresSideIsWritten() throws {
    var driver = try Driver().pressing("s/ask<Enter>E")
    #expect(driver.frame().text.contains("till-appstore-decisions-"))
    try driver.press("j")
    driver.effects = []
    try driver.press("<Enter>")
    guard case .save(let name, let text)? = driver.effects.last else { return #expect(Bool(false), "nothing saved") }
    #expect(name.hasPrefix("till-appstore-decisions-") && name.hasSuffix(".csv"))
    let lines = text.split(separator: "\r\n")
    #expect(lines.first == "date,product,name,amount,state,reference,detail,id")
    #expect(lines.count == 1 + driver.state.rows(of: .decisions).count)
    #expect(driver.state.overlays == [.appStore])
    // The filter still holds, and what the key did is read all the same.
    driver.send(.saved(name, failure: nil))
    #expect(driver.state.side.filter.text == "ask" && driver.frame().text.contains("Written: \(name)"))
  }

  @Test func aPartOfTheAppStoresSideIsFiltered() throws {
    var driver = try Driver().pressing("s/ask")
    #expect(driver.state.rows(of: .decisions).map(\.shown.id).contains("2000000845425400"))
    #expect(driver.frame().lines[22].contains("/ask"))
    try driver.press("<Enter>")
    #expect(driver.state.selectedCase?.kind == .askToBuy || driver.state.selectedCase?.kind == .refundRequest)
    try driver.press("<Esc>")
    #expect(driver.state.side.filter.text.isEmpty && driver.state.overlays == [.appStore])
  }

  @Test func thePaletteDoesWhatIsTyped() throws {
    var driver = try Driver(width: 120, height: 40).pressing(":refund ch")
    try Snapshot.check(driver.frame(), "palette-120x40")
    try driver.press("<Enter>")
    #expect(driver.commands == [.refundCheck] && driver.state.overlays.isEmpty)
    driver.finish(.done(detail: nil))
    try driver.press(":")
    #expect(driver.state.paletteItems("").first?.title == "refund check", "what was done last stands first")
    try driver.press("yearly<Enter>")
    #expect(driver.state.selected?.id == Fixture.yearly.id)
    try driver.press(":sign in as reg<Enter>")
    #expect(driver.commands.last == .signIn("regular@"))
    // Till's settings come first, those of the App Store's side next.
    try driver.press(":settings<Down><Enter>")
    #expect(driver.state.appStoreSheet?.section == .settings)
  }

  @Test func theIdUnderTheCursorIsCopied() throws {
    var driver = try Driver().pressing("y1jy")
    #expect(driver.effects == [.copy(Fixture.premium.id), .copy("2000000845410000")])
    driver.send(.copied("2000000845410000", .sent(through: "tmux")))
    #expect(driver.state.message?.text.contains("set-clipboard") == true)
  }

  @Test(arguments: ListFormat.allCases) func aListIsWritten(format: ListFormat) throws {
    var driver = Driver()
    try driver.press("E" + String(repeating: "j", count: ListFormat.allCases.firstIndex(of: format) ?? 0) + "<Enter>")
    driver.answerExport(.refunds(Page(rows: Array(Fixture.refunds.rows.prefix(1)), next: "1.2")))
    #expect(driver.state.export?.rows.count == 1)
    driver.answerExport(.refunds(Page(rows: Array(Fixture.refunds.rows.dropFirst()))))
    guard case .save(let name, let text) = driver.effects.last else {
      Issue.record("\(driver.effects)")
      return
    }
    #expect(name == "till-refunds-2025-03-01-12-00.\(format.ending)")
    let rows = text.split(whereSeparator: \.isNewline)
    #expect(
      rows.count == (format == .csv ? 3 : 4) && text.contains("2000000845420001") && text.contains("Premium unlock"))
    driver.send(.saved(name, failure: nil))
    #expect(driver.state.message?.text == "Written: \(name)")
  }

  @Test func aListIsFilteredPageByPageWithinABound() throws {
    var driver = try Driver(height: 40).pressing("2/coins")
    driver.answer(.transactions(Fixture.transactions(0..<64, next: "64")))
    #expect(driver.state.tabs.front.rows.count == 32)
    #expect(driver.state.tabs.front.rows.allSatisfy { $0.productId == Fixture.coins.id })
    try driver.press("xyz")
    for page in 0..<100 {
      let before = driver.queries.count
      driver.answer(.transactions(Fixture.transactions(0..<64, next: "\(page)")))
      if driver.queries.count == before { break }
    }
    #expect(driver.state.tabs.scans == RowList.mostScans && driver.state.tabs.front.rows.isEmpty)
    #expect(driver.frame().text.contains("None of the newest rows match"))
    try driver.press("<Enter><PageDown>")
    #expect(driver.state.tabs.front.joining == .after, "scrolling on loads older rows")
    try driver.press("<Esc>")
    driver.answer(.transactions(Fixture.transactions(0..<3)))
    #expect(driver.state.tabs.filter.text.isEmpty && driver.state.tabs.front.rows.count == 3)
  }

  @Test(arguments: [
    ("type:non", 1), ("!type:non", 1), ("state:refunded", 1), ("product:coin", 1), ("845410", 1), ("com", 0),
  ])
  func theWordsOfTheFilterAreThoseOfTheProducts(text: String, count: Int) throws {
    var driver = try Driver().pressing("1/\(text)")
    driver.answer(.refunds(Fixture.refunds))
    #expect(driver.state.tabs.front.rows.count == count, "\(text)")
  }

  @Test func anIdInThePaletteOpensIt() throws {
    var driver = try Driver().pressing(":2000000845425339<Enter>")
    #expect(driver.queries.last == .signedItem(.transaction("2000000845425339")))
    try driver.press("<Esc>:2000000845425339<Down><Enter>")
    #expect(driver.queries.last == .signedItem(.storeTransaction("2000000845425339")))
  }

  /// Tests that the palette finds a setting by other words too.
  ///
  /// The palette only selects the setting; the setting's own key changes it.
  @Test(arguments: ["network", "airplane", "offline"])
  func aSettingIsGoneToAndThenChanged(word: String) throws {
    var driver = try Driver().pressing(":\(word)<Enter>")
    #expect(driver.calls.isEmpty && driver.state.selectedAppStoreRow?.shown.id == "network")
    try driver.press("<Enter>")
    #expect(driver.calls.map(\.line) == ["till simulator network off"])
  }

  @Test func aPaneIsZoomed() throws {
    var driver = Driver()
    let before = driver.frame()
    try driver.press("1Z")
    #expect(driver.frame().lines[2].contains("Refunds"), "\(driver.frame().text)")
    try driver.press("<Tab>Z<BackTab><Tab><Tab><Tab>")
    #expect(driver.state.focus == .tabs && !driver.state.isZoomed)
    try driver.press("<Tab><Tab><Tab>")
    #expect(before.lines.count == driver.frame().lines.count)
  }
}
