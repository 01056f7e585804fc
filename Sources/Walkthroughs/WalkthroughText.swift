import StrictJSON
import Texts

/// What is wrong with a walkthrough's file, and what is not as it says.
enum WalkthroughText {
  /// A part of the file.
  enum Part {
    case walkthrough, start, account, step, move, expectations, translation
  }

  static func noObject(_ kind: String) -> Words { "must be an object, not \(kind)" }
  static func noMember(of part: Part, known: [String]) -> Words {
    "is no member of \(name(of: part)): there are \(known.joined(separator: say(", ")))"
  }
  static var isEmpty: Words { "is empty" }
  static var goesWithRun: Words { "goes with run" }
  static var goesWithCall: Words { "goes with call" }
  static var noDevice: Words { "is no name of a device: write letters, digits, spaces, - and _" }
  static func other(_ subject: String, expected: String, actual: String) -> Words {
    "\(subject) should be \(expected), and is \(actual)"
  }

  private static func name(of part: Part) -> String {
    switch part {
    case .walkthrough: say("a walkthrough")
    case .start: say("the starting state")
    case .account: say("an account")
    case .step: say("a step")
    case .move: say("a move")
    case .expectations: say("what must be true")
    case .translation: say("a translation")
    }
  }
}

extension JSONError {
  /// A member whose value cannot be.
  static func invalid(_ name: String, _ mistake: Words) -> JSONError { invalid(name, mistake.text) }

  init(_ kind: Kind, _ mistake: Words, path: String = "") { self.init(kind, mistake.text, path: path) }
}
