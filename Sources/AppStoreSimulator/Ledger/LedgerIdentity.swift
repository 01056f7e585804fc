import Database
import SignedData
import StrictJSON

/// What a ledger is for its whole life, through every fresh start: its name, its app, its seed, its certificates.
struct LedgerIdentity: Sendable {
  /// A UUID.
  let ledgerId: String
  let bundleId: String
  let seed: UInt64
  /// The root certificate in PEM.
  let rootCertificatePEM: String
  /// SHA-256 of the root certificate's DER, lower-case hexadecimal.
  let rootFingerprint: String
  /// The first segment of everything that is signed, with the dot behind it: kept once, not with each row.
  let headerSegment: String
  let signer: LedgerSigner

  /// Makes a new identity with certificates and keys of its own.
  init(ledgerId: String, bundleId: String, seed: UInt64) throws {
    let signing = try SigningIdentity()
    self.ledgerId = ledgerId
    self.bundleId = bundleId
    self.seed = seed
    rootCertificatePEM = signing.rootCertificatePEM
    rootFingerprint = signing.rootFingerprint
    headerSegment = String(try signing.sign([:]).prefix { $0 != "." }) + "."
    signer = try LedgerSigner(signing)
  }
}

extension LedgerIdentity {
  static let columns: SQL = """
    ledger_id, bundle_id, seed, root_pem, root_fingerprint, header_segment, leaf, intermediate, root, signing_key
    """

  init(row: borrowing DatabaseRow) throws {
    let seed: Int64 = try row[2]
    ledgerId = try row[0]
    bundleId = try row[1]
    self.seed = UInt64(bitPattern: seed)
    rootCertificatePEM = try row[3]
    rootFingerprint = try row[4]
    headerSegment = try row[5]
    signer = LedgerSigner(certificates: [try row[6], try row[7], try row[8]], signingKeyPEM: try row[9])
  }

  var values: [DatabaseValue] {
    [
      ledgerId.databaseValue, bundleId.databaseValue, Int64(bitPattern: seed).databaseValue,
      rootCertificatePEM.databaseValue, rootFingerprint.databaseValue, headerSegment.databaseValue,
    ] + signer.values
  }
}
