import AppStoreModel
import Core
import Entitlements

/// A verified transaction as the server was shown it.
struct ShownTransaction: Sendable {
  let environment: String
  let id: String
  let originalId: String
  let productId: String
  let transaction: Transaction
  let payload: [UInt8]

  /// Nil for a transaction without its id or its product.
  init?(_ transaction: Transaction, payload: [UInt8]) {
    guard let id = transaction.transactionId, !id.isEmpty, let productId = transaction.productId else { return nil }
    environment = transaction.environment?.rawValue ?? ""
    self.id = id
    originalId = transaction.originalTransactionId ?? id
    self.productId = productId
    self.transaction = transaction
    self.payload = payload
  }

  /// A stored payload, read again; one that cannot be read is damage of the file.
  init(storedPayload payload: [UInt8]) throws {
    guard case .object(let json) = try? JSONValue(parsing: payload), let transaction = try? Transaction(json: json),
      let shown = ShownTransaction(transaction, payload: payload)
    else { throw StoredValueError(value: "", type: say("transaction")) }
    self = shown
  }

  /// The key of credits: one purchase may have two transaction ids.
  var purchase: String { transaction.purchaseKey ?? id }

  var isConsumable: Bool { transaction.type == .consumable }

  /// Renewals carry the token of the purchase that they renew, and belong to its present owner.
  var isRenewal: Bool { transaction.transactionReason == .renewal }

  var token: String? { transaction.appAccountToken?.lowercased() }

  var quantity: Int { max(0, Int(transaction.quantity ?? 1)) }

  /// How much of the quantity a refund has taken back.
  var refunded: Int {
    guard transaction.isTakenBack else { return 0 }
    return ConsumableCount.refundedShare(of: quantity, percentage: transaction.revocationPercentage)
  }

  var purchaseDate: Timestamp { transaction.purchaseDate ?? .distantPast }

  /// Whether it is a period of a subscription that gives access now.
  func isActivePeriod(at now: Timestamp) -> Bool {
    guard let expiresDate = transaction.expiresDate else { return false }
    return purchaseDate <= now && now < expiresDate && !transaction.isTakenBack
      && transaction.isUpgraded != true
  }
}

extension RenewalInfo {
  /// A stored payload, read again; one that cannot be read is damage of the file.
  init(storedPayload payload: [UInt8]) throws {
    guard case .object(let json) = try? JSONValue(parsing: payload), let info = try? RenewalInfo(json: json) else {
      throw StoredValueError(value: "", type: say("renewal info"))
    }
    self = info
  }
}
