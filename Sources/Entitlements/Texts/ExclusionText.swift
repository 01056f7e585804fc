import Texts

/// Why something does not count, or belongs to another.
enum ExclusionText: Sentence {
  case boughtOnAnotherDevice, nothingToDo, appsServerHadCredited(String), refundedInPart, familySharingEnded
  case withdrawnByOrganisation, movedToBundle, anotherProductOfGroupTook, itWentOverToAnother, takenBack

  case arrivedAndDidNotVerify(day: String, kind: String), notSignedByAppleXcode, didNotVerify(String)
  case ofAnotherEnvironmentThanThis, hasNoTransactionIdSo, noLongerInAccountsComplete, appleSignedItAsAnother
  case itMayNotBeWeighed, notSigned, toldByReceiptServer, listedInAppReceipt, fromUnsignedFile, itsProductType
  case receiptDoesNotSayWhat, itIsLargerThanAny, itIsNotWellFormed, itDoesNotCarryExactly, certificateCannotBeRead
  case itsCertificatesDoNotLead, signatureIsNotRight, itIsAnotherKind, itIsAnotherApps, itIsOfAnotherEnvironment
  case appServersPolicy(String), boughtForUser(String), itIsAnotherUsers, itsTokenIsNobodysHere, itWentOverToThem
  case belongsToUser(users: String, how: String), thisPurchaseBelongsToAnother, anotherUserHad, anotherUserHasItToo
  case nothingToDoGrantedUntil(String), purchaseWasMadeForThem
  case itsAppAccountTokenIsTheirs, earlierTransactionOfSamePurchase, itCarriesNoAppAccountTokenSo
  case itsAppAccountTokenIsNobodysHere, appsOwnPeopleMoved, itWasBoughtOnAnother

  case takenBackForReason

  case logInAs(String?)
  case logInAsOrMove(String?)
  case grantedByUs(because: String, until: String, isRunning: Bool)
  case boughtOnAnotherPlatformCredited
  case cameThroughQueueAndComplete
}
