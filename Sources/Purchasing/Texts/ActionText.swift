import StoreModel
import Texts

/// What the other use cases did, and why they could not.
enum ActionText: Sentence {
  case backend(String)

  case thisAppStoreKnows(account: String, known: String), signedOutOfAppStore, signedInToAppStore, loggedOutOfApp
  case loggedInToApp, begunInAppStore, updatesAre(String)

  case appsServerCouldNotHear(String), purchasesAreConfirmed(String), appsServerCould(String)
  case appsServerSaidWhose(Int), appsServerCouldNotSay(String), appsServerDoesNotAccept
  case userIsUnknown(String)
  case useWasNotCounted(String)
  case noAnswerFromAppsServer(String), usedAndLeft(count: Int, left: Int), thereWasNotEnough
  case notEnough(productId: String, count: Int), noAppsServer
  case grantedForGood(count: Int, reason: String), serverRefusesWhatWaited(String), serverKeepsNoDurations
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

// MARK: - English

extension ActionText {
  var english: String {
    switch self {
    case .backend(let line): "the backend: \(line)"

    case .thisAppStoreKnows(let account, let known):
      "this App Store knows no Apple Account \(account): it knows \(known)"
    case .signedOutOfAppStore: "signed out of the App Store"
    case .signedInToAppStore: "signed in to the App Store"
    case .loggedOutOfApp: "logged out of the app"
    case .loggedInToApp: "logged in to the app"
    case .begunInAppStore: "begun in the App Store; put off until somebody logs in"
    case .updatesAre(let mode): "updates are \(mode)"

    case .appsServerCouldNotHear(let error): "the app's server could not hear the App Store: \(error)"
    case .purchasesAreConfirmed(let way): "purchases are confirmed by \(way) from now on"
    case .appsServerCould(let error): "the app's server could not be told of the purchase: \(error)"
    case .appsServerSaidWhose(let count):
      "the app's server said whose \(English.counted(count, "purchase is", "purchases are"))"
    case .appsServerCouldNotSay(let error):
      "the app's server could not say whose purchases are: \(error); its last answer holds"
    case .userIsUnknown(let user):
      "the app's server knows no user “\(user)”: correct the name, or make the user with --new-user"
    case .appsServerDoesNotAccept:
      "it answered without a word about this purchase: what does not verify there is nobody's"
    case .useWasNotCounted(let error): "the use was not counted: \(error)"
    case .noAnswerFromAppsServer(let error):
      "no answer from the app's server: \(error); the use is asked for again and counted once"
    case .usedAndLeft(let count, let left): "used \(count), \(left) left"
    case .thereWasNotEnough: "there was not enough"
    case .notEnough(let productId, let count): "not enough of \(productId): \(count) wanted"
    case .noAppsServer: "there is no app's server to grant anything: till --verify-with embedded"
    case .grantedForGood(let count, let reason): "\(count) granted by us: \(reason)"
    case .serverRefusesWhatWaited(let message): "the app's server does not take what waited for it: \(message)"
    case .serverKeepsNoDurations: "the app's server keeps no durations"
    case .grantedByUsUntilUtc(let untilDate, let reason): "granted by us until \(untilDate) UTC: \(reason)"
    case .grantWasEndedEarly(let id, let reason): "the grant \(id) was ended early: \(reason)"
    case .movedToByHand(let user, let reason): "moved to \(user) by hand: \(reason)"
    case .boughtByOnReference(let user, let platform, let reference):
      "bought by \(user) on \(platform), reference \(reference)"
    case .noAppsServerToAsk: "there is no app's server to ask: till --verify-with embedded"

    case .signedTransactionWasRefused(let failure): "a signed transaction was refused: \(failure)"
    case .itIsNotTransaction: "it is not a transaction"
    case .appStoreTookItBack(let cause): "the App Store took it back: \(cause)"
    case .refundWasReversed: "the refund was reversed: the purchase stands again"

    case .imported(let count, let known, let failed):
      "imported \(English.counted(count, "transaction")), \(known) known already, \(failed) failed"
    case .itHasNoTransactionId: "it has no transaction id, so it cannot be told from another"
    case .forApp(let found, let expected): "for the app \(found), not \(expected)"
    case .fromEnvironment(let found, let expected): "from the environment \(found), not \(expected)"

    case .appStoresHistoryRepeatsRevision(let revision): "the App Store's history repeats the revision \(revision)"
    case .everyTransactionFailedVerification: "every transaction failed verification: nothing was removed"
    case .signedRenewalInformationWasRefused(let failure): "a signed renewal information was refused: \(failure)"

    case .nobodyIsSigned: "nobody is signed in to the App Store: sign in first (till account NAME)"
    case .refundCheckFailed(let error): "the refund check failed: \(error)"
    case .incompleteNothingRemoved(let error): "\(error); incomplete: nothing removed"
    case .cancelledIncomplete: "cancelled; incomplete: nothing removed"
    case .refundOfTransactionThatHistory: "a refund of a transaction that the history had not listed"
    case .appStoresRefundHistoryRepeats(let revision):
      "the App Store's refund history repeats the revision \(revision)"
    case .newlyEntitled(let count): "\(count) newly entitled"
    case .refundCheck: "refund check: "
    case .nothingChanged: "nothing changed"

    case .restoreFailed(let error): "restore failed: \(error)"
    case .restoreWasCancelled: "restore was cancelled; what had arrived is kept"
    case .cancelledWhatHadArrived: "cancelled: what had arrived is kept, nothing was removed"
    case .nothingIsCreditedYet(let next): "nothing is credited yet: \(next)"
    case .consumableIsDeliveredOnce: "a consumable is delivered once and never restored"
    case .thisAppStoreDoes: "this App Store does not list non-renewing subscriptions"
    case .itsTokenIsNobodysHere(let policy): "its token is nobody's here; \(policy)"
    case .wentOverToUser(let users, let policy): "went over to user \(users); \(policy)"
    case .belongsToUser(let users, let attribution, let policy): "belongs to user \(users): \(attribution); \(policy)"
    case .boughtByUserOfThis(let what): "bought by user \(what) of this device"
    case .restored(let count, let known, let entitled):
      "restored: \(count) new, \(known) known already, \(English.counted(entitled, "product")) entitled"
    case .nothingToRestore: "nothing to restore"
    case .nothingToRestoreCameBackInactive(let count):
      "nothing to restore: \(English.counted(count, "product")) came back inactive"

    case .newDevice: "a new device: nothing of the App Store is known here yet"
    case .listeningForUpdatesOfApp: "listening for updates of the App Store"
    case .productsCouldNotBeLoaded(let error): "products could not be loaded: \(error)"
    case .unfinishedTransactionsWereLooked: "unfinished transactions were looked for"
    case .productNotFound(let id): "product not found: the App Store knows no \(id)"
    case .noProductFound(let count):
      "no product found: the App Store knows none of the \(English.counted(count, "id")) asked for"
    case .productsLoaded(let count): "\(English.counted(count, "product")) loaded"
    case .notKnownToAppStore(let unknownIds): "; not known to the App Store: \(unknownIds)"
    case .thisDeviceMayNotMake: "; this device may not make payments"
    case .readFromFile(let count): "\(English.counted(count, "product")) read from a file"

    case .cannotUse(let count): "cannot use \(count): give a number of at least 1"
    case .noProduct(let productId): "no product \(productId): till status lists them"
    case .isNotConsumable(let productId): "\(productId) is not a consumable: only consumables are used up"
    case .usedLeft(let count, let balance): "used \(count), \(balance) left"
    case .notEnoughOfLeftWanted(let productId, let balance, let count):
      "not enough of \(productId): \(balance) left, \(count) wanted"
    case .nobodyIsLogged: "nobody is logged in to the app: till user NAME"
    case .earlierUseWaitsForApps: "an earlier use waits for the app's server's answer: try again when it can be asked"
    case .entitlesFor(let period): "entitles for \(period)"
    case .noDurationAnyMore: "no duration any more"
    case .noTransactionOnThisDevice(let transactionId):
      "no transaction \(transactionId) on this device: see the ids with till transactions"
    case .refundedOrRevokedAlready: "refunded or revoked already"
    case .refundWasAsked: "a refund was asked for; Apple decides"
    case .filedAppleDecides: "filed: Apple decides; a refund check shows the outcome"
    case .askingForRefundFailed(let error): "asking for a refund failed: \(error)"
    }
  }
}
