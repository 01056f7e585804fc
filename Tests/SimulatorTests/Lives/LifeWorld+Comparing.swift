import AppStoreModel
import Testing

@testable import Simulator

/// A subscription or a non-consumable as it is in the App Store's ledger.
private struct Claim {
  let productId: String
  /// The subscription group; nil for a non-consumable.
  let group: String?
  let status: SubscriptionStatus
  let isShared: Bool

  var isServed: Bool { status == .active || status == .billingGracePeriod }

  /// The resolver's name of this status.
  var state: EntitlementState {
    switch status {
    case .active: group == nil ? .purchased : .subscribed
    case .billingGracePeriod: .gracePeriod
    case .billingRetry: .billingRetry
    case .revoked: isShared ? .revoked : .refunded
    default: .expired
    }
  }
}

/// The conditions that must hold at every time.
extension LifeWorld {
  /// Reads what is new, and compares each device's answers with the ledger.
  func compare() throws {
    for device in devices {
      let news = try device.pull()
      for transaction in news.changed { noteExtension(of: transaction, device) }
      for transaction in news.new where transaction.expiresDate != nil { checkCycle(of: transaction, device) }
      checkPeriods(device)
      try checkRenewals(device)
      try checkAnswer(device)
    }
  }

  /// Checks that the resolver's answer agrees with the App Store's ledger, on each device and at each millisecond.
  private func checkAnswer(_ device: LifeDevice) throws {
    let now = try now
    // The device's time is never before a signing date; the App Store's clock is, once it was set back. A change
    // between the two times has happened for the device only, so the answers cannot be compared.
    let floor = device.floor
    let edges = try edges(device)
    guard !edges.contains(where: { now < $0 && $0 <= floor }) else { return }
    let answer = device.answer(at: max(now, floor))
    let claims = try claims(device)
    let served = Dictionary(grouping: claims.filter { $0.isServed && $0.group != nil }) { $0.group }
      .mapValues { $0.map { device.level(of: $0.productId) }.min() ?? .max }
    let truth = Set(
      claims.filter { claim in
        claim.isServed && (claim.group == nil || served[claim.group] == device.level(of: claim.productId))
      }.map(\.productId))
    let said = Set(answer.filter(\.entitled).map(\.product.id))
    if said != truth {
      problems.append("\(device.account) at \(now): \(said.sorted()) instead of \(truth.sorted())")
    }
    for claim in claims where claims.count(where: { $0.productId == claim.productId }) == 1 {
      if claim.isServed, !truth.contains(claim.productId) { continue }
      let state = answer.first { $0.product.id == claim.productId }?.state
      if state != claim.state {
        problems.append(
          "\(device.account) at \(now): \(claim.productId) is \(state?.rawValue ?? "gone"), not \(claim.state.rawValue)"
        )
      }
    }
  }

  /// Returns the dates at which something changes by itself for an account.
  private func edges(_ device: LifeDevice) throws -> [Int64] {
    let account = device.account
    return try shop.store.read { session in
      let sources = try session.shares(with: account).compactMap {
        try session.subscription(originalId: $0.sourceOriginalId)
      }
      return try (session.subscriptions(of: account) + sources).compactMap(\.dueDate)
    }
  }

  private func claims(_ device: LifeDevice) throws -> [Claim] {
    let account = device.account
    return try shop.store.read { session in
      let own = try session.subscriptions(of: account).map { row in
        // A subscription whose latest period was refunded is revoked, not only expired.
        let isRefunded = try row.state == .expired && session.transaction(row.latestId).revocation != nil
        return Claim(
          productId: row.productId, group: row.groupId, status: isRefunded ? .revoked : row.status, isShared: false)
      }
      let shared = try session.shares(with: account).compactMap { share -> Claim? in
        let latest = try session.transaction(share.latestId)
        if let status = try session.status(of: share) {
          return Claim(productId: latest.productId, group: latest.groupId, status: status, isShared: true)
        }
        return share.isActive ? Claim(productId: latest.productId, group: nil, status: .active, isShared: true) : nil
      }
      let owned = try session.ownedTransaction(of: LifeCatalogue.premium, account: account).map {
        Claim(productId: $0.productId, group: nil, status: .active, isShared: false)
      }
      return own + shared + (owned.map { [$0] } ?? [])
    }
  }

  /// Checks that no two periods of a lineage give access at the same time.
  ///
  /// Exceptions: the earlier one was replaced or refunded, or the later one was forced.
  private func checkPeriods(_ device: LifeDevice) {
    for (id, periods) in device.lineages {
      for (one, next) in zip(periods, periods.dropFirst()) {
        guard let end = one.expiresDate, let start = next.purchaseDate, let begin = one.purchaseDate else { continue }
        if begin >= start { problems.append("lineage \(id): two periods begin at \(start.milliseconds)") }
        let isReplaced =
          one.isUpgraded == true || device.everRevoked.contains(one.transactionId ?? "")
          || forced.contains(start.milliseconds)
        if start < end, !isReplaced {
          problems.append("lineage \(id): \(next.transactionId ?? "") begins before \(one.transactionId ?? "") ends")
        }
      }
      for period in periods where (period.expiresDate ?? .distantFuture) < (period.purchaseDate ?? .distantPast) {
        problems.append("lineage \(id): \(period.transactionId ?? "") ends before it begins")
      }
    }
  }

  /// Checks grace period, billing retry and expiry of each subscription against its renewal info.
  private func checkRenewals(_ device: LifeDevice) throws {
    let account = device.account
    let rows = try shop.store.read { try $0.subscriptions(of: account) }
    for row in rows {
      let info = device.renewalInfos.first { $0.originalTransactionId == String(row.originalId) }
      let hasGrace = info?.gracePeriodExpiresDate != nil
      if hasGrace != (row.state == .grace) { problems.append("grace of \(row.productId) in \(row.state)") }
      if (info?.isInBillingRetryPeriod == true) != (row.state == .grace || row.state == .retry) {
        problems.append("retry of \(row.productId) in \(row.state)")
      }
      if row.state == .grace, (row.graceEnd ?? 0) > (row.retryEnd ?? .max) {
        problems.append("the grace of \(row.productId) outlasts its billing retry")
      }
      if row.state == .active, try row.expiresDate <= now { problems.append("\(row.productId) is active and over") }
    }
  }

  private func noteExtension(of transaction: Transaction, _ device: LifeDevice) {
    guard let id = transaction.originalTransactionId, let cycle = device.cycles[id], let end = transaction.expiresDate,
      device.lineages[id]?.last?.transactionId == transaction.transactionId, end > cycle.end
    else { return }
    device.cycles[id] = LifeCycle(anchor: end, periods: 0, rate: cycle.rate, period: cycle.period)
  }

  /// Checks that a period ends at the billing date counted from the cycle's start, not from the previous period.
  private func checkCycle(of transaction: Transaction, _ device: LifeDevice) {
    // Bought again at a date that was already paid for before the clock was set back.
    if let begin = transaction.purchaseDate?.milliseconds, isForced || begin <= latest { forced.insert(begin) }
    guard let id = transaction.originalTransactionId, let begin = transaction.purchaseDate,
      let period = device.period(of: transaction), transaction.inAppOwnershipType == .purchased
    else { return }
    let periods = device.lineages[id] ?? []
    let before = periods.firstIndex { $0.transactionId == transaction.transactionId }.flatMap {
      $0 > 0 ? periods[$0 - 1] : nil
    }
    let goesOn = transaction.transactionReason == .renewal && before?.expiresDate == begin && !beginsAnew
    var cycle = LifeCycle(anchor: begin, periods: 1, rate: rate, period: period)
    if goesOn, let held = device.cycles[id], held.rate == rate, held.period == period {
      cycle = LifeCycle(anchor: held.anchor, periods: held.periods + 1, rate: rate, period: period)
    }
    device.cycles[id] = cycle
    if transaction.expiresDate != cycle.end {
      problems.append(
        "\(transaction.productId ?? "") from \(begin.milliseconds) ends "
          + "\(transaction.expiresDate?.milliseconds ?? 0), not \(cycle.end.milliseconds)")
    }
  }
}
