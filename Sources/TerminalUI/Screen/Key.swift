import Core

/// A key that a terminal reports.
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
  /// Shift-Tab.
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
  /// Text was pasted; it is untrusted and may have several lines.
  case paste(String)
  /// A mouse button was pressed or the wheel turned, if the program has mouse input switched on.
  case mouse(Mouse)
  /// The terminal's size changed.
  case resize(Size)
}

/// The error of a script of keys that cannot be parsed.
package struct KeyScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, one line.
  package let description: String
}

extension Key {
  /// The keys with a name in scripts, in the order in which the help lists them.
  private static let names: [(name: String, key: Key)] = [
    ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("BackTab", .backTab), ("Backspace", .backspace),
    ("Delete", .delete), ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home),
    ("End", .end), ("PageUp", .pageUp), ("PageDown", .pageDown), ("Space", .character(" ")), ("lt", .character("<")),
  ]

  /// Parses a script of keys, such as `b<Enter>/piglet<Esc>`.
  ///
  /// A character stands for its own key. A name in angle brackets stands for a key without a character, such as
  /// `<Enter>`, `<Esc>`, `<F1>` or `<Ctrl-C>`; `<lt>` stands for `<`. Names are case-insensitive.
  package static func parse(script: String) throws(KeyScriptError) -> [Key] {
    var keys: [Key] = []
    var rest = script[...]
    while let first = rest.popFirst() {
      guard first == "<" else {
        keys.append(try key(typing: first))
        continue
      }
      guard let close = rest.firstIndex(of: ">") else {
        throw KeyScriptError(description: say("'<' without '>'; write <lt> for the character '<'"))
      }
      keys.append(try key(named: rest[..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return keys
  }

  private static func key(typing character: Character) throws(KeyScriptError) -> Key {
    guard character.unicodeScalars.allSatisfy({ !$0.isControl }) else {
      throw KeyScriptError(description: say("a control character; write it by name, such as <Enter> or <Tab>"))
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
        "unknown key <\(safeText(name, limit: 20))>; use "
          + "\((names.map { "<\($0.name)>" }).joined(separator: " ")) <F1> to <F12> <Ctrl-A> to <Ctrl-Z>"
      ))
  }
}

extension Key: CustomStringConvertible {
  /// The key in the notation of scripts.
  package var description: String {
    switch self {
    case .character(let character): character == "<" ? "<lt>" : String(character)
    case .control(let letter): "<Ctrl-\(letter.uppercased())>"
    case .function(let number): "<F\(number)>"
    default: "<\(Self.names.first { $0.key == self }?.name ?? "?")>"
    }
  }
}

/// A mouse action at a position on the screen.
package struct Mouse: Hashable, Sendable {
  /// What was done with the mouse.
  package enum Act: Hashable, Sendable {
    /// The first button was pressed.
    case press
    /// The wheel was turned by one step.
    case wheelUp, wheelDown
  }

  /// The action.
  package let act: Act
  /// The cell below the pointer.
  package let point: Point

  /// Creates an action at a position.
  package init(_ act: Act, at point: Point) { (self.act, self.point) = (act, point) }
}
