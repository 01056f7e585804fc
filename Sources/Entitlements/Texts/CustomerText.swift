import Texts

/// What a customer may be told, state by state.
///
/// Facts, the date, what to do: nothing is sold, and nothing promised for Apple.
package enum CustomerText: Sentence {
  case fine(product: String)
  case fineUntilChange(product: String, next: String, date: String)
  case left(Int, product: String), usedUp(product: String), refundedAfterUse(product: String)
  case cancelled(until: String), refundDeclined(until: String)
  case sharedUntil(product: String, date: String)
  case priceNotice(product: String, price: String, date: String), priceConsent(
    product: String, price: String, date: String)
  case renewalAwaited
  case grace(until: String), billingRetry
  case expired(on: String), ended(product: String)
  case planBegins(product: String, date: String), anotherPlan(product: String)
  case waitingForApproval, interrupted
  case paidNotDelivered(by: String), notDeliveredFree, givenUp, givenUpFree
  case chargeUnknown(by: String)
  case refundAsked, refunded, takenBackFree
  case familyEnded(product: String), organisationEnded(product: String), movedToBundle(product: String), withdrawn
  case anotherLogins
  case chargedTwice, aboutThisPurchase
  case granted(product: String, until: String)
  case unconfirmed(product: String)
  case notVerified
  case newPhone, notPurchased(product: String)
}

// MARK: - English

extension CustomerText {
  package var english: String {
    switch self {
    case .fine(let product): "Everything looks fine: \(product) is active."
    case .fineUntilChange(let product, let next, let date):
      "Everything looks fine: \(product) is active. It changes to \(next) on \(date)."
    case .left(let count, let product): "Everything looks fine: you have \(count) × \(product) left."
    case .usedUp(let product): "You've used all of your \(product)."
    case .refundedAfterUse(let product): "Apple tells us that \(product) was refunded after it had been used."
    case .cancelled(let date): "Auto-renewal is off. You have access until \(date)."
    case .refundDeclined(let date): "Apple declined your refund request. You have access until \(date)."
    case .sharedUntil(let product, let date):
      "Everything looks fine: \(product) is shared with you by your family, until \(date)."
    case .priceNotice(let product, let price, let date):
      "Everything looks fine: \(product) is active. From \(date) it costs \(price); Apple has told you about it."
    case .priceConsent(let product, let price, let date):
      "From \(date), \(product) costs \(price) if you agree. If you don't, your access ends then."
    case .renewalAwaited: "We're waiting for Apple to confirm your renewal. Please don't subscribe again."
    case .grace(let date):
      "Apple couldn't collect your renewal. You have access until \(date); please check your payment method with Apple."
    case .billingRetry:
      "Apple couldn't collect your renewal, so access is paused. Please update your payment method with Apple; "
        + "there's no need to subscribe again."
    case .expired(let date): "Your subscription ended on \(date)."
    case .ended(let product): "Your access to \(product) has ended."
    case .planBegins(let product, let date): "\(product) begins on \(date), when your current plan ends."
    case .anotherPlan(let product): "Your subscription continues with another plan, so \(product) isn't active."
    case .waitingForApproval:
      "This is waiting for a parent or guardian. Nothing has been charged for this request."
    case .interrupted:
      "Apple needs something from you before this purchase can go on. Please check your account in Settings. "
        + "Nothing has been charged for it yet."
    case .paidNotDelivered(let time):
      "Apple confirmed your purchase; we're still adding it. Please don't buy again. We'll check again by \(time)."
    case .notDeliveredFree:
      "We can see your access from Apple and are still adding it. There's nothing to buy."
    case .givenUp:
      "We're sorry: Apple confirmed your purchase, but we couldn't add it. Please reply, or request a refund at "
        + "reportaproblem.apple.com."
    case .givenUpFree: "We're sorry: we couldn't add this. You weren't charged for it. Please reply to us."
    case .chargeUnknown(let time):
      "We can't tell yet whether this went through. Please don't buy again; we'll look again by \(time)."
    case .refundAsked: "Your refund request is with Apple. Apple decides, and tells you by e-mail."
    case .refunded:
      "Apple tells us this was refunded, so it's no longer active. Apple can say when the money arrives."
    case .takenBackFree: "Apple tells us this was ended, so it's no longer active. You weren't charged for it."
    case .familyEnded(let product): "Family Sharing of \(product) has ended, so it's no longer active for you."
    case .organisationEnded(let product): "Your organization no longer provides \(product), so it's no longer active."
    case .movedToBundle(let product): "Apple tells us that \(product) is part of a bundle now."
    case .withdrawn: "Apple tells us this was withdrawn, so it's no longer active."
    case .anotherLogins:
      "This purchase is linked to a different login. If it's yours, please use it; otherwise write to us."
    case .chargedTwice:
      "We see two purchases that overlap. You can request a refund for one at reportaproblem.apple.com; for a "
        + "subscription, also cancel one."
    case .aboutThisPurchase: "Please reply to us about this purchase."
    case .granted(let product, let date):
      "Everything looks fine: \(product) is active. We added it for you until \(date)."
    case .unconfirmed(let product): "\(product) is active. We'll check it with Apple as soon as we can."
    case .notVerified: "We couldn't confirm this with Apple. Please don't buy again; please reply to us."
    case .newPhone:
      "We can't see your earlier purchases on this device yet. Please choose Restore Purchases in the app."
    case .notPurchased(let product): "We don't see \(product) among your purchases with Apple."
    }
  }
}
