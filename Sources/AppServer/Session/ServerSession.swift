import Database
import SafeText
import StoreModel

/// The server's work inside one write transaction.
struct ServerSession {
  let connection: DatabaseConnection
  let bundleId: String
  let now: Timestamp

  // MARK: Events

  func event(
    _ kind: AppServerEvent.Kind, _ text: String, user: String? = nil, transactionId: String? = nil,
    orderId: String? = nil
  ) throws {
    try connection.execute(
      "INSERT INTO events(date, kind, text, user, transaction_id, order_id) VALUES(?, ?, ?, ?, ?, ?)",
      now.milliseconds, kind.rawValue, safeText(text), user, transactionId, orderId)
  }

  func events(limit: Int, before id: Int64) throws -> [AppServerEvent] {
    try connection.rows(Self.eventColumns + "WHERE id < ? ORDER BY id DESC LIMIT ?", id, limit) { try event($0) }
  }

  func events(
    ofOrder order: String, intent: String?, transaction: String, original: String?, limit: Int
  ) throws -> [AppServerEvent] {
    try connection.rows(
      Self.eventColumns + "WHERE order_id IN (?, ?) OR transaction_id IN (?, ?) ORDER BY id LIMIT ?", order, intent,
      transaction, original, limit
    ) { try event($0) }
  }

  private static let eventColumns: SQL =
    "SELECT id, date, kind, text, user, transaction_id, order_id FROM events "

  private func event(_ row: borrowing DatabaseRow) throws -> AppServerEvent {
    AppServerEvent(
      id: try row[0], date: Timestamp(milliseconds: try row[1]), kind: try enumeration(try row[2]),
      text: try row[3], user: try row[4], transactionId: try row[5], orderId: try row[6])
  }

  /// A stored raw value as what it stands for; one that this version does not know is a fault of the file.
  func enumeration<Value: RawRepresentable<String>>(_ rawValue: String) throws -> Value {
    guard let value = Value(rawValue: rawValue) else {
      throw StoredValueError(value: rawValue, type: "\(Value.self)")
    }
    return value
  }
}

/// A value in the file that this version does not know.
struct StoredValueError: Error, CustomStringConvertible {
  let value: String
  let type: String

  var description: String { "its file holds \"\(value)\", which is no \(type): check it with till doctor" }
}
