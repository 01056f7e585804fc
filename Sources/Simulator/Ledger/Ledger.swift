import AppStoreModel
import Core
import Storage

/// The open ledger: its connection and the last parsed catalogue.
struct Ledger {
  let connection: DatabaseConnection
  /// The In-App Purchase key of the App Store Server API, if this process serves that API.
  var offerKey: OfferKey?
  private var parsed: (version: Int64, catalogue: Catalogue)?

  init(connection: DatabaseConnection) {
    self.connection = connection
  }

  /// Returns a session on the state that the current transaction sees; its `now` is the time of the last write.
  mutating func session(
    _ identity: LedgerIdentity, _ limits: RenewalLimits, machine: Int64
  ) throws -> LedgerSession {
    guard let state = try connection.first(LedgerState.self)
    else {
      throw StoreError(.unusable, say("the ledger \(connection.file) has no state; move it away and start a new one"))
    }
    return LedgerSession(
      connection: connection, identity: identity, limits: limits,
      catalogue: try catalogue(version: state.catalogueVersion), state: state, offerKey: offerKey, machine: machine,
      now: state.clockFloor)
  }

  /// Runs a closure with the connection; if the result of a commit is unknown, reopens the connection afterwards.
  mutating func usingConnection<Result>(_ body: (inout Ledger) throws -> Result) throws -> Result {
    do {
      return try body(&self)
    } catch let fault as DatabaseFault where fault.isOfCommit {
      try? connection.reopen()
      throw fault
    }
  }

  private mutating func catalogue(version: Int64) throws -> Catalogue {
    if let parsed, parsed.version == version { return parsed.catalogue }
    let bytes: [UInt8]? = try connection.value("SELECT bytes FROM catalogue")
    let catalogue = try Catalogue(bytes: bytes ?? [], name: say("the catalogue in \(connection.file)"))
    parsed = (version, catalogue)
    return catalogue
  }
}

/// The tables that make up a ledger's history: all except its identity and its checkpoints.
enum LedgerTables {
  /// The tables' names, as used in a document and in SQL; a table comes after those that it refers to.
  static let all: [SQL] = [
    "state", "catalogue", "accounts", "transactions", "subscriptions", "waiting_purchases", "refund_requests",
    "consumption_requests", "notifications", "notification_attempts", "held_notifications", "late_transactions",
    "faults", "family_members", "unshared_products", "shares", "extensions", "promoted_purchases", "mass_extensions",
    "retention", "offer_nonces",
  ]
}

/// The order number on the customer's invoice; each payment has one.
///
/// It is the transaction id in another notation, so that an invoice can be looked up without a stored table.
enum OrderNumber {
  private static let prefix = "TILL"
  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  /// Returns the order number of a payment.
  static func text(_ transactionId: Int64) -> String {
    var rest = transactionId
    var text: [Character] = []
    repeat {
      text.append(digits[Int(rest & 31)])
      rest >>= 5
    } while rest > 0
    return prefix + String(text.reversed())
  }

  /// Returns the transaction id of an order number, in upper or lower case; nil for any other text.
  static func transactionId(_ text: String) -> Int64? {
    let text = text.uppercased()
    guard text.hasPrefix(prefix), (prefix.count + 1...prefix.count + 12).contains(text.count) else { return nil }
    var id: Int64 = 0
    for character in text.dropFirst(prefix.count) {
      guard let digit = digits.firstIndex(of: character) else { return nil }
      id = id << 5 | Int64(digit)
    }
    return self.text(id) == text ? id : nil
  }
}
