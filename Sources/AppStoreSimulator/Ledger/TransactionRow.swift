import Database
import StoreModel

/// A transaction as the ledger keeps it.
struct TransactionRow: Hashable {
  var id: Int64
  var originalId: Int64
  var account: String
  var productId: String
  var type: ProductType
  var groupId: String?
  var quantity: Int32
  var purchaseDate: Int64
  var originalPurchaseDate: Int64
  var expiresDate: Int64?
  /// Milliunits of `currency` for the whole quantity.
  var price: Int64
  var currency: String
  /// ISO 3166-1 alpha-3.
  var storefront: String
  var token: String?
  var ownership: InAppOwnershipType
  var reason: TransactionReason
  var webOrderLineItemId: Int64?
  var revocation: Revocation?
  var isFinished: Bool
  /// Whether the newest signature was spoiled on purpose.
  var isCorrupted: Bool
  /// The order of modification: newest is highest.
  var sequence: Int64
  /// The newest signed text without its header segment.
  var signed: String
  /// Whether an upgrade took its place.
  var isUpgraded = false
  /// The offer that it was bought with.
  var offer: AppliedOffer?

  /// A refund that stands.
  struct Revocation: Hashable {
    var date: Int64
    var reason: RevocationReason
    var type: RevocationType?
    /// Milliunits: 100000 is 100 %.
    var percentage: Int32?
    /// The modification number with which it was granted, the order of the refund history; nil where no money went
    /// back.
    var sequence: Int64?
  }
}

extension TransactionRow {
  static let columns: SQL = """
    id, original_id, account, product_id, type, group_id, quantity, purchase_date, original_purchase_date, \
    expires_date, price, currency, storefront, token, ownership, reason, web_order_line_item_id, revocation_date, \
    revocation_reason, revocation_type, revocation_percentage, revocation_sequence, finished, corrupted, sequence, \
    signed, upgraded, offer_type, offer_id, offer_discount, offer_period
    """

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    self.init(
      id: try row[0], originalId: try row[1], account: try row[2], productId: try row[3],
      type: ProductType(rawValue: try row[4]), groupId: try row[5], quantity: try row[6], purchaseDate: try row[7],
      originalPurchaseDate: try row[8], expiresDate: try row[9], price: try row[10], currency: try row[11],
      storefront: try row[12], token: try row[13], ownership: InAppOwnershipType(rawValue: try row[14]),
      reason: TransactionReason(rawValue: try row[15]), webOrderLineItemId: try row[16],
      revocation: try Revocation(row: row), isFinished: try row[22], isCorrupted: try row[23],
      sequence: try row[24], signed: try row[25], isUpgraded: try row[26], offer: try AppliedOffer(row: row, at: 27))
  }

  var values: [DatabaseValue] {
    let purchase: [DatabaseValue] = [
      id.databaseValue, originalId.databaseValue, account.databaseValue, productId.databaseValue,
      type.rawValue.databaseValue, groupId.databaseValue, quantity.databaseValue, purchaseDate.databaseValue,
      originalPurchaseDate.databaseValue, expiresDate.databaseValue, price.databaseValue, currency.databaseValue,
      storefront.databaseValue, token.databaseValue, ownership.rawValue.databaseValue, reason.rawValue.databaseValue,
      webOrderLineItemId.databaseValue,
    ]
    return purchase + revocationValues + [
      isFinished.databaseValue, isCorrupted.databaseValue, sequence.databaseValue, signed.databaseValue,
      isUpgraded.databaseValue,
    ] + AppliedOffer.values(offer)
  }

  /// The columns of the refund: date, reason, type, percentage, sequence.
  var revocationValues: [DatabaseValue] {
    [
      (revocation?.date).databaseValue, (revocation?.reason.rawValue).databaseValue,
      (revocation?.type?.rawValue).databaseValue, (revocation?.percentage).databaseValue,
      (revocation?.sequence).databaseValue,
    ]
  }
}

extension TransactionRow.Revocation {
  /// The refund in the columns of a transaction; nil where there is none.
  fileprivate init?(row: borrowing DatabaseRow) throws(DatabaseFault) {
    guard let date: Int64 = try row[17] else { return nil }
    let type: String? = try row[19]
    self.init(
      date: date, reason: RevocationReason(rawValue: try row[18]), type: type.map(RevocationType.init(rawValue:)),
      percentage: try row[20], sequence: try row[21])
  }
}
