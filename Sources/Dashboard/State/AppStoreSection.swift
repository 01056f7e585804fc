/// A section of the App Store's side, the part of the dashboard that controls the simulated App Store.
package enum AppStoreSection: Int, CaseIterable, Hashable, Sendable {
  case decisions, subscriptions, accounts, faults, settings, notifications, purchases

  /// The scope of the section's own keys.
  package var scope: Scope { entrance.scope }

  /// The action that shows the section.
  var action: Action { entrance.action }

  private var entrance: (scope: Scope, action: Action) {
    switch self {
    case .decisions: (.decisions, .showDecisions)
    case .subscriptions: (.subscriptions, .showSubscriptions)
    case .accounts: (.accounts, .showAccounts)
    case .faults: (.faults, .showFaults)
    case .settings: (.settings, .showSettings)
    case .notifications: (.notifications, .showNotifications)
    case .purchases: (.purchases, .showPurchases)
    }
  }
}

/// The state of the App Store's side: the visible section, and the cursor in each section.
package struct AppStoreSheet: Hashable, Sendable {
  /// The position in a list: the selected row and the first visible row.
  struct Place: Scrolled, Hashable, Sendable {
    var cursor = 0
    var top = 0
  }

  package internal(set) var section = AppStoreSection.decisions
  /// The filter of the visible section.
  var filter = ProductList.Filter()
  /// The order of the visible section.
  var order = ListOrder.usual
  /// The id of the row that was acted on or chosen last; the cursor stays on it when it moves.
  var followed: String?
  private var places = [Place](repeating: Place(), count: AppStoreSection.allCases.count)

  subscript(section: AppStoreSection) -> Place {
    get { places[section.rawValue] }
    set { places[section.rawValue] = newValue }
  }

  /// The position in the visible section.
  var place: Place {
    get { self[section] }
    set { self[section] = newValue }
  }
}
