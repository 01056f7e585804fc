/// A part of the App Store's side.
package enum AppStoreSection: Int, CaseIterable, Hashable, Sendable {
  case decisions, subscriptions, accounts, faults, settings, notifications, purchases

  /// Where its own keys count.
  package var scope: Scope {
    switch self {
    case .decisions: .decisions
    case .subscriptions: .subscriptions
    case .accounts: .accounts
    case .faults: .faults
    case .settings: .settings
    case .notifications: .notifications
    case .purchases: .purchases
    }
  }

  /// The action that shows it.
  var action: Action {
    switch self {
    case .decisions: .showDecisions
    case .subscriptions: .showSubscriptions
    case .accounts: .showAccounts
    case .faults: .showFaults
    case .settings: .showSettings
    case .notifications: .showNotifications
    case .purchases: .showPurchases
    }
  }
}

/// The App Store's side: which part is shown, and where the cursor is in each.
package struct AppStoreSheet: Hashable, Sendable {
  /// Where a list's cursor is, and which row is shown first.
  struct Place: Hashable, Sendable {
    var cursor = 0
    var top = 0
  }

  package internal(set) var section = AppStoreSection.decisions
  /// The filter of the visible part.
  var filter = ProductList.Filter()
  /// The order of the visible part.
  var order = ListOrder.usual
  /// The row that was acted on or chosen last: the cursor follows it wherever it goes.
  var followed: String?
  private var places = [Place](repeating: Place(), count: AppStoreSection.allCases.count)

  package init() {}

  subscript(section: AppStoreSection) -> Place {
    get { places[section.rawValue] }
    set { places[section.rawValue] = newValue }
  }

  /// The place in the part that is shown.
  var place: Place {
    get { self[section] }
    set { self[section] = newValue }
  }
}
