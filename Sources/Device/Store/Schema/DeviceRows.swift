package import AppStoreModel
import Core
package import Storage

// The rows of a device's store that are values of the model.

extension StoreIdentity: StoredRow {
  package static let table = Table<StoreIdentity>("identity")

  package static func columns(_ column: inout Columns<StoreIdentity>) throws(DatabaseFault) -> StoreIdentity {
    StoreIdentity(
      kind: try column("kind", \.kind), environment: try column("environment", \.environment),
      bundleId: try column("bundle_id", \.bundleId), rootFingerprint: try column("root", \.rootFingerprint),
      ledgerId: try column("ledger_id", \.ledgerId))
  }
}

/// The accounts and users of the device are in its keychain.
extension DeviceState: StoredRow {
  package static let table = Table<DeviceState>("device", isSingle: true)

  package static func columns(_ column: inout Columns<DeviceState>) throws(DatabaseFault) -> DeviceState {
    var state = DeviceState(
      updates: try column("updates", \.updates), clockOffset: try column("clock_offset", \.clockOffset),
      floor: try column("floor", \.floor), machineDate: try column("machine_date", \.machineDate),
      lastChecked: try column("last_checked", \.lastChecked),
      offlineValidity: try column("offline_validity", \.offlineValidity), epoch: try column("epoch", \.epoch),
      waitingUpdates: try column("waiting_updates", \.waitingUpdates),
      verification: try column("verification", \.verification), serverGrace: try column("server_grace", \.serverGrace))
    state.canMakePayments = try column("can_make_payments", \.canMakePayments)
    return state
  }
}

extension Intent: StoredRow {
  package static let table = Table<Intent>("intents")

  package static func columns(_ column: inout Columns<Intent>) throws(DatabaseFault) -> Intent {
    Intent(
      id: try column("id", \.id, .key), account: try column("account", \.account),
      user: try column("user", \.user), productId: try column("product_id", \.productId),
      quantity: try column("quantity", \.quantity), appAccountToken: try column("app_account_token", \.appAccountToken),
      state: try column("state", \.state), createdDate: try column("created_date", \.createdDate),
      storeDate: try column("store_date", \.storeDate), transactionId: try column("transaction_id", \.transactionId),
      closedReason: try column("closed_reason", \.closedReason), owner: try column("owner", \.owner),
      missedDate: try column("missed_date", \.missedDate))
  }
}

extension Order: StoredRow {
  package static let table = Table<Order>("orders", numberedBy: "number")

  package static func columns(_ column: inout Columns<Order>) throws(DatabaseFault) -> Order {
    var order = Order(
      id: try column("id", \.id, .key), intentId: try column("intent_id", \.intentId, .fixed),
      transactionId: try column("transaction_id", \.transactionId, .fixed, "UNIQUE"),
      productId: try column("product_id", \.productId, .fixed), quantity: try column("quantity", \.quantity, .fixed),
      account: try column("account", \.account, .fixed), user: try column("user", \.user),
      appAccountToken: try column("app_account_token", \.appAccountToken, .fixed), state: try column("state", \.state),
      createdDate: try column("created_date", \.createdDate, .fixed),
      updatedDate: try column("updated_date", \.updatedDate), lastError: try column("last_error", \.lastError),
      owner: try column("owner", \.owner), verification: try column("verification", \.verification, .fixed),
      attempts: try column("attempts", \.attempts), nextRetryDate: try column("next_retry", \.nextRetryDate),
      closedReason: try column("closed_reason", \.closedReason),
      isRefusedByServer: try column("is_refused_by_server", \.isRefusedByServer))
    order.credit = try column.group(\.credit)
    return order
  }
}

extension Credit: ColumnGroup {
  private var storedUsers: StoredNames { StoredNames(users) }

  package static func columns(_ column: inout Columns<Credit>) throws(DatabaseFault) -> Credit {
    Credit(
      users: try column("credit_users", \.storedUsers).names, quantity: try column("credit_quantity", \.quantity),
      attribution: try column("attribution", \.attribution),
      policyOutcome: try column("policy_outcome", \.policyOutcome))
  }
}

/// What the keychain keeps of an order.
struct KeychainOrder: StoredRow {
  var transactionId: String
  var order: RememberedOrder

  static let table = Table<KeychainOrder>("keychain_orders")

  static func columns(_ column: inout Columns<KeychainOrder>) throws(DatabaseFault) -> KeychainOrder {
    KeychainOrder(
      transactionId: try column("transaction_id", \.transactionId, .key), order: try column.group(\.order))
  }
}

extension RememberedOrder: ColumnGroup {
  package static func columns(_ column: inout Columns<RememberedOrder>) throws(DatabaseFault) -> RememberedOrder {
    RememberedOrder(
      id: try column("order_id", \.id), intentId: try column("intent_id", \.intentId),
      user: try column("user", \.user), verification: try column("verification", \.verification))
  }
}

/// A delivery in the environment of the store.
///
/// There is at most one for each purchase, whatever happens: Apple may give one purchase two transaction ids.
struct StoredDelivery: StoredRow {
  var environment: StoreEnvironment
  var delivery: Delivery

  static let table = Table<StoredDelivery>("deliveries")

  static func columns(_ column: inout Columns<StoredDelivery>) throws(DatabaseFault) -> StoredDelivery {
    StoredDelivery(
      environment: try column("environment", \.environment, .key), delivery: try column.group(\.delivery))
  }
}

extension Delivery: ColumnGroup {
  package static func columns(_ column: inout Columns<Delivery>) throws(DatabaseFault) -> Delivery {
    Delivery(
      purchase: try column("purchase", \.purchase, .key), transactionId: try column("transaction_id", \.transactionId),
      orderId: try column("order_id", \.orderId), productId: try column("product_id", \.productId),
      user: try column("user", \.user), quantity: try column("quantity", \.quantity), date: try column("date", \.date))
  }
}

extension FinishCall: StoredRow {
  package static let table = Table<FinishCall>("outbox")

  package static func columns(_ column: inout Columns<FinishCall>) throws(DatabaseFault) -> FinishCall {
    FinishCall(
      transactionId: try column("transaction_id", \.transactionId, .key),
      account: try column("account", \.account, .fixed),
      attempts: try column("attempts", \.attempts), nextRetryDate: try column("next_retry", \.nextRetryDate))
  }
}

extension PendingUse: StoredRow {
  package static let table = Table<PendingUse>("pending_uses")

  package static func columns(_ column: inout Columns<PendingUse>) throws(DatabaseFault) -> PendingUse {
    PendingUse(
      id: try column("id", \.id, .key), productId: try column("product_id", \.productId),
      user: try column("user", \.user), count: try column("count", \.count), date: try column("date", \.date))
  }
}

/// What the app server said last about who owns a purchase.
extension Ownership: StoredRow {
  package static let table = Table<Ownership>("owners")

  private var storedUsers: StoredNames { StoredNames(users) }

  package static func columns(_ column: inout Columns<Ownership>) throws(DatabaseFault) -> Ownership {
    Ownership(
      originalTransactionId: try column("original_transaction_id", \.originalTransactionId, .key),
      users: try column("users", \.storedUsers).names, attribution: try column("attribution", \.attribution),
      policyOutcome: try column("policy_outcome", \.policyOutcome), ground: try column("ground", \.ground))
  }
}

/// A refund of an account.
struct AccountRefund: StoredRow {
  var account: String
  var refund: RefundRecord

  static let table = Table<AccountRefund>("refunds")

  static func columns(_ column: inout Columns<AccountRefund>) throws(DatabaseFault) -> AccountRefund {
    AccountRefund(account: try column("account", \.account, .key), refund: try column.group(\.refund))
  }
}

extension RefundRecord: ColumnGroup {
  package static func columns(_ column: inout Columns<RefundRecord>) throws(DatabaseFault) -> RefundRecord {
    RefundRecord(
      transactionId: try column("transaction_id", \.transactionId, .key),
      originalTransactionId: try column("original_transaction_id", \.originalTransactionId),
      productId: try column("product_id", \.productId), purchaseDate: try column("purchase_date", \.purchaseDate),
      revocationDate: try column("revocation_date", \.revocationDate), cause: try column("cause", \.cause),
      revocationReason: try column("revocation_reason", \.revocationReason),
      revocationType: try column("revocation_type", \.revocationType),
      revocationPercentage: try column("revocation_percentage", \.revocationPercentage),
      price: try column("price", \.price), currency: try column("currency", \.currency),
      reversedDate: try column("reversed_date", \.reversedDate))
  }
}

extension RefundRequest: StoredRow {
  package static let table = Table<RefundRequest>("refund_requests")

  package static func columns(_ column: inout Columns<RefundRequest>) throws(DatabaseFault) -> RefundRequest {
    RefundRequest(
      transactionId: try column("transaction_id", \.transactionId, .key),
      productId: try column("product_id", \.productId), account: try column("account", \.account),
      reason: try column("reason", \.reason), askedDate: try column("asked_date", \.askedDate))
  }
}

extension JournalEntry: StoredRow {
  package static let table = Table<JournalEntry>("journal")

  package static func columns(_ column: inout Columns<JournalEntry>) throws(DatabaseFault) -> JournalEntry {
    JournalEntry(
      id: try column("id", \.id, .number), date: try column("date", \.date),
      machineDate: try column("machine_date", \.machineDate), kind: try column("kind", \.kind),
      text: try column("text", \.text), account: try column("account", \.account), user: try column("user", \.user),
      productId: try column("product_id", \.productId), transactionId: try column("transaction_id", \.transactionId),
      orderId: try column("order_id", \.orderId))
  }
}

extension QuarantinedItem: StoredRow {
  package static let table = Table<QuarantinedItem>("quarantine")

  /// The same text is stored once.
  private var digest: [UInt8] {
    let bytes = Array(jws.utf8)
    return Digest.sha256(bytes[...]) ?? bytes
  }

  package static func columns(_ column: inout Columns<QuarantinedItem>) throws(DatabaseFault) -> QuarantinedItem {
    _ = try column("digest", \.digest, .key)
    return QuarantinedItem(
      id: try column("id", \.id, .number), transactionId: try column("transaction_id", \.transactionId),
      productId: try column("product_id", \.productId),
      failure: VerificationFailure(
        try column("failure", \.failure.kind), try column("message", \.failure.message)),
      account: try column("account", \.account), date: try column("date", \.date), jws: try column("jws", \.jws))
  }
}

/// Which Apple Account a transaction is visible to, and how it arrived.
///
/// Its lineage and its equivalence class find an answer however long a history is.
struct Membership: StoredRow {
  var account: String
  var transactionId: String
  var origin: Origin
  /// Whether the account's complete history does not list the transaction any more.
  var isAbsent = false
  var productId: String?
  var purchaseDate: Int64
  var arrivedDate: Timestamp
  var lineage: String
  var key: String
  var token: String?

  static let table = Table<Membership>("membership")

  static func columns(_ column: inout Columns<Membership>) throws(DatabaseFault) -> Membership {
    Membership(
      account: try column("account", \.account, .key),
      transactionId: try column("transaction_id", \.transactionId, .key),
      origin: try column("origin", \.origin, .fixed), isAbsent: try column("is_absent", \.isAbsent),
      productId: try column("product_id", \.productId), purchaseDate: try column("purchase_date", \.purchaseDate),
      arrivedDate: try column("arrived_date", \.arrivedDate, .fixed), lineage: try column("lineage", \.lineage),
      key: try column("class", \.key), token: try column("token", \.token))
  }
}

/// A fact that arrived, which is never overwritten.
struct Statement: StoredRow {
  var id: Int64 = 0
  var kind: StatementKind
  var key: String
  /// The value; nil where the fact has ended.
  var value: String?
  /// The dates, in device time, on which it arrived and was last repeated.
  var arrivedDate: Timestamp
  var repeatedDate: Timestamp

  static let table = Table<Statement>("statements")

  static func columns(_ column: inout Columns<Statement>) throws(DatabaseFault) -> Statement {
    Statement(
      id: try column("id", \.id, .number), kind: try column("kind", \.kind, .fixed),
      key: try column("key", \.key, .fixed), value: try column("value", \.value, .fixed),
      arrivedDate: try column("arrived_date", \.arrivedDate, .fixed),
      repeatedDate: try column("repeated_date", \.repeatedDate))
  }
}

/// A list of names in one column: a JSON array.
struct StoredNames: DatabaseConvertible {
  let names: [String]

  static let example = StoredNames([])

  init(_ names: [String]) { self.names = names }

  var databaseValue: DatabaseValue { .text(JSONValue.array(names.map { .string($0) }).serialized()) }

  init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    let text = try String(row: row, at: index)
    names = (try? JSONValue(parsing: text))?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}
