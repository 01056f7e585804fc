import Database
import StoreModel

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

  /// The account as it is listed.
  var listed: AppleAccount { AppleAccount(name: name, note: note, storefront: storefront) }
}

extension AccountRow {
  static let columns: SQL = "name, position, storefront, note, app_transaction_id, locale"

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    self.init(
      name: try row[0], position: try row[1], storefront: try row[2], note: try row[3],
      appTransactionId: try row[4], chosenLocale: try row[5])
  }

  var values: [DatabaseValue] {
    [
      name.databaseValue, position.databaseValue, storefront.databaseValue, note.databaseValue,
      appTransactionId.databaseValue, chosenLocale.databaseValue,
    ]
  }
}
