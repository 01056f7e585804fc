import AppStoreModel
import Backends
import Core
import Foundation
import Storage
import TestSupport

@testable import AppServer
@testable import Device
@testable import Simulator
@testable import TillApp

/// A world in which commands are typed, one after the other, on files of its own.
///
/// Everything passes through the command line, so that what a failing world prints is what happened.
final class ExplorerWorld {
  private(set) var shop: Shop
  /// What was typed, and what came of it.
  private(set) var typed: [Typed] = []
  /// What the App Store has from this world's commands: payments in the order in which they were made.
  private(set) var payments: [ExplorerPayment] = []
  /// Where each device stands; read after each command.
  private(set) var devices: [String: ExplorerDevice] = [:]
  /// The Apple Accounts that were ever signed in at a device.
  private(set) var signedIn: Set<String> = []
  /// Every fault that was ever switched on at a device: some answers are excused by it.
  private(set) var everArmed: Set<String> = []
  /// When a duration was set last.
  private(set) var durationDate: Timestamp?
  /// What the demo's customers bought before, by their transactions.
  let demo: Set<String>
  let parties: ExplorerParties
  /// The App Store and the app server at a URL; nil where the commands open their files.
  private let address: ExplorerAddress?
  private let identifiers: Identifiers
  private var openServer: EmbeddedAppServer?
  /// The devices' stores as they are read between two commands.
  private var memories: [String: LocalStore] = [:]
  private let idleReaders = Dictionary(uniqueKeysWithValues: ExplorerAction.devices.map { ($0, IdleReader()) })
  /// What the ledger foretells of purchases, as long as nothing is typed.
  private var previews: [[String]: PurchasePreview?] = [:]

  /// A command, and how it ended.
  struct Typed: Sendable {
    let action: ExplorerAction
    /// The words with the ids in the place of the symbols.
    let words: [String]
    let status: ExitStatus
    var document: JSONObject
    let message: String
    /// The payments that came of it.
    var made: [String] = []
    var crashed = false
  }

  /// UUIDs in turn, so that a world is the same each time.
  final class Identifiers: Sendable {
    private let count = Mutex(0)

    init(after count: Int = 0) { self.count.withLock { $0 = count } }

    var used: Int { count.withLock { $0 } }

    func next() -> String {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let digits = String(number)
      return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
  }

  /// Copies the world with which all begin.
  ///
  init(_ parties: ExplorerParties) throws {
    let template = try ExplorerTemplate.shared.get()
    shop = try Shop(copying: template.folder, at: template.date)
    self.parties = parties
    address = parties == .url ? ExplorerAddress() : nil
    demo = template.demo
    identifiers = Identifiers()
    for name in ExplorerAction.devices {
      // The device keeps that it has no app server.
      if parties == .noServer { _ = try commandLine(name).run(["status"]) }
      try read(name)
    }
  }

  /// Whether a device hears of the App Store's clock only by asking.
  var isOverHTTP: Bool { address != nil }

  /// The same world once more, to try something out on.
  init(copying world: ExplorerWorld) throws {
    shop = try Shop(copying: world.shop.folder, at: world.shop.clock.now)
    (parties, address) = (world.parties, world.address)
    (typed, payments, devices, everArmed, signedIn, demo) = (
      world.typed, world.payments, world.devices, world.everArmed, world.signedIn, world.demo
    )
    durationDate = world.durationDate
    identifiers = Identifiers(after: world.identifiers.used)
  }

  deinit { address?.leave(shop) }

  // MARK: Typing

  /// Types a command a minute later; nil where a symbol in it stands for nothing yet.
  @discardableResult
  func perform(_ action: ExplorerAction) throws -> Typed? {
    guard let words = try resolved(action) else { return nil }
    return try type(words, as: action)
  }

  /// Types words as they are.
  @discardableResult
  func type(_ words: [String], as action: ExplorerAction) throws -> Typed {
    shop.clock.move(by: 60_000)
    previews = [:]
    memories = [:]
    if words.first == "fault", let name = words.dropFirst().first { everArmed.insert(name) }
    if words.first == "overdue-age" { everArmed.insert(words[0]) }
    let before = devices[action.device]
    let crash = Crash(shop.folder)
    var till = try commandLine(action.device)
    till.crash = { crash.strike() }
    let answer = till.run(words)
    if let folder = crash.folder { try goOn(in: folder) }
    var typed = Typed(
      action: action, words: words, status: answer.status, document: answer.document, message: answer.message)
    typed.crashed = crash.folder != nil
    for name in ExplorerAction.devices { try read(name) }
    if words[0] == "duration" { durationDate = try shop.appStore.clock().now }
    try readPayments(after: &typed, by: before)
    if ["new-device", "reinstall"].contains(words[0]), typed.status == .done {
      devices[action.device]?.generation += 1
    }
    self.typed.append(typed)
    return typed
  }

  func commandLine(_ device: String) throws -> CommandLine {
    CommandLine(
      shop: shop, device: device, url: try address?.url(of: shop), hasServer: parties != .noServer,
      newID: { [identifiers] in identifiers.next() },
      crash: {})
  }

  /// The files as they are when a program is killed: what it does afterwards happens to others.
  private final class Crash: Sendable {
    private let origin: URL
    private let copy = Mutex<URL?>(nil)

    init(_ origin: URL) { self.origin = origin }

    var folder: URL? { copy.withLock { $0 } }

    func strike() {
      copy.withLock { copy in
        guard copy == nil else { return }
        let folder = ScratchFolder.url.appending(path: "till-\(UUID().uuidString)")
        try? FileManager.default.copyItem(at: origin, to: folder)
        copy = folder
      }
    }
  }

  private func goOn(in folder: URL) throws {
    (openServer, memories) = (nil, [:])
    shop = try Shop(folder: folder, at: shop.clock.now)
    // A crash strikes once here: the next command would meet it again.
    for name in ExplorerAction.devices {
      let till = try commandLine(name)
      for fault in try memory(of: name).faults() {
        if case .crash = fault.kind { _ = till.run(["fault", fault.kind.name, "--off"]) }
      }
      memories[name] = nil
    }
  }

  // MARK: What symbols stand for

  private func resolved(_ action: ExplorerAction) throws -> [String]? {
    var words: [String] = []
    for word in action.words {
      guard let (kind, number) = ExplorerAction.symbol(word) else {
        words.append(word)
        continue
      }
      let candidates = try self.candidates(kind, at: action.device)
      guard !candidates.isEmpty else { return nil }
      words.append(candidates[number % candidates.count])
    }
    return words
  }

  private func candidates(_ kind: Character, at device: String) throws -> [String] {
    switch kind {
    case "T": return payments.map(\.id)
    case "S":
      var seen: Set<String> = []
      return payments.filter { $0.transaction.type == .autoRenewableSubscription }.map(\.lineage)
        .filter { seen.insert($0).inserted }
    case "O":
      let memory = try memory(of: device)
      let orders = try memory.latestOrders(limit: 50).filter(\.state.isUndelivered).map(\.id)
      return try orders + memory.openIntents().map(\.id)
    case "C": return try memory(of: device).latestOrders(limit: 50).filter(\.isGivenUp).map(\.id)
    case "P":
      return try shop.appStore.pending().filter { $0.kind == .askToBuy || $0.kind == .interrupted }.map(\.transactionId)
    default: return []
    }
  }

  // MARK: Reading

  func memory(of device: String) throws -> LocalStore {
    if let memory = memories[device] { return memory }
    let path = shop.folder.appending(path: device + "/device.db").path(percentEncoded: false)
    let clock = shop.clock
    let memory = try LocalStore(
      path: path, identity: shop.backend.identity, readOnly: true, reusing: idleReaders[device],
      machineClock: { clock.now })
    memories[device] = memory
    return memory
  }

  /// What the ledger says that a purchase would do; nil where it may not be made.
  func preview(_ productId: String, account: String) -> PurchasePreview? {
    if let known = previews[[productId, account]] { return known }
    let preview = try? shop.appStore.preview(productId, account: account)
    previews[[productId, account]] = .some(preview)
    return preview
  }

  /// Whether the App Store does not list a purchase yet that was paid.
  var listsLate: Bool { (try? shop.appStore.read { try $0.nextListing() != nil }) == true }

  func server() throws -> EmbeddedAppServer {
    if let openServer { return openServer }
    let server = try shop.embeddedServer()
    openServer = server
    return server
  }

  private func read(_ name: String) throws {
    let state = try memory(of: name).deviceState()
    devices[name, default: ExplorerDevice()].state = state
    if let account = state.account { signedIn.insert(account) }
  }

  private func readPayments(after typed: inout Typed, by before: ExplorerDevice?) throws {
    let rows = try shop.appStore.transactions(PageRequest(limit: 10_000)).rows
    var known = Dictionary(uniqueKeysWithValues: payments.indices.map { (payments[$0].id, $0) })
    for row in rows.reversed() {
      guard let id = row.transactionId, !demo.contains(id) else { continue }
      if let index = known[id] {
        payments[index].transaction = row
        continue
      }
      var payment = ExplorerPayment(id: id, transaction: row)
      payment.account = try account(of: row)
      if typed.words.first == "buy", row.transactionReason != .renewal, !payment.isShared,
        payment.account == before?.state.account
      {
        payment.device = typed.action.device
        payment.generation = before?.generation ?? 0
        payment.user = before?.state.appUser
      } else if let first = payments.first(where: { $0.lineage == payment.lineage }) {
        (payment.device, payment.generation, payment.user) = (first.device, first.generation, first.user)
      } else if let user = ExplorerAction.users.first(where: {
        userToken(of: $0, bundleId: ExplorerAction.app) == row.appAccountToken?.lowercased()
      }) {
        payment.user = user
      }
      known[id] = payments.count
      payments.append(payment)
      typed.made.append(id)
    }
    if typed.words == ["restore"], let before {
      for index in payments.indices where payments[index].account == before.state.account {
        payments[index].restorers.insert(before.state.appUser)
      }
    }
    // A login claims what was bought before it; the app server knows which one was first.
    let server = try server()
    for index in payments.indices {
      for user in payments[index].restorers where AnonymousUser(name: user) != nil {
        payments[index].restorers.insert(try server.perform { try $0.owner(of: user) })
      }
      guard let user = payments[index].user, AnonymousUser(name: user) != nil else { continue }
      payments[index].isBoughtLoggedOut = true
      payments[index].user = try server.perform { try $0.owner(of: user) }
    }
    if typed.words.first == "transfer", typed.status == .done, let to = typed.words.dropFirst(3).first {
      for index in payments.indices
      where payments[index].lineage == payments.first(where: { $0.id == typed.words[1] })?.lineage {
        payments[index].transferredTo = to
      }
    }
    if typed.words.starts(with: ["order", "close"]), typed.status == .done || typed.document["ok"] == true {
      let closed = try memory(of: typed.action.device).latestOrders(limit: 50).filter { $0.closedReason != nil }
      for index in payments.indices {
        guard let order = closed.first(where: { $0.transactionId == payments[index].id }) else { continue }
        payments[index].isClosedByHand = true
        payments[index].finalGround = order.ground.flatMap { $0.isFinal ? $0.rawValue : nil }
      }
    }
    if typed.words.starts(with: ["order", "reopen"]), typed.status == .done || typed.document["ok"] == true {
      let open = try memory(of: typed.action.device).latestOrders(limit: 50).filter { !$0.isGivenUp }.map(
        \.transactionId)
      for index in payments.indices where open.contains(payments[index].id) {
        (payments[index].isClosedByHand, payments[index].finalGround) = (false, nil)
      }
    }
  }

  private func account(of transaction: Transaction) throws -> String? {
    if let account = ExplorerTemplate.accountIds[transaction.appTransactionId ?? ""] { return account }
    return nil
  }
}

/// A device's state at the moment that the explorer read it.
struct ExplorerDevice: Sendable {
  var state = DeviceState()
  /// How often it was replaced or the app was reinstalled.
  var generation = 0
}

/// A payment of the world, or what the family shares, as the ledger has it.
struct ExplorerPayment: Sendable {
  let id: String
  var transaction: Transaction
  /// Whose Apple Account it is.
  var account: String?
  /// Where it was begun; nil for elsewhere.
  var device: String?
  var generation = 0
  /// For whom it was begun.
  var user: String?
  /// Whether that user had not logged in, however soon the login claimed it.
  var isBoughtLoggedOut = false
  var transferredTo: String?
  var isClosedByHand = false
  /// The users who restored with its Apple Account afterwards: what was bought without logging in goes to them.
  var restorers: Set<String> = []
  /// The ground on which it was given up for good.
  var finalGround: String?
  /// When a pass ends by the duration that the app server has.
  var serverEnd: Timestamp?

  init(id: String, transaction: Transaction) {
    self.id = id
    self.transaction = transaction
  }

  var productId: String { transaction.productId ?? "" }
  var lineage: String { transaction.originalTransactionId ?? id }
  var isShared: Bool { transaction.inAppOwnershipType == .familyShared }
  /// Whether money was paid for it.
  var isPaid: Bool { !isShared && (transaction.price ?? 0) > 0 }
  var isConsumable: Bool { transaction.type == .consumable }
  var isRevoked: Bool { transaction.revocationDate != nil }
  var isRenewal: Bool { transaction.transactionReason == .renewal }
  /// Whose it is; nil where it was bought elsewhere.
  var owner: String? { transferredTo ?? user }

  func isRunning(at now: Timestamp) -> Bool {
    transaction.isUpgraded != true && ((transaction.expiresDate ?? serverEnd).map { now < $0 } ?? true)
  }
}

/// The files with which every world begins: keys and certificates cost more than a world.
struct ExplorerTemplate: Sendable {
  let folder: URL
  let date: Timestamp
  let demo: Set<String>

  static let shared = Result { try ExplorerTemplate() }
  /// The Apple Accounts by what their transactions carry.
  static let accountIds: [String: String] = (try? shared.get().ids) ?? [:]
  private let ids: [String: String]

  private init() throws {
    let shop = try Shop()
    for device in ExplorerAction.devices { _ = CommandLine(shop: shop, device: device).run(["status"]) }
    demo = Set(try shop.appStore.transactions(PageRequest(limit: 10_000)).rows.compactMap(\.transactionId))
    folder = ScratchFolder.url.appending(path: "till-explorer-\(UUID().uuidString)")
    date = shop.clock.now
    try FileManager.default.copyItem(at: shop.folder, to: folder)
    // What each account's transactions will carry: found by buying, on a copy.
    let copy = try Shop(copying: shop.folder, at: date)
    var ids: [String: String] = [:]
    for account in ExplorerAction.accounts {
      _ = try copy.appStore.purchase(PurchaseRequest(account: account, productId: Shop.coins))
      let newest = try copy.appStore.transactions(PageRequest(limit: 10_000)).rows.max {
        ($0.transactionId ?? "", $0.signedDate ?? .distantPast) < (
          $1.transactionId ?? "", $1.signedDate ?? .distantPast
        )
      }
      ids[newest?.appTransactionId ?? ""] = account
    }
    self.ids = ids
    atexit { try? FileManager.default.removeItem(at: ExplorerTemplate.shared.get().folder) }
  }
}
