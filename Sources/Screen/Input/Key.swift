/// A key as a terminal tells it.
package enum Key: Hashable, Sendable {
  /// A printable character, space included.
  case character(Character)
  /// A letter with Ctrl, in lower case: `control("c")`.
  case control(Character)
  /// A function key from 1.
  case function(Int)
  /// Enter or Return.
  case enter
  /// Escape.
  case escape
  /// Tab.
  case tab
  /// Shift with Tab.
  case backTab
  /// Backspace.
  case backspace
  /// Delete.
  case delete
  /// The arrow keys.
  case up, down, left, right
  /// Home and End.
  case home, end
  /// Page up and page down.
  case pageUp, pageDown
}
