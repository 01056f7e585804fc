import AppStoreModel
import Core
import Storage

/// The ledger's certificates and key, read in when something is signed for the first time: opening a ledger does not
/// wait for the cryptography.
final class LedgerSigner: Sendable {
  private let certificates: [[UInt8]]
  private let signingKeyPEM: String
  private let loaded: Mutex<SigningIdentity?>

  /// Takes the ledger's stored form: leaf, intermediate and root in DER, and the leaf's key.
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

  /// The certificates and the key, ready for use.
  ///
  /// - Throws: a `SigningError` when the ledger holds something else there.
  func identity() throws -> SigningIdentity {
    try loaded.withLock { loaded in
      if let loaded { return loaded }
      let identity = try SigningIdentity(certificates: certificates, signingKeyPEM: signingKeyPEM)
      loaded = identity
      return identity
    }
  }

  /// The columns of certificates and key.
  var values: [DatabaseValue] { certificates.map(\.databaseValue) + [signingKeyPEM.databaseValue] }
}
