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

  case requestCannotBeRead(String), bodyIsNoObject

  case requestSignatureDoesNotHold, noSuchCall

  case isNoAppServer, answerCannotBeRead(String)

  case restorePolicy
  case renewalInformation
  case transaction
}
