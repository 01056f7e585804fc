import Texts

/// Why a product is entitled, or is not.
enum JudgementText: Sentence {
  case counts(delivered: Int, used: Int, refunded: Int, balance: Int), periodBegins(String), nothingToDo(String)
  case newerTransactionOfSamePurchase, nothingToDoPurchaseIsOtherProducts, replacedByAnotherProduct
  case customerCanSubscribeAgain, replacedByAnotherProductOfGroup, nothingToDoSubscriptionGoes, periodEnded(String)
  case customerCanChangeBack, thatEndsThisTransactionOnly, newestTransactionOfProduct

  case itHasNoSignature, itHasNoSignatureOfIts, renewingFailed, autoRenewIsOff(String), customerHasNotAgreed
  case customerChoseAnotherProduct, periodBeginsAndWasSigned(String)
  case notRevoked(bought: String, vouched: String)
  case notRevokedPeriodRunsUntil(bought: String, vouched: String, end: String)
  case periodEndedButItsGrace(minute: String, end: String)
  case periodEndedAndItRenews(String)
  case notRevokedAppsServerHasCredited(bought: String, vouched: String)
  case notRevokedAppsServerDoesNotSay(bought: String, vouched: String, why: String)
  case notRevokedAppsServerCannot(bought: String, vouched: String), butDateThatItsEnd(String)
  case periodRunsUntilButAnother(String), notRevokedDurationThatWasSet(bought: String, vouched: String, end: String)
  case notRevokedNoDurationWasSet(bought: String, vouched: String), itsSignatureNotChecked, itsSignatureBad
  case wasRefunded(String), wasRefundedInPart(String), familyShareRevoked(String), wasWithdrawn(String)
  case wasMovedToBundle(String), wasTakenBack(String), durationThatWasSet(String), periodAutoRenewWasOff(String)
  case periodRenewalCould(String), periodCustomerDidNotAgree(String), periodProductCouldNoLonger(String)
  case period(String), refundWasAsked(String), refundWasAskedForOnAskedIsNotRefunded(String)
  case refundWasAskedForAndNoDecision(String), itsOwnershipIsNotKnown(String), unknownMark(String)
  case wasNeverCheckedWithApp, wasLastChecked(String), longerAgoThanValidity(String), notInCatalogue

  case andMore(Int, orMore: Bool)

  case purchaseIsBeingMadeRight, purchaseBegunGotNoAnswer(String), purchaseBegunWasInterrupted(String)
  case purchaseWaitsForApprovalSince(String), purchaseBegun(minute: String, closedReason: String)
  case closedByHand(String)
  case chargedAndAppsServerCould(minute: String, why: String?)
  case chargedAndAppsServerRefused(minute: String, why: String?), chargedAnd(minute: String, what: String)
  case chargedAndTooOld(minute: String, why: String?), chargedAndItsSignatureDoes(String)
  case chargedAndAppsServer(String)

  case unknownDay, unknownTime

  case bought(String, isShared: Bool)
  case givesNoAccess(because: String)
  case billingRetry(since: String, graceEnded: String?)
  case verified
  case attested
  case familySharingEnded(String)

  case chargedAndNotTaken(minute: String, why: String?)
  case chargedAndUndecided(minute: String, why: String?)
}
