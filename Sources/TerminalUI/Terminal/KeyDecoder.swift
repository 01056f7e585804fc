import CCurses

/// The decoder that turns curses' input into keys, mouse events and pasted text.
struct KeyDecoder {
  /// One unit of curses' input: a character as its Unicode scalar, or a key code.
  enum Code: Hashable {
    case scalar(UInt32)
    case key(Int32)
  }

  /// The codes for the start and the end of pasted text, above all key codes of curses.
  static let pasteStart = Int32(KEY_MAX) + 1
  static let pasteEnd = Int32(KEY_MAX) + 2
  /// The code for the start of a mouse report.
  static let mouseStart = Int32(KEY_MAX) + 3

  // The maximum number of pasted scalars; the rest is dropped, since a paste goes into a single field.
  private static let pasteLimit = 65_536

  private var paste: [Unicode.Scalar]?
  /// The part of a mouse report received so far.
  private var report: String?

  /// Decodes one batch: all input that was available without waiting.
  mutating func decode(_ codes: [Code]) -> [InputEvent] {
    var events: [InputEvent] = []
    var rest = codes[...]
    while let code = rest.popFirst() {
      if paste != nil {
        if let text = addToPaste(code) { events.append(.paste(text)) }
      } else if report != nil {
        if let mouse = takeReport(code) { events.append(.mouse(mouse)) }
      } else if code == .key(Self.mouseStart) {
        report = ""
      } else if code == .key(Self.pasteStart) {
        paste = []
      } else if code == .scalar(0x1B), let length = Self.unknownSequence(rest) {
        rest = rest.dropFirst(length)
      } else if let key = Self.key(code) {
        events.append(.key(key))
      }
    }
    return events
  }

  /// Adds to the pasted text; returns all of it at the end mark.
  private mutating func addToPaste(_ code: Code) -> String? {
    switch code {
    case .key(Self.pasteEnd):
      defer { paste = nil }
      return paste.map { String(String.UnicodeScalarView($0)) }
    case .scalar(let value):
      // Pasted lines end with CR, as the Enter key sends it.
      if let scalar = Unicode.Scalar(value == 0x0D ? 0x0A : value), (paste?.count ?? 0) < Self.pasteLimit {
        paste?.append(scalar)
      }
    case .key:
      break
    }
    return nil
  }

  /// Adds to a mouse report, `button;column;row` and `M`; returns the event when the report is complete.
  ///
  /// Returns nil for a released button, a movement and other buttons.
  private mutating func takeReport(_ code: Code) -> Mouse? {
    guard case .scalar(let value) = code, let text = report, text.utf8.count < 16 else {
      report = nil
      return nil
    }
    if (0x30...0x39).contains(value) || value == 0x3B, let scalar = Unicode.Scalar(value) {
      report = text + String(Character(scalar))
      return nil
    }
    report = nil
    let numbers = text.split(separator: ";").compactMap { Int($0) }
    guard value == 0x4D, numbers.count == 3 else { return nil }
    let act: Mouse.Act
    // Masks out Shift, Alt and Ctrl.
    switch numbers[0] & ~0b11100 {
    case 0: act = .press
    case 64: act = .wheelUp
    case 65: act = .wheelDown
    default: return nil
    }
    return Mouse(act, at: Point(x: max(0, numbers[1] - 1), y: max(0, numbers[2] - 1)))
  }

  /// Returns the length of a control sequence after an Escape that terminfo does not list as a key.
  ///
  /// Its letters must not be read as keys: a terminal's reply could start a purchase. See ECMA-48, section 5.4.
  private static func unknownSequence(_ codes: ArraySlice<Code>) -> Int? {
    guard codes.first == .scalar(0x5B) || codes.first == .scalar(0x4F) else { return nil }
    var length = 1
    for case .scalar(let value) in codes.dropFirst() {
      length += 1
      if codes.first == .scalar(0x4F) || (0x40...0x7E).contains(value) { return length }
      guard (0x20..<0x40).contains(value) else { return nil }
    }
    return nil
  }

  private static func key(_ code: Code) -> Key? {
    switch code {
    case .key(let number): key(numbered: number)
    case .scalar(let value): key(typing: value)
    }
  }

  private static func key(typing value: UInt32) -> Key? {
    switch value {
    case 0x0A, 0x0D: return .enter
    case 0x09: return .tab
    case 0x08, 0x7F: return .backspace
    case 0x1B: return .escape
    case 0x01...0x1A: return Unicode.Scalar(value + 0x60).map { .control(Character($0)) }
    case 0x00..<0x20, 0x80..<0xA0: return nil
    default: return Unicode.Scalar(value).map { .character(Character($0)) }
    }
  }

  private static func key(numbered code: Int32) -> Key? {
    switch code {
    case KEY_UP: .up
    case KEY_DOWN: .down
    case KEY_LEFT: .left
    case KEY_RIGHT: .right
    case KEY_HOME: .home
    case KEY_END: .end
    case KEY_PPAGE: .pageUp
    case KEY_NPAGE: .pageDown
    case KEY_BACKSPACE: .backspace
    case KEY_DC: .delete
    case KEY_ENTER: .enter
    case KEY_BTAB: .backTab
    case (KEY_F0 + 1)...(KEY_F0 + 12): .function(Int(code - KEY_F0))
    default: nil
    }
  }
}
