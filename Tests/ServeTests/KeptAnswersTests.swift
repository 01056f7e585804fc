import AppStoreModel
import Core
import Foundation
import Simulator
import Testing

@testable import Serve

/// Tests of cached answers, which are given without reading the ledger.
@Suite struct KeptAnswersTests {
  @Test func anAnswerIsValidUntilTheLedgerChanges() throws {
    let shop = try APIFixture()
    let id = try shop.buy("com.example.piglet.coins100").id
    let token = "Bearer \(try shop.key.token(shop.claims))"
    let target = "/inApps/v2/history/\(id)"
    let head = HTTPRequestHead(
      method: "GET", target: try HTTPTarget(target.utf8), fields: [HTTPField(name: "authorization", value: token)])
    var isKept: Bool { shop.api.keptAnswer(head) != nil }
    func bought() throws -> [String] {
      let json = try shop.ask("GET", target, authorization: token).json
      return try shop.ids(json.strings("signedTransactions") ?? [])
    }
    #expect(try !isKept && bought() == [id])
    #expect(try bought() == [id] && isKept && bought() == [id])

    // A change by another process.
    let other = try SimulatedAppStore(path: shop.store.path)
    _ = try other.purchase(PurchaseRequest(account: "new@", productId: "com.example.piglet.premium"))
    #expect(!isKept)
    #expect(try bought().count == 2 && bought().count == 2 && isKept)

    try shop.faults.set(["faults": [["status": 429, "times": 1]]])
    #expect(!isKept)
    #expect(try shop.ask("GET", target, authorization: token).status == 429)
    #expect(isKept)
    let stranger = HTTPRequestHead(method: "GET", target: head.target)
    let isToldToStrangers = shop.api.keptAnswer(stranger) != nil
    #expect(!isToldToStrangers)
  }

  @Test func anAnswerEndsWhenSomethingFallsDue() throws {
    let shop = try APIFixture()
    let clock = Mutex(SimulatedAppStore.systemClock())
    let store = try SimulatedAppStore(path: shop.store.path) { clock.withLock { $0 } }
    _ = try store.purchase(PurchaseRequest(account: "new@", productId: "com.example.piglet.plus.monthly"))
    let (kept, target) = (KeptAnswers(store), try HTTPTarget("/inApps/v1/transactions/1".utf8))
    var isKept: Bool { kept.response(to: target) != nil }
    _ = kept.mark()
    let mark = try #require(kept.mark())
    _ = kept.keep(HTTPResponse(404), for: target, mark)
    #expect(!isKept)
    _ = kept.keep(HTTPResponse(200, [1]), for: target, mark)
    #expect(isKept)
    clock.withLock { $0 = $0.adding(milliseconds: 40 * Timestamp.millisecondsPerDay) }
    #expect(!isKept)
  }
}
