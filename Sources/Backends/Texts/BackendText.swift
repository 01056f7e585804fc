import Texts

/// Why a backend cannot do what was asked.
enum BackendText: Sentence {
  case giveSignedData, itIsEmpty(String), neitherTextNorReceipt(String), notJson(String), neitherSignedNorJSON
  case nothingSigned, appleAnsweredError(message: String, code: Int64)
  case receiptAnswerTellsNothing(words: String, status: Int64), receiptAnswerInAnotherForm(String)
  case giveFileAsSent(String), receiptEntryInAnotherForm(String)

  case mustBeOne, otherProtocol(program: String, reason: String)
  case answeredInAnotherForm(program: String, method: String, reason: String)

  case cancelledBefore(String), itTakesNoMoreCalls, didNotAnswer(program: String, method: String, milliseconds: Int64)
  case callOfWasCancelled(String), cannotBeStarted(program: String, reason: String)
  case endedAndStartsAgain(program: String, how: String), programEnded(String), noRPC(String), answerWithoutId
  case answeredNoObject(String), noMessage

  case noAppStore, caseHasNoAppStore

  case callCannotBeRead(name: String, reason: String), isNotSimulated

  case isNoTillServe(String)

  case applesNumber, anOutcome

  case orderIsNoUUID

  case neverCalledBack, cancelledBeforeAsking
}

// MARK: - English

extension BackendText {
  var english: String {
    switch self {
    case .giveSignedData: "give answers of the App Store as JSON, signed data one a line, or an app receipt"
    case .itIsEmpty(let remedy): "it is empty: \(remedy)"
    case .neitherTextNorReceipt(let remedy): "neither text nor an app receipt: \(remedy)"
    case .notJson(let error): "not JSON: \(error): save the answer again, whole"
    case .neitherSignedNorJSON: "neither signed data nor JSON nor an app receipt: take the line out or correct it"
    case .nothingSigned: "nothing signed and no receipt is in it: give an answer of the App Store as it came"
    case .appleAnsweredError(let message, let code): "Apple answered with an error: \(message) (\(code)): ask again"
    case .receiptAnswerTellsNothing(let words, let status):
      "an answer of verifyReceipt that tells nothing: \(words) (status \(status))"
    case .receiptAnswerInAnotherForm(let error): "an answer of verifyReceipt in another form: \(error)"
    case .giveFileAsSent(let error): "\(error): give the file as the app sent it"
    case .receiptEntryInAnotherForm(let error): "an app receipt with an entry in another form: \(error)"

    case .mustBeOne: "must be 1"
    case .otherProtocol(let program, let reason): "\(program) does not speak Till's protocol: \(reason)"
    case .answeredInAnotherForm(let program, let method, let reason):
      "\(program) answered \(method) in another form: \(reason)"

    case .cancelledBefore(let name): "cancelled before \(name) was asked"
    case .itTakesNoMoreCalls: "it takes no more calls"
    case .didNotAnswer(let program, let method, let milliseconds):
      "\(program) did not answer \(method) within \(milliseconds) ms"
    case .callOfWasCancelled(let name): "the call of \(name) was cancelled"
    case .cannotBeStarted(let program, let reason):
      "\(program) cannot be started (\(reason)): is it there, and may it be run?"
    case .endedAndStartsAgain(let program, let how): "\(program) ended (\(how)): the next call starts it again"
    case .programEnded(let how): "the program ended (\(how))"
    case .noRPC(let UTF8): "a line that is no JSON-RPC: \(UTF8)"
    case .answerWithoutId: "an answer without an id"
    case .answeredNoObject(let name): "\(name) answered without a result that is an object"
    case .noMessage: "no message"

    case .noAppStore: "this store has no App Store: open it with --backend"
    case .caseHasNoAppStore: "a case has no App Store: it shows what was imported, and nothing can be done in it"

    case .callCannotBeRead(let name, let reason): "the call \(name) cannot be read: \(reason)"
    case .isNotSimulated: "this App Store is not simulated: nobody can play it"

    case .isNoTillServe(let address): "\(address) is no `till serve`, or of another version: check the address"

    case .applesNumber: "one of Apple's numbers of a rate"
    case .anOutcome: "an outcome, such as success or fail:network"

    case .orderIsNoUUID: "the order's id cannot be sent: it is no UUID"

    case .neverCalledBack: "the App Store never called back: whether it charged shows at the next start or purchase"
    case .cancelledBeforeAsking: "cancelled before the App Store was asked"
    }
  }
}
