import AppStoreModel
import Core
import Storage

/// The constants of a ledger, kept through every reset: its id, its app, its seed, its certificates.
struct LedgerIdentity: Sendable {
  /// The ledger's id, a UUID.
  let ledgerId: String
  let bundleId: String
  /// The environment of the signed data.
  let environment: StoreEnvironment
  /// The app's Apple id, which Production's signed data contain.
  let appAppleId: Int64?
  /// The app's Apple id in Production, else nil: Apple documents the field for Production only.
  var productionAppId: Int64? { environment == .production ? appAppleId : nil }
  let seed: UInt64
  /// The seed as the ledger stores it.
  fileprivate var storedSeed: Int64 { Int64(bitPattern: seed) }
  /// The root certificate in PEM.
  let rootCertificatePEM: String
  /// SHA-256 of the root certificate's DER, lower-case hexadecimal.
  let rootFingerprint: String
  /// The JWS header segment with its dot, the same for everything signed: stored here once, not with each row.
  let headerSegment: String
  let signer: LedgerSigner
}

extension LedgerIdentity {
  /// Creates an identity with new certificates and keys.
  init(
    ledgerId: String, bundleId: String, environment: StoreEnvironment, appAppleId: Int64?, seed: UInt64
  ) throws {
    let signing = try SigningIdentity()
    self.init(
      ledgerId: ledgerId, bundleId: bundleId, environment: environment, appAppleId: appAppleId, seed: seed,
      rootCertificatePEM: signing.rootCertificatePEM, rootFingerprint: signing.rootFingerprint,
      headerSegment: String(try signing.sign([:]).prefix { $0 != "." }) + ".", signer: try LedgerSigner(signing))
  }
}

extension LedgerIdentity: StoredRow {
  static let table = Table<LedgerIdentity>("identity", isSingle: true)

  static func columns(_ column: inout Columns<LedgerIdentity>) throws(DatabaseFault) -> LedgerIdentity {
    LedgerIdentity(
      ledgerId: try column("ledger_id", \.ledgerId), bundleId: try column("bundle_id", \.bundleId),
      environment: try column("environment", \.environment), appAppleId: try column("app_apple_id", \.appAppleId),
      seed: UInt64(bitPattern: try column("seed", \.storedSeed)),
      rootCertificatePEM: try column("root_pem", \.rootCertificatePEM),
      rootFingerprint: try column("root_fingerprint", \.rootFingerprint),
      headerSegment: try column("header_segment", \.headerSegment), signer: try column.group(\.signer))
  }
}

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
