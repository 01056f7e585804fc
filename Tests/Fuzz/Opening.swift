import AppStoreModel
import Backends
import Core
import Dashboard
import Desk
import Device
import Entitlements
import Foundation
import Storage
import TerminalUI

@testable import TillApp

/// The path of evidence from its arrival to the frame that shows it; no input may crash the program.
///
/// Each line of an input that is JSON is signed first, because unsigned data gets no further than quarantine. Any other
/// line is imported as it is.
enum Opening {
  private static let bundleId = "com.example.fuzz"
  private static let now = Timestamp(milliseconds: 1_740_830_400_000)

  /// Returns the bytes as they would arrive, with payloads signed by the App Store that is trusted here.
  private static func arriving(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n")).prefix(8).map { line in
      guard line.first == UInt8(ascii: "{"), let payload = try? JSONValue(parsing: line).objectValue,
        payload["bundleId"] != nil, let text = try? OwnStore.shared.identity.sign(payload)
      else { return Array(line) }
      return Array(text.utf8)
    }
  }

  /// A folder in memory, where flushing costs nothing; made once.
  private static let folder: String = {
    let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm/" : NSTemporaryDirectory()
    let path = memory + "till-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: path + "/" + DatabaseFiles.throwAwayMark, contents: nil)
    return path
  }()

  // MARK: A case

  /// An empty device store; each run begins with a copy.
  private static let emptyDevice: Data = {
    let path = folder + "/empty.db"
    let identity = StoreIdentity(kind: .none, environment: .sandbox, bundleId: bundleId)
    do {
      let store = try LocalStore(path: path, identity: identity, machineClock: { now })
      let purchasing = purchasing(store)
      try blocking { try await purchasing.firstOpening(account: nil, user: nil, verification: VerificationWay.none) }
    } catch { fatalError("no store to begin with: \(error)") }
    DatabaseFiles.carryOver(path, logsFrom: 0)
    return FileManager.default.contents(atPath: path) ?? Data()
  }()

  private static func purchasing(_ store: sending LocalStore) -> Purchasing {
    Purchasing(
      store: store, backend: NoBackend(environment: .sandbox, bundleId: bundleId),
      verifier: Verifier(
        roots: OwnStore.shared.roots, expecting: ExpectedClaims(bundleId: bundleId, environment: .sandbox),
        takesReceiptAnswers: true
      ) { now },
      ownership: ProcessOwnership(id: "fuzz") { _ in false }, machineClock: { now })
  }

  /// Imports a file into a case, and reads its entitlements, lists, past, exports and a frame.
  @Sendable static func aCase(_ bytes: [UInt8]) {
    let file = CaseFile(
      Array(arriving(bytes).joined(separator: [UInt8(ascii: "\n")])), name: "fuzz", roots: OwnStore.shared.roots)
    take(file.items)
  }

  /// Imports a receipt into a device, once as signed by Apple and once as unsigned.
  @Sendable static func aReceipt(_ bytes: [UInt8]) {
    let content = bytes.first == UInt8(ascii: "{") ? bytes : OwnStore.unsigned(bytes)
    var items = CaseFile(content, name: "fuzz", roots: OwnStore.shared.roots).items
    items += items.map { item in
      guard case .refused(let text, let transaction, _) = item.content else { return item }
      return ImportItem(.told(text, transaction, by: .receipt), place: item.place)
    }
    take(items)
  }

  private static func take(_ items: [ImportItem]) {
    guard !items.isEmpty else { return }
    let path = folder + "/device.db"
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    _ = FileManager.default.createFile(atPath: path, contents: emptyDevice)
    do {
      let identity = StoreIdentity(kind: .none, environment: .sandbox, bundleId: bundleId)
      let store = try LocalStore(path: path, identity: identity, machineClock: { now })
      let purchasing = purchasing(store)
      _ = try blocking {
        let report = try await purchasing.importEvidence(items)
        try await purchasing.rememberStatuses()
        return report
      }
      try show(LocalStore(path: path, identity: identity, readOnly: true, machineClock: { now }))
    } catch { preconditionFailure("evidence that cannot be shown: \(error)") }
  }

  /// Reads everything that a screen or a command reads of a device.
  private static func show(_ store: LocalStore) throws {
    let state = try store.deviceState()
    for date in [now, .distantPast, .distantFuture, Timestamp(milliseconds: 0)] {
      _ = try resolvedStatuses(of: store, at: DeviceClock(past: date))
    }
    let statuses = try resolvedStatuses(of: store, at: DeviceClock(machine: now, state: state))
    let page = PageRequest(limit: 50)
    _ = try store.transactions(page).rows.map { JSONValue.object($0.transaction.json).serialized() }
    _ = try (store.refunds(page), store.orders(page), store.quarantine(page), store.journal(page))
    _ = try store.lives(at: now)
    let setup = Setup(appName: "Fuzz", backend: "CASE fuzz: Sandbox")
    let overview = Overview(now: now, device: state, statuses: statuses, storefront: "CHN")
    for size in [Size(width: 80, height: 24), Size(width: 200, height: 50)] {
      _ = render(State(setup: setup, overview: overview, size: size)).text
    }
  }

  // MARK: A desk

  /// A desk in a file of its own; the changes of each run are rolled back.
  ///
  /// libFuzzer runs one input after the other, on one thread.
  private nonisolated(unsafe) static let desk: CustomerDesk = {
    do {
      let engine = try SQLiteEngine(folder + "/desk.db", schema: .desk, isReadOnly: false)
      let identity = DeskIdentity(
        bundleId: bundleId, environment: .sandbox,
        rootFiles: [Array(OwnStore.shared.identity.rootCertificatePEM.utf8)])
      return try CustomerDesk.make(identity, in: engine, now: { now })
    } catch { fatalError("no desk to begin with: \(error)") }
  }()
  private static let reader: DeskItemReader = {
    do { return DeskItemReader(try desk.verifier()) } catch { fatalError("no reader: \(error)") }
  }()

  private struct TakenBack: Error {}

  /// Imports lines into a desk: they are found, derived, listed, opened, exported, and the same after a rebuild.
  @Sendable static func aDesk(_ bytes: [UInt8]) {
    inDesk {
      let importItems = arriving(bytes).enumerated().map { reader.importItem($1[...], place: "line \($0 + 1)") }
      _ = try desk.store(importItems, deriving: .later)
    }
  }

  /// Imports claims of a team's server about a customer who has a purchase.
  @Sendable static func claims(_ bytes: [UInt8]) {
    var (claims, usages): ([Claim], [Usage]) = ([], [])
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(16) {
      guard let json = try? JSONValue(parsing: line).objectValue else { continue }
      if let claim = try? Claim(json: json) { claims.append(claim) }
      if let usage = try? Usage(json: json) { usages.append(usage) }
    }
    guard !claims.isEmpty || !usages.isEmpty else { return }
    inDesk {
      _ = try desk.store([reader.importItem(Array(purchase.utf8)[...], place: "purchase")], deriving: .later)
      _ = try desk.store(claims: claims)
      _ = try desk.store(usages: usages)
    }
  }

  private static let purchase: String = {
    let payload: JSONObject = [
      "transactionId": "1", "originalTransactionId": "1", "bundleId": .string(bundleId), "productId": "p",
      "purchaseDate": .number(1_740_830_400_000), "originalPurchaseDate": .number(1_740_830_400_000),
      "type": "Consumable", "environment": "Sandbox", "signedDate": .number(1_740_830_400_000), "quantity": .number(1),
      "appAccountToken": "u",
    ]
    do { return try OwnStore.shared.identity.sign(payload) } catch { fatalError("nothing to begin with: \(error)") }
  }()

  private static func inDesk(_ arrive: () throws -> Void) {
    do {
      try desk.engine.transaction {
        try arrive()
        try desk.settle()
        let poisoned = try desk.poisoned()
        precondition(poisoned.isEmpty, "a customer that cannot be derived")
        let page = try desk.list(DeskListRequest())
        for view in SavedView.allCases { _ = try desk.list(DeskListRequest(view: view.name)) }
        for row in try desk.find("", limit: 8) + desk.find("1", limit: 8) { try open(row.customer) }
        _ = try (page, desk.health(), desk.trends(), desk.alerts(), desk.quarantined())
        let compared = try desk.compareWithRebuild(mends: false)
        precondition(compared.different.isEmpty, "derived anew as something else")
        throw TakenBack()
      }
    } catch is TakenBack {} catch { preconditionFailure("evidence that cannot be shown: \(error)") }
  }

  private static func open(_ customer: Int64) throws {
    let opened = try desk.open(customer)
    for date in [now, .distantPast, .distantFuture] { _ = opened.statuses(at: date) }
    _ = opened.mainProduct(at: now)
    let answer = try desk.customerAnswer(for: customer)
    _ = try (desk.export(customer), desk.questions(of: customer), desk.rows(of: [customer]))
    let overview = Overview(now: now, device: DeviceState(account: "#\(customer)"), statuses: answer.statuses)
    let setup = Setup(appName: "Fuzz", backend: "CUSTOMER")
    _ = render(State(setup: setup, overview: overview, size: Size(width: 120, height: 36))).text
  }
}
