import AppStoreModel

extension ResolverContext {
  /// How long Apple retries a failed renewal at most, in milliseconds (60 days).
  ///
  /// Afterwards the subscription has ended, whether or not that news has arrived.
  static let longestBillingRetry: Int64 = 60 * 86_400_000

  /// Judges an auto-renewable subscription by time: expiry needs no notification.
  ///
  /// The newest period that has begun decides. When it has ended, or none has begun, the earliest valid later period
  /// decides: renewals are signed ahead of their time, so access has no gap.
  func judgeSubscription(_ lineage: Lineage) -> Judgement {
    guard let current = lineage.current else {
      return judgePeriod(lineage.ahead ?? lineage.newest, lineage.key, isAhead: true)
    }
    if let ahead = lineage.ahead, !isRunning(current) { return judgePeriod(ahead, lineage.key, isAhead: true) }
    return judgePeriod(current, lineage.key, isAhead: false)
  }

  /// Returns the renewal information of a subscription.
  func renewal(of key: Lineage.Key) -> RenewalInfo? { renewals[key.originalTransactionId] }

  /// Returns the renewal information about the time after the deciding purchase.
  ///
  /// Nil where it was signed before the deciding purchase was made, because it is then about an earlier one.
  func renewal(of key: Lineage.Key, _ deciding: WeighedTransaction) -> RenewalInfo? {
    guard let info = renewal(of: key) else { return nil }
    guard let signed = info.signedDate.known else { return info }
    return signed < min(deciding.purchaseDate, deciding.signedDate) ? nil : info
  }

  /// Returns whether a period is still running; at the instant of expiry it has ended.
  private func isRunning(_ weighed: WeighedTransaction) -> Bool {
    guard let expires = weighed.expiresDate else { return false }
    return now < expires
  }

  /// Returns the verdict on one period, by its dates and its subscription's renewal information.
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
      // For a while it counts as renewed, because most subscriptions are.
      let until = expires.adding(milliseconds: Patience.renewal(from: deciding.purchaseDate, until: expires))
      var awaited = judgement(.renewalAwaited, entitled: now < until, until: until, .renewalAwaited)
      awaited.isConfirmed = false
      return awaited
    }
    return judgement(.expired, entitled: false, until: latest(expires, renewal?.gracePeriodExpiresDate), .expired)
  }

  /// Returns whether an auto-renewing subscription expired, and nothing signed since says whether it was renewed.
  private func isRenewalAwaited(_ deciding: WeighedTransaction, _ renewal: RenewalInfo?, _ expires: Timestamp) -> Bool {
    guard let renewal, renewal.autoRenewStatus == .on, renewal.expirationIntent == nil,
      renewal.isInBillingRetryPeriod != true,
      ComingRenewal(renewal, after: transaction(deciding), catalogue: catalogue)?.awaitsConsent != true,
      renewal.gracePeriodExpiresDate.known.map({ $0 <= expires }) ?? true
    else { return false }
    // Unsigned data is as old as the answer that contained it.
    let isSigned = if case .attested = stored(deciding).verdict { false } else { true }
    let told =
      isSigned
      ? max(renewal.signedDate.orEarliest, deciding.signedDate)
      : max(evidence.lastChecked.orEarliest, stored(deciding).arrivedDate.orEarliest)
    return told < expires
  }

  /// Returns when access ended: the later of expiry and the end of the grace period.
  private func latest(_ expires: Timestamp, _ grace: Timestamp?) -> Timestamp {
    guard let grace = grace.known else { return expires }
    return max(expires, grace)
  }

  /// Returns the newest renewal information of each original transaction id in the store's environment.
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
  /// Applies the highest service level of each group: a subscription of a lower level does not entitle, although paid.
  ///
  /// A group can have more than one running subscription, such as an own one and a family's (Apple: "serve the highest
  /// level of service"). Two of the same level both entitle. A product with an unknown level is neither excluded nor
  /// preferred.
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

  /// Returns the service level of a product in its group; 1 is the highest.
  private func serviceLevel(_ productId: String) -> Int? { catalogue[productId]?.groupLevel }

  /// Returns the subscription group that Apple signed, else the catalogue's.
  private func group(of weighed: WeighedTransaction) -> String? {
    let transaction = transaction(weighed)
    return transaction.subscriptionGroupIdentifier
      ?? transaction.productId.flatMap { catalogue[$0]?.subscriptionGroupIdentifier }
  }
}
