import Core

/// Texts about the outcome of a purchase and its order.
enum OrderText {
  static var appsServerIsStillDeciding: Words { "the app server is still deciding" }
  static func noOrder(_ orderId: String) -> Words { "unknown order “\(orderId)”; till orders lists them" }
  static var somebodyTriesItAgain: Words { "retried by hand" }
  static var appsServerCouldNotBeAsked: Words { "the app server could not be asked" }
  static var waitsAlready: Words {
    "a request for it is already waiting for approval; asking again repeats the same request"
  }
  static var waitsForAnotherLogin: Words {
    "a request for it waits for approval already, made with this Apple Account for another login of the app: no second "
      + "one was made"
  }
  static func changedAnotherLogins(plan: String) -> Words {
    "nothing was charged, and this user gets nothing: it changed the next period of \(plan), which another login of the "
      + "app has"
  }
  static var ownedAlreadyNothingWasCharged: Words { "already owned: nothing was charged" }
}
