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
  case noName
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
