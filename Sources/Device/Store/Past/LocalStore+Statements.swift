package import AppStoreModel
import Core
import Storage

/// The kind of a statement; the statement's key names the object.
enum StatementKind: String, CaseIterable, DatabaseConvertible {
  /// The date from which a device keeps statements, if it was used before statements existed.
  case since
  /// The signed-in Apple Account, the logged-in user, and the app server that confirms purchases.
  case device
  /// The owner of a purchase.
  case owner
  /// The app server's answer about a user.
  case account
  /// That the app server was asked about a user and did not answer, as long as it has never answered.
  case missedAnswer
  /// A call that the app server has not received yet.
  case waitingCall
  /// Why the app server, though reached, did not name a purchase's owner; it ends once the server does.
  case refusal
  /// The user who claimed with a login what an anonymous user had; the key is the anonymous user's token.
  case claim
  case intent, order, refundRequest, duration
  /// Whether the account's complete history no longer lists a transaction.
  case absence
}

/// Statements: facts that are never overwritten.
///
/// Each value is stored with the dates of its arrival and of its last repetition.
extension LocalStore {
  /// Stores a statement; one with the same value as the last only updates the date of its last repetition.
  func state(_ kind: StatementKind, _ key: String, _ value: String?, at date: Timestamp? = nil) throws {
    try batch {
      let date = try date ?? arrivalDate()
      let last = try database.first(
        Statement.self, "WHERE kind = ? AND key = ? ORDER BY id DESC LIMIT 1", kind, key)
      if let id = last?.id, last?.value == value {
        try database.execute("UPDATE statements SET repeated_date = ? WHERE id = ?", date, id)
      } else if last != nil || value != nil {
        try database.insert(Statement(kind: kind, key: key, value: value, arrivedDate: date, repeatedDate: date))
        knownFacts?.state.lastArrival = date
      }
    }
  }

  /// Returns the statement that was valid at a date; without a date, the last one.
  func statement(_ kind: StatementKind, _ key: String, asOf date: Timestamp?) throws -> Statement? {
    try database.first(
      Statement.self, "WHERE kind = ? AND key = ? AND arrived_date <= ? ORDER BY id DESC LIMIT 1", kind, key,
      date ?? Timestamp(milliseconds: .max))
  }

  /// Returns the statements of one kind that were valid at a date, by key, without ended ones.
  func standing(_ kind: StatementKind, asOf date: Timestamp) throws -> [String: String] {
    var values: [String: String] = [:]
    let statements = try database.all(
      Statement.self, "WHERE kind = ? AND arrived_date <= ? ORDER BY id", kind, date)
    for statement in statements { values[statement.key] = statement.value }
    return values
  }

  /// Returns the date from which this device keeps what arrives.
  ///
  /// It is when the device's schema was upgraded to keep it, else the date of the first statement; nil without any.
  package func keptSince() throws -> Timestamp? {
    if let since = try statement(.since, "", asOf: nil) { return since.arrivedDate }
    return try database.value("SELECT min(arrived_date) FROM statements")
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

  /// Reads a row that a statement stores.
  func readRow<Row: StoredRow>(_ text: String) throws -> Row {
    guard let json = try? JSONValue(parsing: text).objectValue else {
      throw StoreDamage(what: say("a stored statement is not a JSON object"))
    }
    return try Row(json: json)
  }

  /// Returns a row as a statement stores it.
  func text(of row: some StoredRow, without omitted: Set<String>) throws -> String {
    JSONValue.object(try row.json(without: omitted)).serialized()
  }
}

/// A value of the app server that is stored as a statement.
protocol StatementReadable {
  init(json: JSONObject) throws(JSONError)
}

extension UserAccount: StatementReadable {}
extension Ownership: StatementReadable {}

// Statements leave out columns that change without changing what they mean to the customer.

extension Intent {
  static let unstated: Set = ["owner"]
}

extension Order {
  static let unstated: Set = [
    "updated_date", "owner", "credit_users", "credit_quantity", "attribution", "policy_outcome",
  ]
}

extension DeviceState {
  private static let unstated: Set = ["updates", "clock_offset", "floor", "machine_date", "epoch", "waiting_updates"]

  /// The accounts and the answers' settings as a statement stores them.
  var statement: String {
    get throws {
      var json = try json(without: Self.unstated)
      json.append("account", ifPresent: account.map { .string($0) })
      json.append("user", ifPresent: user.map { .string($0) })
      json.append("anonymous", .string(anonymous.token))
      return JSONValue.object(json).serialized()
    }
  }

  /// Reads a statement.
  init(statement text: String) throws {
    let json = try JSONValue(parsing: text).objectValue ?? [:]
    try self.init(json: json)
    account = json["account"]?.stringValue
    user = json["user"]?.stringValue
    anonymous = AnonymousUser(token: json["anonymous"]?.stringValue ?? "")
  }
}
