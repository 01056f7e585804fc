import Texts

/// What to do next, and what the customer can be told.
enum NextStepText {
  static var askAppStoreAgain: Words { "check with the App Store: whether it was renewed is not known yet" }
  static var nothingToDo: Words { "nothing to do: another product of the group is served instead" }
  static var onlyAppleGivesItBack: Words {
    "the customer can buy it again; only Apple can take a refund back, on the customer's request"
  }
  static var buyItAgain: Words { "the customer can buy it again" }
  static func nothingToDoAppleRenews(_ end: String) -> Words { "nothing to do: Apple renews it \(end)" }
  static func customerHasToSettleWhat(_ minute: String) -> Words {
    "the customer has to settle what the App Store asks for (a payment method, new terms); the purchase goes on "
      + "then, or lapses \(minute)"
  }
  static var somebodyInFamily: Words {
    "a parent or guardian has to approve the purchase; a refusal is never reported to an app, and it lapses "
  }
  static var itsProductType: Words { "its product type is not known here, so it grants nothing" }
  static var putRightWhyAppsServer: Words {
    "put right why the app's server does not take it (see WHY), then try it again"
  }
  static func triedAgain(_ what: String, at date: String?) -> Words {
    date.map { "\(what): tried again by itself \($0), or at once" }
      ?? "\(what): tried again by itself by the next action, or at once"
  }
  static func forMoreThanDay(_ what: String, orGiveItUp givesUp: Bool) -> Words {
    "\(what) for more than a day: see to it, then try again"
      + (givesUp ? "; or give it up, so that Apple can refund it" : "")
  }
}
