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
