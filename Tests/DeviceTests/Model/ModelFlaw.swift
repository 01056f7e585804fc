/// A defect that a test gives the app server to see that the search finds it.
enum ModelFlaw: String, Sendable, CaseIterable {
  /// Answers every order as if its transaction had never been credited.
  case creditsAgain
  /// Credits the user who is logged in, whatever user the purchase was made for.
  case creditsWhoeverIsLoggedIn
  /// Moves every restored purchase to the user who restores it, whatever the policy.
  case alwaysTransfers
  /// Does not take back what was refunded.
  case forgetsRefunds
}
