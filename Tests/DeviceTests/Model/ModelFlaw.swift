/// A fault of the app server that is planted to see that the search finds it.
enum ModelFlaw: String, Sendable, CaseIterable {
  /// Every order is answered as if its transaction had never been credited.
  case creditsAgain
  /// It ignores for whom a purchase was made: the user who is logged in gets it.
  case creditsWhoeverIsLoggedIn
  /// A purchase that is restored goes over, whatever the policy.
  case alwaysTransfers
  /// What was refunded is not taken back.
  case forgetsRefunds
}
