import CVTerm
import TerminalUI

/// A real terminal emulator, libvterm, without a window: it turns bytes into cells.
final class TerminalEmulator {
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  // libvterm keeps the address, so the table must never move.
  private let callbacks = UnsafeMutablePointer<VTermScreenCallbacks>.allocate(capacity: 1)
  private(set) var size: Size
  /// Whether the alternate screen is shown.
  private(set) var isAlternate = false
  /// Whether the cursor is shown.
  private(set) var isCursorVisible = true
  /// The position of the cursor.
  private(set) var cursor = Point(x: 0, y: 0)

  init(size: Size) throws(PseudoTerminalError) {
    guard let terminal = vterm_new(Int32(size.height), Int32(size.width)), let screen = vterm_obtain_screen(terminal)
    else { throw PseudoTerminalError(description: "libvterm has no memory") }
    self.terminal = terminal
    self.screen = screen
    self.size = size
    vterm_set_utf8(terminal, 1)
    callbacks.initialize(to: Self.callbacks())
    vterm_screen_set_callbacks(screen, callbacks, Unmanaged.passUnretained(self).toOpaque())
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
    callbacks.deallocate()
  }

  private static func callbacks() -> VTermScreenCallbacks {
    var callbacks = VTermScreenCallbacks()
    callbacks.settermprop = { property, value, user in TerminalEmulator.at(user)?.set(property, value) ?? 0 }
    callbacks.movecursor = { place, _, _, user in
      TerminalEmulator.at(user)?.cursor = Point(x: Int(place.col), y: Int(place.row))
      return 1
    }
    return callbacks
  }

  private static func at(_ user: UnsafeMutableRawPointer?) -> TerminalEmulator? {
    user.map { Unmanaged<TerminalEmulator>.fromOpaque($0).takeUnretainedValue() }
  }

  private func set(_ property: VTermProp, _ value: UnsafeMutablePointer<VTermValue>?) -> Int32 {
    guard let value else { return 0 }
    if property == VTERM_PROP_ALTSCREEN { isAlternate = plain_boolean(value) }
    if property == VTERM_PROP_CURSORVISIBLE { isCursorVisible = plain_boolean(value) }
    return 1
  }

  /// Processes bytes that the program wrote.
  func take(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw in
      _ = vterm_input_write(terminal, raw.bindMemory(to: CChar.self).baseAddress, raw.count)
    }
  }

  /// Returns what the terminal sends: keys, and answers to the program's queries.
  func answers() -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [CChar](repeating: 0, count: 1024)
    while case let count = vterm_output_read(terminal, &buffer, buffer.count), count > 0 {
      result += buffer.prefix(count).map { UInt8(bitPattern: $0) }
    }
    return result
  }

  func resize(to size: Size) {
    self.size = size
    vterm_set_size(terminal, Int32(size.height), Int32(size.width))
  }

  func cell(at point: Point) -> EmulatedCell {
    EmulatedCell(plain_cell(screen, Int32(point.y), Int32(point.x)))
  }

  func press(_ key: Key) {
    switch key {
    case .character(let character):
      for scalar in character.unicodeScalars { vterm_keyboard_unichar(terminal, scalar.value, VTERM_MOD_NONE) }
    case .control(let letter):
      for scalar in letter.unicodeScalars { vterm_keyboard_unichar(terminal, scalar.value, VTERM_MOD_CTRL) }
    case .function(let number):
      vterm_keyboard_key(terminal, VTermKey(VTERM_KEY_FUNCTION_0.rawValue + UInt32(number)), VTERM_MOD_NONE)
    case .backTab: vterm_keyboard_key(terminal, VTERM_KEY_TAB, VTERM_MOD_SHIFT)
    default: vterm_keyboard_key(terminal, Self.named(key), VTERM_MOD_NONE)
    }
  }

  private static func named(_ key: Key) -> VTermKey {
    switch key {
    case .enter: VTERM_KEY_ENTER
    case .escape: VTERM_KEY_ESCAPE
    case .tab: VTERM_KEY_TAB
    case .backspace: VTERM_KEY_BACKSPACE
    case .delete: VTERM_KEY_DEL
    case .up: VTERM_KEY_UP
    case .down: VTERM_KEY_DOWN
    case .left: VTERM_KEY_LEFT
    case .right: VTERM_KEY_RIGHT
    case .home: VTERM_KEY_HOME
    case .end: VTERM_KEY_END
    case .pageUp: VTERM_KEY_PAGEUP
    case .pageDown: VTERM_KEY_PAGEDOWN
    case .character, .control, .function, .backTab: VTERM_KEY_NONE
    }
  }

  /// Sends text as a paste, marked as such when the program asked for that.
  func paste(_ text: String) {
    vterm_keyboard_start_paste(terminal)
    for scalar in text.unicodeScalars { vterm_keyboard_unichar(terminal, scalar.value, VTERM_MOD_NONE) }
    vterm_keyboard_end_paste(terminal)
  }
}
