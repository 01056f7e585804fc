import AppStoreModel
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests of several apps in one desk.
@Suite struct DeskAppsTests {
  /// Tests that each app has its own customers, and that the same id may be in both.
  @Test(arguments: EngineKind.here) func appsStayApart(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 4, transactions: 20)
    let desk = try world.desk()
    let other = DeskIdentity(bundleId: "com.example.other", environment: .sandbox, rootFiles: desk.identity.rootFiles)
    #expect(throws: DeskError.self) { try CustomerDesk(desk.engine, expecting: other) }
    let second = try CustomerDesk.add(other, to: desk.engine, now: desk.now)
    try desk.store(lines: try world.lines())
    try desk.settle()
    #expect(try second.list(DeskListRequest()).rows.isEmpty && second.summary().customers == 0)
    #expect(try !desk.list(DeskListRequest()).rows.isEmpty)
    #expect(try desk.apps().map(\.name.bundleId) == [DeskWorld.bundleId, "com.example.other"])
    #expect(try desk.apps().map(\.customers) == [desk.summary().customers, 0])
    let id = try #require(world.population.life(of: 0).first?.transaction.transactionId)
    #expect(try second.find(id).isEmpty && !desk.find(id).isEmpty)
    // Another environment of an app keeps the app's number.
    let third = try CustomerDesk.add(
      DeskIdentity(bundleId: "com.example.other", environment: .production), to: desk.engine, now: desk.now)
    #expect(third.app == second.app && second.app != desk.app)
    #expect(try CustomerDesk.add(other, to: desk.engine).app == second.app)
  }
}
