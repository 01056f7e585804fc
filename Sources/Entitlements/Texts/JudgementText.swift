import Texts

/// Why a product is entitled, or is not.
enum JudgementText: Sentence {
  case counts(delivered: Int, used: Int, refunded: Int, granted: Int, balance: Int), boughtAndNotDeliveredHere(String)
  case periodBegins(String), nothingToDo(String)
  case newerTransactionOfSamePurchase, nothingToDoPurchaseIsOtherProducts, replacedByAnotherProduct
  case customerCanSubscribeAgain, replacedByAnotherProductOfGroup, nothingToDoSubscriptionGoes, periodEnded(String)
  case customerCanChangeBack, thatEndsThisTransactionOnly, newestTransactionOfProduct

  case itHasNoSignature, itHasNoSignatureOfIts, renewingFailed, autoRenewIsOff(String), customerHasNotAgreed
  case customerChoseAnotherProduct, periodBeginsAndWasSigned(String)
  case notRevoked(bought: String, vouched: String)
  case notRevokedPeriodRunsUntil(bought: String, vouched: String, end: String)
  case periodEndedButItsGrace(minute: String, end: String)
  case periodEndedAndItRenews(String)
  case notRevokedAppsServerHasCredited(bought: String, vouched: String)
  case notRevokedAppsServerDoesNotSay(bought: String, vouched: String, why: String)
  case notRevokedAppsServerCannot(bought: String, vouched: String), butDateThatItsEnd(String)
  case periodRunsUntilButAnother(String), notRevokedDurationThatWasSet(bought: String, vouched: String, end: String)
  case notRevokedNoDurationWasSet(bought: String, vouched: String), itsSignatureNotChecked, itsSignatureBad
  /// How an order's reason begins: what is known of the money.
  case charged(String), confirmedFree(String)
  case wasTakenBackFree(String)
  case wasRefunded(String), wasRefundedInPart(String), familyShareRevoked(String), wasWithdrawn(String)
  case wasMovedToBundle(String), wasTakenBack(String), durationThatWasSet(String), periodAutoRenewWasOff(String)
  case periodRenewalCould(String), periodCustomerDidNotAgree(String), periodProductCouldNoLonger(String)
  case period(String), refundWasAsked(String), refundWasAskedForOnAskedIsNotRefunded(String)
  case refundWasAskedForAndNoDecision(String), itsOwnershipIsNotKnown(String), unknownMark(String)
  case wasNeverCheckedWithApp, wasLastChecked(String), longerAgoThanValidity(String), notInCatalogue

  case andMore(Int, orMore: Bool)

  case purchaseIsBeingMadeRight, purchaseBegunGotNoAnswer(String), purchaseBegunWasInterrupted(String)
  case purchaseWaitsForApprovalSince(String), purchaseBegun(minute: String, closedReason: String)
  case closedByHand(String)
  case chargedAndAppsServerCould(minute: String, why: String?)
  case chargedAndAppsServerRefused(minute: String, why: String?), chargedAnd(minute: String, what: String)
  case chargedAndTooOld(minute: String, why: String?), chargedAndItsSignatureDoes(String)
  case chargedAndAppsServer(String)

  case unknownDay, unknownTime

  case bought(String, isShared: Bool)
  case givesNoAccess(because: String)
  case billingRetry(since: String, graceEnded: String?)
  case verified
  case attested
  case familySharingEnded(String)

  case chargedAndNotTaken(minute: String, why: String?)
  case chargedAndUndecided(minute: String, why: String?)
}

// MARK: - English

extension JudgementText {
  var english: String {
    switch self {
    case .counts(let delivered, let used, let refunded, let granted, let balance):
      "delivered \(delivered), used \(used), refunded \(refunded)"
        + (granted == 0 ? "" : ", granted \(granted)") + ": balance \(balance)"
    case .boughtAndNotDeliveredHere(let minute):
      "bought \(minute), and nothing of it was delivered to this user: a consumable is delivered once, where it was bought"
    case .periodBegins(let date): "the period begins \(date); until then another product of the group is served"
    case .nothingToDo(let minute): "nothing to do: it begins \(minute)"
    case .newerTransactionOfSamePurchase: "a newer transaction of the same purchase is of another product"
    case .nothingToDoPurchaseIsOtherProducts: "nothing to do: the purchase is the other product's now"
    case .replacedByAnotherProduct:
      "replaced by another product of the group, which was taken back since: neither goes on"
    case .customerCanSubscribeAgain: "the customer can subscribe again"
    case .replacedByAnotherProductOfGroup:
      "replaced by another product of the group, so it gives no access, whenever it expires"
    case .nothingToDoSubscriptionGoes: "nothing to do: the subscription goes on as another product of the group"
    case .periodEnded(let minute): "the period ended \(minute); then another product of the group followed"
    case .customerCanChangeBack: "the customer can change back to this product in Settings"
    case .thatEndsThisTransactionOnly: ": that ends this transaction only"
    case .newestTransactionOfProduct:
      "the newest transaction of the product was taken back, and a rule that looks at it alone "
        + "would end access; another purchase or family share of it still stands"

    case .itHasNoSignature: "it has no signature of its own: Apple's receipt server answered so, over TLS"
    case .itHasNoSignatureOfIts:
      "it has no signature of its own: the app receipt that lists it is signed, and does not know "
        + "what came after it"
    case .renewingFailed: "renewing failed; Apple tries again"
    case .autoRenewIsOff(let end): "auto-renew is off: access ends \(end)"
    case .customerHasNotAgreed:
      "the customer has not agreed to a higher price yet: without consent it ends with the period"
    case .customerChoseAnotherProduct:
      "the customer chose another product of the group for the next period; nothing changes before it"
    case .periodBeginsAndWasSigned(let minute):
      "the period begins \(minute) and was signed ahead; it counts, as none before it runs"
    case .notRevoked(let bought, let vouched): "\(bought), \(vouched), not revoked"
    case .notRevokedPeriodRunsUntil(let bought, let vouched, let end):
      "\(bought), \(vouched), not revoked; the period runs until \(end)"
    case .periodEndedButItsGrace(let minute, let end):
      "the period ended \(minute), but its grace period runs until \(end)"
    case .periodEndedAndItRenews(let minute):
      "the period ended \(minute), and it renews by itself: whether it did is not known yet"
    case .notRevokedAppsServerHasCredited(let bought, let vouched):
      "\(bought), \(vouched), not revoked; the app's server has credited nobody with it"
    case .notRevokedAppsServerDoesNotSay(let bought, let vouched, let why):
      "\(bought), \(vouched), not revoked; the app's server does not say whose it is (\(why))"
    case .notRevokedAppsServerCannot(let bought, let vouched):
      "\(bought), \(vouched), not revoked; the app's server cannot be reached, and this store "
        + "trusts Apple meanwhile"
    case .butDateThatItsEnd(let bought):
      "\(bought), but the date that its end depends on is not known, so it gives no access"
    case .periodRunsUntilButAnother(let end):
      "the period runs until \(end), but another subscription of the group has a higher level of service"
    case .notRevokedDurationThatWasSet(let bought, let vouched, let end):
      "\(bought), \(vouched), not revoked; the duration that was set ends \(end)"
    case .notRevokedNoDurationWasSet(let bought, let vouched):
      "\(bought), \(vouched), not revoked; no duration was set for the product, so nobody knows when it ends"
    case .itsSignatureNotChecked: "its signature not checked"
    case .itsSignatureBad: "its signature bad"
    case .charged(let minute): "charged \(minute)"
    case .confirmedFree(let minute): "confirmed by Apple \(minute), with nothing to pay"
    case .wasTakenBackFree(let date): "ended by Apple \(date); nothing had been paid for it"
    case .wasRefunded(let date): "refunded \(date): Apple gave the money back"
    case .wasRefundedInPart(let date): "refunded \(date): Apple gave a part of the money back"
    case .familyShareRevoked(let date): "family share revoked \(date)"
    case .wasWithdrawn(let date): "withdrawn \(date) by the organisation that had assigned it"
    case .wasMovedToBundle(let date): "moved to a bundle \(date)"
    case .wasTakenBack(let date): "taken back \(date) for a reason that is not known here"
    case .durationThatWasSet(let end): "the duration that was set ended \(end)"
    case .periodAutoRenewWasOff(let end): "the period ended \(end): auto-renew was off"
    case .periodRenewalCould(let end): "the period ended \(end): the renewal could not be paid"
    case .periodCustomerDidNotAgree(let end): "the period ended \(end): the customer did not agree to a higher price"
    case .periodProductCouldNoLonger(let end): "the period ended \(end): the product could no longer be bought"
    case .period(let end): "the period ended \(end)"
    case .refundWasAsked(let day): "a refund was asked for on \(day), and Apple declined it"
    case .refundWasAskedForOnAskedIsNotRefunded(let day):
      "a refund was asked for on \(day); asked is not refunded, Apple decides"
    case .refundWasAskedForAndNoDecision(let day):
      "a refund was asked for, and no decision was seen since \(day); Apple e-mails the customer"
    case .itsOwnershipIsNotKnown(let type):
      "its ownership \"\(type)\" is not known here: nothing is taken away by that"
    case .unknownMark(let mark):
      "Apple marked it as taken back with \"\(mark)\", which is not known here: nothing is taken away by that"
    case .wasNeverCheckedWithApp: "was never checked with the App Store"
    case .wasLastChecked(let minute): "was last checked \(minute)"
    case .longerAgoThanValidity(let age):
      "\(age), longer ago than the validity asked for; nothing is taken away by that"
    case .notInCatalogue: "not in the catalogue; known from transactions only, and an entitlement stands without it"

    case .andMore(let count, let orMore): "and \(orMore ? "at least " : "")\(count) more of this kind"

    case .purchaseIsBeingMadeRight: "a purchase is being made right now"
    case .purchaseBegunGotNoAnswer(let since):
      "a purchase begun \(since) got no answer from the App Store: it may have been charged"
    case .purchaseBegunWasInterrupted(let since):
      "a purchase begun \(since) was interrupted: the customer has to settle something with Apple first"
    case .purchaseWaitsForApprovalSince(let since): "a purchase waits for approval since \(since)"
    case .closedByHand(let reason): "closed by hand: \(reason)"
    case .purchaseBegun(let minute, let closedReason): "a purchase begun \(minute) was \(closedReason)"
    case .chargedAndAppsServerCould(let minute, let why):
      "\(minute), and the app's server could not be reached\(told(why))"
    case .chargedAndAppsServerRefused(let minute, let why):
      "\(minute), and the app's server refused it\(told(why))"
    case .chargedAnd(let minute, let what): "\(minute), and \(what)"
    case .chargedAndTooOld(let minute, let why): "\(minute), and too old for the app's server\(told(why))"
    case .chargedAndItsSignatureDoes(let minute): "\(minute), and its signature does not hold"
    case .chargedAndAppsServer(let minute): "\(minute), and the app's server has not answered about it yet"

    case .unknownDay: "an unknown day"
    case .unknownTime: "an unknown time"

    case .bought(let day, let isShared):
      isShared ? "family share of \(day)" : "bought \(day)"
    case .givesNoAccess(let reason):
      "\(reason), so this purchase gives no access"
    case .billingRetry(let end, let grace):
      "the period ended \(end); renewing failed and Apple tries again, "
        + (grace.map { "its grace period ended \($0)" } ?? "and no grace period runs")
    case .verified:
      "verified"
    case .attested:
      "attested"
    case .familySharingEnded(let date):
      "family sharing ended \(date)"

    case .chargedAndNotTaken(let minute, let why):
      "\(minute), and the app's server does not take it\(told(why))"
    case .chargedAndUndecided(let minute, let why):
      "\(minute), and the app's server has not decided about it yet\(told(why))"
    }
  }

  /// What somebody said of it, where anybody did.
  private func told(_ words: String?) -> String { words.map { " (\($0))" } ?? "" }
}
