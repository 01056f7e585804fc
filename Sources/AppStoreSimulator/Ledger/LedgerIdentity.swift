import Database
import SignedData
import StrictJSON

/// What a ledger is for its whole life, through every fresh start: its name, its app, its seed, its certificates.
struct LedgerIdentity: Sendable {
  /// A UUID.
  let ledgerId: String
  let bundleId: String
  let seed: UInt64
  let signing: SigningIdentity
  /// The first segment of everything that is signed, with the dot behind it: kept once, not with each row.
  let headerSegment: String

  /// Makes a new identity with certificates and keys of its own.
  init(ledgerId: String, bundleId: String, seed: UInt64) throws {
    try self.init(ledgerId: ledgerId, bundleId: bundleId, seed: seed, signing: SigningIdentity())
  }

  private init(ledgerId: String, bundleId: String, seed: UInt64, signing: SigningIdentity) throws {
    self.ledgerId = ledgerId
    self.bundleId = bundleId
    self.seed = seed
    self.signing = signing
    headerSegment = String(try signing.sign([:]).prefix { $0 != "." }) + "."
  }
}

extension LedgerIdentity {
  static let columns: SQL = "ledger_id, bundle_id, seed, leaf, intermediate, root, signing_key"

  init(row: borrowing DatabaseRow) throws {
    let seed: Int64 = try row[2]
    try self.init(
      ledgerId: try row[0], bundleId: try row[1], seed: UInt64(bitPattern: seed),
      signing: SigningIdentity(certificates: [try row[3], try row[4], try row[5]], signingKeyPEM: try row[6]))
  }

  func values() throws -> [DatabaseValue] {
    try [
      ledgerId.databaseValue, bundleId.databaseValue, Int64(bitPattern: seed).databaseValue,
      signing.certificates[0].databaseValue, signing.certificates[1].databaseValue,
      signing.certificates[2].databaseValue, signing.signingKeyPEM().databaseValue,
    ]
  }
}
