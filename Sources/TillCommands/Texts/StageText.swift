import Texts

/// What walkthroughs and scenarios say beside their stories.
enum StageText: Sentence {
  case formTakesNo(form: String, option: String), usage, lookedIn([String]), noWalkthroughs, everythingAsExpected
  case handOut(String), recordingNeedsFile, couldNotBeWritten(String)
  case isRecorded(name: String, pictures: Int, file: String)

  case tellTheCustomer(String)

  case startingState, stepAtLine(step: Int, line: Int)

  case itNamesNoCommand, optionHasNoPlace(String), commandHasNoPlace(String), verbHasNoPlace(String)
  case noNewTransaction(String), failedWithStatus(Int32), shouldHaveFailed
  case shouldHaveFailedWith(failure: String, message: String)

  case notificationWasAnswered(type: String, result: String)
  case callWasAnswered(method: String, address: String, result: String), namesTransaction(line: Int, name: String)
  case requestWasNotMade(String)

  case directoryIsNotEmpty(String), catalogue, historyWentOtherwise(line: Int, mismatch: String)
  case startWentOtherwise(String), storyCannotBeServed(String)

  case cannotBeDoneHere(String), cannotBeDone(title: String, reason: String), nothingCanBeTyped(String)
  case sheetIsInFront, productIsNotShown(String), noRowContains(String)

  case noLedgerToSignBy(String), noServerIsNamed(name: String, option: String), step, serverIsElsewhere(String)
  case addressIsElsewhere(what: String, text: String)

  case noDashboardToPlay(reason: String, name: String)

  case noWalkthrough(String, near: [String]), noScenario(String, near: [String])

  case tellCustomer(String), thatWasTheLastStep, steps(Int), stepTitle(Int), keys([String]), post(String)

  case crashedOnPurpose(goOn: String)
  case select(String)
  case choose(String, product: String?)
  case typeText(String)
}
