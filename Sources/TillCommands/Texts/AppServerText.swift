import Texts

/// What commands say of the app's server.
enum AppServerText: Sentence {
  case noJournalNumber(String), moreJournal(String), restorePolicy(policy: String, age: String), nothingIsOverdue
  case overdueAfter(count: Int64, unit: String)

  case transferToWhom, transferNeedsReason, isTransferred(transaction: String, user: String, reason: String)
  case recordNeedsPlatform, recordNeedsReference, recordNeedsUser, withoutEnd
  case isRecorded(user: String, product: String, end: String, platform: String, reference: String), endedByHand
  case grantHasEnded(grant: String, reason: String), noUserAtServer(String), notEntitledExpired
  case notEntitledGrantEnded, noDay(String)

  case endNamesGrant, grantNeedsProduct, grantNeedsEnd, grantNeedsReason, grantNeedsUser
  case isGrantedForGood(user: String, count: Int, product: String, reason: String), grantedCount(Int)
  case accessHasNoQuantity, consumableHasNoEnd, noQuantity(String), waitsForServer(String)
  case isGranted(user: String, until: String, reason: String), noRestorePolicy(name: String, known: String)

  case giveRotateOrTake, secretIsInNoFile, holdsNoSecret(String), noSecretIsSet, cannotBeWritten(String)

  case secretIsSet(previousUntil: String?)
  case whatUserHas(String?)
  case notEntitledEnded(why: String, date: String)
  case left(Int)
  case bought(Int)
  case granted
  case yes
}

// MARK: - English

extension AppServerText {
  var english: String {
    switch self {
    case .noJournalNumber(let text): "--after \(text): give the number that the page before named"
    case .moreJournal(let next): "more: till server-journal --after \(next)"
    case .restorePolicy(let policy, let age): "restore policy \(policy), \(age)"
    case .nothingIsOverdue: "no purchase is too old to be credited"
    case .overdueAfter(let count, let unit):
      "a purchase that is first seen \(count)\(unit) after it was made is overdue"

    case .transferToWhom: "to whom? --to USER"
    case .transferNeedsReason: "a transfer has a reason, which is kept: --reason TEXT"
    case .isTransferred(let transaction, let user, let reason):
      "transaction \(transaction) and what follows it are \(user)'s from now on: \(reason)"
    case .recordNeedsPlatform: "where was it bought? --platform NAME"
    case .recordNeedsReference: "a purchase made elsewhere has a reference there: --reference ID"
    case .recordNeedsUser: "nobody is logged in to the app: say whose it is, --user NAME"
    case .withoutEnd: "without an end"
    case .isRecorded(let user, let product, let end, let platform, let reference):
      "\(user) has \(product) \(end), bought on \(platform) (\(reference))"
    case .endedByHand: "ended by hand"
    case .grantHasEnded(let grant, let reason): "the grant \(grant) has ended: \(reason)"
    case .noUserAtServer(let user): "the app's server knows no user \(user): till user --list"
    case .notEntitledExpired: "no: expired"
    case .notEntitledGrantEnded: "no: the grant has ended"
    case .noDay(let text): "--until \(text): a day or instant in UTC, such as 2027-01-01 or \"2027-01-01 12:00\""

    case .endNamesGrant: "--end names a grant by its id, and no product"
    case .grantNeedsProduct: "grant what? till grant PRODUCT --until DATE --reason TEXT"
    case .grantNeedsEnd: "a grant has an end: --until 2027-01-01"
    case .grantNeedsReason: "a grant has a reason: --reason TEXT"
    case .grantNeedsUser: "nobody is logged in to the app: till user NAME, then grant"
    case .isGrantedForGood(let user, let count, let product, let reason):
      "granted \(count) × \(product) to \(user), not bought: \(reason)"
    case .grantedCount(let count): "\(count) granted"
    case .accessHasNoQuantity: "only consumables have a quantity: leave out --quantity, and name the end with --until"
    case .consumableHasNoEnd: "a consumable is granted for good: leave out --until, and say how many with --quantity"
    case .noQuantity(let text): "invalid quantity “\(text)”; use a whole number above 0"
    case .waitsForServer(let why):
      "it waits for the app's server, which could not be reached (\(why)); the next action sends it"
    case .isGranted(let user, let until, let reason): "granted to \(user) until \(until) UTC, not bought: \(reason)"
    case .noRestorePolicy(let name, let known): "there is no restore policy \(name): there are \(known)"

    case .giveRotateOrTake: "give --rotate or --take, not both"
    case .secretIsInNoFile:
      "the secret is not in a file: name one with TILL_APP_SERVER_SECRET_FILE on both sides, then rotate"
    case .holdsNoSecret(let name): "\(name) holds no secret"
    case .noSecretIsSet: "no secret is set: the app's server is there for this machine only"
    case .cannotBeWritten(let file): "\(file) cannot be written"

    case .secretIsSet(let previous):
      previous.map { "a secret is set; the one before it holds until \($0) UTC" } ?? "a secret is set"
    case .whatUserHas(let user):
      "what the app's server has for \(user ?? "nobody")"
    case .notEntitledEnded(let why, let date):
      "no: \(why) \(date)"
    case .left(let count):
      "\(count) left"
    case .bought(let count):
      "\(count) bought"
    case .granted:
      "granted"
    case .yes:
      "yes"
    }
  }
}
