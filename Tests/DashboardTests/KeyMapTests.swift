import TerminalUI
import Testing

@testable import Dashboard

/// Tests of keys that a person has changed.
struct KeyMapTests {
  private func refusal(_ choices: KeyMap.Choice...) -> KeyMap.Refusal? {
    do throws(KeyMap.Refusal) {
      _ = try KeyMap(choices)
      return nil
    } catch { return error }
  }

  @Test func everyRowHasAnActionAndAFirstPlaceOfItsOwn() {
    let names = ActionTable.entries.map { "\($0.action.rawValue) \($0.scopes.first?.rawValue ?? "")" }
    #expect(Set(names).count == names.count)
  }

  @Test func chosenKeysLeadToTheActionAndStandInBarHelpAndTexts() throws {
    let map = try KeyMap([.init("buy", ["B", .function(5)]), .init("back-to-normal", [.control("b")])])
    let driver = Driver()
    KeyMap.$current.withValue(map) {
      #expect(ActionTable.entry(for: "B", in: .main)?.action == .buy)
      #expect(ActionTable.entry(for: .function(5), in: .main)?.action == .buy)
      #expect(ActionTable.entry(for: .control("b"), in: .main)?.action == .backToNormal)
      #expect(ActionTable.key(of: .buy) == "B")
      #expect(driver.frame().lines.last?.hasPrefix(" B buy") == true)
      #expect(ActionTable.markdown(of: [.main]).contains("| `B` `F5` | buy |"))
    }
    #expect(ActionTable.key(of: .buy) == "b")
  }

  @Test func aKeyThatIsTakenIsRefusedWithBothNames() throws {
    let taken = try #require(refusal(.init("buy", ["r"])))
    #expect(taken.name == "buy")
    #expect(taken.reason.contains("buy") && taken.reason.contains("restore") && taken.reason.contains("main"))
    #expect(refusal(.init("buy", ["r"]), .init("restore", ["b"])) == nil)
    // A key that only a list of the App Store's side uses is refused too.
    #expect(refusal(.init("new-device", ["1"])) != nil)
  }

  @Test func aPlaceCanHaveKeysOfItsOwn() throws {
    let map = try KeyMap([.init("close", [.control("g")]), .init("main.quit", [.control("q")])])
    KeyMap.$current.withValue(map) {
      #expect(ActionTable.entry(for: .control("g"), in: .choice)?.action == .close)
      // Esc nevertheless leaves every place.
      #expect(ActionTable.entry(for: .escape, in: .choice)?.action == .close)
      #expect(ActionTable.entry(for: .control("q"), in: .main)?.action == .quit)
    }
  }

  @Test func whatIsTypedInAFieldIsNoKeyThere() throws {
    let map = try KeyMap([.init("confirm", ["!"])])
    KeyMap.$current.withValue(map) {
      #expect(ActionTable.entry(for: .enter, in: .filter)?.action == .confirm)
      #expect(ActionTable.entry(for: "!", in: .confirmation)?.action == .confirm)
    }
    #expect(refusal(.init("filter.confirm", ["!"]))?.reason.contains("that people type") == true)
  }

  @Test func whatCannotBeMeantIsRefusedWithTheRemedy() {
    #expect(refusal(.init("by", ["B"]))?.reason.contains("did you mean buy?") == true)
    #expect(refusal(.init("choice.buy", ["B"]))?.reason.contains("use main") == true)
    #expect(refusal(.init("buy", [.escape]))?.reason.contains("Esc") == true)
    #expect(refusal(.init("buy", []))?.reason.contains("no keys") == true)
  }
}
