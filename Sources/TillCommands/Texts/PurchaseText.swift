import Texts

/// What commands say of purchases, refunds and orders, and of faults.
enum PurchaseText: Sentence {
  case confirmRefundRequest(String), noQuantityToUse(String), isUsed(count: Int, product: String, left: Int)

  case noOutcome(String), takeOneOf, noBillingPlan(String), needsIntroductoryWord, needsOfferSignature
  case noToken(String), isInterrupted(product: String, transaction: String)
  case wasChargedBefore(product: String, transaction: String, order: String), isAnotherUsers(String)
  case isOwnedAlready(String), isBought(product: String, transaction: String)
  case waitsForApproval(product: String, transaction: String), nobodyKnowsYet(String)
  case isNotDeliveredYet(product: String, order: String), wasNotDelivered(product: String, order: String)
  case wasNotBought(String), presentPlan, changeWasTakenBack(String)

  case noFault(String), giveOnceOrOff, clockIsNeverWrongOnce(String), faultIsOff(String), faultWasOffAlready(String)
  case whichFault, whatCanFail

  case moreTillAfter(name: String, next: String), familySharingEnded, refundedInPart

  case noOrder(String), onThisDevice, atAppsServer(String), itsJournalIsNotHere, toDo, noUserWasLoggedIn, paidBy
  case noTokenBeforehand, sameToken, usersOwnToken, ordersOwnToken, nobodysToken, missingToken

  case nothingWaits, noOrderCommand(String), closingNeedsReason, confirmClosing(String), nothingWasClosed

  case nothingToRestore, notRestored(product: String, reason: String), otherUsers(product: String, reason: String)
  case restoredAndKnown(restored: Int, known: Int), appStoreHasNothingNew, appStoreSent(Int)
  case wasRefunded(product: String, transaction: String), wasReversed(product: String, transaction: String)
  case isNowEntitled(String), wasRemoved(String), incompleteNothingWasRemoved

  case beginsLater(product: String, on: String?, current: String, renewal: String?)
  case wasChosenBefore(product: String, on: String?)
  case runsFromNowOn(product: String, charged: String, current: String, refund: String?, renewal: String?)
  case isOn(String, once: Bool, words: String)
  case checked(sent: Int, noAccessChanged: Bool)
  case restored
  case noLongerListed
  case refunded
  case isEntitled(product: String)
  case isInactive(product: String, state: String)
  case isRefused(transaction: String, reason: String)
  case areUnchanged(Int)

  case unanswered
  case notPaidAsFarAsIsKnown
  case mayHaveBeenCharged
  case familyHasToApprove
  case customerHasToSettle
  case noTransactionOrOrderHere(String)
}
