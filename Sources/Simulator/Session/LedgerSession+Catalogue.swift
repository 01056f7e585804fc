import AppStoreModel
import Core
import Storage

/// The catalogue in the ledger, stored as the exact bytes of its file.
extension LedgerSession {
  /// Replaces the current catalogue with a `.storekit` file.
  ///
  /// - Parameter name: The file's name in the error.
  /// - Throws: a `StoreError` of kind `usage` if the bytes are not a valid `.storekit` file.
  mutating func importCatalogue(_ bytes: [UInt8], name: String) throws -> CatalogueImport {
    do {
      catalogue = try Catalogue(bytes: bytes, name: name)
    } catch {
      throw StoreError(.usage, "\(error)")
    }
    state.catalogueVersion += 1
    try connection.execute("REPLACE INTO catalogue (id, bytes) VALUES (1, ?)", bytes)
    let bought: [String] = try connection.values("SELECT DISTINCT product_id FROM transactions ORDER BY product_id")
    return CatalogueImport(
      unknownProductIds: bought.filter { catalogue.product($0) == nil }, warnings: catalogue.warnings)
  }

  /// Returns the exact bytes of the `.storekit` file that the catalogue was imported from.
  func catalogueBytes() throws -> [UInt8] {
    try connection.value("SELECT bytes FROM catalogue") ?? []
  }

  /// Returns whether the ledger has any purchase.
  func hasPurchases() throws -> Bool {
    try connection.value("SELECT 1 FROM transactions LIMIT 1", as: Int.self) != nil
  }

  /// Returns the products as the account's storefront shows them, or the catalogue's own storefront without an account.
  func products(for account: String?, locale: String? = nil) throws -> [Product] {
    let account = try account.map { try self.account($0) }
    let storefront = account.flatMap { Storefront(countryCode: $0.storefront) } ?? catalogue.storefront
    return catalogue.products(
      in: storefront, locale: account?.locale(onDevice: locale) ?? locale, formats: account?.locale)
  }

  /// Returns a product at the prices of an account's storefront.
  func product(_ id: String, of account: String) -> ConfiguredProduct? {
    guard catalogue.hasPriceTiers, let row = try? self.account(account) else { return catalogue.product(id) }
    return catalogue.product(id, in: row.currency)
  }
}
