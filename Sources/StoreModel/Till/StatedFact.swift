/// What an answer states as a fact of money or delivery: the sentences are made from it, and tests compare it with the
/// App Store's ledger and the app's server, which know.
package enum StatedFact: Hashable, Sendable {
  /// The App Store was paid for it.
  case charged(transactionId: String)
  /// The App Store confirmed it and was paid nothing: a free trial, or what a member of the family shares.
  case free(transactionId: String)
  /// A purchase of which it is not known whether it was paid for.
  case mayBeCharged(intentId: String)
  /// A request or an interrupted purchase for which nothing was paid.
  case notCharged(intentId: String)
  /// The money went back, or a part of it.
  case refunded(transactionId: String)
  /// It was taken back, and there was no money to give back.
  case takenBack(transactionId: String)
  /// The user who is logged in has it by this purchase.
  case delivered(transactionId: String)
  /// Another user of the app has it by this purchase.
  case belongsToAnotherUser(transactionId: String)
  /// Somebody's turn it is, with the date by which the wait ends.
  case waits(NextStep.Party, until: Timestamp?)
}

extension NextStep {
  /// What a person has to add before a step can be done.
  package enum Need: String, Hashable, Sendable {
    case user, account, reason, duration, until
  }
}

extension NextStep.Action {
  /// What a person has to add before it can be done, in the order of the command.
  package var needs: [NextStep.Need] {
    switch self {
    case .buy, .restore, .refundCheck, .askRefund, .retry, .use, .logIn(user: .some), .quarantine, .lookUp: []
    case .close: [.reason]
    case .transfer: [.user, .reason]
    case .grant: [.until, .reason]
    case .setDuration: [.duration]
    case .signIn: [.account]
    case .logIn(user: nil): [.user]
    }
  }
}
