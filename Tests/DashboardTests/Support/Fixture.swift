import AppStoreModel

@testable import Dashboard

/// Example data of a small app with products of all four types, bought, expired and refunded.
enum Fixture {
  /// 2025-03-01 12:00 UTC.
  static let now = Timestamp(milliseconds: 1_740_830_400_000)
  static let hour: Int64 = 3_600_000
  static let day: Int64 = 86_400_000

  static func ago(days: Int64, hours: Int64 = 0) -> Timestamp {
    now.subtracting(milliseconds: days * day + hours * hour)
  }

  static func ahead(days: Int64, hours: Int64 = 0) -> Timestamp { now.adding(milliseconds: days * day + hours * hour) }

  static let setup = Setup(
    appName: "Piglet", backend: "SIMULATED (signs as Sandbox)",
    abilities: [.support: "needs the App Store Server API (see till help support)"])

  static func product(
    _ id: String, _ name: String, _ type: ProductType, _ price: Int64, group: String? = nil,
    period: SubscriptionPeriod? = nil, level: Int? = nil, isShareable: Bool = false
  ) -> Product {
    Product(
      id: "com.example.piglet.\(id)", type: type, displayName: name, price: price, currency: "CNY",
      displayPrice: "¥\(price / 1000).00", subscriptionGroupIdentifier: group,
      subscriptionGroupName: group.map { _ in "Piglet Plus" }, groupLevel: level, subscriptionPeriod: period,
      familyShareable: isShareable)
  }

  static let premium = product("premium", "Premium unlock", .nonConsumable, 8000, isShareable: true)
  static let dark = product("icons.dark", "Dark icons", .nonConsumable, 3000)
  static let coins = product("coins.100", "100 coins", .consumable, 6000)
  static let monthly = product(
    "plus.monthly", "Monthly", .autoRenewableSubscription, 12_000, group: "21500000", period: .month, level: 1)
  static let yearly = product(
    "plus.yearly", "Yearly", .autoRenewableSubscription, 98_000, group: "21500000", period: .year, level: 1)
  static let season = product("season", "Season pass", .nonRenewingSubscription, 25_000)

  static let premiumStatus = ProductStatus(
    product: premium, state: .purchased, entitled: true, since: ago(days: 28),
    reasons: [
      Reason(
        supports: true, rule: "notRevoked", transactionId: "2000000845425339",
        text: "verified, bought 2025-02-01, not revoked"),
      Reason(
        supports: false, rule: "revoked", transactionId: "2000000845420001", text: "refunded 2025-01-30"),
    ])

  static let statuses: [ProductStatus] = [
    premiumStatus,
    ProductStatus(
      product: dark, state: .notPurchased, entitled: false,
      next: NextStep(who: .customer, text: "buy it, or restore an earlier purchase")),
    ProductStatus(product: coins, state: .purchased, entitled: false, balance: 2, since: ago(days: 3)),
    ProductStatus(
      product: monthly, state: .gracePeriod, entitled: true, expiresDate: ahead(days: 2), since: ago(days: 31),
      reasons: [
        Reason(
          supports: true, rule: "gracePeriod", transactionId: "2000000845429000",
          text: "the renewal failed, and the grace period lasts until 2025-03-03 12:00")
      ],
      next: NextStep(who: .customer, text: "renew the payment method before the grace period ends")),
    ProductStatus(product: yearly, state: .notPurchased, entitled: false),
    ProductStatus(product: season, state: .expired, entitled: false, expiresDate: ago(days: 40), since: ago(days: 70)),
  ]

  static let device = DeviceState(
    account: "new@", user: "one", lastChecked: ago(days: 0).subtracting(milliseconds: 120_000), epoch: 1,
    waitingUpdates: 1)

  static func overview(_ statuses: [ProductStatus] = statuses, device: DeviceState = device) -> Overview {
    Overview(now: now, device: device, statuses: statuses, storefront: "CHN")
  }

  private static let settings: AppStoreSettings = {
    var settings = AppStoreSettings()
    settings.grace = true
    return settings
  }()

  static let situation = AppStoreSituation(
    now: now, isPaused: false, rate: .realTime, settings: settings,
    cases: [
      AppStoreCase(
        kind: .refundRequest, transactionId: "2000000845425339", productId: premium.id, productName: "Premium unlock",
        account: "new@", date: ago(days: 0, hours: 1), note: "bought by mistake", displayPrice: "¥8.00"),
      AppStoreCase(
        kind: .askToBuy, transactionId: "2000000845425400", productId: dark.id, productName: "Dark icons",
        account: "new@", date: ago(days: 0, hours: 3), displayPrice: "¥3.00"),
      AppStoreCase(
        kind: .refunded, transactionId: "2000000845420001", productId: premium.id, productName: "Premium unlock",
        account: "new@", date: ago(days: 30), displayPrice: "¥8.00"),
    ],
    accounts: [
      AppleAccount(name: "new@", note: "owns nothing", storefront: "CHN"),
      AppleAccount(name: "regular@", note: "bought, refunded and bought again", storefront: "USA"),
      AppleAccount(name: "plus@", note: "a subscription in grace", storefront: "DEU"),
    ],
    faults: [ArmedFault(.purchase, kind: .networkError, isOneShot: true)],
    subscriptions: [
      Subscription(
        originalTransactionId: "2000000845429000", transactionId: "2000000845429000", productId: monthly.id,
        productName: "Monthly",
        displayPrice: "¥12.00", account: "new@", state: .active, autoRenew: true, billingFails: false,
        expiresDate: ahead(days: 9), nextDate: ahead(days: 9), renewals: 2, priceIncrease: .pending),
      Subscription(
        originalTransactionId: "2000000845429100", transactionId: "2000000845429100", productId: yearly.id,
        productName: "Yearly",
        displayPrice: "¥98.00", account: "plus@", state: .grace, autoRenew: true, billingFails: true,
        expiresDate: ago(days: 14), nextDate: ahead(days: 2), renewals: 0),
      Subscription(
        originalTransactionId: "2000000845429200", transactionId: "2000000845429200", productId: yearly.id,
        productName: "Yearly",
        displayPrice: "¥98.00", account: "new@", state: .expired, autoRenew: false, billingFails: false,
        expiresDate: ago(days: 200), nextDate: ago(days: 200), renewals: 1),
    ],
    notifications: [
      AppStoreNotification(
        notificationUUID: "6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c11", type: .refund, productId: premium.id, account: "new@",
        date: ago(days: 30), delivery: .waiting, attempts: 2, nextAttempt: ahead(days: 1)),
      AppStoreNotification(
        notificationUUID: "6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c10", type: .subscribed, subtype: .initialBuy,
        productId: monthly.id, account: "new@", date: ago(days: 31), delivery: .delivered, attempts: 1),
    ], families: [["plus@", "regular@"]], checkpoints: ["1", "before"],
    purchases: [
      AppStorePurchase(
        transactionId: "2000000845429001", productId: monthly.id, productName: "Monthly", account: "new@",
        date: ago(days: 21), expiresDate: ahead(days: 9), displayPrice: "¥12.00"),
      AppStorePurchase(
        transactionId: "2000000845425500", productId: coins.id, productName: "100 coins", account: "new@",
        date: ago(days: 3), quantity: 3, displayPrice: "¥18.00"),
      AppStorePurchase(
        transactionId: "2000000845425501", productId: premium.id, productName: "Premium unlock", account: "plus@",
        date: ago(days: 20), displayPrice: "¥0.00", isShared: true),
    ])

  static let lives: [ProductLife] = [
    ProductLife(
      productId: premium.id,
      stretches: [
        ProductLife.Stretch(.entitled, from: ago(days: 90), until: ago(days: 30)),
        ProductLife.Stretch(.entitled, from: ago(days: 28), until: nil),
      ],
      happenings: [
        ProductLife.Happening(.bought, ago(days: 90)), ProductLife.Happening(.refunded, ago(days: 30)),
        ProductLife.Happening(.bought, ago(days: 28)),
      ]),
    ProductLife(productId: coins.id, happenings: [ProductLife.Happening(.bought, ago(days: 3))]),
    ProductLife(
      productId: monthly.id,
      stretches: [
        ProductLife.Stretch(.entitled, from: ago(days: 62), until: ago(days: 1)),
        ProductLife.Stretch(.grace, from: ago(days: 1), until: ahead(days: 2)),
      ],
      happenings: [
        ProductLife.Happening(.bought, ago(days: 62)), ProductLife.Happening(.renewed, ago(days: 31)),
        ProductLife.Happening(.graceBegan, ago(days: 1)),
      ], plan: ProductLife.Plan(date: ahead(days: 20), productId: yearly.id, price: 98_000, currency: "CNY")),
    ProductLife(
      productId: season.id, stretches: [ProductLife.Stretch(.entitled, from: ago(days: 70), until: ago(days: 40))],
      happenings: [ProductLife.Happening(.bought, ago(days: 70)), ProductLife.Happening(.ended, ago(days: 40))]),
  ]

  static let promoted = PromotedPurchase(id: "77", account: "new@", productId: dark.id, date: ago(days: 0, hours: 1))

  static let refunds = Page(
    rows: [
      RefundRecord(
        transactionId: "2000000845420001", originalTransactionId: "2000000845420001", productId: premium.id,
        revocationDate: ago(days: 30, hours: 2), price: 8000, currency: "CNY"),
      RefundRecord(
        transactionId: "2000000845410000", originalTransactionId: "2000000845410000", productId: coins.id,
        revocationDate: ago(days: 60), cause: .refundedInPart, revocationType: .refundProrated,
        revocationPercentage: 50_000, price: 6000, currency: "CNY", reversedDate: ago(days: 58)),
    ])

  static func stored(_ index: Int, _ product: Product = premium) -> StoredTransaction {
    StoredTransaction(
      transaction: Transaction {
        $0.originalTransactionId = "\(2_000_000_845_400_000 + index)"
        $0.transactionId = "\(2_000_000_845_400_000 + index)"
        $0.productId = product.id
        $0.purchaseDate = ago(days: Int64(index))
        $0.currency = "CNY"
        $0.price = product.price
      },
      verdict: .verified, origin: .history)
  }

  static func transactions(_ range: Range<Int>, next: String? = nil, previous: String? = nil) -> Page<StoredTransaction>
  {
    Page(rows: range.map { stored($0, $0 % 2 == 0 ? premium : coins) }, next: next, previous: previous)
  }

  static let orders = Page(
    rows: [
      Order(
        id: "0b8f6a9e-5a0e-4d0e-9c0e-2f9f5a6b7c8d", transactionId: "2000000845425339", productId: premium.id,
        quantity: 1, account: "new@", user: "one", state: .closed, createdDate: ago(days: 28),
        updatedDate: ago(days: 28)),
      Order(
        id: "1b8f6a9e-5a0e-4d0e-9c0e-2f9f5a6b7c8d", transactionId: "2000000845425338", productId: coins.id,
        quantity: 3, account: "new@", user: "one", state: .delivered, createdDate: ago(days: 29),
        updatedDate: ago(days: 29), lastError: "no network"),
    ])

  static let journal = Page(
    rows: [
      JournalEntry(
        id: 9, date: ago(days: 0, hours: 1), machineDate: ago(days: 0), kind: "order.delivered",
        text: "Premium unlock was delivered to one, once.", productId: premium.id, transactionId: "2000000845425339"),
      JournalEntry(
        id: 8, date: ago(days: 0, hours: 2), machineDate: ago(days: 0), kind: "intent.opened",
        text: "one begins to buy Premium unlock with new@.", productId: premium.id),
    ])
}
