import AppStoreModel
import Device
import Foundation
import Storage
import Testing

@testable import AppServer

@Suite struct ServerLifeTests {
  let backend: Backend
  let server: EmbeddedAppServer

  init() throws {
    backend = try Backend()
    server = try backend.server()
  }

  @Test func aGrantHasAnEndAndIsGivenOnce() async throws {
    let grant = Grant(
      id: "grant-1", user: "ann", productId: Backend.premium, reason: "staff", grantedDate: date(1),
      untilDate: date(1000))
    try await server.grant(grant)
    try await server.grant(grant)
    #expect(try await server.account(of: "ann").grants == [grant])
    #expect(try await server.account(of: "bob").grants.isEmpty)
    let over = Grant(
      id: "grant-2", user: "ann", productId: Backend.premium, reason: "staff", grantedDate: date(1), untilDate: date(1))
    await #expect(throws: VerificationError.self) { try await server.grant(over) }
  }

  @Test func aPurchaseThatIsTooOldIsOverdueUnlessItWasCredited() async throws {
    try await server.credit(backend.upload(.coins(1), order: "a", current: "ann"))
    try server.setOverdueAge(80_000)
    #expect(try await server.credit(backend.upload(.coins(1), order: "b", current: "ann")).quantity == 0)
    guard case .overdue = try await server.order(backend.upload(.coins(2), order: "c", current: "ann")) else {
      Issue.record("an old purchase was credited")
      return
    }
    #expect(try await server.credit(backend.upload(.coins(3, at: 50), order: "d", current: "ann")).quantity == 1)
    #expect(try await server.balance(Backend.coins, of: "ann") == 2)
  }

  @Test func anOrderThatWasNeverUploadedIsUnknown() async throws {
    let unknown = VerificationError(.unknownOrder, "no order x was uploaded")
    await #expect(throws: unknown) { try await server.status(of: "x") }
    await #expect(throws: unknown) {
      try await server.close(OrderClosing(orderId: "x", transactionId: nil, reason: ""))
    }
    try await server.credit(backend.upload(.coins(1), order: "x", current: "ann"))
    let closing = OrderClosing(orderId: "x", transactionId: nil, reason: "told by mail")
    #expect(try await server.close(closing) == false, "it was credited first")
    #expect(try await server.balance(Backend.coins, of: "ann") == 1)
  }

  @Test func startsOverWithTheAppStoreAndKeepsItsSettings() async throws {
    try server.setRestorePolicy(.share)
    try await server.credit(backend.upload(.coins(1), order: "a", current: "ann"))
    let other = try backend.server()
    backend.setTime(100, epoch: 2)
    #expect(try await other.account(of: "ann").balances.isEmpty)
    var empty = try await server.account(of: "ann")
    empty.date = nil
    (empty.underWay, empty.givenUp) = (nil, nil)
    #expect(empty == UserAccount(user: "ann", policy: .share, durations: []))
    #expect(DatabaseFiles.kind(of: backend.path + ".epoch-1") == .file)
    // A process that has not yet heard of the reset has to ask again.
    backend.setTime(100, epoch: 1)
    let stale = VerificationError(.temporary, "the App Store has just been reset; try again")
    await #expect(throws: stale) { try await server.account(of: "ann") }
  }

  @Test func listsItsUsers() async throws {
    try await server.credit(backend.upload(.bought(1), order: "a", current: "ann"))
    _ = try await server.account(of: "zoë")
    let users = try server.users()
    #expect(users.map(\.name) == ["ann", "zoë"])
    #expect(users.map(\.purchases) == [1, 0])
    #expect(users.first?.token == token(of: "ann"))
    #expect(try EmbeddedAppServer.integrityFindings(path: backend.path).isEmpty)
  }
}
