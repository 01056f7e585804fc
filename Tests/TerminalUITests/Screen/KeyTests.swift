import TerminalUI
import Testing

struct KeyTests {
  @Test func aScriptOfKeysIsReadAndPrintedBack() throws {
    let script = "b<Enter>/piglet 高<Esc><F12><Ctrl-C><lt><BackTab><PageDown>>"
    let keys = try Key.parse(script: script)
    #expect(keys.first == .character("b") && keys[1] == .enter && keys.last == .character(">"))
    #expect(keys.contains(.control("c")) && keys.contains(.function(12)) && keys.contains(.character("<")))
    #expect(keys.map(\.description).joined() == script)
    #expect(try Key.parse(script: "").isEmpty)
  }

  @Test func namesMayBeInAnyCaseAndASpaceMayHaveOne() throws {
    let keys: [Key] = [.enter, .escape, .control("z"), .function(1), .character(" ")]
    #expect(try Key.parse(script: "<ENTER><esc><ctrl-z><f1><Space>") == keys)
  }

  @Test(arguments: ["<Entr>", "<", "a<b", "<>", "<F0>", "<F13>", "<Ctrl-1>", "a\nb", "\u{1B}", "<\u{1B}[2J>"])
  func aScriptThatCannotBeReadSaysWhyInOneLine(script: String) {
    let error = #expect(throws: KeyScriptError.self) { try Key.parse(script: script) }
    #expect(error?.description.contains("<") == true)
    #expect(error?.description.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
  }

  @Test func everyKeyWithANameCanBeWrittenAndRead() throws {
    let keys: [Key] = [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
    ]
    for key in keys { #expect(try Key.parse(script: key.description) == [key]) }
  }
}
