import Core

/// Texts about mistakes in a walkthrough file, and about unmet expectations.
enum WalkthroughText {
  /// A part of a walkthrough file, for messages.
  enum Part {
    case walkthrough, start, account, step, move, expectations, translation
  }

  static func noObject(_ kind: String) -> Words { "must be an object, not \(kind)" }
  static func noMember(of part: Part, known: [String]) -> Words {
    "is not a member of \(name(of: part)); use \(Language.series(known))"
  }
  static var isEmpty: Words { "is empty" }
  static var goesWithRun: Words { "needs run beside it" }
  static var goesWithCall: Words { "needs call beside it" }
  static var noDevice: Words { "is not a valid device name; use letters, digits, spaces, - and _" }
  static func other(_ subject: String, expected: String, actual: String) -> Words {
    "\(subject) should be \(expected), but is \(actual)"
  }

  private static func name(of part: Part) -> String {
    switch part {
    case .walkthrough: say("a walkthrough")
    case .start: say("the starting state")
    case .account: say("an account")
    case .step: say("a step")
    case .move: say("a move")
    case .expectations: say("the expectations")
    case .translation: say("a translation")
    }
  }
}

extension JSONError {
  /// Returns the error for a field with an invalid value.
  static func invalid(_ name: String, _ mistake: Words) -> JSONError { invalid(name, mistake.text) }

  init(_ kind: Kind, _ mistake: Words, path: String = "") { self.init(kind, mistake.text, path: path) }
}
