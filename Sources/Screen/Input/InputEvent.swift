/// What a terminal tells the program.
package enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted: as the terminal sent it, so foreign, and possibly of many lines.
  case paste(String)
  /// The terminal has another size now.
  case resize(Size)
}
