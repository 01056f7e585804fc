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

extension TransactionRow: StoredRow {
  static let table = Table<TransactionRow>("transactions")

  static func columns(_ column: inout Columns<TransactionRow>) throws(DatabaseFault) -> TransactionRow {
    TransactionRow(
      id: try column("id", \.id, .key), originalId: try column("original_id", \.originalId, .fixed),
      account: try column("account", \.account, .fixed, .ofAccount),
      productId: try column("product_id", \.productId, .fixed), type: try column("type", \.type, .fixed),
      groupId: try column("group_id", \.groupId, .fixed), quantity: try column("quantity", \.quantity, .fixed),
      purchaseDate: try column("purchase_date", \.purchaseDate, .fixed),
      originalPurchaseDate: try column("original_purchase_date", \.originalPurchaseDate, .fixed),
      expiresDate: try column("expires_date", \.expiresDate), price: try column("price", \.price, .fixed),
      currency: try column("currency", \.currency, .fixed), storefront: try column("storefront", \.storefront, .fixed),
      token: try column("token", \.token, .fixed), ownership: try column("ownership", \.ownership, .fixed),
      reason: try column("reason", \.reason, .fixed),
      webOrderLineItemId: try column("web_order_line_item_id", \.webOrderLineItemId, .fixed),
      revocation: try column.group(\.revocation), isFinished: try column("finished", \.isFinished),
      isCorrupted: try column("corrupted", \.isCorrupted),
      sequence: try column("sequence", \.sequence, .changing, "UNIQUE"), statement: try column("signed", \.statement),
      isUpgraded: try column("upgraded", \.isUpgraded), offer: try column.group(\.offer, .fixed),
      plan: try column.group(\.plan, .fixed))
  }
}

extension TransactionRow.Revocation: ColumnGroup {
  static func columns(_ column: inout Columns<Self>) throws(DatabaseFault) -> Self {
    Self(
      date: try column("revocation_date", \.date), reason: try column("revocation_reason", \.reason),
      type: try column("revocation_type", \.type), percentage: try column("revocation_percentage", \.percentage),
      sequence: try column("revocation_sequence", \.sequence))
  }
}
