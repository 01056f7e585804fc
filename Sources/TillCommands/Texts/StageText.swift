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

  case noLedgerToSignBy(String), stepsRequest, noServerIsNamed(String), namesAddress(String), isNoRouteOfTheStory(
    String)

  case fileIsElsewhere(String), catalogueIsElsewhere(String), leavesTheStory(String)

  case noDashboardToPlay(reason: String, name: String)

  case noWalkthrough(String, near: [String]), noScenario(String, near: [String])

  case tellCustomer(String), thatWasTheLastStep, steps(Int), stepTitle(Int), keys([String]), post(String)

  case crashedOnPurpose(goOn: String)
  case select(String)
  case choose(String, product: String?)
  case typeText(String)
}

// MARK: - English

extension StageText {
  var english: String {
    switch self {
    case .formTakesNo(let form, let option): "till walkthrough \(form) takes no --\(option)"
    case .usage: "usage: till walkthrough list | play NAME | check [NAME...] | print NAME | record NAME"
    case .lookedIn(let folders): "looked in \(folders.joined(separator: ", "))"
    case .noWalkthroughs: "there is no walkthrough: till walkthrough list"
    case .everythingAsExpected: "everything as expected"
    case .handOut(let name): "the hand-out of \(name)"
    case .recordingNeedsFile: "till walkthrough record NAME needs --to FILE"
    case .couldNotBeWritten(let target): "\(target) could not be written: check the folder and its permissions"
    case .isRecorded(let name, let pictures, let file):
      "recorded \(name): \(English.counted(pictures, "picture")) in \(file)"

    case .tellTheCustomer(let tell): "## What to tell the customer\n\n\(tell)"

    case .startingState: "the starting state"
    case .stepAtLine(let step, let line): "step \(step) (line \(line))"

    case .itNamesNoCommand: "it names no command"
    case .optionHasNoPlace(let option):
      "--\(option) has no place in a walkthrough or scenario file: it is a person's to give"
    case .commandHasNoPlace(let name):
      "till \(name) has no place in a walkthrough or scenario file: write a shell script"
    case .verbHasNoPlace(let verb):
      "till simulator \(verb) has no place in a walkthrough or scenario file: write a shell script"
    case .noNewTransaction(let name): "no new transaction was made that could be called \(name)"
    case .failedWithStatus(let status): "it failed with status \(status)"
    case .shouldHaveFailed: "it should have failed, and was done"
    case .shouldHaveFailedWith(let failure, let message):
      "it should have failed with \"\(failure)\", and said: \(message)"

    case .notificationWasAnswered(let type, let result): "\(type) was answered with \(result)"
    case .callWasAnswered(let method, let address, let result): "\(method) \(address) was answered with \(result)"
    case .namesTransaction(let line, let name): "line \(line): \(name) names a transaction: it goes with do or run"
    case .requestWasNotMade(let error): "the request was not made: \(error)"

    case .directoryIsNotEmpty(let directory): "\(directory) is not empty: a scenario begins with files of its own"
    case .catalogue: "the catalogue"
    case .historyWentOtherwise(let line, let mismatch): "the history at line \(line) went otherwise: \(mismatch)"
    case .startWentOtherwise(let message): "the start went otherwise: \(message)"
    case .storyCannotBeServed(let error): "the story's App Store cannot be served: \(error)"

    case .cannotBeDoneHere(let action): "\(action) cannot be done here"
    case .cannotBeDone(let title, let reason): "\(title) cannot be done: \(reason)"
    case .nothingCanBeTyped(let text): "nothing can be typed here: \(text)"
    case .sheetIsInFront: "a sheet is in front of the products"
    case .productIsNotShown(let id): "the product \(id) is not on the screen"
    case .noRowContains(let text): "no row of the sheet in front contains \"\(text)\""

    case .noLedgerToSignBy(let directory):
      "--signed-by \(directory): there is no appstore.db: till serve --store \(directory) makes one"
    case .stepsRequest: "the step"
    case .noServerIsNamed(let name): "no \(name) is named: give --\(name) URL on the command line"
    case .namesAddress(let url):
      "\(url): a file cannot name an address; write $server or $webhook, and give --server or --webhook on the command line"
    case .isNoRouteOfTheStory(let url):
      "\(url): $till takes requests to the app's server alone, such as $till/users/ID"

    case .fileIsElsewhere(let path): "\(path): a file can name files of its throw-away folder alone; write $folder/NAME"
    case .catalogueIsElsewhere(let name):
      "start.catalogue: \(name) does not lie beside the file; put it into the same folder and write its name"
    case .leavesTheStory(let action): "\(action) cannot be done by a file: it acts beyond the story"

    case .noDashboardToPlay(let reason, let name):
      "no dashboard, since \(reason): till walkthrough print \(name) writes it down"

    case .noWalkthrough(let name, let near):
      "there is no walkthrough \(name): \(near.isEmpty ? "till walkthrough list shows them" : didYouMean(near))"
    case .noScenario(let name, let near):
      "there is no scenario \(name): name a file, or one of those that Till brings along"
        + (near.isEmpty ? "" : "; \(didYouMean(near))")

    case .tellCustomer(let what): "Tell the customer: \(what)"
    case .stepTitle(let number): "## Step \(number)"
    case .keys(let keys): "Keys: \(keys.joined(separator: ", "))"
    case .steps(let count): English.counted(count, "step")
    case .thatWasTheLastStep: "That was the last step."
    case .post(let url): "post what waits for the app's server to \(url)"

    case .crashedOnPurpose(let command):
      """
      Till ended on purpose in the middle of its work, as a crash would end it. Nothing that was paid is lost.
      Go on with the same store, and see what it makes of it:

        \(command)


      """
    case .select(let product):
      "select \(product)"
    case .choose(let text, let product):
      product.map { "choose \($0), \(text)" } ?? "choose \(text)"
    case .typeText(let text):
      "type \"\(text)\""
    }
  }

  private func didYouMean(_ near: [String]) -> String { "did you mean \(English.list(near, "or"))?" }
}
