/// The App Store that a device's store is bound to: opening the store with another one is refused.
package struct StoreIdentity: Hashable, Sendable {
  /// Which kind of App Store it is.
  package enum Kind: String, Hashable, Sendable {
    /// Till's simulated App Store, embedded or behind `till serve`.
    case simulator
    /// The App Store Server API.
    case appStore = "appstore"
    /// The legacy verifyReceipt endpoint.
    case receipt
    /// An external program.
    case external = "exec"
    /// No App Store: imported evidence only.
    case none
  }

  package var kind: Kind
  package var environment: StoreEnvironment
  package var bundleId: String
  /// SHA-256 of the trusted root certificate's DER, lower-case hexadecimal; nil where Apple's own root is the anchor.
  package var rootFingerprint: String?
  /// The simulated App Store's ledger; nil for any other.
  package var ledgerId: String?

  package init(
    kind: Kind, environment: StoreEnvironment, bundleId: String, rootFingerprint: String? = nil,
    ledgerId: String? = nil
  ) {
    self.kind = kind
    self.environment = environment
    self.bundleId = bundleId
    self.rootFingerprint = rootFingerprint
    self.ledgerId = ledgerId
  }
}
