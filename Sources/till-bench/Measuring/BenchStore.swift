import AppStoreModel
import Backends
import Core
import Device
import Foundation
import Simulator

/// A device store with many transactions and its simulated App Store, in a temporary directory.
final class BenchStore {
  /// The directory for `till --store`.
  let directory: String
  private(set) var firstProductName = ""
  private let backend: SimulatorBackend

  /// Creates the directory, with a ledger of the demo data in it.
  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("till-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    directory = folder.path
    backend = SimulatorBackend(try SimulatedAppStore(path: directory + "/appstore.db"))
  }

  /// Opens a read-only connection.
  func reader() throws -> LocalStore {
    try LocalStore(path: directory + "/device.db", identity: backend.identity, readOnly: true)
  }

  func discard() { try? FileManager.default.removeItem(atPath: directory) }

  /// Creates a device as a first start does, and stores this number of signed transactions in it.
  func fill(transactions count: Int, as life: TransactionFactory.Life = .everythingInTurn) async throws {
    let path = directory + "/device.db"
    let purchasing = Purchasing(
      store: try LocalStore(path: path, identity: backend.identity), backend: backend,
      verifier: Verifier(roots: try TrustedRoots(files: [Array(backend.store.rootCertificatePEM.utf8)])) { .machine },
      ownership: ProcessOwnership(id: "till-bench") { _ in false }, machineClock: { .machine })
    try await purchasing.firstOpening(account: nil, user: nil, verification: VerificationWay.none)
    try fill(count, life, into: try LocalStore(path: path, identity: backend.identity))
    try await purchasing.rememberStatuses()
  }

  /// Stores transactions in batches.
  private func fill(_ count: Int, _ life: TransactionFactory.Life, into store: LocalStore) throws {
    let products = try store.products()
    guard let name = products.first?.displayName, let account = try store.deviceState().account else {
      throw BenchFailure("the demo data has no products or no account")
    }
    firstProductName = name
    let now = Timestamp.machine
    let factory = TransactionFactory(
      products: products, bundleId: backend.identity.bundleId, count: count, now: now, life: life)
    // All transactions carry the same signature, because a device verifies signatures only on arrival.
    let example = try SigningIdentity().sign(factory.transaction(0).json).split(separator: ".")
    guard example.count == 3, let signature = Base64.url.decode(String(example[2])) else {
      throw BenchFailure("what was signed is no JWS")
    }
    for start in stride(from: 0, to: count, by: 10_000) {
      try store.batch {
        for number in start..<min(start + 10_000, count) {
          let transaction = factory.transaction(number)
          let jws = CompactJWS.text(
            headerSegment: example[0].utf8, payload: JSONValue.object(transaction.json).serializedBytes(),
            signature: signature)
          let signed = Signed(
            payload: transaction, jws: jws, verdict: .verified,
            rootFingerprint: backend.identity.rootFingerprint)
          _ = try store.save(signed, account: account, origin: .history, at: now)
          if let refund = factory.refund(of: transaction) { _ = try store.record(refund, account: account) }
        }
      }
    }
  }
}
