import AppStoreModel
import Storage

/// An Apple Account as the ledger keeps it.
struct AccountRow: Hashable {
  /// Case-sensitive.
  var name: String
  /// The order in which accounts are listed.
  var position: Int
  /// ISO 3166-1 alpha-3.
  var storefront: String
  var note: String
  var appTransactionId: Int64
  /// The locale that was chosen for the account; nil for its storefront's.
  var chosenLocale: String?

  /// The currency that the account pays in, ISO 4217.
  var currency: String { Storefront(countryCode: storefront)?.currency ?? "USD" }

  /// The locale that names and prices are written in.
  var locale: String { chosenLocale ?? Self.locale(of: storefront) }

  /// The locale of names on a device of the account: the chosen one, else the device's, else the storefront's.
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

/// A purchase that waits: for a parent (Ask to Buy), or for the customer to settle something with the App Store.
struct WaitingPurchaseRow: Hashable {
  enum Decision: String, DatabaseConvertible {
    case approved, declined
  }

  /// The id that the transaction gets when it is approved.
  var id: Int64
  var account: String
  var productId: String
  var quantity: Int32
  var token: String?
  var askedDate: Int64
  /// Nil before the decision.
  var decision: Decision?
  var decidedDate: Int64?
  var kind = Kind.askToBuy

  enum Kind: String, DatabaseConvertible {
    case askToBuy, interrupted
  }
}

extension WaitingPurchaseRow {
  static let columns: SQL = "id, account, product_id, quantity, token, asked_date, decision, decided_date, kind"

  /// A request lapses after a day of the App Store's time.
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

/// A refund that a customer asked for; the newest request of each transaction.
struct RefundRequestRow: Hashable {
  enum Decision: String, DatabaseConvertible {
    case approved, declined, reversed
  }

  var transactionId: Int64
  /// The customer's words.
  var reason: String?
  var askedDate: Int64
  /// Nil before the decision.
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

/// A question of the App Store to the app server: how far a purchase was used whose refund was requested.
struct ConsumptionRow: Hashable {
  /// Apple: the answer counts within 12 hours.
  static let timeToAnswer: Int64 = 12 * 3_600_000

  var transactionId: Int64
  var reason: ConsumptionRequestReason?
  /// Nil when the server spoke unasked.
  var askedDate: Int64?
  var answeredDate: Int64?
  /// The answer's JSON as it came.
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

/// A family member's use of another member's purchase: a lineage of its own that follows the buyer's.
struct ShareRow: Hashable {
  /// The member's lineage.
  var originalId: Int64
  /// The buyer's lineage.
  var sourceOriginalId: Int64
  /// The buyer's transaction that `latestId` stands for.
  var sourceId: Int64
  /// The member.
  var account: String
  /// The member's newest transaction.
  var latestId: Int64
  /// Whether it is shared now.
  var isActive: Bool
  /// A subscription's renewal information for the member as it was stated last; nil for what is no subscription.
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
