import AppStoreModel

extension ResolverContext {
  /// Apple tries for at most so long to collect a failed renewal (60 days); afterwards the subscription has ended,
  /// whether or not the news of it has arrived.
  static let longestBillingRetry: Int64 = 60 * 86_400_000

  /// An auto-renewable subscription is decided by time: expiry needs no notification.
  ///
  /// The newest period that has begun decides. When it has ended, or there is none, the earliest later one that stands
  /// does: renewals are signed ahead of their time, and access has no gap.
  func judgeSubscription(_ lineage: Lineage) -> Judgement {
    guard let current = lineage.current else {
      return judgePeriod(lineage.ahead ?? lineage.newest, lineage.key, isAhead: true)
    }
    if let ahead = lineage.ahead, !isRunning(current) { return judgePeriod(ahead, lineage.key, isAhead: true) }
    return judgePeriod(current, lineage.key, isAhead: false)
  }

  /// The renewal information that belongs to a subscription.
  func renewal(of key: Lineage.Key) -> RenewalInfo? { renewals[key.originalTransactionId] }

  /// What it says of how the subscription goes on from the deciding purchase; one that was signed before the deciding
  /// purchase was made speaks of an earlier one.
  func renewal(of key: Lineage.Key, _ deciding: WeighedTransaction) -> RenewalInfo? {
    guard let info = renewal(of: key) else { return nil }
    guard let signed = info.signedDate.known else { return info }
    return signed < min(deciding.purchaseDate, deciding.signedDate) ? nil : info
  }

  /// At the very instant of expiry the period has ended.
  private func isRunning(_ weighed: WeighedTransaction) -> Bool {
    guard let expires = weighed.expiresDate else { return false }
    return now < expires
  }

  /// The verdict of one period, by its dates and its subscription's renewal info.
  func judgePeriod(_ deciding: WeighedTransaction, _ key: Lineage.Key, isAhead: Bool) -> Judgement {
    if deciding.isRevoked { return .takenBack(deciding, lineage: key) }
    func judgement(_ state: EntitlementState, entitled: Bool, until: Timestamp?, _ rule: Rule) -> Judgement {
      Judgement(
        lineage: key, deciding: deciding, state: state, entitled: entitled, accessEnds: until, rule: rule,
        isIssuedAhead: isAhead)
    }
    if deciding.isUpgraded { return judgement(.upgraded, entitled: false, until: nil, .upgraded) }
    if isRunning(deciding) { return judgement(.subscribed, entitled: true, until: deciding.expiresDate, .notExpired) }
    let renewal = renewal(of: key)
    if let grace = renewal?.gracePeriodExpiresDate.known, now < grace {
      return judgement(.gracePeriod, entitled: true, until: grace, .gracePeriod)
    }
    guard let expires = deciding.expiresDate else {
      return judgement(.expired, entitled: false, until: nil, .expiryUnknown)
    }
    let retryEnds = expires.adding(milliseconds: Self.longestBillingRetry)
    if renewal?.isInBillingRetryPeriod == true, now < retryEnds {
      return judgement(.billingRetry, entitled: false, until: expires, .billingRetry)
    }
    if isRenewalAwaited(deciding, renewal, expires) {
      // For a while it is taken for renewed, as most are.
      let until = expires.adding(milliseconds: Patience.renewal(from: deciding.purchaseDate, until: expires))
      var awaited = judgement(.renewalAwaited, entitled: now < until, until: until, .renewalAwaited)
      awaited.isConfirmed = false
      return awaited
    }
    return judgement(.expired, entitled: false, until: latest(expires, renewal?.gracePeriodExpiresDate), .expired)
  }

  /// Whether a subscription that renews by itself ran out, and nothing that was signed since says what became of it.
  private func isRenewalAwaited(_ deciding: WeighedTransaction, _ renewal: RenewalInfo?, _ expires: Timestamp) -> Bool {
    guard let renewal, renewal.autoRenewStatus == .on, renewal.expirationIntent == nil,
      renewal.isInBillingRetryPeriod != true, renewal.priceIncreaseStatus != .customerHasNotResponded,
      renewal.gracePeriodExpiresDate.known.map({ $0 <= expires }) ?? true
    else { return false }
    // What has no signature is as old as the answer that told it.
    let isSigned = if case .attested = stored(deciding).verdict { false } else { true }
    let told =
      isSigned
      ? max(renewal.signedDate.orEarliest, deciding.signedDate)
      : max(evidence.lastChecked.orEarliest, stored(deciding).arrivedDate.orEarliest)
    return told < expires
  }

  /// When access ended: the later of expiry and the end of grace.
  private func latest(_ expires: Timestamp, _ grace: Timestamp?) -> Timestamp {
    guard let grace = grace.known else { return expires }
    return max(expires, grace)
  }

  /// The newest renewal information of each original transaction id in the store's environment.
  static func newestRenewals(of evidence: EvidenceSet) -> [String: RenewalInfo] {
    guard evidence.account != nil else { return [:] }
    var newest: [String: RenewalInfo] = [:]
    for info in evidence.renewalInfos where info.environment == evidence.environment {
      guard let id = info.originalTransactionId else { continue }
      if let held = newest[id], !Versions.supersedes(info, over: held) { continue }
      newest[id] = info
    }
    return newest
  }
}

extension ResolverContext {
  /// Serves the highest level of each group: a subscription of a lower one, though paid, gives way to it.
  ///
  /// A group can hold more than one running subscription, such as an own one and a family's (Apple: "serve the highest
  /// level of service"). Of the same level both entitle; a product whose level is not known neither gives way nor
  /// takes precedence.
  func withHighestServiceLevel(_ judgements: [String: [Judgement]]) -> [String: [Judgement]] {
    var highest: [String: Int] = [:]
    for (productId, list) in judgements {
      guard let level = serviceLevel(productId) else { continue }
      for judgement in list where judgement.lineage.type == .autoRenewableSubscription && judgement.entitled {
        guard let group = group(of: judgement.deciding) else { continue }
        highest[group] = min(level, highest[group] ?? level)
      }
    }
    guard !highest.isEmpty else { return judgements }
    var result = judgements
    for (productId, list) in judgements {
      guard let level = serviceLevel(productId) else { continue }
      result[productId] = list.map { judgement in
        guard judgement.entitled, judgement.lineage.type == .autoRenewableSubscription,
          let group = group(of: judgement.deciding), let served = highest[group], served < level
        else { return judgement }
        var outranked = judgement
        outranked.entitled = false
        outranked.state = .upgraded
        outranked.rule = .highestServiceLevel
        return outranked
      }
    }
    return result
  }

  /// The level of service of a product in its group; 1 is the highest.
  private func serviceLevel(_ productId: String) -> Int? { catalogue[productId]?.groupLevel }

  /// The group that Apple signed, else the catalogue's.
  private func group(of weighed: WeighedTransaction) -> String? {
    let transaction = transaction(weighed)
    return transaction.subscriptionGroupIdentifier
      ?? transaction.productId.flatMap { catalogue[$0]?.subscriptionGroupIdentifier }
  }
}
