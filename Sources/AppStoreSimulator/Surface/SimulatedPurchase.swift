/// What the simulated App Store answers to a purchase that was not refused.
package enum SimulatedPurchase: Hashable, Sendable {
  /// Paid; the signed transaction and its id. `alreadyOwned` when it is an earlier one and nothing was charged.
  case success(signedTransaction: String, transactionId: String, alreadyOwned: Bool)
  /// A parent has to approve first; the transaction gets this id when one does.
  case pending(transactionId: String)
  /// Paid, and a fault keeps the answer from the app for ever.
  case unanswered(transactionId: String)
  /// The customer closed the payment sheet.
  case cancelled
}
