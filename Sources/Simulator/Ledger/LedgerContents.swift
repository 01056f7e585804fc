package import AppStoreModel
import Core
import Storage

/// The initial content of a new ledger.
package struct LedgerContents: Hashable, Sendable {
  /// The app's bundle id; nil takes the demo app's.
  package var bundleId: String?
  /// The bytes of a `.storekit` file; nil takes the demo data with its Apple Accounts and their histories.
  package var catalogue: [UInt8]?
  /// The file's name in errors.
  package var catalogueName: String
  /// The Apple Accounts, which own nothing.
  ///
  /// Nil takes the demo's accounts with their histories, or a single account if `catalogue` is given.
  package var accounts: [NewAccount]?
  /// The seed of ids and tokens: the same seed and the same calls at the same times give the same data.
  package var seed: UInt64
  /// The environment of the signed data, Sandbox or Production; nil takes that of `signedBy`'s ledger, or Sandbox.
  package var environment: StoreEnvironment?
  /// The app's Apple id, for Production.
  package var appAppleId: Int64?
  /// The time that the clock shows, paused from the start; nil for a clock that runs with the machine's.
  package var clock: Timestamp?

  /// The seed of a ledger that was given none.
  package static let commonSeed: UInt64 = 20_250_301

  /// A catalogue without products.
  package static let emptyCatalogue = Array(
    #"{"products": [], "subscriptionGroups": [], "version": {"major": 4, "minor": 0}}"#.utf8)
  /// The path of another ledger: the new one is for the same app, and signs with the same key and root certificate.
  package var signedBy: String?

  /// An Apple Account of a new ledger.
  package struct NewAccount: Hashable, Sendable {
    package var name: String
    /// The storefront's ISO 3166-1 alpha-3 code; nil for the catalogue's own storefront.
    package var storefront: String?

    package init(name: String, storefront: String? = nil) {
      self.name = name
      self.storefront = storefront
    }
  }

  /// Creates the content: the demo data, or a given catalogue with one Apple Account that owns nothing.
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

  /// Returns the identity of an open ledger; fills a new ledger first.
  func identity(in connection: DatabaseConnection, machine: Int64) throws -> LedgerIdentity {
    if let identity = try connection.read({ try connection.first(LedgerIdentity.self) }) { return identity }
    return try connection.transaction {
      // Another process may have filled the ledger since the check above.
      if let identity = try connection.first(LedgerIdentity.self) { return identity }
      let identity = try newIdentity()
      try connection.insert(identity)
      var session = LedgerSession(
        connection: connection, identity: identity, limits: RenewalLimits(), catalogue: try DemoCatalogue.catalogue(),
        state: LedgerState(firstId: LedgerNumbers.firstId(seed: seed)), offerKey: nil, machine: machine,
        now: clock?.milliseconds ?? machine)
      if let catalogue {
        try session.begin(with: catalogue, name: catalogueName, accounts: accounts)
      } else if let accounts {
        try session.begin(with: DemoCatalogue.bytes, name: DemoCatalogue.name, accounts: accounts)
      } else {
        try session.beginWithDemo()
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
    return LedgerIdentity(
      ledgerId: UUIDText.random(), bundleId: bundleId ?? other.bundleId,
      environment: environment ?? other.environment, appAppleId: appAppleId ?? other.appAppleId, seed: seed,
      rootCertificatePEM: other.rootCertificatePEM, rootFingerprint: other.rootFingerprint,
      headerSegment: other.headerSegment, signer: other.signer)
  }
}
