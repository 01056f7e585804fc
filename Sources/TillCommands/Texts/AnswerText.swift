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

  case notKnownHere, notEntitled, noPeriod(String), needsNoDuration(String), noDuration, stacksOrOverlaps, noProducts

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
  case hasRoom(String), hasNoRoom(String), hasNoPageSums(String), pagesAreAsWritten(String)
  case pagesChanged(String, String), clockIsAhead(machine: String, heard: String)
  case clockIsBehind(machine: String, signed: String), clockIsPlausible(String)
  case clockDoubtful, notSignedByApple(String)
  case statusHead(store: String, account: String, user: String?, checked: String)

  case isTooOld(library: String, version: String, minimum: String)
}

// MARK: - English

extension AnswerText {
  var english: String {
    switch self {
    case .balance(let count): ", balance \(count)"
    case .who(let who): who.rawValue
    case .unconfirmed: ", unconfirmed"
    case .customerIs(let entitled, let state, let end):
      (entitled ? "entitled" : "not entitled") + " (\(state)"
        + (end.map { entitled ? ", until \($0))" : ", ended \($0))" } ?? ")")
    case .isNotSound: "not sound: the bad checks say what, and what to do"

    case .programAnswers(let path): "\(path) answers and speaks the protocol"
    case .serverAnswers(let server): "\(server) answers and takes the key"

    case .isNotThereYet(let path): "\(path) is not there yet: the first start makes it"
    case .isSound(let path): "\(path) is sound"
    case .isOfOlderVersion(let file, let found, let supported):
      "\(file) is of version \(found): the next command that acts makes it \(supported)"
    case .nothingIsStoredYet: "nothing is stored yet"
    case .storedSignaturesVerifiedAgain(let count): "\(English.counted(count, "stored signature")) verified again"
    case .signaturesFail(let failed, let count, let first):
      "\(failed) of \(English.counted(count, "stored signature fails", "stored signatures fail")) (\(first)): till new-device, then till restore"
    case .statementsSince(let name, let count, let first):
      "\(name) in \(English.counted(count, "statement")) since \(first) UTC"
    case .everythingIsKnown: "every member and value that Apple signed and answered is known here"
    case .nobodyElseIsWriting: "nobody else is writing"

    case .notKnownHere: "not known here"
    case .notEntitled: "not entitled"
    case .noPeriod(let text): "\(text) is no period: write P1W, P1M, P3M, P1Y or none"
    case .needsNoDuration(let productId):
      "\(productId) is not a non-renewing subscription: only those need a duration"
    case .noDuration: "no duration"
    case .noProducts: "no products: the App Store lists none for this app, and none was bought here"
    case .stacksOrOverlaps: "purchases stack or overlap: give --stacks or --overlaps, not both"

    case .noFormat(let name): "--format \(name): there are json, csv, jws and storekit"

    case .noSize(let text): "--size \(text): write columns and rows, such as 80x24"
    case .isTooSmall(let text, let width, let height): "--size \(text) is too small: the least is \(width)x\(height)"
    case .isTooLarge(let text): "--size \(text) is too large: the most is 1000x1000"

    case .nonePaid(let begun, let cancelled, let failed):
      "\(English.counted(begun, "purchase")) begun, \(cancelled) cancelled, \(failed) failed, none paid"
    case .somePaid(let begun, let cancelled, let failed, let paid, let delivered, let percent):
      "\(English.counted(begun, "purchase")) begun, \(cancelled) cancelled, \(failed) failed; "
        + "\(English.counted(paid, "order")) paid, \(delivered) delivered (\(percent) %)"

    case .othersPurchases(let policy, let words): "What another user has, when it is restored: \(policy), \(words)"
    case .simulated: "SIMULATED (signs as Sandbox)"
    case .nobodySignedIn: "nobody signed in"
    case .entitledUnconfirmed: "entitled, unconfirmed"
    case .neverChecked: "never checked"
    case .beingBought: "being bought"

    case .nothingToVerify: "nothing to verify: give one JWS a line"
    case .noKind(let name, let known): "--kind \(name): there are \(known)"
    case .noEnvironment(let name, let known): "--environment \(name): there are \(known)"

    case .noDashboard(let error): "no dashboard, since \(error): this is what it would list"

    case .cannotBeWritten(let path):
      "\(path) cannot be written: only --readonly works"
    case .isDamaged(let path, let findings):
      "\(path) is damaged, move it away and start again: \(findings)"
    case .unknownNames(let names, let more):
      "\(names.joined(separator: ", "))\(more > 0 ? ", and \(more) more" : ""): "
        + "shown as it came; an unknown type grants nothing, the others take nothing away"
    case .terminal(let isThere, let name):
      "\(isThere ? "a terminal" : "not a terminal"), TERM is \(name.isEmpty ? "not set" : name)"
    case .entitlement(let product, let isEntitled, let state):
      "\(product): \(isEntitled ? "entitled" : "not entitled") (\(state))"
    case .until(let date): "until \(date)"
    case .paidUntil(let date): "paid until \(date)"
    case .ended(let date): "ended \(date)"
    case .because:
      "because"
    case .next(let who, let text):
      "next (\(who)): \(text)"
    case .say(let text):
      "  say: \(text)"
    case .entitlesFor(let period):
      period.value == 1
        ? "entitles for a \(period) from each purchase" : "entitles for \(period) from each purchase"
    case .failures(let tokens, let persists, let queries):
      "\(English.counted(tokens, "token")) missing, \(persists) failed "
        + "\(English.agreeing(persists, "persist", "persists")), \(queries) failed \(English.agreeing(queries, "query", "queries"))"
    case .linesFailed(let failures, let count):
      "\(failures) of \(English.counted(count, "line")) failed"
    case .entitled:
      "entitled"
    case .checked(let date):
      "checked \(date)"
    case .hasRoom(let folder): "\(folder) has room to write"
    case .hasNoRoom(let folder): "\(folder) has no room: 256 kB could not be written; free some space"
    case .hasNoPageSums(let file):
      "\(file) was made by an earlier Till, without page sums: only its signatures are checked"
    case .pagesAreAsWritten(let file): "every page of \(file) is as it was written"
    case .pagesChanged(let file, let findings):
      "\(file) is not as it was written: \(findings); restore a backup, or move it aside to start over"
    case .clockIsAhead(let machine, let heard):
      "this machine's clock says \(machine) UTC, over a day past the last answer (\(heard)): nothing expires until the App "
        + "Store is asked; set the clock, or run till refund-check"
    case .clockIsBehind(let machine, let signed):
      "this machine's clock says \(machine) UTC, before what the App Store has signed (\(signed)): set the clock"
    case .clockIsPlausible(let machine): "\(machine) UTC, which fits what the App Store said last"
    case .clockDoubtful:
      "clock? (this machine's clock is over a day past the last check: nothing expires until the App Store is asked)"
    case .notSignedByApple(let environment): "not signed by Apple (\(environment)): anyone can have made this"
    case .statusHead(let store, let account, let user, let checked):
      "\(store)  Apple Account \(account)  user \(user ?? "nobody")  \(checked)"

    case .isTooOld(let name, let version, let minimum):
      "\(name) \(version) is older than \(minimum): update it"
    }
  }
}
