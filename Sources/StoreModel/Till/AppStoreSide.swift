/// An Apple Account as the App Store lists it.
package struct AppleAccount: Hashable, Sendable {
  package var name: String
  /// What it is good for in a demonstration, in a few words; empty for most.
  package var note: String
  package var storefront: String

  package init(name: String, note: String, storefront: String) {
    self.name = name
    self.note = note
    self.storefront = storefront
  }
}

/// Something on the App Store's side that waits for somebody's decision, or can still be changed.
package struct AppStoreCase: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A purchase waits for a parent.
    case askToBuy
    /// A purchase was interrupted: the customer has to settle something with the App Store.
    case interrupted
    /// A refund was asked for.
    case refundRequest
    /// A refund was granted and can be reversed.
    case refunded
  }

  package var kind: Kind
  package var transactionId: String
  package var productId: String
  package var productName: String
  package var account: String
  package var date: Timestamp
  /// The customer's words, if any.
  package var note: String?
  /// What was paid, formatted for the account's storefront.
  package var displayPrice: String
  /// Whether the app's server told Apple how far a purchase was used; nil where Apple did not ask.
  package var consumption: Consumption?

  /// What became of Apple's question to the app's server.
  package enum Consumption: String, Hashable, Sendable {
    /// The answer can still come in time.
    case waiting
    case answered
    /// It came too late, or never.
    case missed
  }

  package init(
    kind: Kind, transactionId: String, productId: String, productName: String, account: String, date: Timestamp,
    note: String? = nil, displayPrice: String, consumption: Consumption? = nil
  ) {
    self.kind = kind
    self.transactionId = transactionId
    self.productId = productId
    self.productName = productName
    self.account = account
    self.date = date
    self.note = note
    self.displayPrice = displayPrice
    self.consumption = consumption
  }
}

/// How the simulated App Store stands: what the dashboard's panel of the App Store's side shows.
package struct AppStoreSituation: Hashable, Sendable {
  package var now: Timestamp
  package var isPaused: Bool
  package var rate: TimeRate
  package var network: Bool
  package var payments: Bool
  package var cases: [AppStoreCase]
  package var accounts: [AppleAccount]
  /// The faults that are switched on, in the order of their list.
  package var faults: [ArmedFault]
  /// The subscriptions of every Apple Account.
  package var subscriptions: [AppStoreSubscription]
  /// Whether every purchase waits for a parent.
  package var asksToBuy: Bool
  /// Whether a failed renewal is followed by a grace period.
  package var grace: Bool
  /// Whether purchases wait until the customer has settled something with the App Store.
  package var interrupts: Bool
  /// Whether the first renewal of every new subscription fails.
  package var failsRenewals: Bool
  /// The latest notifications to the app's server, newest first.
  package var notifications: [AppStoreNotification]
  /// The members of each family.
  package var families: [[String]]
  /// The checkpoints by the time they hold, oldest first.
  package var checkpoints: [String]
  /// The purchases begun in the App Store that nobody continued, oldest first.
  package var promoted: [PromotedPurchase]
  /// The latest purchases and renewals of every Apple Account, newest first; not those that are refunded.
  package var purchases: [AppStorePurchase]

  package init(
    now: Timestamp, isPaused: Bool, rate: TimeRate, network: Bool, payments: Bool, cases: [AppStoreCase],
    accounts: [AppleAccount], faults: [ArmedFault] = [], subscriptions: [AppStoreSubscription] = [],
    asksToBuy: Bool = false, grace: Bool = false, interrupts: Bool = false, failsRenewals: Bool = false,
    notifications: [AppStoreNotification] = [], families: [[String]] = [], checkpoints: [String] = [],
    promoted: [PromotedPurchase] = [], purchases: [AppStorePurchase] = []
  ) {
    self.now = now
    self.isPaused = isPaused
    self.rate = rate
    self.network = network
    self.payments = payments
    self.cases = cases
    self.accounts = accounts
    self.faults = faults
    self.subscriptions = subscriptions
    self.asksToBuy = asksToBuy
    self.grace = grace
    self.interrupts = interrupts
    self.failsRenewals = failsRenewals
    self.notifications = notifications
    self.families = families
    self.checkpoints = checkpoints
    self.promoted = promoted
    self.purchases = purchases
  }
}
