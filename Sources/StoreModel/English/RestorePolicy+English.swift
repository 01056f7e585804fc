import Texts

/// The policy in plain words.
extension RestorePolicy: Worded {
  package var english: String {
    switch self {
    case .keep: "a purchase stays with the user who had it first"
    case .transfer: "a purchase goes over to the user who restores it"
    case .transferIfInactive: "a purchase goes over to the user who restores it, unless it is an active subscription"
    case .share: "every user who restores a purchase has it"
    }
  }
}
