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
  case belongsToUser(users: String, how: String), anotherUserHad, anotherUserHasItToo
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

// MARK: - English

extension ExclusionText {
  var english: String {
    switch self {
    case .boughtOnAnotherDevice: "bought on another device or with another Apple Account, credited to this user"
    case .nothingToDo: "nothing to do: what the app's server credited follows the user"
    case .appsServerHadCredited(let minute): "the app's server had credited it to this user; it ended \(minute)"
    case .refundedInPart: "refunded in part"
    case .familySharingEnded: "family sharing ended"
    case .withdrawnByOrganisation: "withdrawn by the organisation"
    case .movedToBundle: "moved to a bundle"
    case .anotherProductOfGroupTook: "another product of the group took its place"
    case .itWentOverToAnother: "it went over to another user"
    case .takenBack: "taken back"

    case .arrivedAndDidNotVerify(let day, let kind): "arrived \(day) and did not verify: \(kind)"
    case .notSignedByAppleXcode:
      "not signed by Apple (Xcode): such transactions count only in a store bound to Xcode's environment"
    case .didNotVerify(let kind): "did not verify: \(kind)"
    case .ofAnotherEnvironmentThanThis: "of another environment than this store: Production and Sandbox never mix"
    case .hasNoTransactionIdSo: "has no transaction id, so it cannot be told from another"
    case .noLongerInAccountsComplete:
      "no longer in the account's complete history, so it does not count; the evidence is kept"
    case .appleSignedItAsAnother:
      "Apple signed it as another type of product than the catalogue lists, so it grants nothing"
    case .itMayNotBeWeighed: "it may not be weighed here"
    case .notSigned: "not signed"
    case .toldByReceiptServer:
      "told by Apple's receipt server and not signed: it counts only in a store that is bound to that server"
    case .listedInAppReceipt:
      "listed in an app receipt and not signed itself: the App Store of this store says more, and counts"
    case .fromUnsignedFile: "from a file that nobody signed, which anybody can write: it is shown and grants nothing"
    case .itsProductType: "its product type is not known here, so it grants nothing"
    case .receiptDoesNotSayWhat:
      "a receipt does not say what type of product it is, so it grants nothing: name the catalogue (--catalog)"
    case .itIsLargerThanAny: "it is larger than any signed object"
    case .itIsNotWellFormed: "it is not a well-formed signed object"
    case .itDoesNotCarryExactly: "it does not carry exactly three certificates"
    case .certificateCannotBeRead: "a certificate cannot be read"
    case .itsCertificatesDoNotLead: "its certificates do not lead to a trusted root"
    case .signatureIsNotRight: "the signature is not right"
    case .itIsAnotherKind: "it is another kind of signed object"
    case .itIsAnotherApps: "it is another app's"
    case .itIsOfAnotherEnvironment: "it is of another environment"
    case .appServersPolicy(let words): "; the app server's policy: \(words)"
    case .boughtForUser(let what): "bought for user \(what)"
    case .itIsAnotherUsers: "it is another user's"
    case .itsTokenIsNobodysHere: "its token is nobody's here, so the app's server gave it to nobody"
    case .itWentOverToThem: "it went over to them"
    case .belongsToUser(let users, let how): "belongs to user \(users): \(how)"
    case .anotherUserHad: "another user had it; it went over by the policy"
    case .anotherUserHasItToo: "another user has it too, by the policy to share"
    case .nothingToDoGrantedUntil(let minute): "nothing to do: granted until \(minute)"
    case .purchaseWasMadeForThem: "the purchase was made for them"
    case .itsAppAccountTokenIsTheirs: "its appAccountToken is theirs"
    case .earlierTransactionOfSamePurchase: "an earlier transaction of the same purchase is theirs"
    case .itCarriesNoAppAccountTokenSo:
      "it carries no appAccountToken, so it went to whoever was logged in when it was first seen"
    case .itsAppAccountTokenIsNobodysHere: "its appAccountToken is nobody's here, so the restore policy decided"
    case .appsOwnPeopleMoved: "the app's own people moved it to them"
    case .itWasBoughtOnAnother: "it was bought on another platform"

    case .takenBackForReason: "taken back for a reason that is not known here"

    case .logInAs(let user):
      "have the customer log in as \(user ?? "its user")"
    case .logInAsOrMove(let user):
      "have the customer log in as \(user ?? "its user"), or move this purchase to the user who is logged in"
    case .grantedByUs(let reason, let date, let isRunning):
      "granted by us, not bought: \(reason); \(isRunning ? "until" : "ended") \(date)"
    case .boughtOnAnotherPlatformCredited:
      "bought on another platform, credited to this user"
    case .cameThroughQueueAndComplete:
      "came through the queue, and the complete history of this Apple Account does not list it: "
        + "bought with another Apple Account, so it does not count here; the evidence is kept"
    }
  }
}
