import Screen
import Testing

struct KeyTests {
  @Test func `A script of keys is read and printed back`() throws {
    let script = "b<Enter>/piglet 高<Esc><F12><Ctrl-C><lt><BackTab><PageDown>>"
    let keys = try Key.parse(script: script)
    #expect(keys.first == .character("b") && keys[1] == .enter && keys.last == .character(">"))
    #expect(keys.contains(.control("c")) && keys.contains(.function(12)) && keys.contains(.character("<")))
    #expect(keys.map(\.description).joined() == script)
    #expect(try Key.parse(script: "").isEmpty)
  }

  @Test func `Names may be in any case, and a space may have one`() throws {
    let keys: [Key] = [.enter, .escape, .control("z"), .function(1), .character(" ")]
    #expect(try Key.parse(script: "<ENTER><esc><ctrl-z><f1><Space>") == keys)
  }

  @Test(arguments: ["<Entr>", "<", "a<b", "<>", "<F0>", "<F13>", "<Ctrl-1>", "a\nb", "\u{1B}", "<\u{1B}[2J>"])
  func `A script that cannot be read says why in one line`(script: String) {
    let error = #expect(throws: KeyScriptError.self) { try Key.parse(script: script) }
    #expect(error?.description.hasPrefix("keys: ") == true)
    #expect(error?.description.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
  }

  @Test func `Every key with a name can be written and read`() throws {
    let keys: [Key] = [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
    ]
    for key in keys { #expect(try Key.parse(script: key.description) == [key]) }
  }
}
