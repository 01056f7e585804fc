import AppStoreModel
import Core

/// The search for a double charge: whether the user paid for the same thing twice.
///
/// It uses what this Apple Account bought, and what the app server credited, whichever account paid.
extension ResolverContext {
  /// Returns two of the user's purchases that were paid for the same thing; nil where there are none.
  func chargedTwice(_ product: Product) -> ChargedTwice? {
    switch product.type {
    case .nonConsumable: twiceOwned(product)
    case .autoRenewableSubscription: overlapping(product)
    case .consumable: perhapsTwice(product)
    default: nil
    }
  }

  /// A purchase that was paid and not refunded.
  private struct PaidPurchase {
    let productId: String
    let original: String
    /// The key by which purchases are credited (`Transaction.purchaseKey`).
    let key: String
    let transactionId: String?
    let from: Timestamp
    let until: Timestamp?

    /// Returns for how many milliseconds both purchases run at the same time.
    func overlap(with other: PaidPurchase) -> Int64 {
      guard let until, let end = other.until else { return 0 }
      return max(0, min(until, end).milliseconds(since: max(from, other.from)))
    }

    /// The length of the purchase's period, in milliseconds.
    var length: Int64 { until.map { $0.milliseconds(since: from) } ?? .max }
  }

  private func twiceOwned(_ product: Product) -> ChargedTwice? {
    let purchases = paidPurchases { $0 == product.id }
    guard Set(purchases.map(\.original)).count > 1 else { return nil }
    return twice(Array(purchases.suffix(2)), isSubscription: false)
  }

  /// Returns two paid periods of one subscription group that run at the same time.
  ///
  /// They belong to two lineages, or to one that was bought again while the refund of its earlier period was reversed.
  private func overlapping(_ product: Product) -> ChargedTwice? {
    let group = product.subscriptionGroupIdentifier
    func isOfGroup(_ id: String) -> Bool {
      id == product.id || (group != nil && catalogue[id]?.subscriptionGroupIdentifier == group)
    }
    // What ended before the running periods began overlaps none of them.
    guard let first = firstOfRunning(of: isOfGroup) else { return nil }
    let purchases = paidPurchases(endingAfter: first, of: isOfGroup)
    let running = purchases.filter { $0.from <= now && $0.until.map { now < $0 } ?? false }
    for one in running.reversed() {
      let other = purchases.last { other in
        other.key != one.key && other.from <= now
          && (one.productId == product.id || other.productId == product.id)
          && (one.original == other.original ? isBoughtAnew(one, other) : one.overlap(with: other) > 0)
      }
      if let other { return twice([other, one], isSubscription: one.original != other.original) }
    }
    return nil
  }

  /// Returns when the first of the periods that run now began; nil where none runs.
  private func firstOfRunning(of isAsked: (String) -> Bool) -> Timestamp? {
    var first: Timestamp?
    func add(_ from: Timestamp, _ until: Timestamp?) {
      if from <= now, let until, now < until { first = min(first ?? from, from) }
    }
    for (id, list) in admitted where isAsked(id) { list.forEach { add($0.purchaseDate, $0.expiresDate) } }
    for right in rights.values where isAsked(right.productId) { add(right.purchaseDate, right.expiresDate) }
    return first
  }

  /// Returns whether two periods of one lineage are two purchases, not a change of plan or a slightly early renewal.
  private func isBoughtAnew(_ one: PaidPurchase, _ other: PaidPurchase) -> Bool {
    one.productId == other.productId
      && one.overlap(with: other) > min(2 * Timestamp.millisecondsPerDay, min(one.length, other.length) / 4)
  }

  private func twice(_ purchases: [PaidPurchase], isSubscription: Bool) -> ChargedTwice {
    let sorted = purchases.sorted { ($0.from, $0.key) < ($1.from, $1.key) }
    let refundable = sorted.filter { $0.transactionId != nil }
    // Of one subscription, the later period decides: a refund of it would end the access that the earlier one paid for.
    let isOneSubscription = Set(sorted.map(\.original)).count == 1
    return ChargedTwice(
      isCertain: true, isSubscription: isSubscription, purchaseIds: sorted.map { $0.transactionId ?? $0.original },
      refundableId: (isOneSubscription ? refundable.first : refundable.last)?.transactionId)
  }

  /// Returns the double charge of a consumable that was bought while an earlier charge was unanswered.
  ///
  /// Nothing of it was used since. The double charge is certain once the earlier charge has arrived.
  private func perhapsTwice(_ product: Product) -> ChargedTwice? {
    guard (evidence.consumables[product.id]?.used ?? 0) == 0 else { return nil }
    if let twice = twiceAnswered(product) { return twice }
    let unanswered = intents(product.id).filter { $0.state == .open && $0.transactionId == nil }
    guard let charge = unanswered.first,
      let bought = newest(of: (admitted[product.id] ?? []).filter { !$0.isRevoked }),
      charge.createdDate < bought.purchaseDate, let id = transaction(bought).transactionId
    else { return nil }
    return ChargedTwice(isCertain: false, purchaseIds: [charge.id, id])
  }

  /// Returns the double charge of a consumable that was bought again before its earlier charge was known.
  ///
  /// A request that was approved, or an interrupted purchase that was resolved, after the other one is a choice.
  private func twiceAnswered(_ product: Product) -> ChargedTwice? {
    guard let answered = evidence.answeredCharges[product.id] else { return nil }
    let charged = Dictionary(
      (admitted[product.id] ?? []).filter { !$0.isRevoked && transaction($0).isPaid }.compactMap { weighed in
        transaction(weighed).transactionId.map { ($0, weighed.purchaseDate) }
      }
    ) { first, _ in first }
    let charges = answered.compactMap { charge in charged[charge.transactionId].map { (charge, date: $0) } }
    for (late, date) in charges {
      let next = charges.first { again, chargedDate in
        late.begunDate < again.begunDate && again.begunDate < late.answeredDate && date <= chargedDate
      }
      if let again = next?.0 {
        return ChargedTwice(
          isCertain: true, purchaseIds: [late.transactionId, again.transactionId], refundableId: again.transactionId)
      }
    }
    return nil
  }

  /// Returns the newest transaction of each purchase of some products; Apple may give one purchase two ids.
  private func newestByPurchase(
    endingAfter date: Timestamp, of isAsked: (String) -> Bool
  ) -> [String: WeighedTransaction] {
    var newest: [String: WeighedTransaction] = [:]
    for (id, list) in admitted where isAsked(id) {
      for weighed in list where weighed.expiresDate.map({ $0 > date }) ?? true {
        guard let key = transaction(weighed).purchaseKey else { continue }
        if let held = newest[key], !isNewer(weighed, held) { continue }
        newest[key] = weighed
      }
    }
    return newest
  }

  /// Returns the product that a transaction's subscription is about now.
  private func productIdOfCurrent(_ weighed: WeighedTransaction) -> String? {
    lineages[lineageKey(weighed)]?.current.flatMap { transaction($0).productId }
  }

  /// Returns the user's purchases of some products that were paid and not revoked, oldest first, each once.
  private func paidPurchases(
    endingAfter date: Timestamp = .distantPast, of isAsked: (String) -> Bool
  ) -> [PaidPurchase] {
    var found: [String: PaidPurchase] = [:]
    for right in evidence.isConfirmedByServer ? Array(rights.values) : [] where isAsked(right.productId) {
      // The user paid for a purchase that another user restored, too.
      guard right.ended.map({ [.expired, .restoredByAnother].contains($0.why) }) ?? true,
        right.isPaid == true || right.attribution == .otherPlatform
      else { continue }
      found[right.purchase] = PaidPurchase(
        productId: right.productId, original: right.originalTransactionId, key: right.purchase, transactionId: nil,
        from: right.purchaseDate, until: right.expiresDate)
    }
    // The newest signed statement on this device replaces the app server's record, which may be older.
    for (key, weighed) in newestByPurchase(endingAfter: date, of: isAsked) {
      let transaction = transaction(weighed)
      found[key] = nil
      // The refund of a replaced plan's unused part may not have arrived yet. A plan that was bought anew replaces none.
      let isReplaced = isUpgradedAway(weighed) && productIdOfCurrent(weighed) != transaction.productId
      guard !weighed.isRevoked, !weighed.isUpgraded, !isReplaced, transaction.isPaid else { continue }
      found[key] = PaidPurchase(
        productId: transaction.productId ?? "", original: transaction.originalTransactionId ?? key, key: key,
        transactionId: transaction.transactionId, from: weighed.purchaseDate, until: weighed.expiresDate)
    }
    return found.values.sorted { ($0.from, $0.key) < ($1.from, $1.key) }
  }
}

extension ResolverContext {
  /// Returns the next step after the refund of a period that was bought anew, while the earlier period of the same
  /// subscription is paid: the later one decides, so that the earlier gives no access; nil in every other case.
  func nextStep(afterRefundOf later: WeighedTransaction) -> NextStep? {
    let refunded = transaction(later)
    let paid = paidPurchases(endingAfter: now) { $0 == refunded.productId }
    guard refunded.transactionReason != .renewal,
      let earlier = paid.first(where: { $0.original == refunded.lineageId }),
      let until = earlier.until, let id = earlier.transactionId
    else { return nil }
    if let request = openRefundRequests(earlier.productId).first(where: isUndecided) { return .refundAsked(request) }
    return NextStep(
      who: .customer,
      text: say(
        "request a refund for the earlier period too: it is paid until \(Optional(until).minute), and gives no access "
          + "after the refund of the later one"),
      action: .askRefund(transactionId: id), say: CustomerText.paidPeriodTwice.text)
  }

  /// Returns the next step after a double charge; nil while it is uncertain.
  ///
  /// Where a refund of one of the two was requested, with whichever Apple Account, Apple decides first. Of a
  /// subscription that another account pays for, the running period's id may be unknown, so its group decides.
  func nextStep(after twice: ChargedTwice, of product: Product) -> NextStep? {
    let group = twice.isSubscription ? product.subscriptionGroupIdentifier : nil
    let request = evidence.refundRequests.first { request in
      let isOfGroup = group != nil && catalogue[request.productId]?.subscriptionGroupIdentifier == group
      return isUndecided(request) && (isOfGroup || twice.purchaseIds.contains(request.transactionId))
    }
    guard let request else {
      return twice.next(isOneSubscription: product.type == .autoRenewableSubscription && !twice.isSubscription)
    }
    var next = NextStep.refundAsked(request)
    next.say = CustomerText.refundAsked.text
    return next
  }
}

extension ChargedTwice {
  /// The reason to show in an answer.
  ///
  /// It is about the purchase of this Apple Account: of one paid elsewhere, only the id of the subscription may be
  /// known, which is its first transaction and may have been free.
  var reason: Reason {
    let own = refundableId ?? purchaseIds.last
    return Reason(
      .chargedTwice, supports: false, transactionId: own,
      (isCertain
        ? ChargedTwiceText.certain(other: purchaseIds.first { $0 != own } ?? "", isSubscription: isSubscription)
        : Words(
          "perhaps charged twice: it was bought again while an earlier charge had no answer, and none was used since"))
        .text)
  }

  /// Returns the next step; nil while the double charge is uncertain.
  ///
  /// - Parameter isOneSubscription: Whether both are periods of one subscription, of which none is to be cancelled.
  fileprivate func next(isOneSubscription: Bool) -> NextStep? {
    guard isCertain else { return nil }
    return NextStep(
      who: .customer,
      text: isOneSubscription
        ? say("the customer paid twice: request a refund for the earlier period; one for the later would end access")
        : ChargedTwiceText.askForRefund(isSubscription: isSubscription).text,
      action: refundableId.map { .askRefund(transactionId: $0) },
      say: (isOneSubscription ? CustomerText.paidPeriodTwice : CustomerText.chargedTwice).text)
  }
}
