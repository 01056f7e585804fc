import CCurses
import Testing

@testable import TerminalUI

struct KeyDecoderTests {
  private func decode(_ text: String) -> [InputEvent] {
    var decoder = KeyDecoder()
    return decoder.decode(text.unicodeScalars.map { .scalar($0.value) })
  }

  @Test func charactersAndControlCharactersAreKeys() {
    #expect(
      decode("b漢 \r\n\t\u{7F}\u{8}\u{3}\u{1B}")
        == [
          .key(.character("b")), .key(.character("漢")), .key(.character(" ")), .key(.enter), .key(.enter), .key(.tab),
          .key(.backspace), .key(.backspace), .key(.control("c")), .key(.escape),
        ])
  }

  @Test func keysThatCursesKnowsAreKeys() {
    var decoder = KeyDecoder()
    let codes = [KEY_UP, KEY_NPAGE, KEY_BTAB, KEY_F0 + 1, KEY_F0 + 12, KEY_F0 + 13, KEY_SUSPEND]
    #expect(
      decoder.decode(codes.map { .key($0) })
        == [.key(.up), .key(.pageDown), .key(.backTab), .key(.function(1)), .key(.function(12))])
  }

  @Test(arguments: ["\u{1B}[1;9Z", "\u{1B}[I", "\u{1B}[?62;c", "\u{1B}[12;3R", "\u{1B}Oj", "\u{1B}[ q"])
  func aControlSequenceThatIsNoKeyPressesNone(sequence: String) {
    #expect(decode("a" + sequence + "z") == [.key(.character("a")), .key(.character("z"))])
  }

  @Test func escapeBeforeOtherKeysStaysEscape() {
    #expect(decode("\u{1B}b") == [.key(.escape), .key(.character("b"))])
    #expect(decode("\u{1B}\u{1B}") == [.key(.escape), .key(.escape)])
    #expect(decode("\u{1B}[") == [.key(.escape), .key(.character("["))])
    #expect(decode("\u{1B}[漢").count == 3)
  }

  @Test func aPasteIsOneEventAlsoOverSeveralBatchesAndPressesNoKey() {
    var decoder = KeyDecoder()
    let first: [KeyDecoder.Code] = [.scalar(0x61), .key(KeyDecoder.pasteStart), .scalar(0x62), .scalar(0x0D)]
    let second: [KeyDecoder.Code] = [.scalar(0x1B), .key(KEY_UP), .key(KeyDecoder.pasteEnd), .scalar(0x63)]
    #expect(decoder.decode(first) == [.key(.character("a"))])
    #expect(decoder.decode(second) == [.paste("b\n\u{1B}"), .key(.character("c"))])
  }

  @Test func whatAMouseDidIsOneEventAlsoOverSeveralBatches() {
    func codes(_ text: String) -> [KeyDecoder.Code] {
      [.key(KeyDecoder.mouseStart)] + text.unicodeScalars.map { .scalar($0.value) }
    }
    var decoder = KeyDecoder()
    let press = Mouse(.press, at: Point(x: 299, y: 6))
    #expect(
      decoder.decode(codes("0;300;7M") + codes("0;300;7m") + [.scalar(0x62)]) == [.mouse(press), .key(.character("b"))])
    #expect(decoder.decode(codes("64;1;")).isEmpty)
    #expect(decoder.decode([.scalar(0x32), .scalar(0x4D)]) == [.mouse(Mouse(.wheelUp, at: Point(x: 0, y: 1)))])
    #expect(decoder.decode(codes("69;1;1M")) == [.mouse(Mouse(.wheelDown, at: Point(x: 0, y: 0)))])
    // Other buttons, movements, and malformed reports press nothing.
    for text in ["2;1;1M", "66;1;1M", "32;1;1M", "0;1M", "0;1;1;1M", ";;M", "x"] {
      #expect(decoder.decode(codes(text)).isEmpty, "\(text)")
    }
    #expect(decoder.decode(codes(String(repeating: "9", count: 40))).allSatisfy { $0 == .key(.character("9")) })
    #expect(decoder.decode([.scalar(0x63)]) == [.key(.character("c"))])
  }

  @Test func itIsOnByItselfOnlyWhereShiftSelects() {
    func isOn(_ term: String, _ program: String? = nil, isRemote: Bool = false) -> Bool {
      CursesTerminal.selectsWithShift(term, program: program, isRemote: isRemote)
    }
    #expect(isOn("xterm-256color") && isOn("xterm-kitty", isRemote: true) && isOn("foot") && isOn("alacritty"))
    #expect(!isOn("xterm-256color", "Apple_Terminal") && !isOn("xterm-256color", "iTerm.app"))
    #expect(!isOn("xterm-256color", isRemote: true) && !isOn("tmux-256color", isRemote: true))
    #expect(!isOn("vt100") && !isOn("linux") && !isOn("dumb") && !isOn(""))
  }

  @Test func aPasteWithoutEndTakesBoundedRoom() {
    var decoder = KeyDecoder()
    let long = [KeyDecoder.Code](repeating: .scalar(0x61), count: 100_000)
    let events = decoder.decode([.key(KeyDecoder.pasteStart)] + long + [.key(KeyDecoder.pasteEnd)])
    #expect(events == [.paste(String(repeating: "a", count: 65_536))])
  }
}
