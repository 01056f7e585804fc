import Texts

/// Why a purchase, a refund or a notification cannot be as was asked.
enum CustomerText: Sentence {
  case wasTakenAlready(String), needsNotificationType, holdsControlCharacter, notificationIsThere(String)

  case noPlaceInHistory(String)

  case noSuchNotification(String), listedFromNewest, noPlaceInList(String)

  case renewalCannotBeRead

  case needsConsent, sampleMustBeSaid, noPercentageForSubscriptions, noPercentageUndelivered
  case proratedNeedsPercentage, noRefundPreference, percentageRange, percentageIsWhole
  case mustBeNumber(name: String, most: Int64), tokenMustBeUUID

  case version1IsForOthers(transaction: Int64, type: String), tellOfBuyersTransaction(Int64)

  case cannotBeApproved(product: String, transaction: Int64)
  case ownsItByNow(account: String, product: String, transaction: Int64), isInterrupted, waitsForParent
  case hasLapsed(transaction: Int64, product: String)
  case noPurchase(text: String, what: String), wasDecidedAlready(row: Int64, decision: String)

  case billingFails(String), cannotRenew(String), isOver(product: String, account: String, state: String)

  case notInCatalogue(String), purchaseFailed(product: String, reason: String), hasNoOffers(String), soldOneAtATime
  case soldUpTo(Int), otherQuantity(product: String, allowed: String, quantity: Int)

  case nothingToRefund(account: String, id: String), isRefundedAlready(Int64)
  case didNotPay(account: String, transaction: Int64), refundWaitsAlready(Int64), noSuchShare(Int)
  case refundWherePaid(Int64), isNotRefunded(Int64), nobodyAsked(Int64)
  case refundIsDecided(transaction: Int64, decision: String)

  case noHistory(String), noDatesExtended

  case noTestToken, notSentYet

  case deliveryStatusIsOneOf([String])
  case hasNoLineItem(String)
}

// MARK: - English

extension CustomerText {
  var english: String {
    switch self {
    case .wasTakenAlready(let uuid): "\(uuid) was taken already: what arrived cannot be lost"
    case .needsNotificationType: "the payload needs a notificationType, such as {\"notificationType\": \"TEST\"}"
    case .holdsControlCharacter: "the payload holds the character U+0001, which no payload of Apple's does"
    case .notificationIsThere(let uuid):
      "there is a notification \(uuid) already: till simulator notifications resend posts it again"

    case .noPlaceInHistory(let token): "\(token) is no place in the notification history: read it from the start"

    case .noSuchNotification(let uuid):
      "this App Store sent no notification \(uuid); `till simulator notifications` lists them"
    case .listedFromNewest: "notifications are listed from the newest on, at least one at a time"
    case .noPlaceInList(let key): "\(key) is no place in this list: take `next` of the page before"

    case .renewalCannotBeRead: "the ledger holds renewal information that cannot be read"

    case .needsConsent: "customerConsented must be true: without the customer's consent nothing is sent"
    case .sampleMustBeSaid: "sampleContentProvided must be true or false"
    case .noPercentageForSubscriptions:
      "consumptionPercentage is not for auto-renewable subscriptions: leave it out, Apple goes by "
        + "the time that passed"
    case .noPercentageUndelivered: "consumptionPercentage must be 0 or absent for what was not delivered"
    case .proratedNeedsPercentage: "GRANT_PRORATED needs a consumptionPercentage above 0 and below 100000"
    case .noRefundPreference: "refundPreference must be DECLINE, GRANT_FULL or GRANT_PRORATED"
    case .percentageRange: "consumptionPercentage must be 0 to 100000: 50000 is 50 percent"
    case .percentageIsWhole: "consumptionPercentage must be a whole number of 0 to 100000"
    case .mustBeNumber(let name, let most): "\(name) must be a number of 0 to \(most)"
    case .tokenMustBeUUID: "appAccountToken must be a UUID or empty"

    case .version1IsForOthers(let transaction, let type):
      "\(transaction) is a \(type): version 1 is for consumables and auto-renewable subscriptions, "
        + "version 2 for all"
    case .tellOfBuyersTransaction(let row): "\(row) is shared by a family: tell of the buyer's transaction"

    case .cannotBeApproved(let product, let transaction):
      "\(product) is no longer in the catalogue: decline \(transaction), or import it again"
    case .ownsItByNow(let account, let product, let transaction):
      "\(account) has \(product) by now: decline \(transaction)"
    case .hasLapsed(let transaction, let product):
      "the request \(transaction) for \(product) has lapsed: the customer can ask again"
    case .isInterrupted: "is interrupted"
    case .waitsForParent: "waits for a parent"
    case .noPurchase(let text, let what): "no purchase \(text) \(what); `till simulator pending` lists them"
    case .wasDecidedAlready(let row, let decision): "the purchase \(row) was \(decision) already"

    case .billingFails(let productId):
      "billing fails for \(productId): `till simulator billing resolve \(productId)` lets it renew"
    case .cannotRenew(let renewingProductId): "\(renewingProductId) is no longer in the catalogue: it cannot renew"
    case .isOver(let product, let account, let state):
      "the subscription \(product) of \(account) is \(state): buy it again first"

    case .notInCatalogue(let productId): "\(productId) is not in this App Store's catalogue: import one that has it"
    case .purchaseFailed(let product, let reason): "the purchase of \(product) failed: \(reason)"
    case .hasNoOffers(let product): "\(product) is no subscription: it has no offers"
    case .soldOneAtATime: "sold one at a time"
    case .soldUpTo(let most): "sold 1 to \(most) at a time"
    case .otherQuantity(let product, let allowed, let quantity): "\(product) is \(allowed), not \(quantity)"

    case .nothingToRefund(let account, let id): "\(account) has no transaction \(id) to ask a refund for"
    case .isRefundedAlready(let row): "\(row) has been refunded already"
    case .didNotPay(let account, let transaction):
      "\(account) did not pay for \(transaction): it is shared by the family"
    case .refundWaitsAlready(let row): "a refund of \(row) was asked for already and waits for Apple's decision"
    case .noSuchShare(let percent): "a refund of \(percent) percent is not possible: take 1 to 100"
    case .refundWherePaid(let row): "\(row) is shared by the family: refund the purchase of who paid"
    case .isNotRefunded(let row): "\(row) has not been refunded: there is nothing to reverse"
    case .nobodyAsked(let row): "nobody asked for a refund of \(row): `till ask-refund \(row)` does"
    case .refundIsDecided(let transaction, let decision): "the refund of \(transaction) was \(decision) already"

    case .noHistory(let name): "\(name) is no history of a simulated App Store"
    case .noDatesExtended: "no renewal dates of that product were extended by that request"

    case .noTestToken: "that is no token of a test notification"
    case .notSentYet: "the test notification was not sent yet: ask again"

    case .deliveryStatusIsOneOf(let known):
      "deliveryStatus must be one of \(known.joined(separator: ", "))"
    case .hasNoLineItem(let id):
      "\(id) has no line item by which the two could be known as one: take a subscription's"
    }
  }
}
