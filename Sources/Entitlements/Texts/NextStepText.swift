import Core

/// Texts of next steps.
enum NextStepText {
  static var askAppStoreAgain: Words { "check with the App Store: the renewal is not confirmed yet" }
  static var restoreFirst: Words { "restore first: this device does not know yet whether it was bought before" }
  static var checkFirst: Words {
    "check first: this device has not asked the App Store and the app's server yet what was bought"
  }
  static var nothingToDo: Words { "nothing to do: another product of the group is active instead" }
  static var onlyAppleGivesItBack: Words {
    "the customer can buy it again; only Apple can reverse a refund, at the customer's request"
  }
  static var buyItAgain: Words { "the customer can buy it again" }
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
  static func forMoreThanDay(_ what: String, orGiveItUp givesUp: Bool) -> Words {
    "\(what) for more than a day: fix it, then retry"
      + (givesUp ? "; or give it up, so that Apple can refund it" : "")
  }
}
