package import Core

/// The owners of a purchase, as the app server has them; the device keeps its last answer.
package struct Ownership: Hashable, Sendable {
  /// The purchase: every transaction of one original transaction id has the same owners.
  package var originalTransactionId: String
  /// The users who have it; empty when no user here does (a foreign token under the policy `keep`).
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

/// Purchases that a device shows the app server, all in one request.
package struct OwnershipClaim: Hashable, Sendable {
  /// The user who brings them; nil when support shows them to inspect a case.
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

extension Ownership: JSONFields {
  package static let fields = Fields<Self>(
    Field("originalTransactionId", \.originalTransactionId, .required), Field("users", \.users, .required),
    Field("attribution", \.attribution, .required), Field("policyOutcome", \.policyOutcome))
  package static let blank = Ownership(originalTransactionId: "", users: [], attribution: .missingToken)
}

extension OwnershipClaim: JSONFields {
  package static let fields = Fields<Self>(
    Field("user", \.user), Field("signedTransactions", \.signedTransactions, .required),
    Field("isRestore", \.isRestore, .required))
  package static let blank = OwnershipClaim(user: nil, signedTransactions: [], isRestore: false)
}

/// The app server's rule for a user who restores a purchase that another user already has.
package enum RestorePolicy: String, Hashable, Sendable, CaseIterable, JSONMember {
  /// It stays with the user who had it first.
  case keep
  /// It moves to the user who restores it.
  case transfer
  /// It goes over unless it is a subscription that is active for the other user.
  case transferIfInactive
  /// Both have it.
  case share

  /// The policy in plain words.
  package var words: String { text }
}

/// The result of a restore policy.
package enum PolicyOutcome: String, Hashable, Sendable, CaseIterable, JSONMember {
  /// It stayed with the user who had it.
  case kept
  /// It went over.
  case transferred
  /// Another user has it too now.
  case shared
}

/// The policy in plain words.
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
