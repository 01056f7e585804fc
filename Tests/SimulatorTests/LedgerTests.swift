import AppStoreModel
import Foundation
import Storage
import TestSupport
import Testing

@testable import Simulator

/// Tests of the ledger's file.
struct LedgerTests {
  @Test func aLedgerIsPrivateToItsUser() throws {
    let shop = try Shop()
    let attributes = try FileManager.default.attributesOfItem(atPath: shop.store.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func openingAgainFindsEverythingAsItWas() throws {
    let shop = try Shop()
    try shop.buy(Shop.premium)
    let again = try shop.reopened()
    #expect(again.ledgerId == shop.store.ledgerId && again.bundleId == shop.store.bundleId)
    #expect(again.rootCertificatePEM == shop.store.rootCertificatePEM)
    let histories = try [again, shop.store].map { try $0.history(of: Shop.customer).signedTransactions.map(payload) }
    #expect(histories[0] == histories[1])
    #expect(try again.catalogueBytes() == DemoCatalogue.bytes)
  }

  @Test func whoHasBoughtIsNotNotedAsOwningNothing() throws {
    let shop = try Shop()
    #expect(try shop.store.accounts().map(\.note) == ["owns nothing"])
    try shop.buy(Shop.coins)
    #expect(try shop.store.accounts().map(\.note) == [""])
  }

  @Test func aLedgerOfANewerVersionIsRefusedAndLeftAlone() throws {
    let shop = try Shop()
    let path = shop.folder.appending(path: "newer.db").path(percentEncoded: false)
    let later = DatabaseSchema(
      applicationID: LedgerSchema.applicationID, version: LedgerSchema.schema.version + 1,
      script: "CREATE TABLE later (id INTEGER)")
    _ = try DatabaseConnection(path, schema: later)
    do {
      _ = try SimulatedAppStore(path: path)
      Issue.record("opened")
    } catch {
      #expect(error.kind.rawValue == "unusable")
      #expect(error.message.contains("newer.db") && !error.message.contains("\n"))
    }
  }

  @Test func anotherFileIsRefusedWithOneLineThatNamesIt() throws {
    let shop = try Shop()
    let text = shop.folder.appending(path: "text.db")
    try Data("not a database, whatever its name says, and long enough to be sure\n".utf8).write(to: text)
    for path in [text, shop.folder, shop.folder.appending(path: "none/appstore.db")] {
      do {
        _ = try SimulatedAppStore(path: path.path(percentEncoded: false))
        Issue.record("opened")
      } catch {
        #expect(error.kind.rawValue == "unusable")
        #expect(!error.message.contains("\n"))
      }
    }
  }

  @Test func namesOfAccountsAreCaseSensitiveAndOddOnesAreRefused() throws {
    let shop = try Shop()
    try shop.store.addAccount("NEW@", storefront: "USA")
    #expect(try shop.store.accounts().map(\.name) == ["new@", "NEW@"])
    for name in ["", "new@", "a\u{1B}b", "a\nb", String(repeating: "x", count: 129), "\u{202E}moc"] {
      #expect(throws: StoreError.self) { try shop.store.addAccount(name, storefront: "USA") }
    }
  }

  @Test func transactionsAreListedFromTheNewestOnPageByPage() throws {
    let shop = try Shop()
    let ids = try (0..<5).map { _ in try shop.buy(Shop.coins) }
    let first = try shop.store.transactions(of: nil, PageRequest(limit: 3))
    #expect(first.rows.map(\.transactionId) == ids.suffix(3).reversed())
    let second = try shop.store.transactions(of: Shop.customer, PageRequest(limit: 3, after: first.next))
    #expect(second.rows.map(\.transactionId) == ids.prefix(2).reversed() && second.next == nil)
    #expect(throws: StoreError.self) { try shop.store.transactions(PageRequest(limit: 3, after: "x")) }
    #expect(try shop.store.transactions(PageRequest(limit: 3, productId: Shop.premium)).rows.isEmpty)
  }

  @Test func manyThatOpenALedgerWhichIsNotThereGetTheSameOne() async throws {
    let folder = try ScratchFolder.make("till")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "appstore.db").path(percentEncoded: false)
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<6 { group.addTask { try SimulatedAppStore(path: path).ledgerId } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(try SimulatedAppStore(path: path).accounts().count == 3)
  }

  @Test func aReadOrAnEmptyChangeWritesNothing() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.monthly)
    try shop.store.finish(id, account: Shop.customer)
    let reader = try DatabaseConnection(shop.store.path, schema: LedgerSchema.schema, access: .readOnly)
    let before = try reader.dataVersion()
    shop.clock.move(by: day)
    _ = try shop.store.situation()
    _ = try shop.store.products(for: Shop.customer)
    _ = try shop.history()
    _ = try shop.store.renewalInfos(of: Shop.customer)
    _ = try shop.store.clock()
    try shop.store.finish(id, account: Shop.customer)
    try shop.store.setNetwork(true)
    _ = try? shop.buy("com.example.nothing")
    _ = try shop.buy(Shop.monthly)
    #expect(try reader.dataVersion() == before)
    try shop.buy(Shop.coins)
    #expect(try reader.dataVersion() != before)
  }
}
