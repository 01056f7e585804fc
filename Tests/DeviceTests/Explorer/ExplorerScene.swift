import AppStoreModel
import Entitlements
import Simulator
import Storage
import TestSupport

@testable import AppServer
@testable import Device

/// What is so: the ledger and the app server, looked at where things lie.
struct ExplorerTruth {
  let now: Timestamp
  let payments: [ExplorerPayment]
  /// The user credited with each payment; a payment without a credit is absent.
  let credits: [String: String]
  /// When each payment was credited.
  let creditDates: [String: Timestamp]
  /// Who has the lineage of a payment at the app server.
  let holders: [String: [String]]
  /// Since when the app server has the durations; nil where it has none, or that is not known.
  let durationDate: Timestamp?
  /// Whether the app server may have lost what it credited.
  let mayHaveForgotten: Bool
  /// When the app server last moved a purchase to another user, by transaction.
  let movedDates: [String: Timestamp]

  /// Whether a user has what was paid.
  func has(_ user: String, _ payment: ExplorerPayment) -> Bool {
    if let credit = credits[payment.id], credit == user { return true }
    return holders[payment.id]?.contains(user) == true
  }

  /// Whether a payment was credited at all.
  func isCredited(_ payment: ExplorerPayment) -> Bool {
    credits[payment.id] != nil || !(holders[payment.id] ?? []).isEmpty
  }
}

/// What one device says, and what it can know.
struct ExplorerScene {
  let device: String
  let state: DeviceState
  let generation: Int
  var statuses: [ProductStatus]
  /// When the app server answered last about the user; nil for never.
  let serverDate: Timestamp?
  /// Device time.
  let now: Timestamp
  /// The listed money: transaction ids of orders, and product ids of purchases that wait or that support closed.
  var listed: Set<String>
  /// What the lists of orders, refunds and unfinished transactions call each transaction.
  let words: [String: [String]]
  /// The verified purchases of the signed-in Apple Account that the device holds and that stand as far as it knows.
  let held: Set<String>
  /// The products about which it gives an answer.
  var answered: Set<String>
  /// The transactions of which it offers to ask a refund.
  var refundable: Set<String>
  /// The orders and purchases of other users, by id.
  let others: Set<String>
  /// The products of which a purchase of this user's waits with this Apple Account: unanswered, or to be approved.
  let waiting: [String: String]
  /// The purchases of this user's in the list of orders that the App Store has not answered finally.
  var unanswered: [WaitingPurchase] = []

  /// Where a payment of this scene's user was made, as seen from this device; nil where the device cannot know of it.
  func origin(of payment: ExplorerPayment) -> String? {
    if payment.device == device, payment.generation == generation {
      return payment.account == state.account ? "here" : "here, with another Apple Account"
    }
    if let serverDate {
      guard let date = payment.transaction.purchaseDate, date <= serverDate else { return nil }
    } else if state.lastChecked != nil {
      return nil
    }
    return (payment.device == device ? "before this device" : "on another device")
      + (serverDate == nil ? ", nobody asked" : "")
  }

  /// Whether a payment was made for the user of this device, logged in or anonymous.
  func isMine(_ payment: ExplorerPayment) -> Bool {
    guard payment.device != nil || payment.transferredTo != nil || payment.user != nil else { return false }
    return payment.owner == state.appUser
  }
}

extension ExplorerWorld {
  func truth() throws -> ExplorerTruth {
    let shown = payments.compactMap { ShownTransaction($0.transaction) }
    let found = try server().perform { session in
      try shown.map { shown in
        (shown.id, try session.credit(of: shown), try session.lineage(of: shown)?.users ?? [])
      }
    }
    var credits: [String: String] = [:]
    var creditDates: [String: Timestamp] = [:]
    var holders: [String: [String]] = [:]
    for (id, credit, users) in found {
      if let credit { (credits[id], creditDates[id]) = (credit.user, credit.date) }
      holders[id] = users
    }
    let moves = try server().perform { session in
      try shown.map { shown in
        let date: Timestamp? = try session.connection.value(
          "SELECT max(date) FROM transfers WHERE environment = ? AND original_transaction_id = ?", shown.environment,
          shown.originalId)
        return (shown.id, date)
      }
    }
    let ends = try passes().reduce(into: [:]) { $0[$1.purchase] = $1.expiresDate }
    var payments = payments
    for index in payments.indices { payments[index].serverEnd = ends[payments[index].id] }
    return ExplorerTruth(
      now: try shop.appStore.clock().now, payments: payments, credits: credits, creditDates: creditDates,
      holders: holders,
      durationDate: everArmed.isEmpty ? durationDate : nil,
      mayHaveForgotten: everArmed.contains("app-server-forgot"),
      movedDates: moves.reduce(into: [:]) { $0[$1.0] = $1.1 })
  }

  /// What the app server has credited of passes, whose ends no transaction carries.
  func passes() throws -> [Right] {
    let bought = payments.compactMap { payment in
      payment.transaction.type == .nonRenewingSubscription ? ShownTransaction(payment.transaction) : nil
    }
    guard !bought.isEmpty else { return [] }
    return try server().perform { session in
      let users = Set(try bought.flatMap { try session.lineage(of: $0)?.users ?? [] })
      return try users.sorted().flatMap { try session.rights(of: $0) }
        .filter { $0.type == .nonRenewingSubscription && $0.ended.map { $0.why == .expired } ?? true }
    }
  }

  func scene(_ device: String) throws -> (scene: ExplorerScene, evidence: EvidenceSet?) {
    let memory = try memory(of: device)
    let state = try memory.deviceState()
    let shift = DeviceClock.shift(by: try memory.faults())
    let clock = DeviceClock(
      machine: shop.clock.now.adding(milliseconds: shift), state: state,
      trusted: shift == 0 && !isOverHTTP ? try shop.appStore.clock().now : nil)
    let evidence = try memory.evidence(of: nil, at: clock.now)
    let statuses = Resolver.resolve(evidence, at: clock.now)
    let orders = try memory.orders(PageRequest(limit: 100)).rows
    let intents = try memory.openIntents()
    let others =
      try memory.latestOrders(limit: 100).filter { $0.user != state.appUser || $0.account != state.account }.map(\.id)
      + intents.filter { $0.user != state.appUser || $0.account != state.account }.map(\.id)
    let waiting = intents.filter { intent in
      intent.account == state.account && intent.user == state.appUser
        && (intent.state == .open || clock.now < intent.createdDate.adding(milliseconds: Patience.purchase))
    }
    // What support closed by hand before a charge was known is told as that.
    let closed = evidence.intents.filter { $0.state == .closed && $0.user == state.appUser }
    let known = devices[device] ?? ExplorerDevice()
    let unanswered = try memory.waitingPurchases(of: nil, at: clock)
    let scene = ExplorerScene(
      device: device, state: state, generation: known.generation, statuses: statuses,
      serverDate: try memory.userAccount(state.appUser)?.date, now: clock.now,
      listed: Set(orders.map(\.transactionId) + unanswered.map(\.intent.productId) + closed.map(\.productId)),
      words: try Self.words(of: orders, in: memory),
      held: Set(
        evidence.transactions.filter {
          $0.verdict == .verified && !$0.isAbsent && $0.transaction.revocationDate == nil
        }.compactMap(\.transaction.transactionId)),
      answered: Set(statuses.map(\.product.id)),
      refundable: Set(try memory.refundable(PageRequest(limit: 1000)).rows.compactMap(\.transaction.transactionId)),
      others: Set(others), waiting: Dictionary(waiting.map { ($0.productId, $0.state.rawValue) }) { first, _ in first },
      unanswered: unanswered.filter { $0.intent.user == state.appUser })
    return (scene, evidence)
  }

  private static func words(of orders: [Order], in memory: LocalStore) throws -> [String: [String]] {
    let rows =
      try orders.map { ($0.transactionId, $0.stateWords) }
      + memory.refunds(PageRequest(limit: 100)).rows.map { ($0.transactionId, $0.words) }
      + memory.unfinished(PageRequest(limit: 100)).rows.map { ($0.transactionId, $0.stateWords) }
    return rows.reduce(into: [:]) { $0[$1.0, default: []].append($1.1) }
  }
}
