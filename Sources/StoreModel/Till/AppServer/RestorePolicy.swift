/// What the app's server does when a user brings a purchase that another user already has.
package enum RestorePolicy: String, Hashable, Sendable, CaseIterable {
  /// It stays with the user who had it first.
  case keep
  /// It goes over to the user who brings it.
  case transfer
  /// It goes over unless it is a subscription that is active for the other user.
  case transferIfInactive
  /// Both have it.
  case share
}

extension RestorePolicy {
  /// The policy in plain words.
  package var words: String {
    switch self {
    case .keep: "a purchase stays with the user who had it first"
    case .transfer: "a purchase goes over to the user who restores it"
    case .transferIfInactive: "a purchase goes over to the user who restores it, unless it is an active subscription"
    case .share: "every user who restores a purchase has it"
    }
  }
}

/// What a restore policy did.
package enum PolicyOutcome: String, Hashable, Sendable, CaseIterable {
  /// It stayed with the user who had it.
  case kept
  /// It went over.
  case transferred
  /// Another user has it too now.
  case shared
}
