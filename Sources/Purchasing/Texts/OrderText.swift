import Texts

/// What became of a purchase and its order.
enum OrderText {
  static var appsServerIsStillDeciding: Words { "the app's server is still deciding" }
  static func noOrder(_ orderId: String) -> Words { "no order \(orderId): till orders lists them" }
  static var somebodyTriesItAgain: Words { "somebody tries it again" }
  static var appsServerCouldNotBeAsked: Words { "the app's server could not be asked" }
  static var waitsAlready: Words { "the request for it waits for approval already: asking again is the same request" }
  static var ownedAlreadyNothingWasCharged: Words { "owned already: nothing was charged" }
}
