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
