package import Core

/// The sentences for customers, state by state.
///
/// They state facts, the date, and what to do; they sell nothing and promise nothing for Apple.
package enum CustomerText {
  package static func fine(product: String) -> Words { "Everything looks fine: \(product) is active." }
  package static func fineUntilChange(product: String, next: String, date: String) -> Words {
    "Everything looks fine: \(product) is active. It changes to \(next) on \(date)."
  }
  package static func left(_ count: Int, product: String) -> Words {
    "Everything looks fine: you have \(count) × \(product) left."
  }
  package static func bought(product: String) -> Words {
    "We see your purchase of \(product) with Apple. If you miss it in the app, please write to us."
  }
  package static func usedUp(product: String) -> Words { "You've used all of your \(product)." }
  package static func refundedAfterUse(product: String) -> Words {
    "Apple tells us that \(product) was refunded after it had been used."
  }
  package static func cancelled(until date: String) -> Words { "Auto-renewal is off. You have access until \(date)." }
  package static func refundDeclined(until date: String) -> Words {
    "Apple declined your refund request. You have access until \(date)."
  }
  package static func sharedUntil(product: String, date: String) -> Words {
    "Everything looks fine: \(product) is shared with you by your family, until \(date)."
  }
  package static func priceNotice(product: String, price: String, date: String) -> Words {
    "Everything looks fine: \(product) is active. From \(date) it costs \(price); Apple has told you about it."
  }
  package static func priceConsent(product: String, price: String, date: String) -> Words {
    "From \(date), \(product) costs \(price) if you agree. If you don't, your access ends then."
  }
  package static func higherPriceConsent(product: String, date: String) -> Words {
    "Apple asks you to agree to a higher price for \(product). If you don't, your access ends on \(date)."
  }
  package static func commitmentEnds(_ date: String) -> Words {
    "Auto-renewal is off. Your monthly payments continue until \(date), and so does your access."
  }
  static func twoSubscriptions(until date: String) -> Words {
    "You have two subscriptions that overlap. Please cancel one before \(date), or you pay for both."
  }
  static func cancelUnpaid(_ plan: String, besides other: String) -> Words {
    "You already have \(other) elsewhere. Please cancel \(plan) with Apple, or you pay for both once Apple collects its "
      + "renewal."
  }
  static var replyAboutPurchase: Words { "Please reply to us about this purchase." }
  static func hasPlanElsewhere(_ plan: String) -> Words {
    "You have \(plan) already. To change your plan, please use the Apple Account or the service you bought it with."
  }
  static func familyShares(_ plan: String) -> Words {
    "Your family shares \(plan) with you, so there's nothing to buy."
  }
  static var requestIsOpen: Words {
    "An earlier request for this is still open with Apple. Please don't buy it again until it has ended."
  }
  static func otherPlanIsOpen(_ plan: String, product: String) -> Words {
    "Please don't buy \(product) yet: your purchase of \(plan) is not settled yet."
  }
  static var paymentsNotAllowed: Words {
    "Purchases are not allowed on this device. You can allow them in Settings, under Screen Time."
  }
  package static var renewalAwaited: Words {
    "We're waiting for Apple to confirm your renewal. Please don't subscribe again."
  }
  package static func grace(until date: String) -> Words {
    "Apple couldn't collect your renewal. You have access until \(date); please check your payment method with Apple."
  }
  package static var billingRetry: Words {
    "Apple couldn't collect your renewal, so access is paused. Please update your payment method with Apple; "
      + "there's no need to subscribe again."
  }
  package static func expired(on date: String) -> Words { "Your subscription ended on \(date)." }
  package static func ended(product: String) -> Words { "Your access to \(product) has ended." }
  package static func planBegins(product: String, date: String) -> Words {
    "\(product) begins on \(date), when your current plan ends."
  }
  package static func anotherPlan(product: String) -> Words {
    "Your subscription continues with another plan, so \(product) isn't active."
  }
  package static var waitingForApproval: Words {
    "This is waiting for a parent or guardian. Nothing has been charged for this request."
  }
  package static var interrupted: Words {
    "Apple needs something from you before this purchase can go on. Please check your account in Settings. Nothing "
      + "has been charged for it yet."
  }
  package static func paidNotDelivered(by time: String?) -> Words {
    time.map {
      "Apple confirmed your purchase; we're still adding it. Please don't buy again. We'll check again by \($0)."
    } ?? "Apple confirmed your purchase; we're still adding it. Please don't buy again."
  }
  package static var notDeliveredFree: Words {
    "We can see your access from Apple and are still adding it. There's nothing to buy."
  }
  package static var givenUp: Words {
    "We're sorry: Apple confirmed your purchase, but we couldn't add it. Please reply, or request a refund at "
      + "reportaproblem.apple.com."
  }
  package static var givenUpFree: Words {
    "We're sorry: we couldn't add this. You weren't charged for it. Please reply to us."
  }
  package static func chargeUnknown(by time: String?) -> Words {
    time.map { "We can't tell yet whether this went through. Please don't buy again; we'll look again by \($0)." }
      ?? "We can't tell yet whether this went through. Please don't buy again."
  }
  package static var refundAsked: Words { "Your refund request is with Apple. Apple decides, and tells you by e-mail." }
  package static var refunded: Words {
    "Apple tells us this was refunded, so it's no longer active. Apple can say when the money arrives."
  }
  package static var refundedConsumable: Words {
    "Apple tells us this was refunded. Apple can say when the money arrives."
  }
  package static var takenBackFree: Words {
    "Apple tells us this was ended, so it's no longer active. You weren't charged for it."
  }
  package static func familyEnded(product: String) -> Words {
    "Family Sharing of \(product) has ended, so it's no longer active for you."
  }
  package static func organisationEnded(product: String) -> Words {
    "Your organization no longer provides \(product), so it's no longer active."
  }
  package static func movedToBundle(product: String) -> Words {
    "Apple tells us that \(product) is part of a bundle now."
  }
  package static var withdrawn: Words { "Apple tells us this was withdrawn, so it's no longer active." }
  package static var anotherLogins: Words {
    "This purchase is linked to a different login. If it's yours, please use it; otherwise write to us."
  }
  package static var boughtWithoutLoggingIn: Words {
    "This was bought on another device without logging in. If you can't use it there, please write to us."
  }
  package static var chargedTwice: Words {
    "We see two purchases that overlap. You can request a refund for one at reportaproblem.apple.com; for a "
      + "subscription, also cancel one."
  }
  package static var paidPeriodTwice: Words {
    "We see two payments for the same time. You can request a refund for the earlier one at reportaproblem.apple.com."
  }
  package static func granted(product: String, until date: String) -> Words {
    "Everything looks fine: \(product) is active. We added it for you until \(date)."
  }
  package static func unconfirmed(product: String) -> Words {
    "\(product) is active. We'll check it with Apple as soon as we can."
  }
  package static var notVerified: Words {
    "We couldn't confirm this with Apple. Please don't buy again; please reply to us."
  }
  package static var newPhone: Words {
    "We can't see your earlier purchases on this device yet. Please choose Restore Purchases in the app."
  }
  package static var restoreWithItsAccount: Words {
    "Please sign in to the App Store with the Apple Account that bought this, then choose Restore Purchases in the app."
  }
  package static func notChecked(by time: String?) -> Words {
    time.map {
      "We haven't checked your purchases on this device yet. Please don't buy again; we'll check by \($0)."
    } ?? "We haven't checked your purchases on this device yet. Please don't buy again until we have."
  }
  package static func disagrees(product: String) -> Words {
    "What we have for \(product) and what Apple tells us don't match. We're looking into it; please don't buy it again."
  }
  package static func notPurchased(product: String) -> Words {
    "We don't see \(product) among your purchases with Apple."
  }
}
