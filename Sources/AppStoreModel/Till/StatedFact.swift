/// A fact about money or delivery in a product's status.
///
/// The sentences for people are made from these facts. Tests compare the facts with the ledger of the App Store and
/// with the app server, which know the truth.
package enum StatedFact: Hashable, Sendable {
  /// Apple was paid for the transaction.
  case charged(transactionId: String)
  /// The App Store confirmed the transaction without a charge: a free trial, or Family Sharing.
  case free(transactionId: String)
  /// It is unknown whether Apple was paid for the purchase.
  case mayBeCharged(intentId: String)
  /// Apple was paid nothing for a request, or for an interrupted purchase.
  case notCharged(intentId: String)
  /// Apple refunded the price or a part of it.
  case refunded(transactionId: String)
  /// Apple revoked the transaction, and there was nothing to refund.
  case takenBack(transactionId: String)
  /// The user who is logged in owns the product through this transaction.
  case delivered(transactionId: String)
  /// The user owns the product through a purchase from another device, Apple Account or platform.
  case boughtElsewhere(transactionId: String)
  /// Another user of the app owns the product through this transaction.
  case belongsToAnotherUser(transactionId: String)
  /// A party has to act; `until` is when the wait ends at the latest.
  case waits(NextStep.Party, until: Timestamp?)
}

extension NextStep {
  /// An input that a person must add before a step can run.
  package enum Need: String, Hashable, Sendable {
    case user, account, reason, duration, quantity
  }
}

extension NextStep.Action {
  /// The inputs that a person must add, in the order of the command line.
  package var needs: [NextStep.Need] {
    switch self {
    case .buy, .restore, .refundCheck, .askRefund, .retry, .use, .signIn(account: .some), .logIn(user: .some),
      .quarantine, .lookUp:
      []
    case .close, .reopen: [.reason]
    case .transfer: [.user, .reason]
    case .grant: [.quantity, .reason]
    case .setDuration: [.duration]
    case .signIn(account: nil): [.account]
    case .logIn(user: nil): [.user]
    }
  }
}
