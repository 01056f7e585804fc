package import AppStoreModel
package import Storage

// The rows of the app server's file.

/// A purchase that was credited to a user.
///
/// There is one for each purchase, whichever device or notification reports it first.
struct StoredCredit: StoredRow {
  var environment: String
  var purchase: String
  /// The transaction that was credited; the same purchase may also have a second transaction id.
  var transactionId: String
  var user: String
  var productId: String
  var quantity: Int
  var refunded: Int
  var isConsumable: Bool
  var attribution: Attribution
  /// The order that reported it; nil where the server credited it by itself and no order has arrived yet.
  var orderId: String?
  var token: String?
  var date: Timestamp

  static let table = Table<StoredCredit>("credits")

  static func columns(_ column: inout Columns<StoredCredit>) throws(DatabaseFault) -> StoredCredit {
    StoredCredit(
      environment: try column("environment", \.environment, .key), purchase: try column("purchase", \.purchase, .key),
      transactionId: try column("transaction_id", \.transactionId, .fixed), user: try column("user", \.user),
      productId: try column("product_id", \.productId, .fixed), quantity: try column("quantity", \.quantity, .fixed),
      refunded: try column("refunded", \.refunded), isConsumable: try column("is_consumable", \.isConsumable, .fixed),
      attribution: try column("attribution", \.attribution), orderId: try column("order_id", \.orderId),
      token: try column("token", \.token, .fixed), date: try column("date", \.date, .fixed))
  }
}

/// A purchase that the server does not credit by itself: refused, too old, or given up by support.
struct Withheld: StoredRow {
  var transactionId: String
  var originalId: String?
  var orderId: String?
  var user: String?
  var productId: String?
  /// The ground on which the purchase was given up; nil where it was refused, which is not giving up.
  var ground: CloseGround?
  var reason: String
  var date = Timestamp(milliseconds: 0)

  /// Whether only support can make the server credit it.
  var isFinal: Bool { ground?.isFinal == true }

  static let table = Table<Withheld>("withheld")

  static func columns(_ column: inout Columns<Withheld>) throws(DatabaseFault) -> Withheld {
    Withheld(
      transactionId: try column("transaction_id", \.transactionId, .key),
      originalId: try column("original_transaction_id", \.originalId), orderId: try column("order_id", \.orderId),
      user: try column("user", \.user), productId: try column("product_id", \.productId),
      ground: try column("ground", \.ground), reason: try column("reason", \.reason), date: try column("date", \.date))
  }
}

extension Grant: StoredRow {
  package static let table = Table<Grant>("grants")

  package static func columns(_ column: inout Columns<Grant>) throws(DatabaseFault) -> Grant {
    Grant(
      id: try column("id", \.id, .key), user: try column("user", \.user),
      productId: try column("product_id", \.productId), reason: try column("reason", \.reason),
      grantedDate: try column("granted_date", \.grantedDate), untilDate: try column("until_date", \.untilDate),
      quantity: try column("quantity", \.quantity), compensates: try column("compensates", \.compensates))
  }
}

extension OtherPurchase: StoredRow {
  package static let table = Table<OtherPurchase>("other_purchases")

  package static func columns(_ column: inout Columns<OtherPurchase>) throws(DatabaseFault) -> OtherPurchase {
    OtherPurchase(
      reference: try column("reference", \.reference, .key), platform: try column("platform", \.platform),
      user: try column("user", \.user), productId: try column("product_id", \.productId),
      purchaseDate: try column("purchase_date", \.purchaseDate),
      expiresDate: try column("expires_date", \.expiresDate))
  }
}

extension AppServerEvent.Kind: DatabaseConvertible {}

extension AppServerEvent: StoredRow {
  package static let table = Table<AppServerEvent>("events")

  package static func columns(_ column: inout Columns<AppServerEvent>) throws(DatabaseFault) -> AppServerEvent {
    AppServerEvent(
      id: try column("id", \.id, .number), date: try column("date", \.date), kind: try column("kind", \.kind),
      text: try column("text", \.text), user: try column("user", \.user),
      transactionId: try column("transaction_id", \.transactionId), orderId: try column("order_id", \.orderId))
  }
}
