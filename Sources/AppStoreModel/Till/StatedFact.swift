/// A fact of money or delivery in an answer: the sentences are made from it, and tests compare it with the
/// App Store's ledger and the app server, which know.
package enum StatedFact: Hashable, Sendable {
  /// The App Store was paid for it.
  case charged(transactionId: String)
  /// The App Store confirmed it without a charge: a free trial, or Family Sharing.
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
  /// The user has it by a purchase that was made on another device, with another Apple Account or on another platform.
  case boughtElsewhere(transactionId: String)
  /// Another user of the app has it by this purchase.
  case belongsToAnotherUser(transactionId: String)
  /// The party whose turn it is, with the date by which the wait ends.
  case waits(NextStep.Party, until: Timestamp?)
}

extension NextStep {
  /// The input that a person has to add before a step can be done.
  package enum Need: String, Hashable, Sendable {
    case user, account, reason, duration, quantity
  }
}

extension NextStep.Action {
  /// The inputs that a person has to add, in the order of the command.
  package var needs: [NextStep.Need] {
    switch self {
    case .buy, .restore, .refundCheck, .askRefund, .retry, .use, .logIn(user: .some), .quarantine, .lookUp: []
    case .close, .reopen: [.reason]
    case .transfer: [.user, .reason]
    case .grant: [.quantity, .reason]
    case .setDuration: [.duration]
    case .signIn: [.account]
    case .logIn(user: nil): [.user]
    }
  }
}
