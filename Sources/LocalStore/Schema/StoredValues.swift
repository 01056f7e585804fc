package import Database
package import StoreModel

// How the values of StoreModel lie in columns: dates as milliseconds, enumerations by their raw value.

extension Timestamp: DatabaseConvertible {
  package var databaseValue: DatabaseValue { .integer(milliseconds) }

  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self.init(milliseconds: try row[index])
  }
}

extension StoreIdentity.Kind: DatabaseConvertible {}
extension StoreEnvironment: DatabaseConvertible {}
extension UpdatesMode: DatabaseConvertible {}
extension Origin: DatabaseConvertible {}
extension EntitlementState: DatabaseConvertible {}
extension Intent.State: DatabaseConvertible {}
extension Order.State: DatabaseConvertible {}
extension RevocationReason: DatabaseConvertible {}
extension RevocationType: DatabaseConvertible {}
extension VerificationFailureKind: DatabaseConvertible {}
