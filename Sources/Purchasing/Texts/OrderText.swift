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
  case earlierPurchaseOfItTurned, purchaseWasBegun, whetherItWasChargedShows(String), waitsForApproval
  case waitsForApprovalItIsDeliveredWhen, interruptedItArrivesWhenCustomer, interruptedNothingWasChargedYet
  case ownedAlreadyAndSignature, ownedAlready(String), chargedButNotDelivered(String), ownedAlreadyNothingWasCharged
  case ownedAlreadyByThisApple(String), chargedNotDeliveredYet, itGoesOnByItself
  case chargedButAppsServerRefused(String), chargedButTooOld(String)

  case paidThereWasNoOrder, renewalCarriesTokenOfPurchase(String), itsTokenIsOnToo(String)
  case purchaseThatHadBeenClosed, appStoresAnswerCould, signatureDoesNotHold, chargedButSignatureDoes

  case appStoreCouldNotBeAsked(String), lapsedNobodyApprovedItWithin, lapsedCustomerDidNotSettle, paidAndNotListed
  case appStoreDoesNotList, nothingWasCharged
  case appsServerDidNotTake
  case chargedBut(what: String, error: String)
  case putThatRightThenTill

  case appsServerDoesNotTake
  case userHasItAllTheSame(String)
}
