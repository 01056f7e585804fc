import Texts

/// What a purchase will do, and what somebody can do about it.
package enum PurchaseWords: Sentence {
  case goesOnByItself, isNotDelivered, appStoreIsTold, lookAtWhyThenRetry, haveItSignedAnew, isTooOld

  case nothingToDo

  case presentPlan, isOwnedAlready, runsAlready, changeIsTakenBack(String), wasChosenAlready
  case upgradeAtOnce(charged: String, current: String), changeAtOnce(charged: String, current: String)
  case changeAtRenewal(String), downgradeAtRenewal(String), comesBack(String), takesPlace(String)
  case thenUntilCancelled(String), introductoryWasUsed

  case lookAtWhy, isAnotherAccounts, isTakenIn
  case givenUp, chargedNow(String)
  case chargedNotDeliveredYetPutRightWhyApps
}

// MARK: - English

extension PurchaseWords {
  package var english: String {
    switch self {
    case .goesOnByItself: "it goes on by itself; till retry goes on at once"
    case .isNotDelivered: "charged, not delivered yet: tried again by itself, or at once with till retry"
    case .appStoreIsTold: "the App Store is told by itself; till retry tells it at once"
    case .lookAtWhyThenRetry: "look at why, then till retry, or give it up: till order close ORDER --reason TEXT"
    case .haveItSignedAnew:
      "till restore has it signed anew where the App Store can; else give it up: till order close "
        + "ORDER --reason TEXT"
    case .isTooOld: "too old to be credited: it is finished and closed, the evidence stays"

    case .nothingToDo: "nothing to do"

    case .presentPlan: "the present plan"
    case .isOwnedAlready: "it is owned already: nothing is charged"
    case .runsAlready: "it runs already: nothing is charged"
    case .changeIsTakenBack(let productId):
      "the change that was chosen is taken back: \(productId) goes on, nothing is charged"
    case .wasChosenAlready: "it was chosen for the next renewal already: nothing is charged"
    case .upgradeAtOnce(let charged, let current): "upgrade at once: \(charged) now, \(current) ends"
    case .changeAtOnce(let charged, let current): "change at once: \(charged) now, \(current) ends"
    case .changeAtRenewal(let current):
      "change at the next renewal: nothing is charged now, \(current) goes on until then"
    case .downgradeAtRenewal(let current):
      "downgrade at the next renewal: nothing is charged now, \(current) goes on until then"
    case .comesBack(let refund): "\(refund) comes back for the rest of the period"
    case .takesPlace(let effectiveDate): "it takes place on \(effectiveDate)"
    case .thenUntilCancelled(let renewal): "then \(renewal) until it is cancelled"
    case .introductoryWasUsed: "the introductory offer of this group was used before"

    case .isAnotherAccounts: "another Apple Account paid for it: it is kept, and no user of this device gets it"
    case .lookAtWhy: "look at why it did not verify; the next action asks the App Store for it again"
    case .isTakenIn: "the next action takes it in; till retry does so at once"
    case .chargedNow(let charged): "\(charged) now"
    case .givenUp:
      "given up: till explain PRODUCT says what is left to do"
    case .chargedNotDeliveredYetPutRightWhyApps:
      "charged, not delivered yet: put right why the app's server does not take it, then till retry"
    }
  }
}
