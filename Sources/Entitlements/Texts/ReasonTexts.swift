package import Core

/// Texts about double charges, and about units granted or owed.
enum ChargedTwiceText {
  static func certain(other: String, isSubscription: Bool) -> Words {
    isSubscription
      ? "charged twice: another paid subscription of this group overlaps (\(other))"
      : "charged twice: another purchase of it overlaps (\(other))"
  }
  static func askForRefund(isSubscription: Bool) -> Words {
    isSubscription
      ? "the customer paid twice: request a refund for one of the two, and cancel one"
      : "the customer paid twice: request a refund for one of the two"
  }
  static func grantedConsumable(_ count: Int, because reason: String, compensates compensated: String?) -> Words {
    "\(count) granted by us: \(reason)" + (compensated.map { " (for \($0))" } ?? "")
  }
}

/// Texts for transactions that do not count, or belong to another user.
enum ExclusionText {
  static var itWentOverToAnother: Words { "transferred to another user" }
  static var anotherUserRestoredIt: Words { "another installation or login restored it" }
  static func grantedByUs(because reason: String, until date: String, isRunning: Bool) -> Words {
    isRunning
      ? "granted by us, not bought: \(reason); until \(date)" : "granted by us, not bought: \(reason); ended \(date)"
  }
}

/// Texts that explain why a product is entitled or not.
enum JudgementText {
  static func counts(delivered: Int, used: Int, refunded: Int, granted: Int, balance: Int) -> Words {
    "delivered \(delivered), used \(used), refunded \(refunded)"
      + (granted == 0 ? "" : ", granted \(granted)") + ": balance \(balance)"
  }
  static var replacedByAnotherProductOfGroup: Words {
    "replaced by another product of the group, so it gives no access, whenever it expires"
  }
  static func chargedAndAppsServerCould(minute: String, why: String?) -> Words {
    why.map { "\(minute), not delivered yet: \($0)" } ?? "\(minute), but the app server was unreachable"
  }
  static func chargedAndAppsServerRefused(minute: String, why: String?) -> Words {
    "\(minute), but the app server rejected it\(told(why))"
  }
  static func chargedAndTooOld(minute: String, why: String?) -> Words {
    "\(minute), but too old for the app server\(told(why))"
  }
  static func bought(_ day: String, isShared: Bool) -> Words { isShared ? "family share of \(day)" : "bought \(day)" }
  static func billingRetry(since end: String, graceEnded grace: String?) -> Words {
    "the period ended \(end); the renewal failed and Apple is retrying"
      + (grace.map { ", its grace period ended \($0)" } ?? "")
  }
  static func chargedAndNotTaken(minute: String, why: String?) -> Words {
    "\(minute), but the app server does not accept it\(told(why))"
  }
  static func chargedAndUndecided(minute: String, why: String?) -> Words {
    "\(minute), but the app server has not decided yet\(told(why))"
  }

  private static func told(_ words: String?) -> String { words.map { ": " + $0 } ?? "" }
}

/// Texts of next steps.
package enum NextStepText {
  package static var useWaits: Words {
    "an earlier use waits for the app server to answer; retry when it is reachable"
  }
  static var askAppStoreAgain: Words { "check with the App Store: the renewal is not confirmed yet" }
  static var restoreFirst: Words { "restore first: this device does not know yet what was bought before" }
  static var checkFirst: Words {
    "check first: this device has not asked the App Store and the app server yet what was bought"
  }
  static var askWhoOwnsIt: Words {
    "ask the app server which user owns the purchase: this device has no answer yet"
  }
  static var onlyAppleGivesItBack: Words {
    "the customer can buy it again; only Apple can reverse a refund, at the customer's request"
  }
  static var buyItAgain: Words { "the customer can buy it again" }
  static var subscribeAgain: Words { "the customer can subscribe again" }
  static func nothingToDoAppleRenews(_ end: String) -> Words { "nothing to do: Apple renews it \(end)" }
  static func customerHasToSettleWhat(_ minute: String) -> Words {
    "the customer has to resolve what the App Store asks (a payment method, new terms); then the purchase "
      + "continues; otherwise it expires \(minute)"
  }
  static var somebodyInFamily: Words {
    "a parent or guardian has to approve the purchase; the app is never told of a refusal; the request expires "
  }
  static var itsProductType: Words { "its product type is unknown, so it grants nothing" }
  static var putRightWhyAppsServer: Words {
    "resolve why the app server rejects it (see WHY), then retry"
  }
  static func triedAgain(_ what: String, by date: String?) -> Words {
    date.map { "\(what): Till retries by \($0), or you retry now" }
      ?? "\(what): Till retries at the next action, or you retry now"
  }
  static func askedAgain(_ what: String, by date: String) -> Words { "\(what): ask it again by \(date)" }
  static func forMoreThanDay(_ what: String, orGiveItUp givesUp: Bool, isFree: Bool = false) -> Words {
    "\(what) for more than a day: fix it, then retry" + (givesUp ? "; or give it up" + refundable(isFree) : "")
  }
  static func signatureIsInvalid(isFree: Bool) -> Words {
    "the signature is invalid, and asking again does not help: give it up" + refundable(isFree)
  }
  static func noMoreToExpect(isFree: Bool) -> Words {
    isFree
      ? "no more to expect here, because it was given up or is too old: grant access"
      : "no more to expect here, because it was given up or is too old: request a refund from Apple, or grant access"
  }
  /// Apple refunds nothing where it was paid nothing.
  private static func refundable(_ isFree: Bool) -> Words { isFree ? "" : ", so that Apple can refund it" }
}
