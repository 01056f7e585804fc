import AppStoreModel
import Backends
import Core
import Dashboard
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import Device

/// Tests of dates at the limits of the accepted range and beyond, from their arrival to the frame that shows them.
@Suite struct ForeignDateTests {
  private static let now = Timestamp(milliseconds: 1_740_830_400_000)
  private static let signer = Result { try SigningIdentity() }
  private let folder = ScratchFolder.url.appending(path: "till-dates-\(UUID().uuidString)")
  private let identity = StoreIdentity(kind: .none, environment: .sandbox, bundleId: "com.example")

  /// The limits of the range, two dates that mean "unknown" (one of them Xcode's), and dates around now.
  private static let ends: [Int64] = [
    -62_135_769_600_000, -62_135_596_800_000, -1, 0, 1, 1_740_830_399_999, 1_740_830_400_000, 1_740_830_400_001,
    4_102_444_800_000, 253_402_300_799_999,
  ]

  private func device() async throws -> (purchasing: Purchasing, path: String) {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "device.db").path
    let roots = try Self.signer.get().trustedRoots
    let purchasing = Purchasing(
      store: try LocalStore(path: path, identity: identity, machineClock: { Self.now }),
      backend: NoBackend(environment: .sandbox, bundleId: "com.example"),
      verifier: Verifier(
        roots: roots, expecting: ExpectedClaims(bundleId: "com.example", environment: .sandbox), now: { Self.now }),
      ownership: ProcessOwnership(id: "test") { _ in false }, machineClock: { Self.now })
    try await purchasing.firstOpening(account: nil, user: nil, verification: VerificationWay.none)
    return (purchasing, path)
  }

  private func transaction(_ id: Int, type: String, _ dates: [String: Int64]) throws -> ImportItem {
    var payload: JSONObject = [
      "transactionId": .string("\(id)"), "originalTransactionId": .string("\(id / 4 * 4)"), "bundleId": "com.example",
      "productId": .string("com.example.p\(id % 4)"), "type": .string(type), "appTransactionId": "704",
      "purchaseDate": .number(1_740_000_000_000), "originalPurchaseDate": .number(1_740_000_000_000),
      "signedDate": .number(1_740_830_000_000), "quantity": .number(JSONNumber(Int64(Int32.max))),
      "inAppOwnershipType": "PURCHASED", "environment": "Sandbox", "price": .number(JSONNumber(.max)),
      "currency": "USD",
      "subscriptionGroupIdentifier": "group",
    ]
    for (name, date) in dates { payload[name] = .number(JSONNumber(date)) }
    return ImportItem(.signed(try Self.signer.get().sign(payload)), place: "\(id)")
  }

  @Test func theEndsOfTimeAreShown() async throws {
    let device = try await device()
    var generator = SeededGenerator(seed: 9999)
    let names = ["purchaseDate", "originalPurchaseDate", "expiresDate", "revocationDate"]
    let types = ["Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription"]
    var items: [ImportItem] = []
    for id in 1...120 {
      var dates: [String: Int64] = [:]
      for name in names where generator.chance(60) { dates[name] = Self.ends.randomElement(using: &generator) }
      items.append(try transaction(id, type: types[id % 4], dates))
    }
    let report = try await device.purchasing.importEvidence(items)
    #expect(report.imported == items.count && report.failed.isEmpty, "\(report.failed.prefix(3))")
    try await device.purchasing.rememberStatuses()
    let store = try LocalStore(path: device.path, identity: identity, readOnly: true, machineClock: { Self.now })
    #expect(try LocalStore.integrityFindings(path: device.path).isEmpty)
    for date in Self.ends.map(Timestamp.init(milliseconds:)) + [.distantPast, .distantFuture] {
      #expect(try resolvedStatuses(of: store, at: DeviceClock(past: date)).count == 4)
      _ = try store.lives(at: date)
    }
    var page = PageRequest(limit: 7)
    var count = 0
    while true {
      let rows = try store.transactions(page)
      count += rows.rows.count
      guard let next = rows.next else { break }
      page.key = next
    }
    #expect(count == items.count)
    _ = try (store.refunds(PageRequest(limit: 200)), store.journal(PageRequest(limit: 200)))
    let state = try store.deviceState()
    for date in Self.ends.map(Timestamp.init(milliseconds:)) {
      let overview = Overview(
        now: date, device: state, statuses: try resolvedStatuses(of: store, at: DeviceClock(past: date)),
        storefront: "CHN")
      let shown = State(
        setup: Setup(appName: "A", backend: "CASE"), overview: overview, size: Size(width: 120, height: 36))
      #expect(render(shown).text.contains("com.example"))
    }
  }

  @Test(arguments: [Int64.min, .min + 1, -62_135_769_600_001, 253_402_300_800_000, .max])
  func beyondThemAnObjectIsRefusedAndKept(milliseconds: Int64) async throws {
    let device = try await device()
    let names = ["purchaseDate", "originalPurchaseDate", "expiresDate", "revocationDate", "signedDate"]
    let items = try names.enumerated().map { try transaction($0 + 1, type: "Non-Consumable", [$1: milliseconds]) }
    let good = try transaction(99, type: "Non-Consumable", [:])
    let report = try await device.purchasing.importEvidence(items + [good])
    #expect(report.imported == 1 && report.failed.count == names.count)
    for (name, failure) in zip(names, report.failed) {
      // No certificate is valid at such a date, and certificates are checked first.
      #expect(failure.reason.contains(name == "signedDate" ? "certificate" : name), "\(failure.reason)")
    }
    let store = try LocalStore(path: device.path, identity: identity, readOnly: true, machineClock: { Self.now })
    #expect(try resolvedStatuses(of: store, at: DeviceClock(past: Self.now)).first?.entitled == true)
  }
}
