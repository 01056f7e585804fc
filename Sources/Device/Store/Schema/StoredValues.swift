package import AppStoreModel
import Core
package import Storage

// How values are stored in columns: dates as milliseconds, enumerations by their raw value.

extension Timestamp: DatabaseConvertible {
  package var databaseValue: DatabaseValue { .integer(milliseconds) }

  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self.init(milliseconds: try Int64(row: row, at: index))
  }
}

extension StoreIdentity.Kind: DatabaseConvertible {}
extension StoreEnvironment: DatabaseConvertible {}
extension UpdatesMode: DatabaseConvertible {}
extension Origin: DatabaseConvertible {}
extension EntitlementState: DatabaseConvertible {}
extension Attribution: DatabaseConvertible {}
extension PolicyOutcome: DatabaseConvertible {}
extension RestorePolicy: DatabaseConvertible {}
extension Intent.State: DatabaseConvertible {}
extension Order.State: DatabaseConvertible {}

extension SQL {
  /// The condition of open orders, which is also the condition of an index.
  static let orderIsOpen: SQL = "state IN" + .list(Order.State.allCases.filter(\.isOpen))
  /// The condition of orders that were charged and not delivered, which is also the condition of an index.
  static let orderIsUndelivered: SQL =
    "(state NOT IN" + .list(Order.State.allCases.filter(\.isDelivered)) + "OR closed_reason IS NOT NULL)"
}

extension RevocationReason: DatabaseConvertible {}
extension RevocationType: DatabaseConvertible {}
extension VerificationFailureKind: DatabaseConvertible {}

extension VerificationWay: DatabaseConvertible {
  package var databaseValue: DatabaseValue { .text(text) }

  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    let text = try String(row: row, at: index)
    self = VerificationWay(text) ?? .none
  }
}

/// A list of names in one column: a JSON array.
struct StoredNames: DatabaseConvertible {
  let names: [String]

  init(_ names: [String]) { self.names = names }

  var databaseValue: DatabaseValue { .text(JSONValue.array(names.map { .string($0) }).serialized()) }

  init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    let text = try String(row: row, at: index)
    names = (try? JSONValue(parsing: text))?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}

/// A verdict is stored as a number: 0 skipped, 1 verified, from 2 on the kind of attestation that replaces a signature.
///
/// Failed transactions have no row.
extension Verdict: DatabaseConvertible {
  package var databaseValue: DatabaseValue {
    switch self {
    case .verified: .integer(1)
    case .attested(.answer): .integer(2)
    case .attested(.receipt): .integer(3)
    case .attested(.file): .integer(4)
    case .skipped, .failed: .integer(0)
    }
  }

  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self =
      switch try Int64(row: row, at: index) {
      case 1: .verified
      case 2: .attested(.answer)
      case 3: .attested(.receipt)
      case 4: .attested(.file)
      default: .skipped
      }
  }
}
