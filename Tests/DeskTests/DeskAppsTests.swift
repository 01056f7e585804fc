import AppStoreModel
import Core
import Foundation
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

  private static let other = "com.example.other"

  /// Returns Apple's notification that a purchase of an app was refunded.
  private func letter(_ app: String, refundOf id: Int, in world: DeskWorld) throws -> String {
    var transaction = purchase(id, app: "\(id)")
    transaction.bundleId = app
    transaction.productId = app + ".premium"
    transaction.revocationDate = transaction.purchaseDate?.adding(milliseconds: 1000)
    let signed = try world.signer.sign(transaction.json)
    let notification = ServerNotification {
      $0.notificationType = .refund
      $0.notificationUUID = "00000000-0000-4000-8000-00000000000\(id)"
      $0.version = "2.0"
      $0.signedDate = transaction.revocationDate
      $0.data = NotificationData {
        $0.environment = .sandbox
        $0.bundleId = app
        $0.bundleVersion = "1"
        $0.signedTransactionInfo = signed
      }
    }
    return #"{"signedPayload":"\#(try world.signer.sign(notification.json))"}"#
  }

  /// Tests that one listener stores each notification with the app that it names, and that a view lists all apps.
  @Test(.startsPrograms, arguments: EngineKind.here) func oneListenerReceivesForEveryApp(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    world.clock.withLock { $0 = .machine }
    let identity = DeskIdentity(bundleId: Self.other, environment: .sandbox, rootFiles: desk.identity.rootFiles)
    let second = try CustomerDesk.add(identity, to: desk.engine, now: desk.now)
    let address = world.place.addresses.withLock { $0["desk"]?.text }
    let place = ["--db", address ?? world.place.folder.appending(path: "desk.db").path]
    func send(_ body: String, to path: String = "/", _ listener: ListeningProgram) -> String {
      Spawn.run(
        [
          "/usr/bin/curl", "-s", "--noproxy", "*", "--max-time", "60", "-o", "/dev/null", "-w", "%{http_code}",
          "-H", "Content-Type: application/json", "-d", body, "http://127.0.0.1:\(listener.port)\(path)",
        ], in: "/"
      ).output
    }

    let both = try ListeningProgram(place)
    for (id, app) in [(1, DeskWorld.bundleId), (2, Self.other), (3, DeskWorld.bundleId), (4, "com.example.unknown")] {
      #expect(try send(letter(app, refundOf: id, in: world), both) == "200")
    }
    let bob = #"{"user": "user-17", "tokens": ["a-17"]}"#
    #expect(send(bob, to: "/desk/v1/people?bundleId=\(Self.other)&environment=Sandbox", both) == "200")
    #expect(send(bob, to: "/desk/v1/people?bundleId=com.example.unknown", both) == "404")
    both.end()
    for desk in [desk, second] { try desk.settle() }
    #expect(try [desk, second].map { try $0.view(.refunded).count } == [2, 1])
    #expect(try [desk, second].map { try $0.tokens(ofPeopleNamed: "user-17").count } == [0, 1])
    // What names none of the desk's apps is in no app, but in the quarantine.
    #expect(try [desk, second].map { try $0.quarantined().count } == [1, 0])

    let listed = try JSONValue(parsing: run(["view", "refunded", "--all-apps", "--json"] + place)).objectValue
    let apps = listed?["customers"]?.arrayValue?.map { $0.objectValue?["bundleId"]?.stringValue ?? "" }
    #expect(apps == [DeskWorld.bundleId, Self.other, DeskWorld.bundleId], "the newest refund is first")
    #expect(try run(["view", "refunded", "--all-apps"] + place).contains("com.example.other Sandbox"))
    let ofOther = ["--bundle-id", Self.other, "--environment", "Sandbox"]
    #expect(try run(["view", "refunded"] + place + ofOther).contains("com.example.other.premium"))

    // A listener for one app stores nothing with another one.
    let one = try ListeningProgram(place + ofOther)
    defer { one.end() }
    #expect(try send(letter(DeskWorld.bundleId, refundOf: 5, in: world), one) == "200")
    #expect(try [desk, second].map { try $0.view(.refunded).count } == [2, 1])
  }

  /// Runs `till desk` and returns what it prints.
  private func run(_ arguments: [String]) throws -> String {
    let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let answer = Spawn.run([bundle.appending(path: "till").path, "desk"] + arguments, in: "/")
    #expect(answer.status == 0, "\(answer.output)")
    return answer.output
  }
}
