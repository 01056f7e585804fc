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
  /// The root certificate in PEM.
  let rootCertificatePEM: String
  /// SHA-256 of the root certificate's DER, lower-case hexadecimal.
  let rootFingerprint: String
  /// The JWS header segment with its dot, the same for everything signed: stored here once, not with each row.
  let headerSegment: String
  let signer: LedgerSigner

  /// Creates an identity with new certificates and keys.
  init(
    ledgerId: String, bundleId: String, environment: StoreEnvironment = .sandbox, appAppleId: Int64? = nil, seed: UInt64
  ) throws {
    let signing = try SigningIdentity()
    self.ledgerId = ledgerId
    self.bundleId = bundleId
    self.environment = environment
    self.appAppleId = appAppleId
    self.seed = seed
    rootCertificatePEM = signing.rootCertificatePEM
    rootFingerprint = signing.rootFingerprint
    headerSegment = String(try signing.sign([:]).prefix { $0 != "." }) + "."
    signer = try LedgerSigner(signing)
  }

  /// Creates an identity that signs with another identity's certificates and key.
  init(
    signingAs other: LedgerIdentity, ledgerId: String, bundleId: String, environment: StoreEnvironment,
    appAppleId: Int64?, seed: UInt64
  ) {
    self.ledgerId = ledgerId
    self.bundleId = bundleId
    self.environment = environment
    self.appAppleId = appAppleId
    self.seed = seed
    rootCertificatePEM = other.rootCertificatePEM
    rootFingerprint = other.rootFingerprint
    headerSegment = other.headerSegment
    signer = other.signer
  }
}

extension LedgerIdentity {
  static let columns: SQL = """
    ledger_id, bundle_id, seed, root_pem, root_fingerprint, header_segment, leaf, intermediate, root, signing_key, \
    environment, app_apple_id
    """

  init(row: borrowing DatabaseRow) throws {
    let seed: Int64 = try row["seed"]
    ledgerId = try row["ledger_id"]
    bundleId = try row["bundle_id"]
    environment = StoreEnvironment(rawValue: try row["environment"])
    appAppleId = try row["app_apple_id"]
    self.seed = UInt64(bitPattern: seed)
    rootCertificatePEM = try row["root_pem"]
    rootFingerprint = try row["root_fingerprint"]
    headerSegment = try row["header_segment"]
    signer = LedgerSigner(
      certificates: [try row["leaf"], try row["intermediate"], try row["root"]], signingKeyPEM: try row["signing_key"])
  }

  var values: [DatabaseValue] {
    [
      ledgerId.databaseValue, bundleId.databaseValue, Int64(bitPattern: seed).databaseValue,
      rootCertificatePEM.databaseValue, rootFingerprint.databaseValue, headerSegment.databaseValue,
    ] + signer.values + [environment.rawValue.databaseValue, appAppleId.databaseValue]
  }
}
