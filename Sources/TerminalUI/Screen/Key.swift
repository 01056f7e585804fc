import Core

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

/// An input event of the terminal.
package enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted: as the terminal sent it, so foreign, and possibly of many lines.
  case paste(String)
  /// The mouse was pressed or its wheel turned, where the program takes it.
  case mouse(Mouse)
  /// The terminal has another size now.
  case resize(Size)
}

/// Why a script of keys cannot be read.
package struct KeyScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, one line.
  package let description: String
}

extension Key {
  /// The keys that a script writes by name, in the order of the help.
  private static let names: [(name: String, key: Key)] = [
    ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("BackTab", .backTab), ("Backspace", .backspace),
    ("Delete", .delete), ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home),
    ("End", .end), ("PageUp", .pageUp), ("PageDown", .pageDown), ("Space", .character(" ")), ("lt", .character("<")),
  ]

  /// Reads keys as scripts write them, such as `b<Enter>/piglet<Esc>`.
  ///
  /// A character stands for itself, a name in angle brackets for a key without one: `<Enter>`, `<Esc>`, `<F1>`,
  /// `<Ctrl-C>`, and `<lt>` for `<`. Names may be in any case.
  package static func parse(script: String) throws(KeyScriptError) -> [Key] {
    var keys: [Key] = []
    var rest = script[...]
    while let first = rest.popFirst() {
      guard first == "<" else {
        keys.append(try key(typing: first))
        continue
      }
      guard let close = rest.firstIndex(of: ">") else {
        throw KeyScriptError(description: say("keys: '<' without '>'; write <lt> for the character '<'"))
      }
      keys.append(try key(named: rest[..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return keys
  }

  private static func key(typing character: Character) throws(KeyScriptError) -> Key {
    guard character.unicodeScalars.allSatisfy({ !$0.isControl }) else {
      throw KeyScriptError(description: say("keys: a control character; write it by name, such as <Enter> or <Tab>"))
    }
    return .character(character)
  }

  private static func key(named name: Substring) throws(KeyScriptError) -> Key {
    let lower = name.lowercased()
    if let known = names.first(where: { $0.name.lowercased() == lower }) { return known.key }
    if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...12).contains(number) { return .function(number) }
    if lower.hasPrefix("ctrl-"), lower.count == 6, let letter = lower.last, ("a"..."z").contains(letter) {
      return .control(letter)
    }
    throw KeyScriptError(
      description: say(
        "keys: unknown key <\(safeText(name, limit: 20))>; use "
          + "\((names.map { "<\($0.name)>" }).joined(separator: " ")) <F1> to <F12> <Ctrl-A> to <Ctrl-Z>"
      ))
  }
}

extension Key: CustomStringConvertible {
  /// The key as a script writes it.
  package var description: String {
    switch self {
    case .character(let character): character == "<" ? "<lt>" : String(character)
    case .control(let letter): "<Ctrl-\(letter.uppercased())>"
    case .function(let number): "<F\(number)>"
    default: "<\(Self.names.first { $0.key == self }?.name ?? "?")>"
    }
  }
}

/// A mouse action, and its place on the screen.
package struct Mouse: Hashable, Sendable {
  /// The action.
  package enum Act: Hashable, Sendable {
    /// The first button was pressed.
    case press
    /// The wheel was turned by one step.
    case wheelUp, wheelDown
  }

  /// The action.
  package let act: Act
  /// The cell under the pointer.
  package let point: Point

  /// An act at a place.
  package init(_ act: Act, at point: Point) { (self.act, self.point) = (act, point) }
}
