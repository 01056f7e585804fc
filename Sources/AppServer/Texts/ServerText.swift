import Texts

/// Why the app's server does not do what was asked.
enum ServerText: Sentence {
  case signatureDoesNotHold(String), namesNoNotification, enclosedDoesNotHold(String)

  case noTransaction(String), transactionDoesNotHold(String), namesNoTransaction
  case isAnotherTransaction(found: String, expected: String)

  case appStoreStartedOver

  case isDownOnPurpose, didNotAnswerOnPurpose, appStoreWasNotAsked(String), appsServer(String)

  case transferNeedsMore, hasAlready(user: String, transaction: String), transactionIsUnknown(String)
  case noGrant(String), grantEndedEarly(product: String, reason: String), recordNeedsMore, mustEndAfterPurchase
  case wasRecordedFor(reference: String, user: String)
  case wasBoughtElsewhere(product: String, platform: String, reference: String), noUserHasUuid(String)

  case announcedForAnother(String), wasAnnounced(String), cannotUse(count: Int, product: String)
  case useWasCounted(String), wasUsed(count: Int, product: String, left: Int), mustEndAfterBeginning
  case grantNeedsMore, wasGranted(product: String, reason: String)
  case consumableNeedsQuantity, grantIsAnother(String), grantHasNoEnd(String)
  case durationNeedsProduct, durationSet(product: String, rules: String?)

  case requestCannotBeRead(String), bodyIsNoObject

  case requestSignatureDoesNotHold, noSuchCall

  case isNoAppServer, answerCannotBeRead(String)

  case restorePolicy
  case renewalInformation
  case transaction
}

// MARK: - English

extension ServerText {
  var english: String {
    switch self {
    case .signatureDoesNotHold(let failure): "a notification's signature does not hold: \(failure)"
    case .namesNoNotification: "a notification does not say which one it is"
    case .enclosedDoesNotHold(let message): "what is signed in the notification does not hold: \(message)"

    case .noTransaction(let id): "the App Store knows no transaction \(id)"
    case .transactionDoesNotHold(let failure): "its signature does not hold for the app's server: \(failure)"
    case .namesNoTransaction: "it does not say which transaction it is, or of which product"
    case .isAnotherTransaction(let found, let expected): "it is transaction \(found), not \(expected)"

    case .appStoreStartedOver: "the App Store started over just now: ask again"

    case .isDownOnPurpose: "the app's server is down (a fault that was set)"
    case .didNotAnswerOnPurpose: "the app's server did not answer in time (a fault that was set)"
    case .appStoreWasNotAsked(let error): "the App Store could not be asked: \(error)"
    case .appsServer(let fault): "the app's server: \(fault)"

    case .transferNeedsMore: "a transfer needs a user and a reason"
    case .hasAlready(let user, let transaction): "\(user) has \(transaction) already"
    case .transactionIsUnknown(let id):
      "the app's server has not seen transaction \(id): see the ids with till transactions"
    case .noGrant(let id): "there is no grant \(id): till user --owns lists them"
    case .grantEndedEarly(let product, let reason): "the grant of \(product) ended early: \(reason)"
    case .recordNeedsMore: "a purchase made elsewhere needs a reference, a platform, a user and a product"
    case .mustEndAfterPurchase: "it must end after it was bought: name a later end"
    case .wasRecordedFor(let reference, let user): "the purchase \(reference) was recorded for \(user)"
    case .wasBoughtElsewhere(let product, let platform, let reference):
      "\(product) was bought on \(platform), reference \(reference)"
    case .noUserHasUuid(let token): "no user has the UUID \(token)"

    case .announcedForAnother(let intent): "the purchase \(intent) was announced for somebody else"
    case .wasAnnounced(let productId): "a purchase of \(productId) was announced"
    case .cannotUse(let count, let product): "cannot use \(count) of \(product): a number of at least 1"
    case .useWasCounted(let id): "the use \(id) was counted before, for something else"
    case .wasUsed(let count, let product, let left): "used \(count) of \(product), \(left) left"
    case .mustEndAfterBeginning: "a grant must end after it begins: name a later end"
    case .consumableNeedsQuantity: "a grant of a consumable needs a quantity above 0 and no end"
    case .grantIsAnother(let id): "request \(id) was used for another grant: use a new request id"
    case .grantHasNoEnd(let id): "grant \(id) is of a consumable and has no end to bring forward"
    case .durationNeedsProduct: "a duration needs a product"
    case .durationSet(let product, let rules):
      rules.map { "\(product) entitles for \($0)" } ?? "\(product) has no duration any more"
    case .grantNeedsMore: "a grant needs an id, a user, a product and a reason"
    case .wasGranted(let product, let reason): "\(product) was granted, not bought: \(reason)"

    case .requestCannotBeRead(let error): "the request cannot be read: \(error)"
    case .bodyIsNoObject: "the body must be an object"

    case .requestSignatureDoesNotHold:
      "the request's signature does not hold: check the secret and the clock on both sides"
    case .noSuchCall: "there is no such call"

    case .isNoAppServer: "what answered is no app server: its answer is no JSON object"
    case .answerCannotBeRead(let error): "the app server's answer cannot be read: \(error)"

    case .restorePolicy:
      "restore policy"
    case .renewalInformation:
      "renewal information"
    case .transaction:
      "transaction"
    }
  }
}
