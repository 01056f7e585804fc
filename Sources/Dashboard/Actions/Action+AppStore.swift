/// The actions of the App Store's side that something names; the others are made from the verbs.
extension Action {
  package static let showDecisions: Action = "decisions"
  package static let showSubscriptions: Action = "subscriptions"
  package static let showAccounts: Action = "accounts"
  package static let showFaults: Action = "faults"
  package static let showSettings: Action = "settings"
  package static let showNotifications: Action = "notifications"
  package static let showPurchases: Action = "purchases"
  package static let newDevice: Action = "new-device"
}
