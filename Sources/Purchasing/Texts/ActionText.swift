import StoreModel
import Texts

/// What the other use cases did, and why they could not.
enum ActionText: Sentence {
  case backend(String)

  case thisAppStoreKnows(account: String, known: String), signedOutOfAppStore, signedInToAppStore, loggedOutOfApp
  case loggedInToApp, begunInAppStore, updatesAre(String)

  case appsServerCouldNotHear(String), purchasesAreConfirmed(String), appsServerCould(String)
  case appsServerSaidWhose(Int), appsServerCouldNotSay(String), appsServerDoesNotAccept
  case useWasNotCounted(String)
  case noAnswerFromAppsServer(String), usedAndLeft(count: Int, left: Int), thereWasNotEnough
  case notEnough(productId: String, count: Int), noAppsServer
  case grantedByUsUntilUtc(untilDate: String, reason: String), grantWasEndedEarly(id: String, reason: String)
  case movedToByHand(user: String, reason: String)
  case boughtByOnReference(user: String, platform: String, reference: String), noAppsServerToAsk

  case signedTransactionWasRefused(String), itIsNotTransaction, appStoreTookItBack(String), refundWasReversed

  case imported(count: Int, known: Int, failed: Int), itHasNoTransactionId, forApp(found: String, expected: String)
  case fromEnvironment(found: String, expected: String)

  case appStoresHistoryRepeatsRevision(String), everyTransactionFailedVerification
  case signedRenewalInformationWasRefused(String)

  case nobodyIsSigned, refundCheckFailed(String), incompleteNothingRemoved(String), cancelledIncomplete
  case refundOfTransactionThatHistory, appStoresRefundHistoryRepeats(String), newlyEntitled(Int), refundCheck
  case nothingChanged

  case restoreFailed(String), restoreWasCancelled, cancelledWhatHadArrived, nothingIsCreditedYet(String)
  case consumableIsDeliveredOnce, thisAppStoreDoes, itsTokenIsNobodysHere(String)
  case wentOverToUser(users: String, policy: String)
  case belongsToUser(users: String, attribution: String, policy: String), boughtByUserOfThis(String)
  case restored(count: Int, known: Int, entitled: Int), nothingToRestore, nothingToRestoreCameBackInactive(Int)

  case newDevice, listeningForUpdatesOfApp, productsCouldNotBeLoaded(String), unfinishedTransactionsWereLooked
  case productNotFound(String), noProductFound(Int), productsLoaded(Int), notKnownToAppStore(String),
    thisDeviceMayNotMake
  case readFromFile(Int)

  case cannotUse(Int), noProduct(String), isNotConsumable(String), usedLeft(count: Int, balance: Int)
  case notEnoughOfLeftWanted(productId: String, balance: Int, count: Int), nobodyIsLogged, earlierUseWaitsForApps
  case entitlesFor(SubscriptionPeriod), noDurationAnyMore, noTransactionOnThisDevice(String)
  case refundedOrRevokedAlready, refundWasAsked, filedAppleDecides, askingForRefundFailed(String)
}
