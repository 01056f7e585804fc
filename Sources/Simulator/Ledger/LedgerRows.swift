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

extension AccountRow {
  static let columns: SQL = "name, position, storefront, note, app_transaction_id, locale"

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    self.init(
      name: try row["name"], position: try row["position"], storefront: try row["storefront"], note: try row["note"],
      appTransactionId: try row["app_transaction_id"], chosenLocale: try row["locale"])
  }

  var values: [DatabaseValue] {
    [
      name.databaseValue, position.databaseValue, storefront.databaseValue, note.databaseValue,
      appTransactionId.databaseValue, chosenLocale.databaseValue,
    ]
  }
}

/// A purchase that waits: for a parent's approval (Ask to Buy), or for the customer to resolve an App Store issue.
struct WaitingPurchaseRow: Hashable {
  enum Decision: String, DatabaseConvertible {
    case approved, declined
  }

  /// The transaction id that the purchase gets if it is approved.
  var id: Int64
  var account: String
  var productId: String
  var quantity: Int32
  var token: String?
  var askedDate: Int64
  /// The decision; nil while the purchase waits.
  var decision: Decision?
  var decidedDate: Int64?
  var kind = Kind.askToBuy

  enum Kind: String, DatabaseConvertible {
    case askToBuy, interrupted
  }
}

extension WaitingPurchaseRow {
  static let columns: SQL = "id, account, product_id, quantity, token, asked_date, decision, decided_date, kind"

  /// How long a request stays open, in milliseconds of the App Store's time: one day.
  static let longestRequest: Int64 = 24 * 3_600_000

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    self.init(
      id: try row["id"], account: try row["account"], productId: try row["product_id"], quantity: try row["quantity"],
      token: try row["token"],
      askedDate: try row["asked_date"], decision: try row["decision"], decidedDate: try row["decided_date"],
      kind: try row["kind"])
  }

  var values: [DatabaseValue] {
    [
      id.databaseValue, account.databaseValue, productId.databaseValue, quantity.databaseValue, token.databaseValue,
      askedDate.databaseValue, decision.databaseValue, decidedDate.databaseValue,
      kind.databaseValue,
    ]
  }
}

/// The newest refund request of a transaction.
struct RefundRequestRow: Hashable {
  enum Decision: String, DatabaseConvertible {
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

extension RefundRequestRow {
  static let columns: SQL = "transaction_id, reason, asked_date, decision, decided_date"

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    self.init(
      transactionId: try row["transaction_id"], reason: try row["reason"], askedDate: try row["asked_date"],
      decision: try row["decision"],
      decidedDate: try row["decided_date"])
  }

  var values: [DatabaseValue] {
    [
      transactionId.databaseValue, reason.databaseValue, askedDate.databaseValue, decision.databaseValue,
      decidedDate.databaseValue,
    ]
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

extension ConsumptionRow {
  static let columns: SQL = "transaction_id, reason, asked_date, answered_date, answer"

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    let reason: String? = try row["reason"]
    self.init(
      transactionId: try row["transaction_id"], reason: reason.map(ConsumptionRequestReason.init(rawValue:)),
      askedDate: try row["asked_date"],
      answeredDate: try row["answered_date"], answer: try row["answer"])
  }

  var values: [DatabaseValue] {
    [
      transactionId.databaseValue, (reason?.rawValue).databaseValue, askedDate.databaseValue,
      answeredDate.databaseValue, answer.databaseValue,
    ]
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

extension ShareRow {
  static let columns: SQL = "original_id, source_original_id, source_id, account, latest_id, active, signed"

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    self.init(
      originalId: try row["original_id"], sourceOriginalId: try row["source_original_id"],
      sourceId: try row["source_id"], account: try row["account"],
      latestId: try row["latest_id"], isActive: try row["active"], statement: try row["signed"])
  }

  var values: [DatabaseValue] {
    [
      originalId.databaseValue, sourceOriginalId.databaseValue, sourceId.databaseValue, account.databaseValue,
      latestId.databaseValue, isActive.databaseValue, statement.databaseValue,
    ]
  }
}
