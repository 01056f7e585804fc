import AppServer
import AppStoreModel
import Backends
import Foundation
import Simulator
import TestSupport
import Testing

@testable import Device

/// A simulated App Store with the demo data, and the devices that a test opens on it.
final class Shop: Sendable {
  static let premium = "com.example.piglet.premium"
  static let icons = "com.example.piglet.darkicons"
  static let coins = "com.example.piglet.coins100"
  static let season = "com.example.piglet.season"
  static let monthly = "com.example.piglet.plus.monthly"
  static let account = "new@"

  let folder: URL
  let clock = HandClock()
  let appStore: SimulatedAppStore

  /// Makes an App Store with the demo data, in which the account that most tests use has no history.
  init() throws {
    folder = try ScratchFolder.make("till")
    let clock = clock
    let path = folder.appending(path: "appstore.db").path(percentEncoded: false)
    appStore = try SimulatedAppStore(path: path, machineClock: { clock.now })
  }

  /// Opens existing files.
  init(folder: URL, at date: Timestamp) throws {
    self.folder = folder
    let clock = clock
    clock.set(to: date)
    let path = folder.appending(path: "appstore.db").path(percentEncoded: false)
    appStore = try SimulatedAppStore(path: path, machineClock: { clock.now })
  }

  /// Opens a copy of another world's files.
  convenience init(copying other: URL, at date: Timestamp) throws {
    let folder = ScratchFolder.url.appending(path: "till-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: other, to: folder)
    try self.init(folder: folder, at: date)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var backend: SimulatorBackend { SimulatorBackend(appStore) }

  /// The verifier of a device of this App Store.
  var verifier: Verifier {
    get throws {
      let clock = clock
      return Verifier(
        roots: try TrustedRoots(files: [Array(appStore.rootCertificatePEM.utf8)]),
        expecting: ExpectedClaims(bundleId: appStore.bundleId, environment: .sandbox), now: { clock.now })
    }
  }

  /// Returns a device that was opened for the first time and has an app server.
  func device(_ name: String = "one", account: String = Shop.account, server: any VerificationService) async throws
    -> Phone
  {
    let phone = try Phone(self, name: name, backend: backend, server: server)
    try await phone.purchasing.firstOpening(account: account, user: "one")
    return phone
  }

  /// Returns an app server; all of them use the same file.
  func server() throws -> ScriptedServer { ScriptedServer(try embeddedServer()) }

  func embeddedServer() throws -> EmbeddedAppServer {
    let clock = clock
    let appStore = appStore
    return try EmbeddedAppServer(
      path: folder.appending(path: "appserver.db").path(percentEncoded: false), bundleId: appStore.bundleId,
      verifier: verifier, lookup: { id throws(StoreError) in try? appStore.signedTransaction(id) },
      setToken: { token, id throws(StoreError) in try appStore.setAppAccountToken(token, ofOriginal: id) },
      storeClock: { try appStore.clock() }, machineClock: { clock.now })
  }

  /// Buys without a device, and returns the signed transaction and its id.
  func buyElsewhere(
    _ productId: String, quantity: Int = 1, token: String? = nil
  ) throws -> (signed: String, id: String) {
    let request = PurchaseRequest(
      account: Shop.account, productId: productId, quantity: quantity, appAccountToken: token)
    guard case .success(let signed, _) = try appStore.purchase(request) else {
      throw StoreError(.failed, "not bought")
    }
    let payload = try #require(try verifier.verify(signed, as: .transaction).payload?.transaction)
    return (signed, try #require(payload.transactionId))
  }

  /// Returns a device that was opened for the first time and has no app server.
  func device(_ name: String = "one", account: String = Shop.account) async throws -> Phone {
    let phone = try Phone(self, name: name, backend: backend)
    try await phone.purchasing.firstOpening(account: account, user: "one", verification: VerificationWay.none)
    return phone
  }
}

/// A device: its actions, and its store as another connection reads it.
struct Phone {
  let shop: Shop
  let purchasing: Purchasing
  let path: String

  /// Opens the store of that name, as a process does at its start; `owner` names the process.
  init(
    _ shop: Shop, name: String, backend: any StoreBackend, owner: String = "process",
    isAlive: @escaping @Sendable (String) -> Bool = { _ in false }, server: (any VerificationService)? = nil,
    crash: @escaping @Sendable () -> Void = {}
  ) throws {
    self.shop = shop
    // A directory of its own, as with `--store`, so that the command line opens the same device.
    let directory = shop.folder.appending(path: name)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    path = directory.appending(path: "device.db").path(percentEncoded: false)
    let clock = shop.clock
    purchasing = Purchasing(
      store: try LocalStore(path: path, identity: shop.backend.identity, machineClock: { clock.now }), backend: backend,
      verifier: try shop.verifier, ownership: ProcessOwnership(id: owner, isAlive: isAlive),
      services: { way throws(VerificationError) in way == .none ? nil : server }, machineClock: { clock.now },
      chance: { 0 }, crash: crash)
  }

  /// The device's store, opened read-only.
  var memory: LocalStore {
    get throws { try LocalStore(path: path, identity: shop.backend.identity, readOnly: true) }
  }

  func status(_ productId: String) async throws -> ProductStatus {
    try #require(try await purchasing.statuses().first { $0.product.id == productId })
  }

  /// Returns the newest order.
  func order() throws -> Order { try #require(try orders().first) }

  func orders() throws -> [Order] { try memory.orders(PageRequest(limit: 100)).rows }

  /// Returns the kinds of the journal's entries, oldest first.
  func journal() throws -> [String] { try memory.journal(PageRequest(limit: 1000)).rows.reversed().map(\.kind) }

  /// Buys a product, and returns the transaction's id.
  @discardableResult
  func buy(_ productId: String, quantity: Int = 1) async throws -> String {
    let report = try await purchasing.buy(productId, quantity: quantity)
    #expect(report.result == .success)
    return try #require(report.transactionId)
  }

  /// Requests a refund, which Apple approves.
  func refund(_ transactionId: String) async throws {
    #expect(try await purchasing.askRefund(of: transactionId, reason: nil).result == .filed)
    try shop.appStore.approveRefund(of: transactionId)
  }
}
