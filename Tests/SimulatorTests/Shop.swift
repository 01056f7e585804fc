import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

@testable import Simulator

/// A ledger in a folder of its own, with a clock that the test moves; the folder is deleted after the test.
final class Shop {
  static let premium = DemoCatalogue.premium
  static let coins = "com.example.piglet.coins100"
  static let season = "com.example.piglet.season"
  static let monthly = DemoCatalogue.monthly
  static let yearly = "com.example.piglet.plus.yearly"
  /// The account that every test shop has.
  static let customer = "new@"

  let folder: URL
  let clock: HandClock
  let store: SimulatedAppStore

  /// Makes a shop with the demo catalogue and one account without history, or with all demo data.
  init(
    demo: Bool = false, seed: UInt64 = 7, catalogue: [UInt8] = DemoCatalogue.bytes,
    limits: RenewalLimits = RenewalLimits(), startingAt start: Int64 = HandClock.start,
    environment: StoreEnvironment = .sandbox
  ) throws {
    folder = try ScratchFolder.make("till")
    let clock = HandClock(start)
    self.clock = clock
    var contents = LedgerContents(catalogue: demo ? nil : catalogue, seed: seed)
    contents.environment = environment
    if environment == .production { contents.appAppleId = 1_234_567 }
    store = try SimulatedAppStore(
      path: folder.appending(path: "appstore.db").path(percentEncoded: false), contents: contents, limits: limits,
      machineClock: { clock.now })
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Opens another connection to the same ledger, as another process would.
  func reopened() throws -> SimulatedAppStore {
    let clock = clock
    return try SimulatedAppStore(path: store.path, machineClock: { clock.now })
  }

  /// Buys a product, and returns the transaction's id.
  @discardableResult
  func buy(
    _ productId: String, quantity: Int = 1, account: String = Shop.customer, outcome: SimulatedOutcome = .success
  ) throws -> String {
    let request = PurchaseRequest(account: account, productId: productId, quantity: quantity, outcome: outcome)
    switch try store.purchase(request) {
    case .success(let signed, _): return try #require(try payload(signed).transactionId)
    case .pending(let id), .interrupted(let id): return id
    case .cancelled: throw CocoaError(.userCancelled)
    }
  }

  /// Returns all pages of an account's history, as payloads in the order of modification.
  func history(_ account: String = Shop.customer) throws -> [Transaction] {
    var all: [Transaction] = []
    var revision: String?
    while true {
      let page = try store.history(of: account, after: revision)
      all += try page.signedTransactions.map(payload)
      revision = page.revision
      if !page.hasMore { return all }
    }
  }

  func transaction(_ id: String, account: String = Shop.customer) throws -> Transaction {
    try #require(try history(account).first { $0.transactionId == id })
  }

  func subscription(account: String = Shop.customer) throws -> Subscription {
    try #require(try store.subscriptions(of: account).first)
  }

  func renewalInfo(account: String = Shop.customer) throws -> RenewalInfo {
    let text = try #require(try store.renewalInfos(of: account).first)
    return try RenewalInfo(json: json(text))
  }
}

/// Returns the payload of a signed text, without checking the signature.
func json(_ jws: String) throws -> JSONObject {
  try #require(try JSONValue(parsing: CompactJWS(jws.utf8).payload()).objectValue)
}

func payload(_ jws: String) throws -> Transaction { try Transaction(json: json(jws)) }

let minute: Int64 = 60_000
let hour: Int64 = 3_600_000
let day: Int64 = 86_400_000
