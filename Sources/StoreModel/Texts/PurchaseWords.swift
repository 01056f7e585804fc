import Texts

/// What a purchase will do, and what somebody can do about it.
package enum PurchaseWords: Sentence {
  case goesOnByItself, isNotDelivered, appStoreIsTold, lookAtWhyThenRetry, haveItSignedAnew, isTooOld

  case nothingToDo

  case presentPlan, isOwnedAlready, runsAlready, changeIsTakenBack(String), wasChosenAlready
  case upgradeAtOnce(charged: String, current: String), changeAtOnce(charged: String, current: String)
  case changeAtRenewal(String), downgradeAtRenewal(String), comesBack(String), takesPlace(String)
  case thenUntilCancelled(String), introductoryWasUsed

  case lookAtWhy, isTakenIn
  case givenUp, chargedNow(String)
  case chargedNotDeliveredYetPutRightWhyApps
}
