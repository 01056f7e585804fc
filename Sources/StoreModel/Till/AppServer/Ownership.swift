/// Whose a purchase is, as the app's server has it; the device keeps its last answer.
package struct Ownership: Hashable, Sendable {
  /// The purchase: every transaction of one original transaction id has the same owners.
  package var originalTransactionId: String
  /// The users who have it; empty when nobody here does (a foreign token under the policy to keep).
  package var users: [String]
  package var attribution: Attribution
  package var policyOutcome: PolicyOutcome?

  package init(
    originalTransactionId: String, users: [String], attribution: Attribution, policyOutcome: PolicyOutcome? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.users = users
    self.attribution = attribution
    self.policyOutcome = policyOutcome
  }
}

/// Purchases that a device shows the app's server, all in one request.
package struct OwnershipClaim: Hashable, Sendable {
  /// The user who brings them.
  package var user: String?
  package var signedTransactions: [String]
  /// Whether the user asked for them (a restore, or buying something owned): only then may a purchase change hands.
  package var isRestore: Bool

  package init(user: String?, signedTransactions: [String], isRestore: Bool) {
    self.user = user
    self.signedTransactions = signedTransactions
    self.isRestore = isRestore
  }
}
