import Dashboard
import Database
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

/// What every answer is held against, whoever gives it: the ledger, the app's server and the device's own tables.
extension FollowWorld {
  // MARK: What a device says

  /// Looks at what a device says of every product, and at what it would say with each planted flaw.
  func check(_ device: Int) async throws {
    let phone = world.devices[device].phone
    let memory = try phone.memory
    let state = try memory.deviceState()
    let statuses = try await phone.purchasing.statuses()
    let clock = try await phone.purchasing.clock()
    // A clock that is doubted goes back to the App Store's last word, where it stands: the last answer at a date counts.
    past[device, default: []].removeAll { $0.date >= clock.now }
    past[device, default: []].append(PastAnswer(date: clock.now, statuses: statuses))
    let before = problems.count
    for status in statuses {
      for problem in try wrong(status, state, memory, device, clock.now) { note(problem) }
    }
    guard problems.count == before else { return }
    for flaw in FollowFlaw.allCases where !found.contains(flaw) {
      let bent = try bent(statuses, by: flaw, memory, clock.now)
      guard try bent.contains(where: { try !wrong($0, state, memory, device, clock.now).isEmpty }) else { continue }
      found.insert(flaw)
    }
  }

  /// What the device would answer with a flaw.
  private func bent(
    _ statuses: [ProductStatus], by flaw: FollowFlaw, _ memory: LocalStore, _ now: Timestamp
  ) throws -> [ProductStatus] {
    if let evidence = flaw.bent(try memory.wholeEvidence()) { return Resolver.resolve(evidence, at: now) }
    return statuses.compactMap(flaw.bent)
  }

  /// What is wrong with what a device says of a product.
  private func wrong(
    _ status: ProductStatus, _ state: DeviceState, _ memory: LocalStore, _ device: Int, _ now: Timestamp
  ) throws -> [String] {
    let place = "\(status.product.id) on \(ModelAction.devices[device]), \(status.state): "
    var wrong = try waiting(status, state, memory, now)
    if let id = status.uncreditedId, !mayHaveForgotten, let payment = payments[id],
      let shown = ShownTransaction(payment, payload: []),
      try world.server.base.perform({ try $0.credit(of: shown) == nil && $0.lineage(of: shown) == nil })
    {
      wrong.append("entitled by \(id), credited to nobody")
    }
    let suggestions = status.suggestionsToBuy
    if !suggestions.isEmpty, let why = try moneyOnItsWay(status, state, memory, device) {
      wrong += suggestions.map { "\"\($0)\", though \(why)" }
    }
    if status.cause == .badSignature, status.next.action != .restore {
      wrong.append("a signature that does not hold is signed anew by a restore alone")
    }
    return wrong.map { place + $0 }
  }

  /// What waits is the user's who is here, marked where another Apple Account pays, and a wait for somebody else has an end to come.
  private func waiting(
    _ status: ProductStatus, _ state: DeviceState, _ memory: LocalStore, _ now: Timestamp
  ) throws -> [String] {
    var wrong: [String] = []
    if let until = status.next.until, until <= now { wrong.append("the next step ended \(until.formatted(.minute))") }
    if status.state == .refundAsked, status.next.until == nil { wrong.append("a refund is waited for without an end") }
    for item in status.underWay {
      let order = try item.orderId.flatMap { try memory.order($0) }
      let intent = try item.intentId.flatMap { try memory.intent($0) }
      let whose = order.map { ($0.account, $0.user) } ?? intent.map { ($0.account, $0.user) }
      if let whose, whose.0 != item.account ?? state.account || whose.1 != state.user {
        wrong.append("what waits is \(whose.0)'s and \(whose.1 ?? "nobody")'s")
      }
      guard item.kind == .pending || item.kind == .interrupted else { continue }
      if item.until.map({ $0 <= now }) ?? true { wrong.append("\(item.kind) without an end to come") }
    }
    return wrong
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
    for (id, payment) in payments where payment.productId == productId {
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

  // MARK: What a purchase says

  /// A success gives the user the product, and a failure that strikes once is seen.
  func check(_ report: BuyReport, of action: FollowAction, at device: Int, isPaid: Bool) async throws {
    if let problem = try await wrong(report, of: action, at: device, isPaid: isPaid) { return note(problem) }
    for flaw in FollowFlaw.allCases where !found.contains(flaw) {
      guard let bent = flaw.bent(report), try await wrong(bent, of: action, at: device, isPaid: isPaid) != nil else {
        continue
      }
      found.insert(flaw)
    }
  }

  private func wrong(
    _ report: BuyReport, of action: FollowAction, at device: Int, isPaid: Bool
  ) async throws -> String? {
    guard report.result == .success else { return nil }
    if case .misfortune(_, _, let kind, once: true) = action, isPaid, kind.isSeenByTheBuyer {
      return "\(report.productId): a purchase under \(kind.name), once, says success"
    }
    let status = try await world.devices[device].phone.status(report.productId)
    guard status.product.type != .consumable, !status.entitled else { return nil }
    return "\(report.productId): a purchase says success, and the user has it not: \(status.state)"
  }

  // MARK: What the app's server does by itself

  /// A payment that its token claims for a user and that nobody was credited with, though the server heard of it.
  private func unclaimed() throws -> String? {
    guard !mayHaveForgotten else { return nil }
    let now = try shop.appStore.clock().now
    let tokens = Set(ModelAction.users.map { userToken(of: $0, bundleId: shop.appStore.bundleId) })
    for (id, payment) in payments.sorted(by: { $0.key < $1.key }) where !spoiled.contains(id) {
      guard payment.revocationDate == nil, payment.expiresDate.map({ now < $0 }) ?? true,
        let token = payment.appAccountToken?.lowercased(), tokens.contains(token),
        let shown = ShownTransaction(payment, payload: [])
      else { continue }
      let isWithheld = try world.server.base.perform { session in
        try session.connection.value("SELECT 1 FROM withheld WHERE transaction_id = ?", id, as: Int.self) != nil
      }
      let isCredited = try world.server.base.perform {
        try $0.credit(of: shown) != nil || $0.lineage(of: shown) != nil
      }
      if !isWithheld, !isCredited {
        return "\(id) (\(payment.productId ?? "")) is a user's, and the server has not heard"
      }
    }
    return nil
  }

  /// Finds the flaws by which a device and the app's server would differ.
  private func findPlanted(against device: Int) async throws {
    let phone = world.devices[device].phone
    let memory = try phone.memory
    let now = try await phone.purchasing.clock().now
    let account = try await world.server.base.account(of: memory.deviceState().user)
    let statuses = try await phone.purchasing.statuses()
    guard !statuses.contains(where: { $0.differs(from: account, at: now) }) else { return }
    for flaw in FollowFlaw.allCases where !found.contains(flaw) {
      guard try bent(statuses, by: flaw, memory, now).contains(where: { $0.differs(from: account, at: now) }) else {
        continue
      }
      found.insert(flaw)
    }
  }

  // MARK: One answer everywhere

  /// `status`, `check`, `explain`, the dashboard's row and, once it was asked, the app's server say the same.
  func checkSurfaces(_ device: Int) async throws {
    let till = commandLine(device)
    try readPayments()
    if !found.contains(.serverNeverHears), try unclaimed() != nil { found.insert(.serverNeverHears) }
    _ = till.run(["refund-check"])
    if let problem = try unclaimed() { note(problem) }
    try await findPlanted(against: device)
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

extension DeviceFault.Kind {
  /// Whether a purchase that it strikes cannot end well.
  fileprivate var isSeenByTheBuyer: Bool {
    switch self {
    case .timeoutAfterPayment, .noCallback, .missingReceipt, .lateId, .appServerDown, .appServerRefused,
      .appServerOverdue, .unverifiable:
      true
    default: false
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

  /// What of the answer a person reads as "buy it".
  fileprivate var suggestionsToBuy: [String] {
    var texts = [next.text, next.say ?? ""] + reasons.map(\.text)
    if case .buy = next.action { texts.append("next: buy") }
    let words = [
      "can buy", "or buy it", "buy it again", "subscribe again", "buy the product", "to subscribe", "next: buy",
    ]
    return texts.filter { text in
      !text.contains("don't") && !text.contains("no need to") && words.contains(where: text.contains)
    }
  }

  /// Whether the app's server lists something else of the user than this.
  fileprivate func differs(from account: UserAccount, at now: Timestamp) -> Bool {
    if product.type == .consumable { return (balance ?? 0) != (account.balances[product.id]?.balance ?? 0) }
    guard state != .grantedByUs, state != .upgraded else { return false }
    let stands = account.rights.contains {
      $0.productId == product.id && $0.ended == nil && ($0.expiresDate.map { now < $0 } ?? true)
    }
    return stands != entitled
  }
}
