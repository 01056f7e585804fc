import AppServer
import AppStoreModel
import Backends
import Core
import Device
import Foundation
import Simulator
import Storage
import Verbs

/// The check after a load test: every answered purchase is stored once, and nothing else is.
struct LoadProof {
  private(set) var problems: [String] = []
  /// The number of purchases that were answered.
  private(set) var answered = 0
  /// The number of purchases whose answer was lost after the customer was charged.
  private(set) var unanswered = 0
  private(set) var notifications = 0

  private let tally: LoadTally
  private let verifier: Verifier
  /// The whole history as HTTP returned it, by account: the count of each transaction.
  private var histories: [String: [String: Int]] = [:]

  init(_ tally: LoadTally, verifier: Verifier) {
    self.tally = tally
    self.verifier = verifier
    answered = tally.purchases.count { $0.transactionId != nil }
  }

  mutating func expect(_ truth: Bool, _ otherwise: String) {
    if !truth { problems.append(otherwise) }
  }

  /// Reads the history of every account over HTTP, from its beginning.
  mutating func read(_ store: ServedStore) async throws {
    let device = RemoteStoreBackend(store.remote)
    for fault in AppStoreFault.allCases {
      _ = try await device.control?.perform(VerbCall(.faultOff).with(.fault, fault))
    }
    for account in tally.accounts {
      let pages = try await wholeHistory { try await device.history(for: account, after: $0) }
      for text in pages.flatMap(\.signedTransactions) {
        let result = verifier.verify(text, as: .transaction)
        expect(result.verdict == .verified, "a signature in the history of \(account) does not hold")
        if let id = try result.json?.string("transactionId") { histories[account, default: [:]][id, default: 0] += 1 }
      }
    }
  }

  /// Waits until all notifications are posted and answered.
  mutating func waitForNotifications(_ store: ServedStore) async throws {
    let waiting = try await store.waitUntilIdle()
    expect(waiting == 0, "after wait-idle \(waiting.map { "\($0)" } ?? "an unknown number of") notifications wait")
  }

  /// Checks the files of a server that has stopped.
  mutating func look(at store: ServedStore, _ inbox: LoadInbox) throws {
    problems += try SimulatedAppStore.integrityFindings(path: store.ledger)
    let server = store.folder + "/appserver.db"
    problems += try EmbeddedAppServer.integrityFindings(path: server)
    let appStore = try SimulatedAppStore(path: store.ledger)
    try compare(ledger(appStore))
    try compareCredits(server)
    try compareNotifications(appStore, inbox)
  }

  /// Returns the ledger's transactions of this run's accounts.
  private func ledger(_ appStore: SimulatedAppStore) throws -> [String: [String: Transaction]] {
    var all: [String: [String: Transaction]] = [:]
    for account in tally.accounts {
      for row in try Page.allRows({ try appStore.transactions(of: account, $0) }) {
        if let id = row.transactionId { all[account, default: [:]][id] = row }
      }
    }
    return all
  }

  private mutating func compare(_ ledger: [String: [String: Transaction]]) {
    var tokens: [String: String] = [:]
    for (account, transactions) in ledger {
      for (id, transaction) in transactions {
        expect(histories[account]?[id] == 1, "\(id) is in the history \(histories[account]?[id] ?? 0) times")
        guard let token = transaction.appAccountToken, transaction.transactionReason != .renewal else { continue }
        expect(tokens.updateValue(id, forKey: token) == nil, "the purchase \(token) was charged twice")
      }
      expect(histories[account]?.count == transactions.count, "the history of \(account) holds what the ledger has not")
    }
    for purchase in tally.purchases {
      guard let id = purchase.transactionId else {
        if tokens.removeValue(forKey: purchase.token) != nil { unanswered += 1 }
        continue
      }
      expect(ledger[purchase.account]?[id] != nil, "\(id) was answered and is not in the ledger")
      expect(tokens.removeValue(forKey: purchase.token) == id, "\(id) does not have its token")
    }
    for (token, id) in tokens { problems.append("\(id) was charged for \(token), which nobody asked for") }
  }

  private mutating func compareCredits(_ server: String) throws {
    let database = try DatabaseConnection(server, schema: .appServer, access: .readOnly)
    let credits: [String: Int] = Dictionary(
      try database.rows("SELECT transaction_id FROM credits") { (try $0["transaction_id"], 1) as (String, Int) },
      uniquingKeysWith: +)
    for id in tally.confirmed {
      expect(credits[id] == 1, "\(id) was confirmed and is credited \(credits[id] ?? 0) times")
    }
  }

  private mutating func compareNotifications(_ appStore: SimulatedAppStore, _ inbox: LoadInbox) throws {
    let payloads = inbox.payloads
    let accounts = Set(tally.accounts)
    // Only this run's accounts count: the ledger posts no notifications about the demo customers' past.
    for row in try Page.allRows({ try appStore.notifications($0) }) where row.account.map(accounts.contains) ?? true {
      notifications += 1
      expect(row.delivery == .delivered, "the notification \(row.notificationUUID) is \(row.delivery.rawValue)")
      expect(payloads.contains(row.signedPayload), "the notification \(row.notificationUUID) did not arrive")
    }
  }
}
