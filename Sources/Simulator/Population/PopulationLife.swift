import AppStoreModel

/// The history of one customer: purchases, renewals and the events between them.
struct PopulationLife {
  let population: Population
  private var generator: SeededNumbers
  private(set) var events: [Population.Event] = []

  private var token: String?
  private let appTransactionId: String?
  private var nextId: Int64
  private static let day = Timestamp.millisecondsPerDay
  private static let idsOfCustomer: Int64 = 100_000

  init(number: Int, of population: Population) {
    self.population = population
    var generator = population.generator(of: number)
    token = Self.token(&generator)
    let leader = population.leader(of: number)
    if leader != number {
      var other = population.generator(of: leader)
      token = Self.token(&other)
    }
    // Apple added appTransactionId in version 1.15 of the API; older transactions have none.
    appTransactionId = generator.chance(80) ? String(704_000_000_000_000_000 + Int64(number)) : nil
    nextId = 2_000_000_000_000_000 + Int64(number) * Self.idsOfCustomer
    self.generator = generator
  }

  private static func token(_ generator: inout SeededNumbers) -> String? {
    generator.chance(70) ? generator.uuid() : nil
  }

  mutating func live(transactions count: Int) {
    var left = count
    var date = population.start.milliseconds + Int64.random(in: 0..<300, using: &generator) * Self.day
    while left > 0 {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<55 where left > 1: left -= subscribe(at: &date, periods: min(left, 24))
      case 55..<75: left -= buy("premium", .nonConsumable, price: 8000, at: date)
      default: left -= buy("coins100", .consumable, price: 6000, at: date)
      }
      date += Int64.random(in: 1..<20, using: &generator) * Self.day
      // A customer with more purchases than fit into two years starts again at the beginning of the time span.
      if date > end { date = population.start.milliseconds + Int64.random(in: 0..<300, using: &generator) * Self.day }
    }
  }

  private var end: Int64 { population.start.milliseconds + Population.length }

  // MARK: One purchase

  private mutating func buy(_ name: String, _ type: ProductType, price: Int64, at date: Int64) -> Int {
    var transaction = transaction(name, type, price: price, at: date)
    transaction.originalTransactionId = transaction.transactionId
    if type == .nonConsumable, generator.chance(5) { transaction.inAppOwnershipType = .familyShared }
    append(.oneTimeCharge, nil, transaction, nil, at: date)
    if generator.chance(4) { refund(transaction, nil, at: date) }
    return 1
  }

  /// Appends a refund: Apple sends a consumption request, decides, and sometimes reverses the refund.
  private mutating func refund(_ transaction: Transaction, _ renewal: RenewalInfo?, at date: Int64) {
    let asked = date + Int64.random(in: 1..<10, using: &generator) * Self.day
    append(.consumptionRequest, nil, transaction, renewal, at: asked)
    let decided = asked + Self.day * 2
    guard generator.chance(70) else { return append(.refundDeclined, nil, transaction, renewal, at: decided) }
    var refunded = transaction
    refunded.revocationDate = Timestamp(milliseconds: decided)
    refunded.revocationReason = generator.chance(50) ? .refundedForOtherReason : .refundedDueToIssue
    append(.refund, nil, refunded, renewal, at: decided)
    if generator.chance(10) { append(.refundReversed, nil, transaction, renewal, at: decided + Self.day * 5) }
  }

  // MARK: A subscription

  private mutating func subscribe(at date: inout Int64, periods: Int) -> Int {
    let isYearly = generator.chance(15)
    var length = (isYearly ? 365 : 30) * Self.day
    var product = isYearly ? "yearly" : "monthly"
    var price: Int64 = isYearly ? 98_000 : 12_000
    let original = String(nextId)
    var made = 0
    while made < periods, made == 0 || date < end {
      var transaction = transaction(product, .autoRenewableSubscription, price: price, at: date)
      transaction.originalTransactionId = original
      transaction.subscriptionGroupIdentifier = "20812345"
      transaction.webOrderLineItemId = String(2_000_000_500_000_000_000 + (nextId - 2_000_000_000_000_000))
      transaction.expiresDate = Timestamp(milliseconds: date + length)
      transaction.transactionReason = made == 0 ? .purchase : .renewal
      var renewal = renewal(of: transaction)
      let isRecovered = made > 0 && generator.chance(3)
      append(
        made == 0 ? .subscribed : .didRenew, made == 0 ? .initialBuy : isRecovered ? .billingRecovery : nil,
        transaction, renewal, at: date)
      made += 1
      if generator.chance(2) { refund(transaction, renewal, at: date) }
      if generator.chance(4), product == "monthly", made < periods {
        // The upgrade replaces the monthly period at once.
        var upgraded = transaction
        upgraded.isUpgraded = true
        date += length / 3
        append(.didChangeRenewalPref, .upgrade, upgraded, renewal, at: date)
        (product, price, length) = ("yearly", 98_000, 365 * Self.day)
        continue
      }
      if generator.chance(8) {
        renewal.autoRenewStatus = .off
        append(.didChangeRenewalStatus, .autoRenewDisabled, transaction, renewal, at: date + length / 2)
        renewal.expirationIntent = .customerCancelled
        append(.expired, .voluntary, transaction, renewal, at: date + length)
        date += length
        return made
      }
      date += length
      guard generator.chance(4) else { continue }
      renewal.isInBillingRetryPeriod = true
      renewal.expirationIntent = .billingError
      let hasGrace = generator.chance(50)
      renewal.gracePeriodExpiresDate = hasGrace ? Timestamp(milliseconds: date + 16 * Self.day) : nil
      append(.didFailToRenew, hasGrace ? .gracePeriod : nil, transaction, renewal, at: date)
      date += Int64.random(in: 1..<15, using: &generator) * Self.day
    }
    return made
  }

  // MARK: Signed payloads

  private mutating func transaction(_ name: String, _ type: ProductType, price: Int64, at date: Int64) -> Transaction {
    let id = String(nextId)
    nextId += 1
    let (token, app, bundleId) = (token, appTransactionId, population.bundleId)
    return Transaction {
      $0.transactionId = id
      $0.bundleId = bundleId
      $0.productId = "\(bundleId).\(name)"
      $0.purchaseDate = Timestamp(milliseconds: date)
      $0.originalPurchaseDate = Timestamp(milliseconds: date)
      $0.quantity = 1
      $0.type = type
      $0.appAccountToken = token
      $0.inAppOwnershipType = .purchased
      $0.environment = .sandbox
      $0.storefront = "CHN"
      $0.storefrontId = "143465"
      $0.transactionReason = .purchase
      $0.currency = "CNY"
      $0.price = price
      $0.appTransactionId = app
    }
  }

  private func renewal(of transaction: Transaction) -> RenewalInfo {
    RenewalInfo {
      $0.originalTransactionId = transaction.originalTransactionId
      $0.autoRenewProductId = transaction.productId
      $0.productId = transaction.productId
      $0.autoRenewStatus = .on
      $0.environment = .sandbox
      $0.renewalDate = transaction.expiresDate
      $0.currency = transaction.currency
      $0.renewalPrice = transaction.price
      $0.appAccountToken = transaction.appAccountToken
      $0.appTransactionId = transaction.appTransactionId
    }
  }

  /// Appends an event; its transaction and renewal information are signed at the event's date.
  private mutating func append(
    _ type: NotificationType, _ subtype: NotificationSubtype?, _ transaction: Transaction, _ renewal: RenewalInfo?,
    at date: Int64
  ) {
    let signed = Timestamp(milliseconds: date)
    var (transaction, renewal) = (transaction, renewal)
    transaction.signedDate = signed
    renewal?.signedDate = signed
    events.append(
      Population.Event(
        date: signed, type: type, subtype: subtype, transaction: transaction, renewal: renewal, uuid: generator.uuid()))
  }
}
