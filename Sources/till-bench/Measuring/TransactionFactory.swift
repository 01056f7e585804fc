import StoreModel

/// Transactions of a long-standing customer: one an hour up to now, the products in turn, every tenth one refunded.
struct TransactionFactory {
  let products: [Product]
  let bundleId: String
  let count: Int
  let now: Timestamp

  private static let hour: Int64 = 3_600_000

  /// The transaction of a number from zero; the same number gives the same one.
  func transaction(_ number: Int) -> Transaction {
    let product = products[number % products.count]
    let date = Timestamp(milliseconds: now.milliseconds - Int64(count - number) * Self.hour)
    let isSubscription = product.type == .autoRenewableSubscription
    let isRefunded = number % 10 == 3
    let first = isSubscription ? number % products.count : number
    return Transaction(
      originalTransactionId: Self.id(first), transactionId: Self.id(number), bundleId: bundleId,
      productId: product.id, subscriptionGroupIdentifier: product.subscriptionGroupIdentifier, purchaseDate: date,
      originalPurchaseDate: date,
      expiresDate: isSubscription ? Timestamp(milliseconds: date.milliseconds + Self.hour) : nil, quantity: 1,
      type: product.type, inAppOwnershipType: .purchased, signedDate: date,
      revocationReason: isRefunded ? .refundedForOtherReason : nil,
      revocationDate: isRefunded ? Timestamp(milliseconds: date.milliseconds + Self.hour / 2) : nil,
      environment: .sandbox, storefront: "CHN", storefrontId: "143465",
      transactionReason: isSubscription && number != first ? .renewal : .purchase, currency: product.currency,
      price: product.price)
  }

  /// The refund of a transaction; nil when it was not refunded.
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
