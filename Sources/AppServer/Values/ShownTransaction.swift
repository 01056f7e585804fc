import AppStoreModel
import Entitlements

/// A verified transaction that a device or the App Store gave to the server.
struct ShownTransaction: Sendable {
  let environment: String
  let id: String
  let originalId: String
  let productId: String
  let transaction: Transaction
  /// The signed text, as it arrived; nil for what was read from the server's file.
  let signed: Signed<Transaction>?

  /// Fails for a transaction without an id or without a product.
  init?(_ transaction: Transaction, signed: Signed<Transaction>? = nil) {
    guard let id = transaction.transactionId, !id.isEmpty, let productId = transaction.productId else { return nil }
    environment = transaction.environment?.rawValue ?? ""
    self.id = id
    originalId = transaction.originalTransactionId ?? id
    self.productId = productId
    self.transaction = transaction
    self.signed = signed
  }

  init?(_ signed: Signed<Transaction>) { self.init(signed.payload, signed: signed) }

  /// The key of the purchase in the credits; one purchase may have two transaction ids.
  var purchase: String { transaction.purchaseKey ?? id }

  var isConsumable: Bool { transaction.type == .consumable }

  /// Whether it is a renewal; renewals carry the token of the renewed purchase, and belong to its present owner.
  var isRenewal: Bool { transaction.transactionReason == .renewal }

  var token: String? { transaction.appAccountToken?.lowercased() }

  var quantity: Int { max(0, Int(transaction.quantity ?? 1)) }

  /// How much of the quantity a refund has taken back.
  var refunded: Int {
    guard transaction.isTakenBack else { return 0 }
    return ConsumableCount.refundedShare(of: quantity, percentage: transaction.revocationPercentage)
  }

  var purchaseDate: Timestamp { transaction.purchaseDate ?? .distantPast }

  /// Returns whether it is a subscription period that gives access at a time.
  func isActivePeriod(at now: Timestamp) -> Bool {
    guard let expiresDate = transaction.expiresDate else { return false }
    return purchaseDate <= now && now < expiresDate && !transaction.isTakenBack
      && transaction.isUpgraded != true
  }
}
