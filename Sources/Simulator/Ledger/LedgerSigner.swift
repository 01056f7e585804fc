import AppStoreModel
import Core
import Storage

/// The ledger's certificates and key, parsed when something is signed for the first time.
///
/// Opening a ledger therefore does not wait for the cryptography.
final class LedgerSigner: Sendable {
  fileprivate let certificates: [[UInt8]]
  fileprivate let signingKeyPEM: String
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
}

extension LedgerSigner: ColumnGroup {
  static func columns(_ column: inout Columns<LedgerSigner>) throws(DatabaseFault) -> LedgerSigner {
    LedgerSigner(
      certificates: [
        try column("leaf", \.certificates[0]), try column("intermediate", \.certificates[1]),
        try column("root", \.certificates[2]),
      ], signingKeyPEM: try column("signing_key", \.signingKeyPEM))
  }
}
