/// An Apple Account as the App Store lists it.
package struct AppleAccount: Hashable, Sendable {
  package var name: String
  /// Its use in a demonstration, in a few words; empty for most.
  package var note: String
  package var storefront: String
  /// The app transaction that its purchases name; nil where the App Store does not tell.
  package var appTransactionId: String?

  package init(name: String, note: String, storefront: String, appTransactionId: String? = nil) {
    self.name = name
    self.note = note
    self.storefront = storefront
    self.appTransactionId = appTransactionId
  }
}

/// A request at the App Store that waits for a decision, or can still be changed.
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
  /// The price paid, formatted for the account's storefront.
  package var displayPrice: String
  /// Whether the app server told Apple how far a purchase was used; nil where Apple did not ask.
  package var consumption: Consumption?

  /// The state of Apple's question to the app server.
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

/// The state of the simulated App Store, which the dashboard's panel shows.
@dynamicMemberLookup
package struct AppStoreSituation: Hashable, Sendable {
  package var now: Timestamp
  package var isPaused: Bool
  package var rate: TimeRate
  /// The settings, each also by its own name: `situation.network`.
  package var settings: AppStoreSettings
  package var cases: [AppStoreCase]
  package var accounts: [AppleAccount]
  /// The faults that are switched on, in the order of their list.
  package var faults: [ArmedFault]
  /// The subscriptions of every Apple Account.
  package var subscriptions: [Subscription]
  /// The latest notifications to the app server, newest first.
  package var notifications: [AppStoreNotification]
  /// The members of each family.
  package var families: [[String]]
  /// The checkpoints by the time they hold, oldest first.
  package var checkpoints: [String]
  /// The purchases begun in the App Store that no app continued, oldest first.
  package var promoted: [PromotedPurchase]
  /// The latest purchases and renewals of every Apple Account, newest first; not those that are refunded.
  package var purchases: [AppStorePurchase]

  package init(
    now: Timestamp, isPaused: Bool, rate: TimeRate, settings: AppStoreSettings = AppStoreSettings(),
    cases: [AppStoreCase], accounts: [AppleAccount], faults: [ArmedFault] = [], subscriptions: [Subscription] = [],
    notifications: [AppStoreNotification] = [], families: [[String]] = [], checkpoints: [String] = [],
    promoted: [PromotedPurchase] = [], purchases: [AppStorePurchase] = []
  ) {
    self.now = now
    self.isPaused = isPaused
    self.rate = rate
    self.settings = settings
    self.cases = cases
    self.accounts = accounts
    self.faults = faults
    self.subscriptions = subscriptions
    self.notifications = notifications
    self.families = families
    self.checkpoints = checkpoints
    self.promoted = promoted
    self.purchases = purchases
  }

  package subscript(dynamicMember setting: WritableKeyPath<AppStoreSettings, Bool>) -> Bool {
    get { settings[keyPath: setting] }
    set { settings[keyPath: setting] = newValue }
  }
}

/// The App Store's signed news for an app server: notifications and transactions, in the order of
/// signing.
package struct AppStoreNews: Hashable, Sendable {
  /// One signed text.
  package struct Item: Hashable, Sendable {
    /// Its place in the order of signing.
    package var place: Int64
    /// The notification's UUID; nil for a transaction of the history.
    package var notificationUUID: String?
    package var signed: String
    /// Whether a notification has arrived; one that was lost or is late is found in the history alone.
    package var hasArrived: Bool

    package init(place: Int64, notificationUUID: String?, signed: String, hasArrived: Bool = true) {
      self.place = place
      self.notificationUUID = notificationUUID
      self.signed = signed
      self.hasArrived = hasArrived
    }
  }

  package var items: [Item]
  /// Whether there is more beyond the last one.
  package var hasMore: Bool

  package init(items: [Item], hasMore: Bool) {
    self.items = items
    self.hasMore = hasMore
  }
}

/// A purchase that a customer began in the App Store and that the app is to continue (Apple: PurchaseIntent).
package struct PromotedPurchase: Hashable, Sendable {
  /// The App Store's number of it.
  package var id: String
  package var account: String
  package var productId: String
  /// When the customer began it.
  package var date: Timestamp

  package init(id: String, account: String, productId: String, date: Timestamp) {
    self.id = id
    self.account = account
    self.productId = productId
    self.date = date
  }
}

/// A purchase, or a renewal, that stands at the simulated App Store.
package struct AppStorePurchase: Hashable, Sendable {
  package var transactionId: String
  package var productId: String
  package var productName: String
  /// The Apple Account that has it.
  package var account: String
  package var date: Timestamp
  /// The end of a subscription's period.
  package var expiresDate: Timestamp?
  package var quantity: Int
  /// The price paid for all of it, formatted for the account's storefront.
  package var displayPrice: String
  /// Whether it comes from Family Sharing: this account did not pay for it.
  package var isShared: Bool
  /// Whether an upgrade took its place.
  package var isUpgraded: Bool

  package init(
    transactionId: String, productId: String, productName: String, account: String, date: Timestamp,
    expiresDate: Timestamp? = nil, quantity: Int = 1, displayPrice: String, isShared: Bool = false,
    isUpgraded: Bool = false
  ) {
    self.transactionId = transactionId
    self.productId = productId
    self.productName = productName
    self.account = account
    self.date = date
    self.expiresDate = expiresDate
    self.quantity = quantity
    self.displayPrice = displayPrice
    self.isShared = isShared
    self.isUpgraded = isUpgraded
  }
}

/// A notification that the simulated App Store sends to the app server, as its own side lists it.
package struct AppStoreNotification: Hashable, Sendable {
  /// Where its delivery stands.
  package enum Delivery: String, Hashable, Sendable {
    /// It is to be sent, for the first time or again.
    case waiting
    /// The app server took it.
    case delivered
    /// Every attempt failed, and none follows.
    case failed
    /// It happened before a server could receive it (the demo's customers), or was lost on purpose.
    case notPosted
  }

  package var notificationUUID: String
  package var type: NotificationType
  package var subtype: NotificationSubtype?
  /// The product that it is about; nil for a test.
  package var productId: String?
  package var account: String?
  /// When it was signed, on the App Store's clock.
  package var date: Timestamp
  package var delivery: Delivery
  /// Attempts so far.
  package var attempts: Int
  /// When it is sent next, on the App Store's clock; nil once it was taken or given up.
  package var nextAttempt: Timestamp?

  package init(
    notificationUUID: String, type: NotificationType, subtype: NotificationSubtype? = nil, productId: String?,
    account: String?, date: Timestamp, delivery: Delivery, attempts: Int, nextAttempt: Timestamp? = nil
  ) {
    self.notificationUUID = notificationUUID
    self.type = type
    self.subtype = subtype
    self.productId = productId
    self.account = account
    self.date = date
    self.delivery = delivery
    self.attempts = attempts
    self.nextAttempt = nextAttempt
  }
}
