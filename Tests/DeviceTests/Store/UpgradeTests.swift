import AppStoreModel
import Foundation
import Storage
import Testing

@testable import Device

/// A memory that an earlier version made is brought up to date, and keeps what it held.
struct UpgradeTests {
  /// A file as version 1 left it, with an order on its way and one that is done.
  private func version1(in device: Device) throws -> String {
    let signed = try device.signed(.bought(1, at: 10))
    _ = try device.store.take(signed, account: Device.buyer, origin: .purchase, at: date(0))
    let path = device.folder.appending(path: "old.db").path(percentEncoded: false)
    let current = DatabaseSchema.device
    let old = try DatabaseConnection(
      path,
      schema: DatabaseSchema(applicationID: current.applicationID, migrations: Array(current.migrations.prefix(1))))
    let text = try #require(SignedText(signed.jws))
    try old.transaction {
      try old.execute(
        "INSERT INTO identity VALUES('simulator', 'Sandbox', 'com.example', ?, 'ledger-1')",
        device.identity.rootFingerprint)
      try old.execute("INSERT INTO keychain VALUES('account', ?), ('user', 'one')", Device.buyer)
      try old.execute("INSERT INTO users VALUES('one')")
      try old.execute("INSERT INTO device VALUES('live', 5, 7, 9, 11, NULL, 1, 2)")
      try old.execute("INSERT INTO headers VALUES(1, ?)", text.header)
      try old.execute("INSERT INTO roots VALUES(1, ?)", signed.rootFingerprint)
      try old.execute(
        "INSERT INTO versions VALUES(1, '1', ?, 1, ?, ?, 1, 1, 0)", date(10), text.payload, text.signature)
      try old.execute("INSERT INTO transactions VALUES('1', 1, 1, '1', ?, NULL)", Device.premium)
      try old.execute(
        "INSERT INTO membership VALUES(?, '1', 'purchase', 0, ?, ?)", Device.buyer, Device.premium, date(10))
      for (id, transaction, state) in [("a", "1", "closed"), ("b", "2", "paid")] {
        try old.execute(
          """
          INSERT INTO orders(id, intent_id, transaction_id, product_id, quantity, account, user, state, created_date,
            updated_date) VALUES(?, 'i', ?, ?, 1, ?, 'one', ?, ?, ?)
          """, id, transaction, Device.premium, Device.buyer, state, date(10), date(11))
      }
      try old.execute(
        "INSERT INTO deliveries VALUES('Sandbox', '1', 'a', ?, 'one', 1, ?)", Device.premium, date(11))
      try old.execute("INSERT INTO outbox VALUES('1', ?, 3)", Device.buyer)
      try old.execute("INSERT INTO unfinished VALUES(?, '2', ?, ?)", Device.buyer, Device.premium, date(10))
      try old.execute(
        "INSERT INTO journal(date, machine_date, kind, text, order_id) VALUES(?, ?, 'order.paid', 'paid', 'b')",
        date(10), date(10))
    }
    return path
  }

  @Test func aMemoryOfVersion1IsBroughtUpToDateAndKeepsItsRows() throws {
    let device = try Device()
    let path = try version1(in: device)
    #expect(throws: DatabaseFault.self) { try LocalStore(path: path, identity: device.identity, readOnly: true) }
    let store = try LocalStore(path: path, identity: device.identity)
    #expect(!store.isNew && store.database.schemaVersion == DatabaseSchema.device.migrations.count)

    let state = try store.deviceState()
    #expect(state.account == Device.buyer && state.user == "one" && state.updates == .live)
    #expect(state.floor == Timestamp(milliseconds: 7) && state.waitingUpdates == 2)
    // What was bought before has no server to ask, and the device goes on by itself.
    #expect(state.verification == .none)
    let orders = try store.orders(PageRequest(limit: 9)).rows
    #expect(orders.map(\.id) == ["b", "a"] && orders.map(\.state) == [.paid, .closed])
    #expect(orders.allSatisfy { $0.verification == .none && $0.attempts == 0 && $0.credit == nil && $0.user == "one" })
    #expect(try store.openOrders().map(\.id) == ["b"])
    #expect(try store.delivery(of: "1")?.quantity == 1)
    #expect(try store.outbox() == [FinishCall(transactionId: "1", account: Device.buyer, attempts: 3)])
    #expect(try store.unfinished(PageRequest(limit: 9)).rows.map(\.transactionId) == ["2"])
    #expect(try store.journal(PageRequest(limit: 9, orderId: "b")).rows.map(\.kind) == ["order.paid"])
    #expect(try store.transaction("1")?.transaction.productId == Device.premium)
    let text = try #require(try store.signedTransaction("1"))
    #expect(try text == device.store.signedTransaction("1"))
    #expect(try LocalStore.integrityFindings(path: path).isEmpty)

    // It is written to as any other.
    var order = try #require(orders.first)
    order.state = .halfSuccess
    order.attempts = 1
    try store.save(order)
    #expect(try store.order("b")?.attempts == 1)
    #expect(try LocalStore(path: path, identity: device.identity, readOnly: true).order("b")?.state == .halfSuccess)
  }

  /// The file that the program wrote when its schema was of version 4.
  private func version4(in folder: URL) throws -> (path: String, identity: StoreIdentity) {
    let text = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/device-4.sql"),
      encoding: .utf8)
    let path = folder.appending(path: "device-4.db").path(percentEncoded: false)
    let old = try DatabaseConnection(
      path,
      schema: DatabaseSchema(
        applicationID: DatabaseSchema.device.applicationID,
        migrations: [.sql(SQL(stringLiteral: text)), .sql("SELECT 2"), .sql("SELECT 3"), .sql("SELECT 4")]))
    let binding: [(root: String, ledger: String)] = try old.rows("SELECT root, ledger_id FROM identity") {
      (try $0["root"], try $0["ledger_id"])
    }
    let found = try #require(binding.first)
    return (
      path,
      StoreIdentity(
        kind: .simulator, environment: .sandbox, bundleId: "com.example.piglet", rootFingerprint: found.root,
        ledgerId: found.ledger)
    )
  }

  @Test func aMemoryOfVersion4GivesTheSameAnswersAndTellsWhatWaits() throws {
    let device = try Device()
    let (path, identity) = try version4(in: device.folder)
    let store = try LocalStore(path: path, identity: identity)
    #expect(store.database.schemaVersion == 10)
    #expect(try LocalStore.integrityFindings(path: path).isEmpty)
    let state = try store.deviceState()
    #expect(state.account == "tester@" && state.user == "one" && state.verification == .embedded)

    // Within the subscription's month, as the old program answered; what waits is told now, where it was not.
    let now = state.floor.adding(milliseconds: 60_000)
    let statuses = Dictionary(
      uniqueKeysWithValues: try resolvedStatuses(of: store, at: DeviceClock(machine: now, state: state)).map {
        ($0.product.id.replacingOccurrences(of: "com.example.piglet.", with: ""), $0)
      })
    #expect(
      statuses.mapValues(\.state) == [
        "premium": .purchased, "darkicons": .grantedByUs, "coins100": .purchased, "coins550": .paidNotDelivered,
        "season": .purchased, "plus.yearly": .notPurchased, "plus.monthly": .subscribed,
      ])
    #expect(Set(statuses.filter(\.value.entitled).keys) == ["premium", "darkicons", "season", "plus.monthly"])
    #expect(statuses["coins100"]?.balance == 2)
    #expect(statuses["coins550"]?.cause == .unreachable)
    #expect(statuses["darkicons"]?.underWay.map(\.kind) == [.pending])
    let month = try #require(SubscriptionPeriod(1, .month))
    #expect(statuses["season"]?.expiresDate == statuses["season"]?.since?.adding(month))

    // One delivery for each purchase, under its own key.
    #expect(try store.delivery(of: "2000000845245896")?.quantity == 3)
    let purchases: [String] = try store.database.values("SELECT purchase FROM deliveries ORDER BY purchase")
    #expect(Set(purchases).isSuperset(of: ["2000000845245824", "2000000845245896", "2000000845247619"]))
    #expect(purchases.count == 4 && !purchases.contains("2000000845246072"))

    // What is known of before begins on the day of the change; asking for an earlier one says so.
    let since = try #require(try store.keptSince())
    #expect(throws: PastNotKept(since: since)) {
      try store.deviceState(asOf: since.adding(milliseconds: -1))
    }
    let past = try resolvedStatuses(of: store, at: DeviceClock(machine: since, state: state), asOf: since)
    let today = try resolvedStatuses(
      of: store, at: DeviceClock(machine: since, state: state))
    for status in today {
      let then = try #require(past.first { $0.product.id == status.product.id })
      #expect(then.entitled == status.entitled && then.balance == status.balance, "\(status.product.id)")
    }
  }
}
