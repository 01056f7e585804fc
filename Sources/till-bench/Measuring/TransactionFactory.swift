import AppStoreModel

/// The transactions of a long-standing customer: one every hour until now, all products in turn, each tenth refunded.
struct TransactionFactory {
  let products: [Product]
  let bundleId: String
  let count: Int
  let now: Timestamp
  let life: Life
  private let often: [Int]

  /// The pattern of the customer's purchases.
  enum Life {
    /// All products again and again, non-consumables too.
    case everythingInTurn
    /// All products twenty times; then only consumables and renewals, which a real customer can have in any number.
    case oneCustomer
  }

  init(products: [Product], bundleId: String, count: Int, now: Timestamp, life: Life) {
    self.products = products
    self.bundleId = bundleId
    self.count = count
    self.now = now
    self.life = life
    often = products.indices.filter { [.consumable, .autoRenewableSubscription].contains(products[$0].type) }
  }

  private static let hour: Int64 = 3_600_000

  /// Returns the transaction with a number, from zero; the same number always gives the same transaction.
  func transaction(_ number: Int) -> Transaction {
    let isAnything = life == .everythingInTurn || number < 20 * products.count
    let place = isAnything ? number % products.count : often[number % often.count]
    let product = products[place]
    let date = Timestamp(milliseconds: now.milliseconds - Int64(count - number) * Self.hour)
    let isSubscription = product.type == .autoRenewableSubscription
    let isRefunded = number % 10 == 3
    let first = isSubscription ? place : number
    return Transaction {
      $0.originalTransactionId = Self.id(first)
      $0.transactionId = Self.id(number)
      $0.bundleId = bundleId
      $0.productId = product.id
      $0.subscriptionGroupIdentifier = product.subscriptionGroupIdentifier
      $0.purchaseDate = date
      $0.originalPurchaseDate = date
      $0.expiresDate = isSubscription ? Timestamp(milliseconds: date.milliseconds + Self.hour) : nil
      $0.quantity = 1
      $0.type = product.type
      $0.inAppOwnershipType = .purchased
      $0.signedDate = date
      $0.revocationReason = isRefunded ? .refundedForOtherReason : nil
      $0.revocationDate = isRefunded ? Timestamp(milliseconds: date.milliseconds + Self.hour / 2) : nil
      $0.environment = .sandbox
      $0.storefront = "CHN"
      $0.storefrontId = "143465"
      $0.transactionReason = isSubscription && number != first ? .renewal : .purchase
      $0.currency = product.currency
      $0.price = product.price
    }
  }

  /// Returns the refund of a transaction; nil when it was not refunded.
  func refund(of transaction: Transaction) -> RefundRecord? {
    guard let id = transaction.transactionId, let productId = transaction.productId,
      let date = transaction.revocationDate
    else { return nil }
    return RefundRecord(
      transactionId: id, originalTransactionId: transaction.originalTransactionId ?? id, productId: productId,
      purchaseDate: transaction.purchaseDate, revocationDate: date, revocationReason: transaction.revocationReason,
      price: transaction.price, currency: transaction.currency)
  }

  private static func id(_ number: Int) -> String { String(3_000_000_000_000_000 + number) }
}
