package import AppStoreModel

/// The timelines of products: each product's events with their signed dates.
///
/// They are derived from the signed evidence alone. Whether a past answer was *entitled* is for the resolver to say,
/// because it also knows which data had arrived by then.
package enum Lives {
  /// The number of a product's newest transactions from which its timeline is drawn.
  package static let longest = 64

  /// Returns the timeline of every product that was ever bought: the catalogue's in its order, then the others by id.
  ///
  /// - Parameter evidence: Every version of each transaction, and all renewal information.
  package static func derive(_ evidence: EvidenceSet, at now: Timestamp) -> [ProductLife] {
    let context = ResolverContext(evidence, at: now)
    let versions = Dictionary(grouping: evidence.transactions.map(\.transaction)) { $0.transactionId ?? "" }
    let renewals = Dictionary(grouping: evidence.renewalInfos) { $0.originalTransactionId ?? "" }
    let listed = evidence.products.map(\.id)
    let others = Set(context.admitted.keys).subtracting(listed).sorted()
    var lineages: [String: [Transaction]] = [:]
    for weighed in context.admitted.values.joined() {
      let transaction = context.transaction(weighed)
      lineages[transaction.lineageId ?? "", default: []].append(transaction)
    }
    for id in lineages.keys { lineages[id]?.sort(by: isEarlier) }
    return (listed + others).compactMap { productId in
      guard let admitted = context.admitted[productId], !admitted.isEmpty else { return nil }
      var tale = Tale(
        productId: productId, now: now,
        ends: ends(of: admitted.map(context.transaction), context.durationRules(of: productId)), versions: versions,
        type: evidence.products.first { $0.id == productId }?.type)
      let own = Set(admitted.map { context.lineageKey($0).originalTransactionId })
      for id in own.sorted() { tale.tell(lineages[id] ?? [], renewals[id] ?? []) }
      return tale.life
    }
  }

  /// Returns when each of a product's purchases ends by the set durations, by transaction.
  private static func ends(of purchases: [Transaction], _ rules: DurationRules?) -> [String: Timestamp] {
    let dates = purchases.filter { !$0.isTakenBack }.compactMap { transaction in
      transaction.transactionId.map { ($0, transaction.date) }
    }
    return rules?.ends(of: Dictionary(dates) { first, _ in first }) ?? [:]
  }

  private static func isEarlier(_ one: Transaction, _ other: Transaction) -> Bool {
    if one.date != other.date { return one.date < other.date }
    if (one.isUpgraded ?? false) != (other.isUpgraded ?? false) { return one.isUpgraded ?? false }
    return TransactionID.precedes(one.transactionId ?? "", other.transactionId ?? "")
  }
}

/// The builder of one product's timeline, lineage by lineage.
private struct Tale {
  let productId: String
  let now: Timestamp
  let ends: [String: Timestamp]
  let versions: [String: [Transaction]]
  let type: ProductType?
  var stretches: [ProductLife.Stretch] = []
  var happenings: [ProductLife.Happening] = []
  var plan: ProductLife.Plan?

  var life: ProductLife {
    ProductLife(
      productId: productId, stretches: merged(stretches),
      happenings: happenings.sorted { $0.date < $1.date }, plan: plan)
  }

  /// Adds the events of one lineage, whose transactions may include other products of the group.
  mutating func tell(_ lineage: [Transaction], _ renewals: [RenewalInfo]) {
    for (index, transaction) in lineage.enumerated() where transaction.productId == productId {
      let before = index > 0 ? lineage[index - 1] : nil
      let after = lineage.dropFirst(index + 1).first
      tell(transaction, isRenewal: before?.productId == productId, after: after, renewals)
    }
    guard let last = lineage.last, last.productId == productId else { return }
    tellPlan(of: last, renewals)
  }

  private mutating func tell(
    _ transaction: Transaction, isRenewal: Bool, after: Transaction?, _ renewals: [RenewalInfo]
  ) {
    let id = transaction.transactionId
    let isSubscription = (transaction.type ?? type) == .autoRenewableSubscription
    note(isSubscription && isRenewal ? .renewed : .bought, transaction.date, id)
    let gaps = revocations(of: transaction)
    for gap in gaps {
      note(transaction.takingBack, gap.from, id)
      if let until = gap.until { note(.refundReversed, until, id) }
    }
    guard (transaction.type ?? type) != .consumable else { return }
    var end = self.end(of: transaction)
    if let after, after.productId != productId, after.date < end ?? .distantFuture {
      end = after.date
      note(.replaced, after.date, id)
    } else if let expiry = end, expiry <= now, gaps.allSatisfy({ $0.until != nil }) {
      let next = after?.date ?? .distantFuture
      let grace = isSubscription ? self.grace(after: expiry, before: next, renewals) : nil
      if let grace {
        note(.graceBegan, expiry, id)
        stretches.append(ProductLife.Stretch(.grace, from: expiry, until: grace))
      }
      if let over = grace ?? end, over < next, over <= now { note(.ended, over, id) }
    }
    add(from: transaction.date, until: end, without: gaps)
  }

  /// Returns the date on which a transaction's access expires; nil for never.
  private func end(of transaction: Transaction) -> Timestamp? {
    switch transaction.type ?? type {
    case .autoRenewableSubscription: transaction.expiresDate
    case .nonRenewingSubscription: ends[transaction.transactionId ?? ""] ?? transaction.expiresDate
    default: nil
    }
  }

  /// Returns when the grace period after a failed renewal ended; nil where there was none.
  ///
  /// Any of the renewal information may have stated it.
  private func grace(after expiry: Timestamp, before next: Timestamp, _ renewals: [RenewalInfo]) -> Timestamp? {
    let ends = renewals.compactMap(\.gracePeriodExpiresDate).filter { $0 > expiry }
    // A grace period that ended much later belongs to a later renewal.
    guard let end = ends.min(), end.milliseconds(since: expiry) <= Self.longestGrace else { return nil }
    return min(end, next)
  }

  private static let longestGrace: Int64 = 28 * Timestamp.millisecondsPerDay

  /// Returns when a transaction was revoked and reinstated, by its versions in the order of signing.
  private func revocations(of transaction: Transaction) -> [(from: Timestamp, until: Timestamp?)] {
    let signed = (versions[transaction.transactionId ?? ""] ?? [transaction])
      .sorted { ($0.signedDate ?? .distantPast) < ($1.signedDate ?? .distantPast) }
    var gaps: [(from: Timestamp, until: Timestamp?)] = []
    var open: Timestamp?
    for version in signed {
      if let date = version.revocationDate, version.isTakenBack {
        open = date
      } else if let from = open {
        gaps.append((from, version.signedDate ?? from))
        open = nil
      }
    }
    if let open { gaps.append((open, nil)) }
    return gaps
  }

  private mutating func add(
    from start: Timestamp, until end: Timestamp?, without gaps: [(from: Timestamp, until: Timestamp?)]
  ) {
    var from = start
    for gap in gaps {
      if gap.from > from { stretches.append(ProductLife.Stretch(.entitled, from: from, until: gap.from)) }
      guard let until = gap.until else { return }
      from = until
    }
    guard end.map({ $0 > from }) ?? true else { return }
    stretches.append(ProductLife.Stretch(.entitled, from: from, until: end))
  }

  private mutating func note(_ kind: ProductLife.Happening.Kind, _ date: Timestamp, _ id: String?) {
    happenings.append(ProductLife.Happening(kind, date, id))
  }

  /// Adds the plan after the last period, from the newest renewal information.
  private mutating func tellPlan(of last: Transaction, _ renewals: [RenewalInfo]) {
    guard let expires = last.expiresDate, expires > now, !last.isTakenBack,
      let info = renewals.max(by: { Versions.supersedes($1, over: $0) })
    else { return }
    let next = ComingRenewal(info, after: last, catalogue: [:])
    let renews = next?.renews == true
    plan = ProductLife.Plan(
      date: expires, productId: renews ? next?.productId : nil, price: renews ? next?.price?.milliunits : nil,
      currency: info.currency ?? last.currency)
  }

  /// Returns the stretches in order; merges those of one kind that touch or overlap.
  private func merged(_ stretches: [ProductLife.Stretch]) -> [ProductLife.Stretch] {
    var result: [ProductLife.Stretch] = []
    for stretch in stretches.sorted(by: { $0.from < $1.from }) {
      guard let last = result.last, last.kind == stretch.kind, last.until.map({ $0 >= stretch.from }) ?? true else {
        result.append(stretch)
        continue
      }
      guard let until = last.until else { continue }
      result[result.count - 1].until = stretch.until.map { max($0, until) }
    }
    return result
  }
}

extension Transaction {
  fileprivate var date: Timestamp { purchaseDate ?? .distantPast }

  fileprivate var takingBack: ProductLife.Happening.Kind {
    // Of a refund that was reversed, the newest version says no cause any more.
    (revocationCause?.isRefund ?? true) && !isFree ? .refunded : .revoked
  }
}
