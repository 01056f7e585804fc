import Texts

/// What to do next, and what the customer can be told.
enum NextStepText: Sentence {
  case askCustomerToUpdatePayment, askCustomerToUpdatePaymentMethod(String), askAppStoreAgain, nothingToDo
  case refundedAfterUse(UInt), customerCanUseWhat, customerCanBuy, customerCanRestoreEarlierPurchases
  case customerCanBuyItOrRestore, onlyAppleGivesItBack, buyItAgain, appleRefundedThisPurchaseSo
  case appleCouldNotCollectPayment, yourPaymentHasArrived, yourPaymentHasArrivedButThis, appleShowsNoPurchase
  case setHowLongProductLasts, askCustomerToUpdatePaymentMethodInSettings(String)
  case nothingToDoMemberOfFamilyWho(String), customerCanTurnAutoRenew(String), customerHasToAgree(String)
  case nothingToDoAppleRenews(String), customerCanBuyProduct, customerCanBuyItOrAsk, lookForBundle
  case runRefundCheckToFetch, askCustomerToUpdatePaymentMethodInSettingsAndToSubscribe
  case customerCanSubscribeAgain, waitPurchaseIsBeingMade(String), customerHasToSettleWhat(String)
  case appleNeedsSomethingFromYou, somebodyInFamily, thisPurchaseWaitsUntilFamilys, appStoreDidNotList(String)
  case askAppStoreAgainWhetherItWasCharged, appsServerCould, appsServerIsStillDeciding
  case askItAgain(String), findOutWhoseToken
  case refusedAgain, lookAtWhyAppsServer, restoreAppStoreSigns, signatureDoesNotHold, appleDecidesAboutRefundMostly
  case nothingMoreComes, nothingAtAll

  case signInToAppStore, runRefundCheckAsSoon, addProductToCatalogue, lookAtWhatDid, lookAtWhatDidNotVerify
  case askAppleAboutCustomer, putProductsTypeInCatalogue, nobodyIsSigned, itsProductType, noPurchaseThatCounts
  case customerHasItAlready
  case youHaveThisAlreadySo
  case customerHasItAlreadyApprovalNowWould(String)
  case youHaveThisAlready
  case putRightWhyAppsServer

  case triedAgain(String, at: String?)
  case forMoreThanDay(String, orGiveItUp: Bool)
  case appleDecides(until: String)
}
