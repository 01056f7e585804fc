import Core

/// Results and error messages of use cases other than purchases.
enum ActionText {
  static func noAnswerFromAppsServer(_ error: String) -> Words {
    "the app server did not answer: \(error); Till asks again, and the use counts once"
  }
  static var notSignedIn: Words { "no Apple Account is signed in to the App Store; sign in first" }
}

/// Error messages of simulated faults that the user switched on.
enum FaultText {
  static var networkIsOffAtThis: Words { "the network is off on this device (simulated fault “network”)" }
  static var appsServerIsDown: Words { "the app server is down (simulated fault “app-server-down”)" }
}

/// Texts about the outcome of a purchase and its order.
enum OrderText {
  static var appsServerIsStillDeciding: Words { "the app server is still deciding" }
  static func noOrder(_ orderId: String) -> Words { "unknown order “\(orderId)”; till orders lists them" }
  static var somebodyTriesItAgain: Words { "retried by hand" }
  static var serverHasCreditedIt: Words { "retried, because the app server has credited it" }
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

/// Texts about damage in a device's store.
enum StoreText {
  static func columnsDiffer(_ id: String) -> Words {
    "the columns of transaction \(id) differ from the signed "
      + "data"
  }
}
