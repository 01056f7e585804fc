package import AppStoreModel

/// The settings of the app server.
package struct AppServerSettings: Hashable, Sendable {
  /// The rule for a user who restores a purchase that another user already has.
  package var policy: RestorePolicy
  /// The age in milliseconds from which a purchase is too old to credit; nil for no limit.
  package var overdueAge: Int64?
}

/// A user of the app, as the app server knows them.
package struct AppServerUser: Hashable, Sendable {
  /// The name to log in with.
  package var name: String
  /// The UUID that the user's purchases carry as their `appAccountToken`.
  package var token: String
  /// When the server first received the user's name, in the App Store's time.
  package var firstSeen: Timestamp
  /// How many original transactions the user owns now, not counting consumables.
  package var purchases: Int
}

/// Something that the app server did, in one line.
package struct AppServerEvent: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case registered, credited, refused, overdue, refund, refundReversed, owner, policy, used, granted, closed
    /// A notification arrived, or the server found it in the App Store's history.
    case heard, swept
    /// Signed data was invalid.
    case quarantined
    case ended, transferred, grantEnded, recorded, forgot, durationSet
    /// A given-up purchase was credited after all, or support reopened it.
    case reopened
  }

  /// The row number in the table of events.
  package var id: Int64
  /// The date in the App Store's time.
  package var date: Timestamp
  package var kind: Kind
  /// The event's text, with unsafe characters removed.
  package var text: String
  package var user: String?
  package var transactionId: String?
  package var orderId: String?
}

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
