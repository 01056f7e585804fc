package import StoreModel

/// How the three parties stand before the first step.
package struct StartingState: Hashable, Sendable {
  /// An Apple Account that the ledger begins with.
  package struct Account: Hashable, Sendable {
    package var name: String
    /// ISO 3166-1 alpha-3; nil for the catalogue's own.
    package var storefront: String?

    package init(name: String, storefront: String? = nil) {
      self.name = name
      self.storefront = storefront
    }
  }

  /// Where a device looks that is no customer's: at a `till serve` on the story's own ledger.
  package enum Backend: String, Hashable, Sendable, CaseIterable {
    /// The App Store Server API.
    case appStore = "appstore:sandbox"
    /// `verifyReceipt` of production.
    case production = "receipt:production"
    /// `verifyReceipt` of the sandbox.
    case sandbox = "receipt:sandbox"
  }

  /// The device with the dashboard, among those of `backends`.
  package static let dashboard = "dashboard"

  /// A `.storekit` file, beside the walkthrough's own; nil for the demo's catalogue.
  package var catalogue: String?
  /// The Apple Accounts; nil for the demo's, with their histories.
  package var accounts: [Account]?
  /// The Apple Account that is signed in; nil for the first one.
  package var account: String?
  /// The user who is logged in to the app; nil for `one`.
  package var user: String?
  /// The machine's clock.
  package var clock: Timestamp
  /// How much time passes before each step, in milliseconds.
  package var tick: Int64
  /// What ids and tokens are drawn from.
  package var seed: UInt64
  /// Where devices look that are no customer's, by the device's name.
  package var backends: [String: Backend]
  /// What happened before the story begins.
  package var history: [Step]

  /// Noon of 1 March 2025, in UTC.
  package static let noon = Timestamp(milliseconds: 1_740_830_400_000)

  package init(
    catalogue: String? = nil, accounts: [Account]? = nil, account: String? = nil, user: String? = nil,
    clock: Timestamp = Self.noon, tick: Int64 = 60_000, seed: UInt64 = 20_250_301, backends: [String: Backend] = [:],
    history: [Step] = []
  ) {
    self.catalogue = catalogue
    self.accounts = accounts
    self.account = account
    self.user = user
    self.clock = clock
    self.tick = tick
    self.seed = seed
    self.backends = backends
    self.history = history
  }
}
