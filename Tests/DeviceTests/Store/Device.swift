import AppStoreModel
import Foundation
import Storage
import TestSupport
import Testing

@testable import Device

/// A device store in a folder of its own, and an App Store that signs any transaction a test asks for.
final class Device {
  static let buyer = "buyer@"
  static let other = "other@"
  static let premium = "com.example.premium"
  static let coins = "com.example.coins"

  let folder: URL
  let signer: SigningIdentity
  let identity: StoreIdentity
  let store: LocalStore

  init() throws {
    folder = try ScratchFolder.make("till")
    signer = try SigningIdentity()
    identity = StoreIdentity(
      kind: .simulator, environment: .sandbox, bundleId: "com.example", rootFingerprint: signer.rootFingerprint,
      ledgerId: "ledger-1")
    store = try LocalStore(path: folder.appending(path: "device.db").path(percentEncoded: false), identity: identity)
    try store.update { $0.account = Device.buyer }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "device.db").path(percentEncoded: false) }

  /// Signs and verifies a transaction, as if it arrived from the App Store.
  func signed(_ transaction: Transaction) throws -> Signed<Transaction> {
    let jws = try signer.sign(transaction.json)
    let verifier = Verifier(roots: signer.trustedRoots, now: { Timestamp(milliseconds: 0) })
    let result = verifier.verify(jws, as: .transaction)
    return Signed(
      payload: try #require(result.payload?.transaction), jws: jws, verdict: result.verdict,
      rootFingerprint: result.rootFingerprint)
  }

  @discardableResult
  func save(
    _ transaction: Transaction, account: String = Device.buyer, origin: Origin = .history
  ) throws -> EvidenceOutcome<Transaction> {
    try store.save(signed(transaction), account: account, origin: origin, at: date(100))
  }

  /// Changes the file without the store's knowledge, as damage or another program would.
  func tamper(_ statement: SQL) throws {
    let connection = try DatabaseConnection(path, schema: .device)
    try connection.transaction { _ = try connection.execute(statement) }
  }
}

/// Returns the time this many seconds after the beginning of 2025.
func date(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: 1_735_689_600_000 + Int64(seconds) * 1000) }

extension Transaction {
  /// Returns a purchase, signed when it was made unless another time is given.
  static func bought(_ id: Int, _ productId: String = Device.premium, at seconds: Int, signed: Int? = nil)
    -> Transaction
  {
    Transaction {
      $0.originalTransactionId = String(id)
      $0.transactionId = String(id)
      $0.bundleId = "com.example"
      $0.productId = productId
      $0.purchaseDate = date(seconds)
      $0.originalPurchaseDate = date(seconds)
      $0.quantity = 1
      $0.type = .nonConsumable
      $0.inAppOwnershipType = .purchased
      $0.signedDate = date(signed ?? seconds)
      $0.environment = .sandbox
      $0.currency = "USD"
      $0.price = 990
    }
  }

  /// Returns the version of the transaction that is signed at its refund.
  func refunded(at seconds: Int) -> Transaction {
    var copy = self
    copy.revocationDate = date(seconds)
    copy.revocationReason = .refundedForOtherReason
    copy.signedDate = date(seconds)
    return copy
  }

  func signed(at seconds: Int) -> Transaction {
    var copy = self
    copy.signedDate = date(seconds)
    return copy
  }
}

extension StoredTransaction {
  /// The transaction's id; empty where it has none.
  var id: String { transaction.transactionId ?? "" }
}
