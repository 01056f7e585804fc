package import StoreModel

/// `import X.storekit`, `export --format storekit`, `transactions`.
extension SimulatedAppStore {
  /// Takes a `.storekit` file in place of the present catalogue; purchases stay.
  ///
  /// - Parameters:
  ///   - bytes: The file's content, which is kept exactly.
  ///   - name: The file's name, for the error.
  /// - Throws: `usage`, naming file and place of the mistake, when the bytes are no `.storekit` file.
  @discardableResult
  package func importCatalogue(_ bytes: [UInt8], name: String) throws(SimulatorError) -> CatalogueImport {
    try write { try $0.importCatalogue(bytes, name: name) }
  }

  /// The exact bytes of the file that the catalogue came from.
  package func catalogueBytes() throws(SimulatorError) -> [UInt8] {
    try read { try $0.catalogueBytes() }
  }

  /// Whether anybody bought anything: replacing the catalogue then asks first.
  package func hasPurchases() throws(SimulatorError) -> Bool {
    try read { try $0.hasPurchases() }
  }

  /// Why a product cannot be bought now; nil where it can.
  ///
  /// What is owned can be "bought": it costs nothing.
  package func reasonNotToBuy(_ productId: String, account: String) throws(SimulatorError) -> String? {
    try read { try $0.reasonNotToBuy(productId, account: account) }
  }

  /// The transactions of one account or of all, newest modification first, as the App Store's side sees them.
  package func transactions(
    of account: String? = nil, _ request: PageRequest
  ) throws(SimulatorError) -> Page<Transaction> {
    try read { try $0.transactions(of: account, request) }
  }
}

/// What taking in a catalogue left to say.
package struct CatalogueImport: Hashable, Sendable {
  /// The product ids that purchases have and the file does not: they stay, and cannot be bought any more.
  package let unknownProductIds: [String]
  /// What was odd in the file, a safe line each.
  package let warnings: [String]
}
