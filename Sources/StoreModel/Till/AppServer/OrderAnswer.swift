/// What the app's server says of an order that was uploaded: the second step of its verification.
package enum OrderAnswer: Hashable, Sendable {
  /// Not decided yet: ask again.
  case processing
  /// Credited (or found to have been credited before): deliver, then finish.
  case confirmed(Credit)
  /// Not credited, in one line: it stays unfinished until support retries it or closes it.
  case refused(reason: String)
  /// Too old to be credited, in one line: finish and close it, and keep the evidence.
  case overdue(reason: String)
}

/// What a confirmed order was worth, and to whom.
package struct Credit: Hashable, Sendable {
  /// The users who have the transaction now; one, except under the policy to share.
  package var users: [String]
  /// What this order added to them, in purchased quantity; 0 when the transaction was credited before, or was refunded.
  package var quantity: Int
  package var attribution: Attribution
  /// What the restore policy did, or nil where it had nothing to do.
  package var policyOutcome: PolicyOutcome?

  package init(
    users: [String], quantity: Int, attribution: Attribution, policyOutcome: PolicyOutcome? = nil
  ) {
    self.users = users
    self.quantity = quantity
    self.attribution = attribution
    self.policyOutcome = policyOutcome
  }
}

/// How the app's server told whose a transaction is.
package enum Attribution: String, Hashable, Sendable, CaseIterable {
  /// The purchase was made for this user.
  case intent
  /// Its `appAccountToken` is the user's, or that of an order of theirs.
  case token
  /// An earlier transaction of the same original one is theirs.
  case lineage
  /// It carries no token: whoever was logged in when it was first seen.
  case missingToken
  /// Its token is nobody's here: the restore policy decided.
  case foreignToken
}
