import AppStoreSimulator
import Backends
import Database
import Foundation
import LocalStore
import Purchasing
import SignedData
import StoreModel

/// A device's store with many transactions, beside the simulated App Store that it belongs to, in a directory that is
/// thrown away.
final class BenchStore {
  /// What `till --store` opens.
  let directory: String
  private(set) var firstProductName = ""
  private let backend: SimulatorBackend

  /// Makes the directory, and in it a ledger with the demo data.
  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("till-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    directory = folder.path
    backend = SimulatorBackend(try SimulatedAppStore(path: directory + "/appstore.db"))
  }

  /// A connection that only reads.
  func reader() throws -> LocalStore {
    try LocalStore(path: directory + "/device.db", identity: backend.identity, readOnly: true)
  }

  func discard() { try? FileManager.default.removeItem(atPath: directory) }

  /// Begins a device as a first start does, and lets it know this many signed transactions.
  func fill(transactions count: Int) async throws {
    let path = directory + "/device.db"
    let purchasing = Purchasing(
      store: try LocalStore(path: path, identity: backend.identity), backend: backend,
      verifier: Verifier(roots: try TrustedRoots(files: [Array(backend.store.rootCertificatePEM.utf8)])) {
        SimulatedAppStore.systemClock()
      },
      ownership: ProcessOwnership(id: "till-bench") { _ in false }, machineClock: SimulatedAppStore.systemClock)
    try await purchasing.firstOpening(account: nil, user: nil, verification: VerificationWay.none)
    try take(count, into: try LocalStore(path: path, identity: backend.identity))
    try await purchasing.rememberStatuses()
  }

  /// Takes in transactions of every product in turn, as one batch.
  private func take(_ count: Int, into store: LocalStore) throws {
    let products = try store.products()
    guard let name = products.first?.displayName, let account = try store.deviceState().account else {
      throw BenchFailure("the demo data has no products or no account")
    }
    firstProductName = name
    let now = SimulatedAppStore.systemClock()
    let factory = TransactionFactory(products: products, bundleId: backend.identity.bundleId, count: count, now: now)
    // Signed by an identity of its own, as the ledger keeps its key to itself; a device verifies on arrival alone.
    let identity = try SigningIdentity()
    try store.batch {
      for number in 0..<count {
        let transaction = factory.transaction(number)
        let signed = Signed(
          payload: transaction, jws: try identity.sign(transaction.json), verdict: .verified,
          rootFingerprint: backend.identity.rootFingerprint)
        _ = try store.take(signed, account: account, origin: .history, at: now)
        if let refund = factory.refund(of: transaction) { _ = try store.record(refund, account: account) }
      }
    }
  }
}
