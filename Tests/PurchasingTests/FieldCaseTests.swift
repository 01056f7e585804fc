import AppServer
import AppStoreSimulator
import LocalStore
import Locks
import StoreModel
import Testing

@testable import Purchasing

/// Cases of the field's practice that no other suite tells.
struct FieldCaseTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  @Test func `B1: the observer comes first, and what was dropped comes back at the start`() async throws {
    let phone = try await shop.device(server: server)
    guard case .success(_, let id, _) = try shop.appStore.purchase(Shop.coins, account: Shop.account) else { return }
    let restarted = try Phone(shop, name: "one", backend: shop.backend, owner: "next", server: server)
    try await restarted.purchasing.start()
    let steps = try phone.journal()
    let observer = try #require(steps.firstIndex(of: "observer.attached"))
    #expect(steps[observer...].starts(with: ["observer.attached", "products.loaded", "order.paid"]))
    #expect(steps.suffix(3) == ["order.finished", "order.closed", "unfinished.read"])
    #expect(try phone.memory.delivery(of: id)?.quantity == 1)
    #expect(try shop.appStore.unfinished(of: Shop.account).isEmpty)
  }

  @Test func `C1: one appAccountToken on two payments is two orders, both credited, and each says so`() async throws {
    let phone = try await shop.device(server: server)
    #expect(try await phone.purchasing.buy(Shop.coins, token: .order).result == .success)
    let first = try phone.order()
    let token = try #require(first.appAccountToken)
    #expect(token == first.intentId)
    guard case .success(_, let id, _) = try shop.appStore.purchase(Shop.coins, account: Shop.account, token: token)
    else { return }
    try await phone.purchasing.settle()
    let second = try phone.order()
    #expect(second.transactionId == id && second.id != first.id && second.state == .closed)
    #expect(try phone.memory.orders(withToken: token.uppercased(), limit: 9).map(\.id) == [second.id, first.id])
    #expect(try await phone.status(Shop.coins).balance == 2)
    let journal = try phone.memory.journal(PageRequest(limit: 50, orderId: second.id)).rows
    let paid = try #require(journal.first { $0.kind == "order.paid" })
    #expect(paid.text.contains("its token is on \(first.transactionId) too"))
    let events = try server.base.events(
      ofOrder: second.id, intent: second.intentId, transaction: id, original: nil, limit: 9)
    let credited = try #require(events.first { $0.kind == .credited })
    #expect(credited.user == "one" && credited.text.contains(first.transactionId))
  }

  @Test func `C1: a user's own token on all their purchases is nothing to explain`() async throws {
    let phone = try await shop.device(server: server)
    try await phone.buy(Shop.coins)
    try await phone.buy(Shop.coins)
    let journal = try phone.memory.journal(PageRequest(limit: 50, orderId: phone.order().id)).rows
    #expect(journal.first { $0.kind == "order.paid" }?.text == "paid")
  }

  @Test func `D2: nothing is finished before upload and status have both succeeded`() async throws {
    let phone = try await shop.device(server: server)
    server.uploadErrors.withLock { $0 = [VerificationError(.temporary, "503")] }
    #expect(try await phone.purchasing.buy(Shop.premium).result == .halfSuccess)
    #expect(try phone.order().state == .halfSuccess && phone.memory.outbox().isEmpty)
    server.answers.withLock { $0 = [.failure(VerificationError(.temporary, "504"))] }
    _ = try await phone.purchasing.retry()
    // Uploaded, and not known yet what became of it.
    #expect(try phone.order().state == .halfSuccess && phone.memory.outbox().isEmpty)
    #expect(try shop.appStore.unfinished(of: Shop.account).count == 1)
    _ = try await phone.purchasing.retry()
    #expect(try phone.order().state == .closed && shop.appStore.unfinished(of: Shop.account).isEmpty)
  }
}
