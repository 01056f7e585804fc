import Dashboard
import Entitlements
import Foundation
import LocalStore
import Screen
import StoreModel
import StrictJSON
import TillRuntime

@testable import AppServer
@testable import AppStoreSimulator
@testable import Purchasing
@testable import TillCommands

/// The model's world, where whoever is stuck follows what the program says is next.
final class FollowWorld {
  let world: ModelWorld
  var shop: Shop { world.shop }
  /// Where and for whom a payment was begun, as long as the device remembers it.
  private var begun: [String: Beginning] = [:]

  private struct Beginning {
    let device: Int
    let account: String?
    let user: String?
  }
  /// What each device answered at which date, as long as it remembers.
  private var past: [Int: [PastAnswer]] = [:]

  private struct PastAnswer {
    let date: Timestamp
    let statuses: [ProductStatus]
  }

  /// Whether the app's server may have lost what it credited; devices keep its last answer then.
  private var mayHaveForgotten = false

  /// What was not as it must be.
  private(set) var problems: [String] = []

  init() async throws { world = try await ModelWorld(flaw: nil) }

  func commandLine(_ device: Int) -> CommandLine { CommandLine(shop: shop, device: ModelAction.devices[device]) }

  /// Does one thing, then looks at what both devices say of every product.
  func perform(_ action: FollowAction) async throws {
    // Nothing happens at the date of an answer that was noted.
    shop.clock.move(by: 1000)
    let before = try world.payments()
    let beginning = try action.buyer.map { device in
      let state = try world.devices[device].phone.memory.deviceState()
      return Beginning(device: device, account: state.account, user: state.user)
    }
    try await act(action)
    if let beginning {
      for id in try world.payments().keys where before[id] == nil { begun[id] = beginning }
    }
    for device in ModelAction.devices.indices { try await check(device) }
  }

  private func act(_ action: FollowAction) async throws {
    switch action {
    case .model(let action):
      switch action {
      case .fault(_, .appServerForgot, _): mayHaveForgotten = true
      case .reinstall(let device), .newDevice(let device):
        begun = begun.filter { $0.value.device != device }
        past[device] = []
      default: break
      }
      try await world.perform(action)
      // A command line that meets a crash would end the tests with it.
      for device in ModelAction.devices.indices {
        let armed = try world.devices[device].phone.memory.faults().map(\.kind)
        for case .crash(let step) in armed where action.isOver(device, step) {
          try await world.devices[device].work { try await $0.switchOff(.crash(step)) }
        }
      }
    case .wait(let hours): shop.clock.move(by: Int64(hours) * 3_600_000)
    case .buy(let device, let productId, let outcome):
      try await world.devices[device].work { _ = try await $0.buy(productId, outcome: outcome) }
    case .interrupt(let device, let productId):
      try shop.appStore.setInterrupted(true)
      try await world.devices[device].work { _ = try await $0.buy(productId) }
      try shop.appStore.setInterrupted(false)
    case .misfortune(let device, let productId, let kind, let once):
      try await world.devices[device].work { try await $0.switchOn(kind, once: once) }
      try await world.devices[device].work { _ = try await $0.buy(productId) }
      // A command line that meets a crash would end the tests with it.
      if case .crash = kind { try await world.devices[device].work { try await $0.switchOff(kind) } }
    case .askRefund(let device, let number, let isDeclined):
      let payments = try world.payments().keys.sorted()
      guard !payments.isEmpty else { return }
      let id = payments[number % payments.count]
      try await world.devices[device].work { _ = try await $0.askRefund(of: id, reason: nil) }
      if isDeclined { try? shop.appStore.declineRefund(of: id) }
    case .signOut(let device): try await world.devices[device].work { try await $0.signIn(nil) }
    case .logOut(let device): try await world.devices[device].work { try await $0.logIn(nil) }
    case .follow(let device, let productId):
      try await heal()
      let stuck: Set<EntitlementState> = [
        .paidNotDelivered, .chargeUnknown, .interrupted, .pending, .verificationFailed,
      ]
      let waiting = try await world.devices[device].phone.purchasing.statuses().filter { stuck.contains($0.state) }
      for id in Set(waiting.map(\.product.id)).union([productId]).sorted() { follow(id, at: device) }
      checkSurfaces(device)
    }
  }

  /// Ends every failure, as somebody does who sees to it before they follow anything.
  func heal() async throws {
    try shop.appStore.setNetwork(true)
    for device in ModelAction.devices.indices { try await world.clearFaults(of: device) }
  }

  func note(_ problem: String) { problems.append(problem) }

  // MARK: Money on its way

  /// Nothing that a device says of a product suggests buying while money may be on its way.
  private func check(_ device: Int) async throws {
    let phone = world.devices[device].phone
    let memory = try phone.memory
    let state = try memory.deviceState()
    let statuses = try await phone.purchasing.statuses()
    let clock = try await phone.purchasing.clock()
    let date = clock.now
    // A clock that is doubted stands still, and one that was wrong is put right: the last answer at a date counts.
    past[device, default: []].removeAll { $0.date >= date }
    if !clock.isSuspect { past[device, default: []].append(PastAnswer(date: date, statuses: statuses)) }
    let payments = try world.payments()
    for status in statuses {
      if let id = status.uncreditedId, !mayHaveForgotten, let payment = payments[id],
        let shown = ShownTransaction(payment, payload: []),
        try world.server.base.perform({ try $0.credit(of: shown) == nil && $0.lineage(of: shown) == nil })
      {
        note("\(status.product.id) on \(ModelAction.devices[device]) is entitled by \(id), credited to nobody")
      }
      guard let why = try moneyOnItsWay(status, state, memory, device) else { continue }
      for text in status.suggestionsToBuy {
        note("\(status.product.id) on \(ModelAction.devices[device]), \(status.state): \"\(text)\", though \(why)")
      }
    }
  }

  /// Why money of the customer's may be on its way for a product; nil where none is.
  ///
  /// Looked for where it lies, not as the resolver sees it: in the ledger, at the app's server, in the device's tables.
  private func moneyOnItsWay(
    _ status: ProductStatus, _ state: DeviceState, _ memory: LocalStore, _ device: Int
  ) throws -> String? {
    let productId = status.product.id
    guard let account = state.account else { return nil }
    let now = try shop.appStore.clock().now
    let intents = try memory.openIntents().filter {
      $0.productId == productId && $0.account == account && $0.user == state.user
        && ($0.state == .open || now < $0.createdDate.adding(milliseconds: Patience.purchase))
    }
    if let intent = intents.first { return "the purchase \(intent.id) is \(intent.state)" }
    for (id, payment) in try world.payments() where payment.productId == productId {
      guard let beginning = begun[id], beginning.device == device, beginning.account == account,
        beginning.user == state.user, payment.revocationDate == nil, payment.expiresDate.map({ now < $0 }) ?? true,
        payment.appAccountToken != nil, let shown = ShownTransaction(payment, payload: [])
      else { continue }
      let order = try memory.order(forTransaction: id)
      // What was given up was charged all the same; of consumables a later purchase is the answer.
      guard !payment.isConsumable || order?.isGivenUp != true || status.state == .notPurchased else { continue }
      let credit = try world.server.base.perform { try $0.credit(of: shown)?.transactionId }
      if credit == nil { return "\(id) is paid and credited to nobody" }
    }
    return nil
  }

  /// What a device is said to have answered at a date is what it answered.
  func checkPast() throws {
    for device in ModelAction.devices.indices {
      let memory = try world.devices[device].phone.memory
      let answers = past[device] ?? []
      for answer in answers.suffix(6) + answers.prefix(3) {
        let then = try resolvedStatuses(of: memory, at: DeviceClock(past: answer.date), asOf: answer.date)
        for status in answer.statuses {
          let told = then.first { $0.product.id == status.product.id }
          guard told?.inOneLine != status.inOneLine else { continue }
          note(
            "\(status.product.id) on \(ModelAction.devices[device]) was \(status.inOneLine), and --as-of "
              + "\(answer.date.formatted(.minute)) says \(told?.inOneLine ?? "nothing")")
        }
      }
    }
  }

  // MARK: Following

  /// Follows what is next of a product, three steps far.
  private func follow(_ productId: String, at device: Int) {
    let till = commandLine(device)
    var answer = till.run(["explain", productId]).document
    var path = [answer.summary]
    for _ in 0..<3 {
      guard !answer.isAtAnEnd else { return }
      guard let command = answer.next?["command"]?.stringValue else {
        return note("\(productId): nothing to do is named: " + path.joined(separator: " => "))
      }
      let account = ModelAction.accounts[0]
      let user = (try? world.devices[device].phone.memory.deviceState().user) ?? ModelAction.users[0]
      let end = till.run(command, filling: ["TEXT": "test", "USER": user, "NAME": account])
      let after = till.run(["explain", productId]).document
      path.append(command.prefix { $0 != "-" } + "(\(end.status.rawValue)) " + after.summary)
      guard after.summary != answer.summary || after.isAtAnEnd else {
        return note("\(productId): \"\(end.message)\" changes nothing: " + path.joined(separator: " => "))
      }
      guard end.status == .done || after.next?["until"] != nil || after.next?["text"] != answer.next?["text"] else {
        return note("\(productId): \(end.message): " + path.joined(separator: " => "))
      }
      answer = after
    }
    if !answer.isAtAnEnd { note("\(productId) is at no end after three steps: " + path.joined(separator: " => ")) }
  }

  // MARK: One answer everywhere

  /// `status`, `check`, `explain`, the dashboard's row and, once it was asked, the app's server say the same.
  private func checkSurfaces(_ device: Int) {
    let till = commandLine(device)
    do {
      _ = till.run(["refund-check"])
      let rows = try dashboardRows(till)
      let status = till.run(["status"]).document
      let owned = till.run(["user", "--owns"]).document
      let now = status["asOf"]?.numberValue?.int64 ?? 0
      for case .object(let row) in status["products"]?.arrayValue ?? [] {
        guard let productId = row["productId"]?.stringValue, let entitled = row["entitled"]?.boolValue else { continue }
        let explain = till.run(["explain", productId]).document
        let check = till.run(["check", productId])
        for name in ["state", "entitled", "confirmed", "cause"] where explain[name] != row[name] {
          note("\(productId): status and explain differ in \(name)")
        }
        if (check.status == .done) != entitled { note("\(productId): check and status differ") }
        if let shown = rows[productId] {
          if shown.state.rawValue != row["state"]?.stringValue || shown.entitled != entitled
            || shown.balance.map(Int64.init) != row["balance"]?.numberValue?.int64
          {
            note("\(productId): the dashboard shows \(shown.state), status says \(row["state"]?.stringValue ?? "")")
          }
        } else {
          note("\(productId): no row in the dashboard")
        }
        compare(row, entitled, with: owned, now: now)
      }
    } catch {
      note("a surface could not be looked at: \(CommandError(explaining: error).message)")
    }
  }

  /// The dashboard's rows once it has started.
  private func dashboardRows(_ till: CommandLine) throws -> [String: ProductRow] {
    let session = try till.session()
    defer { session.close() }
    let dashboard = try DashboardRuntime(
      session, size: Size(width: 100, height: 30), zone: .utc, commands: .till(isUTC: true), followsClock: false)
    defer { dashboard.stop() }
    dashboard.start()
    dashboard.settle()
    return Dictionary(dashboard.state.products.rows.map { ($0.id, $0) }) { first, _ in first }
  }

  /// What the app's server lists of a user is what the device says.
  private func compare(_ row: JSONObject, _ entitled: Bool, with owned: JSONObject, now: Int64) {
    let productId = row["productId"]?.stringValue ?? ""
    let state = row["state"]?.stringValue ?? ""
    if row["type"]?.stringValue == "Consumable" {
      let balance = owned["balances"]?.arrayValue?.compactMap(\.objectValue)
        .first { $0["productId"]?.stringValue == productId }
      func number(_ name: String) -> Int64 { balance?[name]?.numberValue?.int64 ?? 0 }
      let left = number("delivered") - number("used") - number("refunded")
      if row["balance"]?.numberValue?.int64 ?? 0 != left {
        note("\(productId): the device has \(row["balance"] ?? .null) left, the server \(left)")
      }
      return
    }
    guard state != EntitlementState.grantedByUs.rawValue, state != EntitlementState.upgraded.rawValue else { return }
    let stands = (owned["rights"]?.arrayValue ?? []).compactMap(\.objectValue).contains { right in
      right["productId"]?.stringValue == productId && right["ended"] == nil
        && (right["expiresDate"]?.numberValue?.int64).map { now < $0 } ?? true
    }
    if stands != entitled {
      note("\(productId): the device says \(state), the server that the user \(stands ? "has it" : "has it not")")
    }
  }
}

extension ModelAction {
  /// Whether a crash that was armed need not stay armed: something else than arming it was done.
  fileprivate func isOver(_ device: Int, _ step: PipelineStep) -> Bool {
    if case .fault(device, .crash(step), _) = self { false } else { true }
  }
}

extension FollowAction {
  /// The device at which somebody may pay by it.
  fileprivate var buyer: Int? {
    switch self {
    case .model(.buy(let device, _, _, _)), .buy(let device, _, _), .interrupt(let device, _),
      .misfortune(let device, _, _, _):
      device
    default: nil
    }
  }
}

extension ProductStatus {
  /// The transaction that entitles by itself, where nothing else would.
  fileprivate var uncreditedId: String? {
    guard entitled, product.type != .consumable else { return nil }
    switch state {
    case .purchased, .subscribed, .gracePeriod, .refundAsked: return decidingTransactionId
    default: return nil
    }
  }

  /// What the answer comes to.
  fileprivate var inOneLine: String {
    let parts = [
      state.rawValue, entitled ? "entitled" : "not entitled", confirmed ? "confirmed" : "not confirmed",
      balance.map { "balance \($0)" }, cause?.rawValue, next.text,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// What of the answer a person reads as "buy it".
  fileprivate var suggestionsToBuy: [String] {
    var texts = [next.text, next.say ?? ""] + reasons.map(\.text)
    if case .buy = next.action { texts.append("next: buy") }
    let words = [
      "can buy", "or buy it", "buy it again", "subscribe again", "buy the product", "to subscribe", "next: buy",
    ]
    return texts.filter { text in
      !text.contains("You do not have to buy it again") && words.contains(where: text.contains)
    }
  }
}

extension JSONObject {
  /// `explain`'s next step.
  fileprivate var next: JSONObject? { self["next"]?.objectValue }

  /// The answer in one line.
  fileprivate var summary: String {
    let next = next ?? [:]
    return [
      self["state"]?.stringValue ?? "no answer", self["entitled"]?.boolValue == true ? "entitled" : "",
      next["who"]?.stringValue ?? "", next["text"]?.stringValue ?? "",
    ].joined(separator: " ")
  }

  /// Whether nothing is left for us or the customer: entitled, waiting for somebody with a date, or final.
  fileprivate var isAtAnEnd: Bool {
    guard let next else { return false }
    if self["entitled"]?.boolValue == true || next["until"] != nil { return true }
    let text = next["text"]?.stringValue ?? ""
    if next["who"]?.stringValue == "nobody" { return text.contains("because") || text.contains("nothing to do") }
    // What is left of a consumable can be used; it entitles to nothing.
    return text.contains("can use what is left")
  }
}
