import Texts

/// What became of a purchase and its order.
enum OrderText: Sentence {
  case appStoreKnowsNoSuch, appStoreKnows, appStoreLists, appStoreCould(String)

  case signatureHolds, itsFormAndClaims, appsServer, appsServerIsStillDeciding, appsServerRefused(String)
  case tooOldForAppsServer(String), chargedButAppsServerCould(String), deliveredBefore, nothingToAdd
  case nothingToDeliver, nothingMoreIsExpected, byPolicyItStays, byPolicyItWentOver, byPolicySeveralUsersHave
  case appsServerCredits(who: String, policy: String), appsServerHasItForNothing(who: String, policy: String)
  case noAppsServerCan(String)

  case noOrder(String), orderIsClosed(String), appStoreCouldNotBeReached, itWasCharged, whetherItWasCharged
  case itStillWaitsForCustomer, closedByHand(String), purchaseIsBeingMade(String)
  case orderIs(orderId: String, state: String), orderIsInAnotherProcesss(String), appsServerCould(String)
  case somebodyTriesItAgain, unknownHere, deliveredAndAppStoreKnows, deliveredAppStoreIsTold
  case appsServerRefusedItAgain, itsSignatureDoesNotHold, appsServerCouldNotBeAsked, isTooOldForAppsServer, itGoes

  case nobodyIsSigned, customerCancelled, cancelledNothingWasCharged, ifItWasCharged(String), earlierPurchaseOfItGot
  case earlierPurchaseOfItTurned, purchaseWasBegun, whetherItWasChargedShows(String), waitsForApproval, waitsAlready
  case waitsForApprovalItIsDeliveredWhen, interruptedItArrivesWhenCustomer, interruptedNothingWasChargedYet
  case ownedAlreadyAndSignature, ownedAlready(String), chargedButNotDelivered(String), ownedAlreadyNothingWasCharged
  case ownedAlreadyByThisApple(String), chargedNotDeliveredYet, freeNotDeliveredYet, itGoesOnByItself
  case chargedButAppsServerRefused(String), chargedButTooOld(String), freeButNotTaken(String)

  case paidThereWasNoOrder, renewalCarriesTokenOfPurchase(String), itsTokenIsOnToo(String)
  case purchaseThatHadBeenClosed, appStoresAnswerCould, signatureDoesNotHold, chargedButSignatureDoes

  case appStoreCouldNotBeAsked(String), lapsedNobodyApprovedItWithin, lapsedCustomerDidNotSettle, paidAndNotListed
  case appStoreDoesNotList, nothingWasCharged
  case appsServerDidNotTake
  case chargedBut(what: String, error: String)
  case putThatRightThenTill

  case appsServerDoesNotTake
  case userHasItAllTheSame(String)

  case openedAgain(String), isNotGivenUp(String, state: String), notReopened(String), notClosed(String), closingIsVoid
  case anotherPurchaseCame
}

// MARK: - English

extension OrderText {
  var english: String {
    switch self {
    case .appStoreKnowsNoSuch: "the App Store knows no such transaction of this account: nothing is left"
    case .appStoreKnows: "the App Store knows that it was delivered"
    case .appStoreLists: "the App Store lists it no longer"
    case .appStoreCould(let error): "the App Store could not be told: \(error)"

    case .signatureHolds: "the signature holds"
    case .itsFormAndClaims: "its form and claims are right; nothing is signed by Apple here"
    case .appsServer: "the app's server has it"
    case .appsServerIsStillDeciding: "the app's server is still deciding"
    case .appsServerRefused(let reason): "the app's server refused it: \(reason)"
    case .tooOldForAppsServer(let reason): "too old for the app's server: \(reason)"
    case .chargedButAppsServerCould(let error): "charged, but the app's server could not be asked: \(error)"
    case .deliveredBefore: "delivered before: nothing is delivered twice"
    case .nothingToAdd: "nothing to add: credited before, refunded, or another user's"
    case .nothingToDeliver: "nothing to deliver: refunded, expired or upgraded by now"
    case .nothingMoreIsExpected: "nothing more is expected"
    case .byPolicyItStays: "; by the policy it stays with the user who had it"
    case .byPolicyItWentOver: "; by the policy it went over to this user"
    case .byPolicySeveralUsersHave: "; by the policy several users have it"
    case .appsServerCredits(let who, let policy): "the app's server credits it to \(who)\(policy)"
    case .appsServerHasItForNothing(let who, let policy):
      "the app's server has it for \(who), nothing is added\(policy)"
    case .noAppsServerCan(let way): "no app's server \(way) can be asked from here"

    case .noOrder(let orderId): "no order \(orderId): till orders lists them"
    case .orderIsClosed(let orderId): "order \(orderId) is closed: nothing is left to do"
    case .appStoreCouldNotBeReached: "the App Store could not be reached: what waits for it still waits"
    case .itWasCharged: "it was charged: "
    case .whetherItWasCharged: "whether it was charged is not known yet"
    case .itStillWaitsForCustomer: "it still waits for the customer"
    case .closedByHand(let reason): "closed by hand: \(reason)"
    case .purchaseIsBeingMade(let orderId):
      "purchase \(orderId) is being made by another process: wait for it, then try again"
    case .orderIs(let orderId, let state): "order \(orderId) is \(state): only one that was not delivered is given up"
    case .orderIsInAnotherProcesss(let orderId):
      "order \(orderId) is in another process's hands: wait for it, then try again"
    case .appsServerCould(let error): "the app's server could not be told: \(error)"
    case .somebodyTriesItAgain: "somebody tries it again"
    case .unknownHere: "unknown here"
    case .deliveredAndAppStoreKnows: "delivered, and the App Store knows it"
    case .deliveredAppStoreIsTold: "delivered; the App Store is told next"
    case .appsServerRefusedItAgain: "the app's server refused it again"
    case .itsSignatureDoesNotHold: "its signature does not hold: restore has it signed anew where the App Store can"
    case .appsServerCouldNotBeAsked: "the app's server could not be asked"
    case .isTooOldForAppsServer: "too old for the app's server"
    case .itGoes: "it goes on"

    case .nobodyIsSigned: "nobody is signed in to the App Store: sign in first (till account NAME)"
    case .customerCancelled: "the customer cancelled: nothing was charged"
    case .cancelledNothingWasCharged: "cancelled: nothing was charged"
    case .ifItWasCharged(let error): "\(error): if it was charged it arrives by itself, and is never charged twice"
    case .earlierPurchaseOfItGot:
      "an earlier purchase of it got no answer and may have been charged: nothing was bought; --again buys"
    case .earlierPurchaseOfItTurned:
      "an earlier purchase of it turned out to be charged: nothing was bought again; --again buys"
    case .purchaseWasBegun: "a purchase was begun; the App Store is asked next"
    case .whetherItWasChargedShows(let error):
      "\(error): whether it was charged shows when the App Store is asked again"
    case .waitsForApproval: "waits for approval; a decline is never reported to an app"
    case .waitsAlready: "the request for it waits for approval already: asking again is the same request"
    case .waitsForApprovalItIsDeliveredWhen: "waits for approval: it is delivered when somebody approves it"
    case .interruptedItArrivesWhenCustomer: "interrupted: it arrives when the customer has settled what was asked"
    case .interruptedNothingWasChargedYet:
      "interrupted: nothing was charged yet; it goes on when the customer has settled what the App Store asks"
    case .ownedAlreadyAndSignature: "owned already, and the signature of the answer does not hold"
    case .ownedAlready(let failure): "owned already: nothing was charged; but \(failure)"
    case .chargedButNotDelivered(let failure): "charged, but not delivered: \(failure)"
    case .ownedAlreadyNothingWasCharged: "owned already: nothing was charged"
    case .ownedAlreadyByThisApple(let next):
      "owned already by this Apple Account, nothing was charged, and not this user's: \(next)"
    case .chargedNotDeliveredYet: "charged, not delivered yet: "
    case .freeNotDeliveredYet: "confirmed with nothing to pay, not delivered yet: "
    case .freeButNotTaken(let reason): "confirmed with nothing to pay, but the app's server did not take it: \(reason)"
    case .itGoesOnByItself: "; it goes on by itself, or at once with till retry"
    case .chargedButAppsServerRefused(let reason): "charged, but the app's server refused it: \(reason)"
    case .chargedButTooOld(let reason): "charged, but too old for the app's server: \(reason)"

    case .paidThereWasNoOrder: "paid; there was no order beforehand"
    case .renewalCarriesTokenOfPurchase(let list):
      "; a renewal carries the token of the purchase that it renews, as \(list) does"
    case .itsTokenIsOnToo(let list): "; its token is on \(list) too: each was paid, and each is delivered"
    case .purchaseThatHadBeenClosed: "a purchase that had been closed turned out to be paid"
    case .appStoresAnswerCould: "the App Store's answer could not be read"
    case .signatureDoesNotHold: "the signature does not hold"
    case .chargedButSignatureDoes: "charged, but the signature does not hold: nothing was delivered"

    case .appStoreCouldNotBeAsked(let error): "the App Store could not be asked: \(error)"
    case .lapsedNobodyApprovedItWithin: "lapsed: nobody approved it within a day"
    case .lapsedCustomerDidNotSettle: "lapsed: the customer did not settle it within a day"
    case .paidAndNotListed: "paid, and not listed as unfinished: delivered elsewhere, or late"
    case .appStoreDoesNotList: "the App Store does not list it yet: it is asked once more after a day"
    case .nothingWasCharged: "nothing was charged"
    case .appsServerDidNotTake:
      "the app's server did not take it"
    case .chargedBut(let what, let error):
      "charged, but \(what): \(error)"
    case .putThatRightThenTill:
      "; put that right, then till retry"

    case .appsServerDoesNotTake:
      "the app's server does not take it"
    case .openedAgain(let reason): "opened again after it had been given up (\(reason))"
    case .isNotGivenUp(let id, let state): "order \(id) is \(state): only an order that was given up is reopened"
    case .notReopened(let error): "not reopened, because the app server could not be told: \(error)"
    case .notClosed(let error): "not closed, because the app server could not be told: \(error)"
    case .closingIsVoid: "not closed: the app server had credited it before"
    case .anotherPurchaseCame:
      "an earlier purchase of it was charged and has arrived now: nothing was bought again; --again buys"
    case .userHasItAllTheSame(let words):
      "\(words); the user has it all the same, by another way"
    }
  }
}
