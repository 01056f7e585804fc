import Texts

/// What commands say of purchases, refunds and orders, and of faults.
enum PurchaseText: Sentence {
  case confirmRefundRequest(String), noQuantityToUse(String), isUsed(count: Int, product: String, left: Int)

  case noOutcome(String), takeOneOf, noBillingPlan(String), needsIntroductoryWord, needsOfferSignature
  case noToken(String), isInterrupted(product: String, transaction: String)
  case wasChargedBefore(product: String, transaction: String, order: String), isAnotherUsers(String)
  case isOwnedAlready(String), isBought(product: String, transaction: String)
  case waitsForApproval(product: String, transaction: String), nobodyKnowsYet(String)
  case isNotDeliveredYet(product: String, order: String), wasNotDelivered(product: String, order: String)
  case wasNotBought(String), presentPlan, changeWasTakenBack(String)

  case noFault(String), giveOnceOrOff, clockIsNeverWrongOnce(String), faultIsOff(String), faultWasOffAlready(String)
  case whichFault, whatCanFail

  case moreTillAfter(name: String, next: String), familySharingEnded, refundedInPart

  case noOrder(String), onThisDevice, atAppsServer(String), itsJournalIsNotHere, toDo, noUserWasLoggedIn, paidBy
  case noTokenBeforehand, sameToken, usersOwnToken, ordersOwnToken, nobodysToken, missingToken

  case nothingWaits, noOrderCommand(String), closingNeedsReason, confirmClosing(String), nothingWasClosed
  case noGround(String, known: String)

  case nothingToRestore, notRestored(product: String, reason: String), otherUsers(product: String, reason: String)
  case restoredAndKnown(restored: Int, known: Int), appStoreHasNothingNew, appStoreSent(Int)
  case wasRefunded(product: String, transaction: String), wasReversed(product: String, transaction: String)
  case isNowEntitled(String), wasRemoved(String), incompleteNothingWasRemoved

  case beginsLater(product: String, on: String?, current: String, renewal: String?)
  case wasChosenBefore(product: String, on: String?)
  case runsFromNowOn(product: String, charged: String, current: String, refund: String?, renewal: String?)
  case isOn(String, once: Bool, words: String)
  case checked(sent: Int, noAccessChanged: Bool)
  case restored
  case noLongerListed
  case refunded
  case isEntitled(product: String)
  case isInactive(product: String, state: String)
  case isRefused(transaction: String, reason: String)
  case areUnchanged(Int)

  case unanswered
  case notPaidAsFarAsIsKnown
  case mayHaveBeenCharged
  case familyHasToApprove
  case customerHasToSettle
  case noTransactionOrOrderHere(String)
}

// MARK: - English

extension PurchaseText {
  var english: String {
    switch self {
    case .confirmRefundRequest(let id):
      "ask Apple to refund \(id)? Filed is not refunded, and a subscription's auto-renew is switched off."
    case .noQuantityToUse(let call): "\(call) is no number: till use PRODUCT [N] takes a whole number from 1"
    case .isUsed(let count, let product, let left): "used \(count) of \(product): \(left) left"

    case .noOutcome(let text):
      "--outcome \(text): there are success, cancel, pending, unverified and fail:KIND with KIND one of "
    case .takeOneOf: "take one of "
    case .noBillingPlan(let text): "--billing-plan \(text): there are BILLED_UPFRONT and MONTHLY"
    case .needsIntroductoryWord: "this App Store needs the developer's own word: --introductory JWS"
    case .needsOfferSignature: "an offer of this App Store needs the developer's signature: --signature JWS"
    case .noToken(let text):
      "--token \(text): there are user, order, or a UUID of your own such as "
        + "7389a31a-fb6d-4569-a2a6-db7d85d84813"
    case .isInterrupted(let product, let transaction):
      "\(product) was interrupted: transaction \(transaction) (till simulator resolve \(transaction))"
    case .wasChargedBefore(let product, let transaction, let order):
      "\(product) was charged before: transaction \(transaction), order \(order)"
    case .isAnotherUsers(let product): "\(product) is owned already, and not by this user: nothing was charged"
    case .isOwnedAlready(let product): "owned already: nothing was charged for \(product)"
    case .isBought(let product, let transaction): "bought \(product): transaction \(transaction)"
    case .waitsForApproval(let product, let transaction):
      "\(product) waits for approval: transaction \(transaction) (till simulator approve \(transaction))"
    case .nobodyKnowsYet(let product): "nobody knows yet whether \(product) was bought"
    case .isNotDeliveredYet(let product, let order): "\(product) is not delivered yet: order \(order)"
    case .wasNotDelivered(let product, let order): "\(product) is paid and was not delivered: order \(order)"
    case .wasNotBought(let product): "\(product) was not bought"
    case .presentPlan: "the present plan"
    case .changeWasTakenBack(let product): "\(product) goes on: the change was taken back, nothing was charged"

    case .noFault(let name): "there is no fault \(name): till fault lists them"
    case .giveOnceOrOff: "give --once or --off, not both"
    case .clockIsNeverWrongOnce(let kind):
      "a clock that is wrong once is wrong until it is set: till fault \(kind), then --off"
    case .faultIsOff(let kind): "fault \(kind) is off"
    case .faultWasOffAlready(let kind): "fault \(kind) was off already"
    case .whichFault: "which one? till fault NAME [--once | --off]"
    case .whatCanFail: "what can fail at this device"

    case .moreTillAfter(let name, let next): "more: till \(name) --after \(next)"
    case .familySharingEnded: "family sharing ended"
    case .refundedInPart: "refunded in part"

    case .noOrder(let words): "no order or transaction \(words) here: till orders lists them"
    case .onThisDevice: "\non this device"
    case .atAppsServer(let verification): "\nat the app's server (\(verification))"
    case .itsJournalIsNotHere: "  its journal is not here"
    case .toDo: "to do"
    case .noUserWasLoggedIn: "nobody: no user was logged in"
    case .paidBy: "paid by"
    case .noTokenBeforehand: "none beforehand: a renewal, or made on another device"
    case .sameToken: "same token"
    case .usersOwnToken: "a user's own, which all purchases made for them carry"
    case .ordersOwnToken:
      "this purchase's own, which its renewals carry too; what was paid with it again is credited again"
    case .nobodysToken: "nobody's here: the restore policy decides"
    case .missingToken: "missing: whoever was logged in when it was first seen has it"

    case .nothingWaits: "nothing waits"
    case .noOrderCommand(let call):
      "till order \(call): there are till order show ORDER and till order close ORDER --reason TEXT"
    case .closingNeedsReason: "an order is closed with a reason: till order close ORDER --reason TEXT"
    case .confirmClosing(let orderId):
      "finish order \(orderId) with the App Store without delivering it? Only ground other lets a restore deliver it later."
    case .noGround(let name, let known): "unknown ground “\(name)”; use one of \(known)"
    case .nothingWasClosed: "nothing was closed"

    case .nothingToRestore: "nothing to restore"
    case .notRestored(let product, let reason): "  not restored  \(product): \(reason)"
    case .otherUsers(let product, let reason): "  other user    \(product): \(reason)"
    case .restoredAndKnown(let restored, let known):
      "  \(English.counted(restored, "new transaction")), \(known) known already"
    case .appStoreHasNothingNew: "the App Store has nothing new"
    case .appStoreSent(let count): "the App Store sent \(English.counted(count, "transaction"))"
    case .wasRefunded(let product, let transaction): "  refunded      \(product), transaction \(transaction)"
    case .wasReversed(let product, let transaction): "  reversed      \(product), transaction \(transaction)"
    case .isNowEntitled(let product): "  now entitled  \(product)"
    case .wasRemoved(let product): "  removed       \(product): till explain says why"
    case .incompleteNothingWasRemoved: "  incomplete: nothing was removed"

    case .beginsLater(let product, let date, let current, let renewal):
      "\(product) begins with the next renewal\(at(date)): \(current) goes on until then, nothing was charged now"
        + later(renewal)
    case .wasChosenBefore(let product, let date):
      "\(product) begins with the next renewal\(at(date)), as was chosen before: nothing was charged"
    case .runsFromNowOn(let product, let charged, let current, let refund, let renewal):
      "\(product) runs from now on for \(charged): \(current) ended"
        + (refund.map { ", \($0) comes back for the rest of its period" } ?? "") + later(renewal)
    case .isOn(let kind, let isOnce, let words):
      "fault \(kind) is on\(isOnce ? ", once" : ""): \(words)"
    case .checked(let count, let isQuiet):
      "checked: \(count == 0 ? Self.appStoreHasNothingNew : .appStoreSent(count))\(isQuiet ? ", and no access changed" : "")"
    case .restored:
      "restored"
    case .noLongerListed:
      "no longer listed"
    case .refunded:
      "refunded"
    case .isEntitled(let product):
      "  entitled      \(product)"
    case .isInactive(let product, let state):
      "  inactive      \(product): \(state)"
    case .isRefused(let transaction, let reason):
      "  refused       \(transaction): \(reason)"
    case .areUnchanged(let count):
      "  unchanged     \(English.counted(count, "product"))"

    case .unanswered:
      "unanswered"
    case .notPaidAsFarAsIsKnown:
      "not paid as far as is known"
    case .mayHaveBeenCharged:
      "it may have been charged: till retry asks"
    case .familyHasToApprove:
      "somebody in the family has to approve it; it lapses after a day"
    case .customerHasToSettle:
      "the customer has to settle what the App Store asks; it lapses after a day"
    case .noTransactionOrOrderHere(let id):
      "no transaction or order \(id) here: till transactions lists them"
    }
  }

  /// The date of a change, behind what changes.
  private func at(_ date: String?) -> String { date.map { ", on \($0)" } ?? "" }

  /// What follows a change, at its end.
  private func later(_ renewal: String?) -> String { renewal.map { "; then \($0) until it is cancelled" } ?? "" }
}
