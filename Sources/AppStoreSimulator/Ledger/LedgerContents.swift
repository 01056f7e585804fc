import Database
import Foundation
import StoreModel

/// What a new ledger begins with.
package struct LedgerContents: Hashable, Sendable {
  /// The app; nil takes the demo app's.
  package var bundleId: String?
  /// A `.storekit` file's bytes; nil takes the demo data with its Apple Accounts and their histories.
  package var catalogue: [UInt8]?
  /// What errors call that file.
  package var catalogueName: String
  /// What ids and tokens are drawn from: the same seed and the same calls at the same instants give the same data.
  package var seed: UInt64

  /// The demo data, unless a catalogue is given: then that, its settings, and one Apple Account that owns nothing.
  package init(
    bundleId: String? = nil, catalogue: [UInt8]? = nil, catalogueName: String = "the catalogue",
    seed: UInt64 = 20_250_301
  ) {
    self.bundleId = bundleId
    self.catalogue = catalogue
    self.catalogueName = catalogueName
    self.seed = seed
  }

  /// The identity of an open ledger; fills it first when it is new.
  func identity(in connection: DatabaseConnection, machine: Int64) throws -> LedgerIdentity {
    if let identity = try connection.read({ try Ledger.identity(in: connection) }) { return identity }
    return try connection.transaction {
      // Another process may have done it since.
      if let identity = try Ledger.identity(in: connection) { return identity }
      let identity = try LedgerIdentity(
        ledgerId: UUID().uuidString.lowercased(), bundleId: bundleId ?? DemoCatalogue.bundleId, seed: seed)
      try connection.execute(
        "INSERT INTO identity (id," + LedgerIdentity.columns + ") VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values: identity.values)
      var session = LedgerSession(
        connection: connection, identity: identity, limits: RenewalLimits(), catalogue: try DemoCatalogue.catalogue(),
        state: LedgerState(firstId: LedgerNumbers.firstId(seed: seed)), now: machine)
      if let catalogue {
        try session.begin(with: catalogue, name: catalogueName)
      } else {
        try session.beginWithDemo()
      }
      session.state.clockFloor = session.now
      try session.save()
      return identity
    }
  }
}
