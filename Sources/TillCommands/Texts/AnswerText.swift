import StoreModel
import Texts

/// What commands say of how things stand.
enum AnswerText: Sentence {
  case isNotSound, balance(Int), who(NextStep.Party), unconfirmed, customerIs(
    entitled: Bool, state: String, end: String?)

  case programAnswers(String), serverAnswers(String)

  case isNotThereYet(String), isSound(String), isOfOlderVersion(file: String, found: Int, supported: Int)
  case nothingIsStoredYet, storedSignaturesVerifiedAgain(Int)
  case signaturesFail(failed: Int, count: Int, first: String)
  case statementsSince(name: String, count: Int, first: String), everythingIsKnown
  case nobodyElseIsWriting

  case notKnownHere, notEntitled, noPeriod(String), needsNoDuration(String), noDuration

  case noFormat(String)

  case noSize(String), isTooSmall(text: String, width: Int, height: Int), isTooLarge(String)

  case nonePaid(begun: Int, cancelled: Int, failed: Int)
  case somePaid(begun: Int, cancelled: Int, failed: Int, paid: Int, delivered: Int, percent: Int)

  case othersPurchases(policy: String, words: String), simulated, nobodySignedIn, entitledUnconfirmed, neverChecked
  case beingBought

  case nothingToVerify, noKind(name: String, known: String), noEnvironment(name: String, known: String)

  case noDashboard(String)

  case cannotBeWritten(String)
  case isDamaged(String, findings: String)
  case unknownNames([String], more: Int)
  case terminal(isThere: Bool, name: String)
  case entitlement(product: String, isEntitled: Bool, state: String)
  case until(String), paidUntil(String), ended(String)
  case because
  case next(who: String, String)
  case say(String)
  case entitlesFor(SubscriptionPeriod)
  case failures(missingTokens: Int, failedPersists: Int, failedQueries: Int)
  case linesFailed(Int, of: Int)
  case entitled
  case checked(String)
  case clockDoubtful
  case statusHead(store: String, account: String, user: String?, checked: String)

  case isTooOld(library: String, version: String, minimum: String)
}
