import AppStoreModel
import Core
import Dashboard
import Foundation
import Simulator
import TerminalUI
import TestSupport

@testable import AppServer
@testable import Device
@testable import TillApp

/// The promises that are looked at on copies of a world, so that the exploration itself goes on unchanged.
extension ExplorerWorld {
  // MARK: Healing

  /// Ends every failure, as a person does who sees to it before they follow anything.
  func heal() throws {
    try shop.appStore.setNetwork(true)
    try shop.appStore.setPayments(true)
    for armed in try shop.appStore.faults() {
      try type(["simulator", "fault", armed.fault.rawValue, "--off"], at: ExplorerAction.devices[0])
    }
    for device in ExplorerAction.devices {
      for fault in try memory(of: device).faults() { try type(["fault", fault.kind.name, "--off"], at: device) }
    }
  }

  @discardableResult
  func type(_ words: [String], at device: String) throws -> Typed { try type(words, as: ExplorerAction(device, words)) }

  /// Has everything that was paid come in: with every Apple Account that paid, whatever was refused tried again.
  private func collect() throws {
    let truth = try truth()
    for device in ExplorerAction.devices {
      let known = devices[device]
      let others = Set(
        truth.payments.filter { payment in
          payment.device == device && !truth.isCredited(payment)
            && (payment.generation == known?.generation || payment.transaction.type != .consumable)
        }.compactMap(\.account)
      ).subtracting([known?.state.account ?? ""])
      for account in others.sorted() {
        try type(["account", account], at: device)
        try collect(at: device)
      }
      if let account = known?.state.account, account != devices[device]?.state.account {
        try type(["account", account], at: device)
      }
      try collect(at: device)
    }
    // A user of whom the app server never heard logs in once more.
    let known = try self.truth()
    let unheard = Set(known.payments.filter { !known.isCredited($0) }.compactMap(\.owner))
      .intersection(ExplorerAction.users)
    for user in unheard.sorted() { try type(["user", user, "--leave"], at: ExplorerAction.devices[0]) }
    // What the other device brought is heard of when the server is asked again.
    for device in ExplorerAction.devices where devices[device]?.state.account != nil {
      try type(["refund-check"], at: device)
    }
  }

  private func collect(at device: String) throws {
    guard devices[device]?.state.account != nil else { return }
    try type(["restore"], at: device)
    for order in try memory(of: device).refusedOrders() { try type(["retry", order.id], at: device) }
    try type(["retry"], at: device)
  }

  // MARK: The money

  /// What is credited is what was paid less what was refunded, once everything was healed.
  func liesOfMoney(planted: inout Set<ExplorerFlaw>, counting statistics: inout ExplorerStatistics) throws
    -> [ExplorerLie]
  {
    let copy = try ExplorerWorld(copying: self)
    try copy.heal()
    if !everArmed.contains("app-server-forgot"), !planted.contains(.serverNeverHears) {
      // A server that never hears would not know of what a device brings only when it is asked.
      let unheard = try copy.uncredited(copy.truth())
      if !unheard.isEmpty { planted.insert(.serverNeverHears) }
    }
    try copy.collect()
    let truth = try copy.truth()
    statistics.count(.creditsArePayments, truth.payments.count)
    var lies = try copy.uncredited(truth)
    lies += try copy.wrongBalances(truth)
    lies += try copy.strangers(taking: [])
    if !planted.contains(.queueIsMine), try !copy.strangers(taking: handedOver()).isEmpty {
      planted.insert(.queueIsMine)
    }
    lies += try liesOfServerMoney(counting: &statistics)
    lies += copy.creditedInSpite(of: truth, counting: &statistics)
    for device in ExplorerAction.devices {
      statistics.count(.serverAgrees, ExplorerAction.products.count)
      lies += try copy.liesOfServer(at: device)
    }
    return lies
  }

  private func uncredited(_ truth: ExplorerTruth) throws -> [ExplorerLie] {
    guard !truth.mayHaveForgotten else { return [] }
    let frauds = Set(truth.payments.filter { $0.finalGround == CloseGround.fraud.rawValue }.map(\.lineage))
    let isOverdue = everArmed.contains("app-server-overdue") || everArmed.contains("overdue-age")
    return truth.payments.compactMap { payment in
      // Of a consumable that was too old for the app server, support decides once the order's device is gone.
      if isOverdue, payment.transaction.type == .consumable, let device = payment.device,
        devices[device]?.generation != payment.generation
      {
        return nil
      }
      // Of an installation that is gone, the app server never heard of an order whose token is its own: support decides.
      if let owner = payment.owner, AnonymousUser(name: owner) != nil, let device = payment.device,
        devices[device]?.generation != payment.generation,
        payment.transaction.appAccountToken?.lowercased() != userToken(of: owner, bundleId: ExplorerAction.app)
      {
        return nil
      }
      // What was given up as fraud covers the renewals.
      guard !frauds.contains(payment.lineage), let owner = payment.owner, payment.isPaid, !payment.isRevoked,
        !payment.isClosedByHand,
        payment.isRunning(at: truth.now), !truth.has(owner, payment), payment.transaction.appAccountToken != nil,
        // A purchase made without logging in goes to the user who restores it; of a consumable that was given up, support
        // decides.
        AnonymousUser(name: owner) == nil || !truth.isCredited(payment) && payment.transaction.type != .consumable
      else { return nil }
      let how =
        isOverdue
        ? "too old for the app server" : truth.isCredited(payment) ? "credited to another user" : "credited to nobody"
      return ExplorerLie(
        .creditsArePayments, how, at: payment.productId, said: how,
        truth: "\(payment.id) was paid for \(owner) with \(payment.account ?? "?")")
    }
  }

  /// What Apple Accounts bought that were never signed in at a device, and a user of a device has.
  ///
  /// - Parameter credited: The transactions that a program with a flaw would have credited besides.
  private func strangers(taking credited: Set<String>) throws -> [ExplorerLie] {
    let rows = try shop.appStore.transactions(PageRequest(limit: 10_000)).rows.filter { row in
      demo.contains(row.transactionId ?? "")
        && ExplorerTemplate.accountIds[row.appTransactionId ?? ""].map { !signedIn.contains($0) } ?? false
    }
    let lineages = Set(rows.compactMap(\.originalTransactionId))
    if let row = rows.first(where: { credited.contains($0.transactionId ?? "") }) {
      return [
        ExplorerLie(
          .creditedToTheBuyer, "another Apple Account's, never signed in", at: row.productId ?? "", said: "credited",
          truth: "\(row.transactionId ?? "") was bought by an Apple Account that was never signed in here")
      ]
    }
    for user in ExplorerAction.users {
      let rights = try server().perform { try $0.rights(of: user) }
      guard let right = rights.first(where: { lineages.contains($0.originalTransactionId) }) else { continue }
      return [
        ExplorerLie(
          .creditedToTheBuyer, "another Apple Account's, never signed in", at: right.productId, said: "\(user) has it",
          truth: "\(right.originalTransactionId) was bought by an Apple Account that was never signed in here")
      ]
    }
    return []
  }

  /// What the App Store handed over to the devices although it is another Apple Account's.
  private func handedOver() throws -> Set<String> {
    try ExplorerAction.devices.reduce(into: []) { handed, device in
      let rows = try memory(of: device).unfinished(PageRequest(limit: 100)).rows
      handed.formUnion(rows.filter { $0.state == UnfinishedTransaction.anotherAccounts }.map(\.transactionId))
    }
  }

  /// What the app server lists as under way, given up and credited of each user, compared with the ledger.
  private func liesOfServerMoney(counting statistics: inout ExplorerStatistics) throws -> [ExplorerLie] {
    let truth = try truth()
    guard !truth.mayHaveForgotten else { return [] }
    var lies: [ExplorerLie] = []
    for user in ExplorerAction.users {
      let (listed, rights) = try server().perform { session in
        (try session.underWay(of: user) + session.givenUp(of: user), try session.rights(of: user))
      }
      statistics.count(.serverMoneyIsSo, listed.count + rights.count)
      for purchase in listed where [.paid, .closed].contains(purchase.state) {
        guard let payment = truth.payments.first(where: { $0.id == purchase.transactionId }) else { continue }
        let wrong: String? =
          // The credit of another period of a subscription is another credit.
          truth.credits[payment.id] == user
            || payment.transaction.type != .autoRenewableSubscription && truth.has(user, payment)
          ? "it was credited" : payment.owner.map { $0 != user } == true ? "it is another user's" : nil
        if let wrong {
          lies.append(
            ExplorerLie(
              .serverMoneyIsSo, wrong, at: "\(user), \(purchase.productId)", said: purchase.state.rawValue,
              truth: "\(payment.id): \(wrong)"))
        }
      }
      for right in rights where right.ended == nil && right.isPaid != nil {
        guard let payment = truth.payments.last(where: { $0.id == right.purchase }),
          right.isPaid != payment.isPaid
        else { continue }
        lies.append(
          ExplorerLie(
            .serverMoneyIsSo, "paid or not", at: "\(user), \(right.productId)",
            said: right.isPaid == true ? "paid" : "not paid", truth: "\(payment.transaction.price ?? 0) milliunits"))
      }
    }
    return lies
  }

  /// What was given up on a final ground and credited all the same, though support neither reopened nor moved it.
  private func creditedInSpite(of truth: ExplorerTruth, counting statistics: inout ExplorerStatistics) -> [ExplorerLie]
  {
    truth.payments.filter { $0.finalGround != nil }.compactMap { payment in
      statistics.count(.finalGroundsHold, 1)
      // A renewal is a payment of its own. Only what was given up as fraud covers the renewals.
      let isOfRenewal =
        payment.finalGround != CloseGround.fraud.rawValue && truth.credits[payment.id] == nil
        && truth.payments.contains { $0.lineage == payment.lineage && truth.credits[$0.id] != nil }
      guard truth.isCredited(payment), !isOfRenewal, payment.transferredTo == nil else { return nil }
      return ExplorerLie(
        .finalGroundsHold, payment.finalGround ?? "", at: payment.productId, said: "credited",
        truth: "\(payment.id) was given up as \(payment.finalGround ?? "")")
    }
  }

  private func wrongBalances(_ truth: ExplorerTruth) throws -> [ExplorerLie] {
    guard !truth.mayHaveForgotten, !typed.contains(where: { $0.words.first == "transfer" }) else { return [] }
    var lies: [ExplorerLie] = []
    for productId in ExplorerAction.consumables {
      let paid = truth.payments.filter { $0.productId == productId }
      guard
        paid.allSatisfy({ payment in
          payment.owner.map { truth.has($0, payment) } ?? false && payment.transaction.appAccountToken != nil
        })
      else { continue }
      for user in ExplorerAction.users {
        let count = try server().perform { try $0.balances(of: user)[productId] }
        let mine = paid.filter { $0.owner == user }
        let quantity = mine.reduce(0) { $0 + Int($1.transaction.quantity ?? 1) }
        let refunded = mine.filter(\.isRevoked).reduce(0) {
          $0
            + ConsumableCount.refundedShare(
              of: Int($1.transaction.quantity ?? 1), percentage: $1.transaction.revocationPercentage)
        }
        guard quantity - refunded != (count?.delivered ?? 0) - (count?.refunded ?? 0) else { continue }
        lies.append(
          ExplorerLie(
            .creditsArePayments, "the balance differs", at: "\(productId), \(user)",
            said: "\(count?.delivered ?? 0) delivered, \(count?.refunded ?? 0) refunded",
            truth: "\(quantity) paid, \(refunded) refunded"))
      }
    }
    return lies
  }

  /// What the app server lists of the user is what the device says.
  private func liesOfServer(at device: String) throws -> [ExplorerLie] {
    guard let user = devices[device]?.state.appUser, devices[device]?.state.account != nil,
      devices[device]?.state.verification != VerificationWay.none
    else { return [] }
    let scene = try scene(device).scene
    let account = try server().perform { session in
      (try session.balances(of: user), try session.rights(of: user))
    }
    return scene.statuses.compactMap { status in
      func lie(_ how: String, _ truth: String) -> ExplorerLie {
        ExplorerLie(
          .serverAgrees, how, at: "\(device), \(user), \(status.product.id)", said: status.inOneLine, truth: truth)
      }
      if status.product.type == .consumable {
        let left = account.0[status.product.id]?.balance ?? 0
        return (status.balance ?? 0) == left
          ? nil : lie("the balance differs", "the app server has \(left) left")
      }
      guard status.state != .grantedByUs, status.state != .upgraded else { return nil }
      let stands = account.1.contains {
        $0.productId == status.product.id && $0.ended == nil && ($0.expiresDate.map { scene.now < $0 } ?? true)
      }
      return stands == status.entitled
        ? nil
        : lie(
          stands
            ? "the server has it, the device says \(status.state.rawValue)"
            : "the device has it (\(status.state.rawValue))",
          "the app server says that the user \(stands ? "has it" : "has it not")")
    }
  }

  // MARK: One answer everywhere

  func liesOfSurfaces(counting statistics: inout ExplorerStatistics) throws -> [ExplorerLie] {
    var lies: [ExplorerLie] = []
    // A dashboard settles what is open when it starts.
    let copy = try ExplorerWorld(copying: self)
    for device in ExplorerAction.devices {
      let till = try copy.commandLine(device)
      let rows = try dashboardRows(till)
      let status = till.run(["status"]).document
      for case .object(let row) in status["products"]?.arrayValue ?? [] {
        guard let productId = row["productId"]?.stringValue, let entitled = row["entitled"]?.boolValue else { continue }
        func lie(_ how: String, _ truth: String) {
          lies.append(
            ExplorerLie(
              .surfacesAgree, how, at: "\(device), \(productId)", said: row["state"]?.stringValue ?? "", truth: truth))
        }
        statistics.count(.surfacesAgree, 3)
        let explain = till.run(["explain", productId]).document
        let check = till.run(["check", productId])
        for name in ["state", "entitled", "confirmed", "cause"] where explain[name] != row[name] {
          lie("explain differs in \(name)", "\(name): \(explain[name] ?? .null)")
        }
        if (check.status == .done) != entitled { lie("check differs", "check: \(check.status)") }
        guard let shown = rows[productId] else {
          lie("no row in the dashboard", "")
          continue
        }
        if shown.state.rawValue != row["state"]?.stringValue || shown.entitled != entitled
          || shown.balance.map(Int64.init) != row["balance"]?.numberValue?.int64
        {
          lie("the dashboard differs", "dashboard: \(shown.state.rawValue)")
        }
      }
    }
    return lies
  }

  /// The dashboard's rows once it has started.
  private func dashboardRows(_ till: CommandLine) throws -> [String: ProductRow] {
    let session = try till.session()
    defer { session.close() }
    let dashboard = try DashboardRuntime(
      session, size: Size(width: 100, height: 30), zone: .utc, followsClock: false)
    defer { dashboard.stop() }
    dashboard.start()
    dashboard.settle()
    return Dictionary(dashboard.state.products.rows.map { ($0.id, $0) }) { first, _ in first }
  }

  // MARK: What comes next

  /// What is shown as the next charge is what is charged when its time comes.
  func liesOfNextCharge(counting statistics: inout ExplorerStatistics) throws -> [ExplorerLie] {
    for device in ExplorerAction.devices {
      let scene = try scene(device).scene
      guard let status = scene.statuses.first(where: { $0.state == .subscribed && $0.renewal != nil && !$0.isShared }),
        let renewal = status.renewal, let end = status.expiresDate, scene.now < end,
        let deciding = payments.first(where: { $0.id == status.decidingTransactionId }),
        let checked = scene.state.lastChecked,
        !payments.contains(where: {
          $0.lineage == deciding.lineage && ($0.transaction.signedDate ?? .distantPast) > checked
        }),
        !typed.contains(where: { $0.words.starts(with: ["simulator"]) && Self.unseen.contains($0.words[1]) }),
        !isPlanChanged(unseenBy: device)
      else { continue }
      statistics.count(.nextChargeIsCharged, 1)
      let copy = try ExplorerWorld(copying: self)
      try copy.heal()
      let hours = end.milliseconds(since: try copy.shop.appStore.clock().now) / 3_600_000 + 2
      let typed = try copy.type(["simulator", "advance", "\(hours)h"], at: device)
      let charged = copy.payments.filter { typed.made.contains($0.id) && $0.lineage == deciding.lineage }.first
      let productId = status.pendingProductId ?? status.product.id
      let product = scene.statuses.first { $0.product.id == productId }?.product
      let price = renewal.price?.milliunits ?? product?.price
      func lie(_ how: String, _ truth: String) -> [ExplorerLie] {
        [
          ExplorerLie(
            .nextChargeIsCharged, how, at: "\(device), \(status.product.id)",
            said: renewal.renews ? "renews as \(productId) for \(price ?? 0) milliunits" : "does not renew",
            truth: truth)
        ]
      }
      guard let charged else {
        return renewal.renews && !renewal.awaitsConsent ? lie("nothing is charged", "no renewal came") : []
      }
      if !renewal.renews { return lie("it renews", "\(charged.transaction.price ?? 0) milliunits were charged") }
      if charged.productId != productId { return lie("another product", "\(charged.productId) was charged") }
      if charged.transaction.price != price {
        return lie("another price", "\(charged.transaction.price ?? 0) milliunits were charged")
      }
    }
    return []
  }

  /// Whether another device bought since this one asked, or requested a refund, which leaves no transaction at once.
  ///
  /// Nor can a device know what an answer changed whose signature it refused.
  private func isPlanChanged(unseenBy device: String) -> Bool {
    if typed.contains(where: { $0.action.device == device && $0.buyReport?.result == "unverified" }) { return true }
    let asks: Set<String> = ["buy", "restore", "refund-check"]
    let since = typed.lastIndex { $0.action.device == device && asks.contains($0.words[0]) } ?? typed.startIndex
    return typed[since...].contains { $0.action.device != device && ["buy", "ask-refund"].contains($0.words[0]) }
  }

  /// What a customer or Apple does elsewhere to a subscription, which a device cannot know before it asks.
  private static let unseen: Set<String> = [
    "auto-renew", "billing", "price-increase", "consent", "extend", "fault", "renew", "expire", "buy",
  ]
}
