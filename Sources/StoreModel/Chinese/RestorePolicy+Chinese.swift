import Texts

/// The policy in plain words.
extension RestorePolicy {
  package var chinese: String {
    switch self {
    case .keep: "购买保留给最先拥有它的用户"
    case .transfer: "购买转给恢复它的用户"
    case .transferIfInactive: "购买转给恢复它的用户，有效订阅除外"
    case .share: "每个恢复购买的用户都拥有它"
    }
  }
}
