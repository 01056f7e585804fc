package import AppStoreModel
import Core
import Storage

/// The kind of a statement; the statement's key names the object.
enum StatementKind: String, DatabaseConvertible {
  /// The date from which a device keeps statements, if it was used before statements existed.
  case since
  /// The signed-in Apple Account, the logged-in user, and the app server that confirms purchases.
  case device
  /// The owner of a purchase.
  case owner
  /// The app server's answer about a user.
  case account
  /// Why the app server, though reached, did not name a purchase's owner; it ends once the server does.
  case refusal
  case intent, order, refundRequest, duration
  /// Whether the account's complete history no longer lists a transaction.
  case absence
}

/// Statements: facts that are never overwritten.
///
/// Each value is stored with the dates of its arrival and of its last repetition.
extension LocalStore {
  struct Statement {
    let key: String
    /// The value; nil where the fact has ended.
    let value: String?
    let arrivedDate: Timestamp
    let repeatedDate: Timestamp
  }

  /// Stores a statement; one with the same value as the last only updates the date of its last repetition.
  func state(_ kind: StatementKind, _ key: String, _ value: String?, at date: Timestamp? = nil) throws {
    try batch {
      let date = try date ?? arrivalDate()
      let last: (id: Int64, value: String?)? = try database.first(
        "SELECT id, value FROM statements WHERE kind = ? AND key = ? ORDER BY id DESC LIMIT 1", kind, key
      ) { (try $0["id"], try $0["value"]) }
      if let last, last.value == value {
        try database.execute("UPDATE statements SET repeated_date = ? WHERE id = ?", date, last.id)
      } else if last != nil || value != nil {
        try database.execute(
          "INSERT INTO statements(kind, key, value, arrived_date, repeated_date) VALUES(?, ?, ?, ?, ?)", kind, key,
          value, date, date)
        knownFacts?.state.lastArrival = date
      }
    }
  }

  /// Returns the statement that was valid at a date; without a date, the last one.
  func statement(_ kind: StatementKind, _ key: String, asOf date: Timestamp?) throws -> Statement? {
    try database.first(
      Self.statementColumns + "WHERE kind = ? AND key = ? AND arrived_date <= ? ORDER BY id DESC LIMIT 1", kind, key,
      date ?? Timestamp(milliseconds: .max)
    ) { try Self.statement($0) }
  }

  /// Returns the statements of one kind that were valid at a date, by key, without ended ones.
  func standing(_ kind: StatementKind, asOf date: Timestamp) throws -> [String: String] {
    var values: [String: String] = [:]
    try database.forEachRow(
      Self.statementColumns + "WHERE kind = ? AND arrived_date <= ? ORDER BY id",
      values: [kind.databaseValue, date.databaseValue]
    ) { row in
      let statement = try Self.statement(row)
      values[statement.key] = statement.value
      return true
    }
    return values
  }

  /// Returns the date from which this device keeps what arrives.
  ///
  /// It is when the device's schema was upgraded to keep it, else the date of the first statement; nil without any.
  package func keptSince() throws -> Timestamp? {
    if let since = try statement(.since, "", asOf: nil) { return since.arrivedDate }
    return try database.value("SELECT min(arrived_date) FROM statements")
  }

  private static let statementColumns: SQL = "SELECT key, value, arrived_date, repeated_date FROM statements"

  private static func statement(_ row: borrowing DatabaseRow) throws -> Statement {
    Statement(
      key: try row["key"], value: try row["value"], arrivedDate: try row["arrived_date"],
      repeatedDate: try row["repeated_date"])
  }

  /// Parses the JSON value of a statement.
  func read<Value: StatementReadable>(_ text: String) throws -> Value {
    do {
      guard case .object(let json) = try JSONValue(parsing: text) else {
        throw StoreDamage(what: say("a stored statement is not a JSON object"))
      }
      return try Value(json: json)
    } catch let error as JSONError {
      throw StoreDamage(what: say("a stored statement is unreadable: \(error.message)"))
    }
  }
}

/// A value that is stored as a statement's JSON.
protocol StatementReadable {
  init(json: JSONObject) throws(JSONError)
}

extension UserAccount: StatementReadable {}
extension Ownership: StatementReadable {}

/// The signed-in Apple Account, the logged-in user, and the confirming app server at a date.
struct PastDevice: StatementReadable {
  let account: String?
  let user: String?
  let anonymous: String
  let verification: VerificationWay
  let lastChecked: Timestamp?
  let offlineValidity: Int64?
  let serverGrace: Int64?

  init(_ state: DeviceState) {
    account = state.account
    user = state.user
    anonymous = state.anonymous.token
    verification = state.verification
    lastChecked = state.lastChecked
    offlineValidity = state.offlineValidity
    serverGrace = state.serverGrace
  }

  init(json: JSONObject) throws(JSONError) {
    account = try json.string("account")
    user = try json.string("user")
    anonymous = try json.string("anonymous") ?? ""
    verification = VerificationWay(try json.string("verification") ?? "none") ?? .none
    lastChecked = try json.date("lastChecked")
    offlineValidity = try json.int64("offlineValidity")
    serverGrace = try json.int64("serverGrace")
  }

  var json: JSONObject {
    var json = JSONObject()
    json.append("account", ifPresent: account.map { .string($0) })
    json.append("user", ifPresent: user.map { .string($0) })
    json.append("anonymous", .string(anonymous))
    json.append("verification", .string(verification.text))
    json.append("lastChecked", ifPresent: lastChecked.map(JSONValue.init(date:)))
    json.append("offlineValidity", ifPresent: offlineValidity.map { .number(JSONNumber($0)) })
    json.append("serverGrace", ifPresent: serverGrace.map { .number(JSONNumber($0)) })
    return json
  }

  var text: String { JSONValue.object(json).serialized() }

  /// The user, logged in or anonymous, whose rights, purchases and uses the device showed.
  var appUser: String { user ?? AnonymousUser(token: anonymous).name }
}

// The members of an intent and an order that decide what they mean to the customer; they have the names of the columns.

extension Intent {
  var statement: String {
    var json = JSONObject()
    json.append("id", .string(id))
    json.append("account", .string(account))
    json.append("user", .string(user))
    json.append("product_id", .string(productId))
    json.append("state", .string(state.rawValue))
    json.append("created_date", JSONValue(date: createdDate))
    json.append("transaction_id", ifPresent: transactionId.map { .string($0) })
    json.append("closed_reason", ifPresent: closedReason.map { .string($0) })
    json.append("missed_date", ifPresent: missedDate.map(JSONValue.init(date:)))
    return JSONValue.object(json).serialized()
  }
}

/// An intent as a statement stores it.
struct PastIntent: StatementReadable {
  let intent: Intent

  init(json: JSONObject) throws(JSONError) {
    let date = try json.date("created_date") ?? Timestamp(milliseconds: 0)
    intent = Intent(
      id: try json.string("id") ?? "", account: try json.string("account") ?? "", user: try json.string("user") ?? "",
      productId: try json.string("product_id") ?? "", quantity: 1, appAccountToken: nil,
      state: Intent.State(rawValue: try json.string("state") ?? "") ?? .closed, createdDate: date, storeDate: date,
      transactionId: try json.string("transaction_id"), closedReason: try json.string("closed_reason"),
      missedDate: try json.date("missed_date"))
  }
}

extension Order {
  var statement: String {
    var json = JSONObject()
    json.append("id", .string(id))
    json.append("intent_id", ifPresent: intentId.map { .string($0) })
    json.append("transaction_id", .string(transactionId))
    json.append("product_id", .string(productId))
    json.append("account", .string(account))
    json.append("user", .string(user))
    json.append("state", .string(state.rawValue))
    json.append("created_date", JSONValue(date: createdDate))
    json.append("last_error", ifPresent: lastError.map { .string($0) })
    json.append("verification", .string(verification.text))
    json.append("attempts", .number(JSONNumber(Int64(attempts))))
    json.append("next_retry", ifPresent: nextRetryDate.map(JSONValue.init(date:)))
    json.append("closed_reason", ifPresent: closedReason.map { .string($0) })
    json.append("is_refused_by_server", .number(JSONNumber(Int64(isRefusedByServer ? 1 : 0))))
    return JSONValue.object(json).serialized()
  }
}

/// An order as a statement stores it.
struct PastOrder: StatementReadable {
  let order: Order

  init(json: JSONObject) throws(JSONError) {
    let date = try json.date("created_date") ?? Timestamp(milliseconds: 0)
    order = Order(
      id: try json.string("id") ?? "", intentId: try json.string("intent_id"),
      transactionId: try json.string("transaction_id") ?? "", productId: try json.string("product_id") ?? "",
      quantity: 1, account: try json.string("account") ?? "", user: try json.string("user") ?? "",
      state: Order.State(rawValue: try json.string("state") ?? "") ?? .closed, createdDate: date, updatedDate: date,
      lastError: try json.string("last_error"),
      verification: VerificationWay(try json.string("verification") ?? "none") ?? .none,
      attempts: Int(clamping: try json.int64("attempts") ?? 0), nextRetryDate: try json.date("next_retry"),
      closedReason: try json.string("closed_reason"),
      isRefusedByServer: try json.int64("is_refused_by_server") == 1)
  }
}

extension JSONObject {
  fileprivate func date(_ name: String) throws(JSONError) -> Timestamp? {
    try int64(name).map { Timestamp(milliseconds: $0) }
  }
}

extension JSONValue {
  fileprivate init(date: Timestamp) { self = .number(JSONNumber(date.milliseconds)) }
}
