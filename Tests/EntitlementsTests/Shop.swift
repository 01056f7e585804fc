import AppStoreModel

@testable import Entitlements

/// The catalogue that the tests use.
enum Shop {
  static let premium = product("premium", .nonConsumable)
  static let icons = product("icons", .nonConsumable)
  static let coins = product("coins", .consumable)
  static let season = product("season", .nonRenewingSubscription)
  /// The subscription at the highest service level of the group.
  static let yearly = subscription("yearly", level: 1)
  static let monthly = subscription("monthly", level: 2)
  static let weekly = subscription("weekly", level: 2)
  static let all = [premium, icons, coins, yearly, monthly, weekly, season]

  static let account = "buyer"

  private static func product(_ id: String, _ type: ProductType) -> Product {
    Product(id: id, type: type, displayName: id, price: 8000, currency: "CNY", displayPrice: "¥8.00")
  }

  private static func subscription(_ id: String, level: Int) -> Product {
    var product = product(id, .autoRenewableSubscription)
    product.subscriptionGroupIdentifier = "plus"
    product.groupLevel = level
    return product
  }
}

/// Returns the time this many days (and milliseconds) after the beginning of 2025.
func day(_ days: Double, _ milliseconds: Int64 = 0) -> Timestamp {
  Timestamp(milliseconds: 1_735_689_600_000 + Int64(days * 86_400_000) + milliseconds)
}

extension StoredTransaction {
  /// Returns a purchase that was signed when it was made, the first of its lineage unless another one is given.
  static func bought(
    _ product: Product, _ id: Int, on date: Double, lineage: Int? = nil, until expires: Double? = nil
  ) -> StoredTransaction {
    let transaction = Transaction {
      $0.originalTransactionId = String(lineage ?? id)
      $0.transactionId = String(id)
      $0.productId = product.id
      $0.subscriptionGroupIdentifier = product.subscriptionGroupIdentifier
      $0.purchaseDate = day(date)
      $0.originalPurchaseDate = day(date)
      $0.expiresDate = expires.map { day($0) }
      $0.quantity = 1
      $0.type = product.type
      $0.inAppOwnershipType = .purchased
      $0.signedDate = day(date)
      $0.environment = .sandbox
      $0.currency = "CNY"
      $0.price = 8000
    }
    return StoredTransaction(transaction: transaction, verdict: .verified, origin: .history)
  }

  /// Returns the version that Apple signs at a refund.
  func refunded(on date: Double, percentage: Int32? = nil) -> StoredTransaction {
    changed {
      $0.revocationDate = day(date)
      $0.revocationReason = .refundedForOtherReason
      $0.revocationPercentage = percentage
      $0.signedDate = day(date)
    }
  }

  /// Returns the same statement signed at another time.
  func signed(on date: Double) -> StoredTransaction { changed { $0.signedDate = day(date) } }

  func shared() -> StoredTransaction { changed { $0.inAppOwnershipType = .familyShared } }

  func upgraded() -> StoredTransaction { changed { $0.isUpgraded = true } }

  func with(_ verdict: Verdict) -> StoredTransaction {
    var copy = self
    copy.verdict = verdict
    return copy
  }

  func absent() -> StoredTransaction {
    var copy = self
    copy.isAbsent = true
    return copy
  }

  func changed(_ change: (inout Transaction) -> Void) -> StoredTransaction {
    var copy = self
    change(&copy.transaction)
    return copy
  }
}

extension RenewalInfo {
  /// Returns a renewal info of a lineage and its product.
  static func of(
    _ lineage: Int, _ product: Product, next: Product? = nil, renews: Bool = true, retrying: Bool = false,
    graceUntil grace: Double? = nil, intent: ExpirationIntent? = nil, signed: Double = 0
  ) -> RenewalInfo {
    RenewalInfo {
      $0.expirationIntent = intent
      $0.originalTransactionId = String(lineage)
      $0.autoRenewProductId = (next ?? product).id
      $0.productId = product.id
      $0.autoRenewStatus = renews ? .on : .off
      $0.isInBillingRetryPeriod = retrying
      $0.gracePeriodExpiresDate = grace.map { day($0) }
      $0.signedDate = day(signed)
      $0.environment = .sandbox
    }
  }
}

extension EvidenceSet {
  /// Returns the evidence on the device of the signed-in buyer.
  static func holding(_ transactions: StoredTransaction..., renewals: [RenewalInfo] = []) -> EvidenceSet {
    holding(transactions, renewals: renewals)
  }

  static func holding(_ transactions: [StoredTransaction], renewals: [RenewalInfo] = []) -> EvidenceSet {
    var evidence = EvidenceSet(
      environment: .sandbox, account: Shop.account, products: Shop.all, transactions: transactions,
      renewalInfos: renewals)
    evidence.lastChecked = day(0)
    return evidence
  }

  func with(_ change: (inout EvidenceSet) -> Void) -> EvidenceSet {
    var copy = self
    change(&copy)
    return copy
  }

  /// Returns the status of a product at a time; "not in the catalogue" if there is none.
  func status(_ product: Product, on date: Double, _ milliseconds: Int64 = 0) -> ProductStatus {
    Resolver.resolve(product.id, in: self, at: day(date, milliseconds))
      ?? ProductStatus(product: product, state: .notInCatalogue, entitled: false, next: .nothing)
  }

  func state(_ product: Product, on date: Double, _ milliseconds: Int64 = 0) -> EntitlementState {
    status(product, on: date, milliseconds).state
  }

  func entitles(_ product: Product, on date: Double, _ milliseconds: Int64 = 0) -> Bool {
    status(product, on: date, milliseconds).entitled
  }

  /// Returns the products that are entitled, in the catalogue's order.
  func entitled(on date: Double) -> [String] {
    Resolver.resolve(self, at: day(date)).filter(\.entitled).map(\.product.id)
  }
}

extension ProductStatus {
  /// Returns the first reason with a rule, of one transaction where an id is given.
  func reason(_ rule: Rule, _ id: Int? = nil) -> Reason? {
    reasons.first { $0.rule == rule.rawValue && (id == nil || $0.transactionId == id.map(String.init)) }
  }
}
