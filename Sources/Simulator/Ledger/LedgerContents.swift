package import AppStoreModel
import Core
import Storage

/// The content of a new ledger.
package struct LedgerContents: Hashable, Sendable {
  /// The app; nil takes the demo app's.
  package var bundleId: String?
  /// A `.storekit` file's bytes; nil takes the demo data with its Apple Accounts and their histories.
  package var catalogue: [UInt8]?
  /// The name of that file in errors.
  package var catalogueName: String
  /// The Apple Accounts, none of which owns anything; nil takes the demo's with their histories, or with a catalogue
  /// of one's own a single one.
  package var accounts: [NewAccount]?
  /// The seed of ids and tokens: the same seed and the same calls at the same instants give the same data.
  package var seed: UInt64
  /// What everything is signed for: Sandbox or Production; nil for Sandbox, or what the ledger of `signedBy` is for.
  package var environment: StoreEnvironment?
  /// The app's Apple id, for Production.
  package var appAppleId: Int64?
  /// Whether the demo's first customer has met most of the possible events.
  package var isStory = false
  /// The instant at which the clock stands still from the beginning; nil for one that runs with the machine's.
  package var clock: Timestamp?

  /// The seed of a ledger that was given none.
  package static let commonSeed: UInt64 = 20_250_301

  /// A catalogue without products.
  package static let emptyCatalogue = Array(
    #"{"products": [], "subscriptionGroups": [], "version": {"major": 4, "minor": 0}}"#.utf8)
  /// Another ledger's file: this one is for the same app, and signs with the same key under the same root certificate.
  package var signedBy: String?

  /// An Apple Account to begin with.
  package struct NewAccount: Hashable, Sendable {
    package var name: String
    /// ISO 3166-1 alpha-3; nil for the catalogue's own.
    package var storefront: String?

    package init(name: String, storefront: String? = nil) {
      self.name = name
      self.storefront = storefront
    }
  }

  /// The demo data, unless a catalogue is given: then that, its settings, and one Apple Account that owns nothing.
  package init(
    bundleId: String? = nil, catalogue: [UInt8]? = nil, catalogueName: String = LedgerText.theCatalogue.text,
    accounts: [NewAccount]? = nil, seed: UInt64 = LedgerContents.commonSeed, signedBy: String? = nil
  ) {
    self.bundleId = bundleId
    self.catalogue = catalogue
    self.catalogueName = catalogueName
    self.accounts = accounts
    self.seed = seed
    self.signedBy = signedBy
  }

  /// The identity of an open ledger; fills it first when it is new.
  func identity(in connection: DatabaseConnection, machine: Int64) throws -> LedgerIdentity {
    if let identity = try connection.read({ try Ledger.identity(in: connection) }) { return identity }
    return try connection.transaction {
      // Another process may have done it since.
      if let identity = try Ledger.identity(in: connection) { return identity }
      let identity = try newIdentity()
      try connection.execute(
        "INSERT INTO identity (id," + LedgerIdentity.columns + ") VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values: identity.values)
      var session = LedgerSession(
        connection: connection, identity: identity, limits: RenewalLimits(), catalogue: try DemoCatalogue.catalogue(),
        state: LedgerState(firstId: LedgerNumbers.firstId(seed: seed)), offerKey: nil, machine: machine,
        now: clock?.milliseconds ?? machine)
      if let catalogue {
        try session.begin(with: catalogue, name: catalogueName, accounts: accounts)
      } else if let accounts {
        try session.begin(with: DemoCatalogue.bytes, name: DemoCatalogue.name, accounts: accounts)
      } else {
        try session.beginWithDemo(isStory: isStory)
      }
      if let clock { session.state.pausedAt = clock.milliseconds }
      session.state.clockFloor = session.now
      try session.save()
      return identity
    }
  }

  private func newIdentity() throws -> LedgerIdentity {
    guard let signedBy else {
      return try LedgerIdentity(
        ledgerId: UUIDText.random(), bundleId: bundleId ?? DemoCatalogue.bundleId,
        environment: environment ?? .sandbox, appAppleId: appAppleId, seed: seed)
    }
    let other = try SimulatedAppStore(path: signedBy).identity
    let environment = environment ?? other.environment
    return LedgerIdentity(
      signingAs: other, ledgerId: UUIDText.random(), bundleId: bundleId ?? other.bundleId, environment: environment,
      appAppleId: appAppleId ?? other.appAppleId, seed: seed)
  }
}
