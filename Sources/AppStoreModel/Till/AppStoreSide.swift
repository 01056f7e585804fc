import Core

/// An Apple Account in the App Store's list.
package struct AppleAccount: Hashable, Sendable {
  package var name: String
  /// The account's role in the demo, in a few words; usually empty.
  package var note: String
  package var storefront: String
  /// The `appTransactionId` in the account's purchases; nil if the App Store does not provide it.
  package var appTransactionId: String?

  package init(name: String, note: String, storefront: String, appTransactionId: String? = nil) {
    self.name = name
    self.note = note
    self.storefront = storefront
    self.appTransactionId = appTransactionId
  }
}

/// A request at the App Store that waits for a decision, or whose decision can still be changed.
package struct AppStoreCase: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A purchase waits for a parent's approval.
    case askToBuy
    /// A purchase was interrupted; the customer must resolve a problem with the App Store.
    case interrupted
    /// The customer requested a refund.
    case refundRequest
    /// Apple granted a refund, which can still be reversed.
    case refunded
  }

  package var kind: Kind
  package var transactionId: String
  package var productId: String
  package var productName: String
  package var account: String
  package var date: Timestamp
  /// The customer's own words, if any.
  package var note: String?
  /// The price paid, or charged when the purchase continues, formatted for the account's storefront.
  package var displayPrice: String
  /// What a subscription's waiting purchase changes when it continues.
  package var change: PlanChange?
  /// The state of Apple's consumption request for the refund; nil if Apple sent none.
  package var consumption: Consumption?

  /// The state of a consumption request that Apple sent to the app server.
  package enum Consumption: String, Hashable, Sendable {
    /// The app server has not answered, and still has time.
    case waiting
    case answered
    /// The app server answered too late, or never.
    case missed
  }

  package init(
    kind: Kind, transactionId: String, productId: String, productName: String, account: String, date: Timestamp,
    note: String? = nil, displayPrice: String, change: PlanChange? = nil, consumption: Consumption? = nil
  ) {
    self.kind = kind
    self.transactionId = transactionId
    self.productId = productId
    self.productName = productName
    self.account = account
    self.date = date
    self.note = note
    self.displayPrice = displayPrice
    self.change = change
    self.consumption = consumption
  }
}

/// The state of the simulated App Store, which the dashboard's App Store panel shows.
@dynamicMemberLookup
package struct AppStoreSituation: Hashable, Sendable {
  package var now: Timestamp
  package var isPaused: Bool
  package var rate: TimeRate
  /// The settings; each switch is also available by its own name, such as `situation.network`.
  package var settings: AppStoreSettings
  package var cases: [AppStoreCase]
  package var accounts: [AppleAccount]
  /// The active faults, in the order in which Till lists them.
  package var faults: [ArmedFault]
  /// The subscriptions of all Apple Accounts.
  package var subscriptions: [Subscription]
  /// The latest notifications to the app server, newest first.
  package var notifications: [AppStoreNotification]
  /// The families, each as a list of account names.
  package var families: [[String]]
  /// The names of the checkpoints, sorted by the time that they restore, oldest first.
  package var checkpoints: [String]
  /// Purchases that customers began in the App Store and no app has continued, oldest first.
  package var promoted: [PromotedPurchase]
  /// The latest purchases and renewals of all Apple Accounts, newest first, without refunded ones.
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

/// New signed data from the App Store for an app server: notifications and transactions, in the order of signing.
package struct AppStoreNews: Hashable, Sendable {
  /// One signed notification or transaction.
  package struct Item: Hashable, Sendable {
    /// The position in the order of signing.
    package var place: Int64
    /// The notification's UUID; nil for a transaction from the history.
    package var notificationUUID: String?
    package var signed: String
    /// Whether the notification has arrived; a lost or delayed one is only in the notification history.
    package var hasArrived: Bool

    package init(place: Int64, notificationUUID: String?, signed: String, hasArrived: Bool = true) {
      self.place = place
      self.notificationUUID = notificationUUID
      self.signed = signed
      self.hasArrived = hasArrived
    }
  }

  package var items: [Item]
  /// Whether more items follow the last one.
  package var hasMore: Bool

  package init(items: [Item], hasMore: Bool) {
    self.items = items
    self.hasMore = hasMore
  }
}

/// A purchase that a customer began in the App Store and the app is to continue (Apple: PurchaseIntent).
package struct PromotedPurchase: Hashable, Sendable {
  /// The App Store's number for the purchase.
  package var id: String
  package var account: String
  package var productId: String
  /// When the customer began the purchase.
  package var date: Timestamp

  package init(id: String, account: String, productId: String, date: Timestamp) {
    self.id = id
    self.account = account
    self.productId = productId
    self.date = date
  }
}

/// A purchase or renewal at the simulated App Store that was not refunded.
package struct AppStorePurchase: Hashable, Sendable {
  package var transactionId: String
  package var productId: String
  package var productName: String
  /// The Apple Account that owns the purchase.
  package var account: String
  package var date: Timestamp
  /// The end of the subscription period.
  package var expiresDate: Timestamp?
  package var quantity: Int
  /// The total price paid, formatted for the account's storefront.
  package var displayPrice: String
  /// Whether the purchase comes from Family Sharing, so that this account did not pay for it.
  package var isShared: Bool
  /// Whether an upgrade replaced the subscription.
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

/// A notification to the app server, as the simulated App Store lists it.
package struct AppStoreNotification: Hashable, Sendable {
  /// The state of a notification's delivery.
  package enum Delivery: String, Hashable, Sendable {
    /// The App Store will send the notification, for the first time or again.
    case waiting
    /// The app server accepted the notification.
    case delivered
    /// All attempts failed, and no retry follows.
    case failed
    /// The notification was never sent: it is older than the app server (in the demo), or was lost on purpose.
    case notPosted

    /// The state for a list: one or two words.
    package var words: String { self == .notPosted ? say("not posted") : term(rawValue) }
  }

  package var notificationUUID: String
  package var type: NotificationType
  package var subtype: NotificationSubtype?
  /// The product of the event; nil for a test notification.
  package var productId: String?
  package var account: String?
  /// When the notification was signed, on the App Store's clock.
  package var date: Timestamp
  package var delivery: Delivery
  /// The number of attempts to deliver the notification so far.
  package var attempts: Int
  /// When the next attempt is planned, on the App Store's clock; nil after delivery or final failure.
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
