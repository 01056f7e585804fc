import AppStoreModel
import Storage

/// A row of the table `transactions`.
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
  /// The price of the whole quantity, in milliunits of `currency`.
  var price: Int64
  var currency: String
  /// The storefront's ISO 3166-1 alpha-3 code.
  var storefront: String
  var token: String?
  var ownership: InAppOwnershipType
  var reason: TransactionReason
  var webOrderLineItemId: Int64?
  var revocation: Revocation?
  var isFinished: Bool
  /// Whether the transaction's signature is made invalid on purpose each time it is signed.
  var isCorrupted: Bool
  /// The modification number: the newest change has the highest.
  var sequence: Int64
  /// The unsigned payload as of its last change; it is signed for each answer.
  var statement: Statement
  /// Whether an upgrade replaced the transaction.
  var isUpgraded = false
  /// The offer used for the purchase.
  var offer: AppliedOffer?
  /// The billing plan, if the product has billing plans.
  var plan: BilledPlan?

  /// A refund or revocation that has not been reversed.
  struct Revocation: Hashable {
    var date: Int64
    var reason: RevocationReason
    var type: RevocationType?
    /// The refunded share, in milliunits of a percent: 100000 is 100 %.
    var percentage: Int32?
    /// The modification number of the refund, by which the refund history is sorted; nil if no money was returned.
    var sequence: Int64?
  }
}

extension TransactionRow {
  static let columns: SQL = """
    id, original_id, account, product_id, type, group_id, quantity, purchase_date, original_purchase_date, \
    expires_date, price, currency, storefront, token, ownership, reason, web_order_line_item_id, revocation_date, \
    revocation_reason, revocation_type, revocation_percentage, revocation_sequence, finished, corrupted, sequence, \
    signed, upgraded, offer_type, offer_id, offer_discount, offer_period, billing_plan, commitment_number, \
    commitment_total, commitment_expires, commitment_price
    """

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    self.init(
      id: try row["id"], originalId: try row["original_id"], account: try row["account"],
      productId: try row["product_id"],
      type: ProductType(rawValue: try row["type"]), groupId: try row["group_id"], quantity: try row["quantity"],
      purchaseDate: try row["purchase_date"],
      originalPurchaseDate: try row["original_purchase_date"], expiresDate: try row["expires_date"],
      price: try row["price"], currency: try row["currency"],
      storefront: try row["storefront"], token: try row["token"],
      ownership: InAppOwnershipType(rawValue: try row["ownership"]),
      reason: TransactionReason(rawValue: try row["reason"]), webOrderLineItemId: try row["web_order_line_item_id"],
      revocation: try Revocation(row: row), isFinished: try row["finished"], isCorrupted: try row["corrupted"],
      sequence: try row["sequence"], statement: try row["signed"], isUpgraded: try row["upgraded"],
      offer: try AppliedOffer(row: row), plan: try BilledPlan(row: row))
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
      isFinished.databaseValue, isCorrupted.databaseValue, sequence.databaseValue, statement.databaseValue,
      isUpgraded.databaseValue,
    ] + AppliedOffer.values(offer) + BilledPlan.values(plan)
  }

  /// The values of the refund's columns: date, reason, type, percentage, sequence.
  var revocationValues: [DatabaseValue] {
    [
      (revocation?.date).databaseValue, (revocation?.reason.rawValue).databaseValue,
      (revocation?.type?.rawValue).databaseValue, (revocation?.percentage).databaseValue,
      (revocation?.sequence).databaseValue,
    ]
  }
}

extension TransactionRow.Revocation {
  /// Reads the refund from the columns of a transaction; nil if there is none.
  fileprivate init?(row: borrowing DatabaseRow) throws(DatabaseFault) {
    guard let date: Int64 = try row["revocation_date"] else { return nil }
    let type: String? = try row["revocation_type"]
    self.init(
      date: date, reason: RevocationReason(rawValue: try row["revocation_reason"]),
      type: type.map(RevocationType.init(rawValue:)),
      percentage: try row["revocation_percentage"], sequence: try row["revocation_sequence"])
  }
}
