import AppStoreModel
import Core
import Device
import Foundation
import Storage
import Testing

@testable import AppServer

@Suite struct CreditTests {
  let backend: Backend
  let server: EmbeddedAppServer

  init() throws {
    backend = try Backend()
    server = try backend.server()
  }

  @Test func creditsATransactionOnceWhateverAsks() async throws {
    let coins = Transaction.coins(1, quantity: 3, token: token(of: "ann"))
    let first = try await server.credit(backend.upload(coins, order: "a", intended: "ann", current: "ann"))
    #expect(first == Credit(users: ["ann"], quantity: 3, attribution: .intent))
    // The same order again, another device's order, and another user's.
    #expect(try await server.credit(backend.upload(coins, order: "a", intended: "ann", current: "ann")) == first)
    let second = try await server.credit(backend.upload(coins, order: "b", current: "ann"))
    #expect(second == Credit(users: ["ann"], quantity: 0, attribution: .intent))
    let third = try await server.credit(backend.upload(coins, order: "c", current: "bob"))
    #expect(third == Credit(users: ["ann"], quantity: 0, attribution: .intent))
    #expect(try await server.balance(Backend.coins, of: "ann") == 3)
    #expect(try await server.balance(Backend.coins, of: "bob") == 0)
  }

  @Test func creditsOnceThroughManyConnectionsAtOnce() async throws {
    let coins = Transaction.coins(1, token: token(of: "ann"))
    _ = try await server.account(of: "ann")
    let credits = try await withThrowingTaskGroup(of: Credit.self) { group in
      for number in 0..<8 {
        let server = try backend.server()
        let user = number.isMultiple(of: 2) ? "ann" : "bob"
        let upload = try backend.upload(coins, order: "order-\(number)", current: user)
        group.addTask {
          // Only one connection writes at a time. The others get a temporary error, and the device tries again.
          for _ in 0..<20 {
            do {
              return try await server.credit(upload)
            } catch let error as VerificationError where error.kind == .temporary {
              continue
            }
          }
          return try await server.credit(upload)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(credits.count == 8 && credits.allSatisfy { $0.users == ["ann"] })
    #expect(credits.map(\.quantity).reduce(0, +) == 1)
    #expect(try await server.balance(Backend.coins, of: "ann") == 1)
  }

  @Test func keepsTheSignedTextOfEachVersionAsADeviceDoes() async throws {
    let coins = Transaction.coins(1, token: token(of: "ann"))
    var refunded = coins
    (refunded.revocationDate, refunded.revocationReason, refunded.signedDate) = (
      date(40), .refundedForOtherReason, date(40)
    )
    let upload = try backend.upload(coins, order: "a", current: "ann")
    try await server.credit(upload)
    let notification = try backend.notification(.refund, refunded)
    try await server.receive(notification: notification)
    let evidence = EvidenceStore(try DatabaseConnection(backend.path, schema: .appServer, access: .readOnly))
    var texts: [String] = []
    try evidence.forEachVerifiedText {
      texts.append($0)
      return true
    }
    #expect(texts.count == 2 && texts.first == upload.signedTransactionInfo)
    #expect(try evidence.newest(Transaction.self, "1", scope: "Sandbox")?.statement.revocationDate == date(40))
    #expect(try evidence.text(ofNewest: Transaction.self, "1", scope: "Sandbox") == texts.last)
    #expect(try await server.balance(Backend.coins, of: "ann") == 0)
  }

  @Test func refusesAnInvalidSignature() async throws {
    let forged = try backend.signer.sign(Transaction.coins(1).json, isCorrupted: true)
    let upload = OrderUpload(
      orderId: "a", currentUser: "ann", transactionId: "1", signedTransactionInfo: forged)
    guard case .refused(let reason) = try await server.order(upload) else {
      Issue.record("a forged transaction was not refused")
      return
    }
    #expect(reason.contains("signature"))
    #expect(try await server.balance(Backend.coins, of: "ann") == 0)
    // Support uploads the right transaction: the app server examines the refused order again.
    let credit = try await server.credit(backend.upload(.coins(1), order: "a", current: "ann"))
    #expect(credit.quantity == 1)
  }

  @Test func refusesAnotherTransactionThanTheOrderSays() async throws {
    var upload = try backend.upload(.coins(1), order: "a", current: "ann")
    upload.transactionId = "2"
    guard case .refused = try await server.order(upload) else {
      Issue.record("another transaction was taken")
      return
    }
    upload.transactionId = "1"
    await #expect(throws: VerificationError.self) { try await server.upload(upload) }
  }

  @Test func asksTheAppStoreWhereOnlyTheIdIsKnown() async throws {
    let upload = OrderUpload(orderId: "a", currentUser: "ann", transactionId: "7", signedTransactionInfo: nil)
    guard case .refused(let reason) = try await server.order(upload) else {
      Issue.record("an unknown transaction was credited")
      return
    }
    #expect(reason.contains("unknown transaction 7"))
    let signed = try backend.sign(.coins(7))
    backend.known.withLock { $0["7"] = signed }
    #expect(try await server.credit(upload).quantity == 1)
  }

  @Test func takesBackARefundedPurchaseAndGivesBackAReversedOne() async throws {
    let coins = Transaction.coins(1, quantity: 10)
    try await server.credit(backend.upload(coins, order: "a", current: "ann"))
    #expect(try await server.use(Backend.coins, count: 7, by: "ann", id: "use-1") == 3)
    _ = try await server.claim(backend.claim(coins.refunded(at: 20), by: "ann"))
    // The user used more than is left: the balance is negative and shows what is owed.
    #expect(try await server.balance(Backend.coins, of: "ann") == -7)
    _ = try await server.claim(backend.claim(coins.signed(at: 30), by: "bob"))
    #expect(try await server.balance(Backend.coins, of: "ann") == 3)
    // An older statement that arrives late changes nothing.
    _ = try await server.claim(backend.claim(coins.refunded(at: 20), by: "ann"))
    #expect(try await server.balance(Backend.coins, of: "ann") == 3)
    _ = try await server.claim(backend.claim(coins.refunded(at: 40, percentage: 50_000), by: "ann"))
    #expect(try await server.balance(Backend.coins, of: "ann") == -2)
  }

  @Test func doesNotCreditAPurchaseThatWasRefundedBefore() async throws {
    let coins = Transaction.coins(1, quantity: 2)
    let credit = try await server.credit(backend.upload(coins.refunded(at: 20), order: "a", current: "ann"))
    #expect(credit.quantity == 0)
    #expect(try await server.balance(Backend.coins, of: "ann") == 0)
    try await server.credit(backend.upload(coins.signed(at: 30), order: "b", current: "ann"))
    #expect(try await server.balance(Backend.coins, of: "ann") == 2)
  }

  @Test func countsAUseOnce() async throws {
    try await server.credit(backend.upload(.coins(1, quantity: 5), order: "a", current: "ann"))
    #expect(try await server.use(Backend.coins, count: 2, by: "ann", id: "use-1") == 3)
    #expect(try await server.use(Backend.coins, count: 2, by: "ann", id: "use-1") == 3)
    #expect(try await server.use(Backend.coins, count: 4, by: "ann", id: "use-2") == nil)
    #expect(try await server.use(Backend.coins, count: 3, by: "ann", id: "use-2") == 0)
    await #expect(throws: VerificationError.self) {
      try await server.use(Backend.coins, count: 1, by: "bob", id: "use-1")
    }
    await #expect(throws: VerificationError.self) {
      try await server.use(Backend.coins, count: 0, by: "ann", id: "use-3")
    }
  }
}
