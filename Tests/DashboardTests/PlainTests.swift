import Core
import Foundation
import TerminalUI
import Testing

@testable import Dashboard

/// Tests of the dashboard as plain lines of text.
struct PlainTests {
  @Test func everythingIsSaidWithoutGlyphsAndBorders() {
    let driver = Driver(isStarted: true)
    let lines = PlainView(driver.state).everything
    let text = lines.joined(separator: "\n")
    for name in driver.state.products.rows.map(\.name) { #expect(text.contains(name), "\(name)") }
    #expect(!text.unicodeScalars.contains { (0x2500...0x25FF).contains($0.value) || $0.value == 0x1B }, "\(text)")
    #expect(lines.allSatisfy { !$0.contains("  ") && !$0.isEmpty }, "\(text)")
  }

  @Test func aKeyIsAnsweredByWhatItChanged() throws {
    var driver = Driver()
    func changes(_ keys: String) throws -> [String] {
      let before = PlainView(driver.state)
      try driver.press(keys)
      return PlainView(driver.state).changes(since: before)
    }
    let names = driver.state.products.rows.map(\.name)
    #expect(try changes("j").first?.contains("\(names[1])") == true)
    #expect(try changes("k").first?.contains("row 1 of \(names.count)") == true)
    let sheet = try changes("b")
    #expect(sheet.first == "\(driver.state.paymentTitle):", "\(sheet)")
    #expect(sheet.contains { $0.contains("¥") })
    #expect(try changes("<Esc>").first?.contains(names[0]) == true)
    #expect(try changes("<Tab>").contains { $0.contains("next") || $0.contains(names[0]) })
    #expect(try changes("%").count == 1)
    #expect(try changes("<Ctrl-L>").isEmpty)
  }

  @Test func whatChangedBelowASheetIsSaidOnce() throws {
    var driver = try Driver().pressing("b")
    let before = PlainView(driver.state)
    driver.state.overlays = []
    driver.state.products.replace(
      with: [AnswerFirstTests.refunded] + Fixture.statuses.dropFirst(), isResolved: true)
    let lines = PlainView(driver.state).changes(since: before)
    #expect(lines.filter { $0.hasPrefix("Products: ") }.count == 1, "\(lines)")
    #expect(PlainText.place("Quit?").text == "Quit?" && PlainText.place("Keys").text == "Keys:")
  }

  @Test func everyPlaceHasAViewAndAHelp() throws {
    for keys in ["", "b", "a", "s", "s5", ":", "/", "?", "T", "l", "!", "2", "3<Tab><Tab>", "s1<Enter>"] {
      let driver = try Driver().pressing(keys)
      let view = PlainView(driver.state)
      #expect(!view.everything.isEmpty, "\(keys)")
      #expect(driver.state.plainHelp.count > 3, "\(keys)")
      if driver.state.overlays.last != nil { #expect(view.sheet != nil, "\(keys)") }
    }
  }

  @Test func aLongListIsReadInPagesOfTen() throws {
    var driver = try Driver().pressing(":")
    let view = PlainView(driver.state)
    let first = view.everything
    #expect(first.contains { $0.hasPrefix("10. ") } && !first.contains { $0.hasPrefix("11. ") })
    #expect(first.contains { $0.contains("“more” reads on") })
    let (second, said) = view.more(after: PlainView.firstRows)
    #expect(second.first?.hasPrefix("11. ") == true && second.contains { $0.hasPrefix("20. ") } && said == 20)
    #expect(second.count == 11)
    #expect(driver.state.plainInput("more") == .more)
    // A number selects its row, and an empty line runs it.
    guard case .keys(let keys) = driver.state.plainInput("12") else { throw CocoaError(.featureUnsupported) }
    for key in keys { driver.send(.key(key)) }
    #expect(Sheet(driver.state)?.cursor == 11)
    driver.send(.key(.control("u")))
    // Another search is read from its first row.
    let before = PlainView(driver.state)
    driver.send(.paste("refund"))
    #expect(PlainView(driver.state).changes(since: before).contains { $0.hasPrefix("1. ") })
  }

  @Test func aLineIsAKeyAnActionOrWhatIsTyped() throws {
    var driver = Driver()
    #expect(driver.state.plainInput("") == .keys([.enter]))
    #expect(driver.state.plainInput("b") == .keys(["b"]))
    #expect(driver.state.plainInput("refund-check") == .keys(["c"]))
    #expect(driver.state.plainInput("j<Enter>") == .keys(["j", .enter]))
    #expect(driver.state.plainInput("?") == .help && driver.state.plainInput(".") == .everything)
    guard case .unknown(let text) = driver.state.plainInput("refund-chek") else {
      throw CocoaError(.featureUnsupported)
    }
    #expect(text.contains("did you mean refund-check?"))
    try driver.press("/")
    #expect(driver.state.plainInput("coins") == .text("coins") && driver.state.plainInput("<Esc>") == .keys([.escape]))
  }
}
