import AppStoreModel
import Core
import Simulator
import Storage
import Testing

@testable import Desk

/// Tests of the view of users who pay twice for a product with two Apple Accounts.
@Suite struct ChargedAcrossTests {
  private static let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
  private static let other = "00000000-fb6d-4569-a2a6-db7d85d84813"

  /// Tests that the view's lines are the users whose own answer says so, in whatever order the data arrived.
  @Test(arguments: EngineKind.here) func theViewListsTheUsersWhoPayTwice(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 120, transactions: 900, sharing: 30)
    let desk = try world.desk()
    let lines = try world.lines()
    try desk.store(lines: Array(lines.prefix(lines.count / 2)), batch: 128)
    try desk.settle()
    try desk.store(lines: Array(lines.dropFirst(lines.count / 2)), batch: 100, deriving: .now)
    try desk.settle()
    let tokens = Set(
      (0..<world.population.customers).compactMap {
        world.population.life(of: $0).first?.transaction.appAccountToken?.lowercased()
      })
    var wanted: Set<String> = []
    for token in tokens {
      for status in try desk.person(of: [token]).paidTwice {
        let payers = Set(try status.chargedTwice?.purchaseIds.map(desk.customer) ?? [])
        if payers.count > 1 { wanted.insert("\(token) \(status.product.id)") }
      }
    }
    let held = try desk.lines(of: .chargedAcross, after: nil, limit: 1000).map(\.subject)
    #expect(!wanted.isEmpty && Set(held) == wanted && held.count == wanted.count)
    // The list shows the product, and each line's customer opens the user with both accounts.
    let listed = try desk.view(.chargedAcross, limit: 1000)
    #expect(listed.count == wanted.count && listed.allSatisfy { $0.subject.hasPrefix(DeskWorld.bundleId) })
    #expect(try listed.allSatisfy { try desk.open($0.row.number).person?.accounts.count ?? 0 > 1 })
    #expect(try desk.examine(rebuilds: true).ok)
    #expect(try Set(desk.lines(of: .chargedAcross, after: nil, limit: 1000).map(\.subject)) == wanted)
  }

  /// Tests that news of one account changes the line that the other one has.
  @Test(arguments: EngineKind.here) func eitherAccountsNewsChangesTheLine(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    func store(_ transactions: Transaction..., batch: Int? = nil) throws {
      _ = try desk.store(lines: transactions.map { try world.signer.sign($0.json) }, deriving: .now)
      // On Citus, a commit of one customer leaves the users to this.
      try desk.settle()
    }
    func subjects() throws -> [String] { try desk.view(.chargedAcross).map(\.subject) }
    try store(purchase(1, app: "704", token: Self.token))
    #expect(try subjects().isEmpty)
    try store(purchase(2, app: "705", token: Self.token))
    #expect(try subjects() == ["\(DeskWorld.bundleId).premium"])
    // Another user of the second account has a line of his own, and theirs stays.
    try store(purchase(3, app: "705", token: Self.other), purchase(4, app: "706", token: Self.other))
    #expect(try subjects().count == 2)
    var refunded = purchase(1, app: "704", token: Self.token)
    refunded.revocationDate = Timestamp(milliseconds: 1_704_153_600_000)
    refunded.signedDate = refunded.revocationDate
    try store(refunded)
    #expect(try subjects().count == 1)
    #expect(try desk.lines(of: .chargedAcross, after: nil, limit: 9).map(\.subject.productOfUser).count == 1)
    try desk.forget(desk.customer("706"), by: "anna")
    try desk.settle()
    #expect(try subjects().isEmpty)
  }
}
