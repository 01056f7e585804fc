import Texts

/// What somebody did, by a name that says what is taken back.
package enum ActText: Sentence {
  case purchase(String)
  case restore, refundCheck
  case refundRequest(String)
  case use(String)
  case signIn(String)
  case signOut
  case logIn(String?)
  case retry
  case closeOrder(String)
  case fault(String)
  case updates(String)
  case backToNormal
  /// A decision at the App Store about what was bought.
  case refund(String), refundDeclined(String), refundReversed(String), approval(String), decline(String)
  /// Anything else of the App Store's side, as the command line says it.
  case verb(String)
  /// Anything else.
  case command(String)
}

/// Why nothing is taken back.
package enum UndoText: Sentence {
  case notHere, nothing, barrier
  case notSoMany(Int)
  /// What was taken back, and how many notifications went out before.
  case done([String], posted: Int)
}
