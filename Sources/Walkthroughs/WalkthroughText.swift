import StrictJSON
import Texts

/// What is wrong with a walkthrough's file, and what is not as it says.
enum WalkthroughText: Sentence {
  // Values of the wrong kind; the kind that is there.
  case noWalkthrough(String), noObject(String), noNameOrObject(String), noActionOrObject(String)
  case noStateOrObject(String), noRows(String), noCommandLine(String)
  case noMembersOfAnswer

  // Members.
  case noMember(of: Part, known: [String])
  case isEmpty, hasEmptyText
  case goesWithRun, goesWithDoOrRun, goesWithStory, goesWithCall, goesWithRunPostCall
  /// Another deed of the same step.
  case beside(String)
  case noCall, noHeader
  case oneOfProductChooseType
  case noScreen
  case onlyRun
  case isTwice, noAccount, noneOfTheAccounts
  case noStep, sayOfEachStep(Int)
  case noName, isTaken(String), noDevice
  /// A member that would name a server; the option that does.
  case namesAddress(option: String)
  case noInstant
  case noTick, negative
  case noRowCount
  case noBackend(known: [String])
  case noState(known: [String])
  case noAction(known: [String])
  case notInWalkthroughs
  case openQuotation, noCommand
  case cannotRun(String)
  /// A name of a transaction that no step has given, as JSON.
  case unknownName(String)

  // What is otherwise than it should be.
  case absent(String, expected: String)
  case otherCount(String, expected: Int, actual: Int)
  case other(String, expected: String, actual: String)
  case otherRows(String, expected: Int, actual: Int)
  case withoutPart(String, expected: String, actual: String)
  case notShown(String), shown(String)
  case nothing

  /// A part of the file.
  enum Part {
    case walkthrough, start, account, step, move, expectations, translation
  }
}

extension JSONError {
  /// A member whose value cannot be.
  static func invalid(_ name: String, _ mistake: WalkthroughText) -> JSONError { invalid(name, mistake.text) }

  init(_ kind: Kind, _ mistake: WalkthroughText, path: String = "") { self.init(kind, mistake.text, path: path) }
}

// MARK: - English

extension WalkthroughText {
  var english: String {
    switch self {
    case .noWalkthrough(let kind): "a walkthrough must be an object, not \(kind)"
    case .noObject(let kind): "must be an object, not \(kind)"
    case .noNameOrObject(let kind): "must be a name or an object, not \(kind)"
    case .noActionOrObject(let kind): "must be an action or an object, not \(kind)"
    case .noStateOrObject(let kind): "must be a state or an object, not \(kind)"
    case .noRows(let kind): "must be a number of rows, or the rows, not \(kind)"
    case .noCommandLine(let kind): "must be a command line, not \(kind)"
    case .noMembersOfAnswer: "must be an object: members of the command's --json document"

    case .noMember(let part, let known): "is no member of \(name(of: part)): there are \(known.joined(separator: ", "))"
    case .isEmpty: "is empty"
    case .hasEmptyText: "has an empty text"
    case .goesWithRun: "goes with run"
    case .goesWithDoOrRun: "goes with do or run"
    case .goesWithStory: "goes with a story"
    case .beside(let other): "cannot stand beside \(other)"
    case .goesWithCall: "goes with call"
    case .goesWithRunPostCall: "goes with run, post or call"
    case .noCall: "is no request: write a method and a URL, such as GET $server/users/one"
    case .noHeader: "must be an object of texts"
    case .oneOfProductChooseType: "must have one of product, choose and type"
    case .noScreen: "has no screen: leave out shows and hides"
    case .onlyRun: "happens off the stage: only run can be used"
    case .isTwice: "is there twice"
    case .noAccount: "has no account"
    case .noneOfTheAccounts: "is none of the accounts"
    case .sayOfEachStep(let count):
      "has a text for each of the story's steps, in a scenario none: \(English.counted(count, "step"))"
    case .noStep: "has no step"
    case .noName: "is no name: write letters, digits, - and _, a letter first"
    case .isTaken(let name): "$\(name) has a meaning of its own: choose another name"
    case .noDevice: "is no name of a device: write letters, digits, spaces, - and _"
    case .namesAddress(let option):
      "a file cannot name a server: give --\(option) URL on the command line, and write $\(option) in the steps"
    case .noInstant: "is no instant: write 2025-03-01T12:00:00Z"
    case .noTick: "must be 0 to 86400 seconds"
    case .negative: "is negative"
    case .noRowCount: "must be a number of rows, or the rows"
    case .noBackend(let known): "is no backend of a story: there are \(known.joined(separator: ", "))"
    case .noState(let known): "is no state: there are \(known.joined(separator: ", "))"
    case .noAction(let known): "is no action: there are \(known.joined(separator: ", "))"
    case .notInWalkthroughs: "cannot be part of a walkthrough"
    case .openQuotation: "has a quotation mark that is not closed"
    case .noCommand: "is no command line"
    case .cannotRun(let mistake): "cannot be run: \(mistake)"
    case .unknownName(let name): "uses \(name), which no step before has named with as"

    case .absent(let subject, let expected): "\(subject) should be \(expected), and is not there"
    case .otherCount(let subject, let expected, let actual):
      "\(subject) should have \(English.counted(expected, "row")), and has \(English.counted(actual, "row"))"
    case .other(let subject, let expected, let actual): "\(subject) should be \(expected), and is \(actual)"
    case .otherRows(let subject, let expected, let actual):
      "\(subject) should be \(expected), and \(English.agreeing(actual, "is", "are")) \(actual)"
    case .withoutPart(let subject, let expected, let actual):
      "\(subject) should contain \(expected), and is \(actual)"
    case .notShown(let text): "the screen should show \"\(text)\""
    case .shown(let text): "the screen should not show \"\(text)\""
    case .nothing: "nothing"
    }
  }

  private func name(of part: Part) -> String {
    switch part {
    case .walkthrough: "a walkthrough"
    case .start: "the starting state"
    case .account: "an account"
    case .step: "a step"
    case .move: "a move"
    case .expectations: "what must be true"
    case .translation: "a translation"
    }
  }
}
