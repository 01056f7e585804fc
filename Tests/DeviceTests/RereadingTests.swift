import AppStoreModel
import TestSupport
import Testing

@testable import Device

/// Tests that reading the same purchases again stores no new versions, although the App Store signs each answer anew.
struct RereadingTests {
  @Test func `ten restores and checks of the same leave rows and answers as they were`() async throws {
    let shop = try Shop()
    let phone = try await shop.device()
    let ids = [try await phone.buy(Shop.premium), try await phone.buy(Shop.monthly)]
    _ = try await phone.purchasing.restore()
    _ = try await phone.purchasing.refundCheck()
    let before = try await phone.purchasing.statuses()
    let memory = try phone.memory
    let first = try ids.map { try memory.versions(of: $0).count }
    let stated = try ids.map { try memory.transaction($0)?.transaction }
    for _ in 0..<10 {
      shop.clock.move(by: 3_600_000)
      let restore = try await phone.purchasing.restore()
      #expect(restore.restored.isEmpty && restore.alreadyKnown == ids.count)
      let check = try await phone.purchasing.refundCheck()
      #expect(check.result == .done && check.complete && check.refunded.isEmpty && check.reversed.isEmpty)
      #expect(check.entitled.isEmpty && check.removed.isEmpty)
    }
    let last = try ids.map { try memory.versions(of: $0).count }
    #expect(first == [1, 1] && last == first)
    #expect(try memory.transactions(PageRequest(limit: 99)).rows.count == ids.count)
    let after = try await phone.purchasing.statuses()
    #expect(after.map(\.state) == before.map(\.state) && after.map(\.entitled) == before.map(\.entitled))
    // The newest signing date is kept, so an older statement that arrives late does not count.
    for (id, old) in zip(ids, stated) {
      let new = try memory.transaction(id)?.transaction
      let (earlier, later) = (try #require(old?.signedDate), try #require(new?.signedDate))
      #expect(later > earlier)
    }
  }
}
