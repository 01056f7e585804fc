package import Core

/// The owners of a purchase according to the app server; the device keeps the server's last answer.
package struct Ownership: Hashable, Sendable {
  /// The original transaction id of the purchase; all its transactions have the same owners.
  package var originalTransactionId: String
  /// The users who own the purchase; empty if none does (a foreign token with the policy `keep`).
  package var users: [String]
  package var attribution: Attribution
  package var policyOutcome: PolicyOutcome?
  /// The ground on which the purchase was given up; nil where it was not.
  package var ground: CloseGround?

  package init(
    originalTransactionId: String, users: [String], attribution: Attribution, policyOutcome: PolicyOutcome? = nil,
    ground: CloseGround? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.users = users
    self.attribution = attribution
    self.policyOutcome = policyOutcome
    self.ground = ground
  }
}

/// The purchases that a device presents to the app server in one request.
package struct OwnershipClaim: Hashable, Sendable {
  /// The user who presents the purchases; nil if support does so to inspect a case.
  package var user: String?
  package var signedTransactions: [String]
  /// Whether the user acted (a restore, or buying an owned product); only then can a purchase change its owner.
  package var isRestore: Bool

  package init(user: String?, signedTransactions: [String], isRestore: Bool) {
    self.user = user
    self.signedTransactions = signedTransactions
    self.isRestore = isRestore
  }
}

extension Ownership: JSONFields {
  package static let fields = Fields<Self>(
    Field("originalTransactionId", \.originalTransactionId, .required), Field("users", \.users, .required),
    Field("attribution", \.attribution, .required), Field("policyOutcome", \.policyOutcome),
    Field("ground", \.ground))
  package static let blank = Ownership(originalTransactionId: "", users: [], attribution: .missingToken)
}

extension OwnershipClaim: JSONFields {
  package static let fields = Fields<Self>(
    Field("user", \.user), Field("signedTransactions", \.signedTransactions, .required),
    Field("isRestore", \.isRestore, .required))
  package static let blank = OwnershipClaim(user: nil, signedTransactions: [], isRestore: false)
}

/// The app server's rule for a user who restores a purchase of another user.
package enum RestorePolicy: String, Hashable, Sendable, CaseIterable, JSONMember {
  /// The purchase stays with its first owner.
  case keep
  /// The purchase moves to the user who restores it.
  case transfer
  /// The purchase moves to the user who restores it, unless it is an active subscription of the other user.
  case transferIfInactive
  /// Both users own the purchase.
  case share

  /// The policy in plain words.
  package var words: String { text }
}

/// What a restore policy did with a purchase.
package enum PolicyOutcome: String, Hashable, Sendable, CaseIterable, JSONMember {
  /// The purchase stayed with its owner.
  case kept
  /// The purchase moved to the user who restored it.
  case transferred
  /// The purchase now also belongs to the user who restored it.
  case shared
}

/// The texts that describe each policy.
extension RestorePolicy: Worded {
  package var said: Words {
    switch self {
    case .keep: "a purchase stays with the user who had it first"
    case .transfer: "a purchase moves to the user who restores it"
    case .transferIfInactive: "a purchase moves to the user who restores it, unless it is an active subscription"
    case .share: "every user who restores a purchase gets it"
    }
  }
}
