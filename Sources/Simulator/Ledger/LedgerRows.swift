import AppStoreModel
import Storage

/// A row of the table `accounts`: an Apple Account.
struct AccountRow: Hashable {
  /// The account's name; case-sensitive.
  var name: String
  /// The account's position in lists.
  var position: Int
  /// The storefront's ISO 3166-1 alpha-3 code.
  var storefront: String
  var note: String
  var appTransactionId: Int64
  /// The locale chosen for the account; nil for its storefront's.
  var chosenLocale: String?

  /// The currency that the account pays in (ISO 4217).
  var currency: String { Storefront(countryCode: storefront)?.currency ?? "USD" }

  /// The locale in which names and prices are written.
  var locale: String { chosenLocale ?? Self.locale(of: storefront) }

  /// Returns the locale of product names: the account's chosen one, else the device's, else the storefront's.
  func locale(onDevice device: String?) -> String { chosenLocale ?? device ?? locale }

  static func locale(of storefront: String) -> String {
    Storefront(countryCode: storefront)?.localeIdentifier ?? "en_US"
  }

  /// Whether the note says that the account has not bought anything yet.
  var isNotedAsNew: Bool { note.hasPrefix(Self.ownsNothing) }

  /// The note of a new account.
  static let ownsNothing = "owns nothing"
}

extension AccountRow: StoredRow {
  static let table = Table<AccountRow>("accounts")

  static func columns(_ column: inout Columns<AccountRow>) throws(DatabaseFault) -> AccountRow {
    AccountRow(
      name: try column("name", \.name, .key), position: try column("position", \.position, .fixed, "UNIQUE"),
      storefront: try column("storefront", \.storefront), note: try column("note", \.note),
      appTransactionId: try column("app_transaction_id", \.appTransactionId, .fixed),
      chosenLocale: try column("locale", \.chosenLocale))
  }
}

/// A purchase that waits: for a parent's approval (Ask to Buy), or for the customer to resolve an App Store issue.
struct WaitingPurchaseRow: Hashable {
  enum Decision: String, CaseIterable, DatabaseConvertible {
    case approved, declined
  }

  /// The transaction id that the purchase gets if it is approved.
  var id: Int64
  var account: String
  var productId: String
  var quantity: Int32
  var token: String?
  /// The offer or the billing plan that the purchase requested.
  var offer: PurchaseOffer?
  var askedDate: Int64
  /// The decision; nil while the purchase waits.
  var decision: Decision?
  var decidedDate: Int64?
  var kind = Kind.askToBuy

  enum Kind: String, CaseIterable, DatabaseConvertible {
    case askToBuy, interrupted
  }
}

extension WaitingPurchaseRow: StoredRow {
  static let table = Table<WaitingPurchaseRow>("waiting_purchases")

  /// How long a purchase waits, in milliseconds of the App Store's time: one day.
  static let longestRequest: Int64 = 24 * 3_600_000

  static func columns(_ column: inout Columns<WaitingPurchaseRow>) throws(DatabaseFault) -> WaitingPurchaseRow {
    WaitingPurchaseRow(
      id: try column("id", \.id, .key), account: try column("account", \.account, .fixed, .ofAccount),
      productId: try column("product_id", \.productId, .fixed), quantity: try column("quantity", \.quantity, .fixed),
      token: try column("token", \.token, .fixed), offer: try column("offer", \.offer, .fixed),
      askedDate: try column("asked_date", \.askedDate, .fixed),
      decision: try column("decision", \.decision), decidedDate: try column("decided_date", \.decidedDate),
      kind: try column("kind", \.kind, .fixed, "DEFAULT 'askToBuy'"))
  }
}

/// The newest refund request of a transaction.
struct RefundRequestRow: Hashable {
  enum Decision: String, CaseIterable, DatabaseConvertible {
    case approved, declined, reversed
  }

  var transactionId: Int64
  /// The reason in the customer's words.
  var reason: String?
  var askedDate: Int64
  /// The decision; nil while the request is open.
  var decision: Decision?
  var decidedDate: Int64?
}

extension RefundRequestRow: StoredRow {
  static let table = Table<RefundRequestRow>("refund_requests")

  static func columns(_ column: inout Columns<RefundRequestRow>) throws(DatabaseFault) -> RefundRequestRow {
    RefundRequestRow(
      transactionId: try column("transaction_id", \.transactionId, .key, .ofTransaction),
      reason: try column("reason", \.reason), askedDate: try column("asked_date", \.askedDate),
      decision: try column("decision", \.decision), decidedDate: try column("decided_date", \.decidedDate))
  }
}

/// A consumption request: the App Store asks the app server how much of a purchase was used before it decides a refund.
struct ConsumptionRow: Hashable {
  /// How long the app server has to answer, in milliseconds: 12 hours, as at Apple.
  static let timeToAnswer: Int64 = 12 * 3_600_000

  var transactionId: Int64
  var reason: ConsumptionRequestReason?
  /// The date of the request; nil if the app server sent its answer without a request.
  var askedDate: Int64?
  var answeredDate: Int64?
  /// The answer's JSON as received.
  var answer: String?
}

extension ConsumptionRow: StoredRow {
  static let table = Table<ConsumptionRow>("consumption_requests")

  static func columns(_ column: inout Columns<ConsumptionRow>) throws(DatabaseFault) -> ConsumptionRow {
    ConsumptionRow(
      transactionId: try column("transaction_id", \.transactionId, .key, .ofTransaction),
      reason: try column("reason", \.reason), askedDate: try column("asked_date", \.askedDate),
      answeredDate: try column("answered_date", \.answeredDate), answer: try column("answer", \.answer))
  }
}

/// A family member's copy of another member's purchase: a lineage of its own that follows the buyer's.
struct ShareRow: Hashable {
  /// The original transaction id of the member's copy.
  var originalId: Int64
  /// The original transaction id of the buyer's purchase.
  var sourceOriginalId: Int64
  /// The buyer's transaction from which `latestId` was made.
  var sourceId: Int64
  /// The Apple Account of the member.
  var account: String
  /// The member's newest transaction.
  var latestId: Int64
  /// Whether the purchase is shared now.
  var isActive: Bool
  /// The unsigned renewal information for the member, as of its last change; nil if the product is no subscription.
  var statement: Statement?
}

extension ShareRow: StoredRow {
  static let table = Table<ShareRow>("shares", "UNIQUE (source_original_id, account)")

  static func columns(_ column: inout Columns<ShareRow>) throws(DatabaseFault) -> ShareRow {
    ShareRow(
      originalId: try column("original_id", \.originalId, .key),
      sourceOriginalId: try column("source_original_id", \.sourceOriginalId, .fixed),
      sourceId: try column("source_id", \.sourceId), account: try column("account", \.account, .fixed, .ofAccount),
      latestId: try column("latest_id", \.latestId), isActive: try column("active", \.isActive),
      statement: try column("signed", \.statement))
  }
}

extension SQL {
  /// The constraint of a column that names an Apple Account.
  static let ofAccount: SQL = "REFERENCES accounts (name)"
  /// The constraint of a column that holds a transaction id.
  static let ofTransaction: SQL = "REFERENCES transactions (id)"
}
