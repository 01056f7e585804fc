import AppStoreModel
import Core
import Storage

/// The ledger's certificates and key, parsed when something is signed for the first time.
///
/// Opening a ledger therefore does not wait for the cryptography.
final class LedgerSigner: Sendable {
  private let certificates: [[UInt8]]
  private let signingKeyPEM: String
  private let loaded: Mutex<SigningIdentity?>

  /// Creates the signer from the ledger's columns: leaf, intermediate and root in DER, and the leaf's key in PEM.
  init(certificates: [[UInt8]], signingKeyPEM: String) {
    self.certificates = certificates
    self.signingKeyPEM = signingKeyPEM
    loaded = Mutex(nil)
  }

  init(_ identity: SigningIdentity) throws {
    certificates = identity.certificates
    signingKeyPEM = try identity.signingKeyPEM()
    loaded = Mutex(identity)
  }

  /// Returns the parsed certificates and key.
  ///
  /// - Throws: a `SigningError` if the ledger's columns do not hold valid ones.
  func identity() throws -> SigningIdentity {
    try loaded.withLock { loaded in
      if let loaded { return loaded }
      let identity = try SigningIdentity(certificates: certificates, signingKeyPEM: signingKeyPEM)
      loaded = identity
      return identity
    }
  }

  /// The values of the columns for certificates and key.
  var values: [DatabaseValue] { certificates.map(\.databaseValue) + [signingKeyPEM.databaseValue] }
}
