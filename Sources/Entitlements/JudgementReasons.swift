import AppStoreModel
import Core

extension ResolverContext {
  /// Returns why a lineage does or does not entitle.
  func reason(for judgement: Judgement) -> Reason {
    Reason(
      judgement.rule, supports: judgement.entitled, transactionId: transaction(judgement.deciding).transactionId,
      text(of: judgement))
  }

  /// Returns the trusted source of an entitling transaction that has no signature of its own.
  func attestationReasons(for judgement: Judgement) -> [Reason] {
    guard judgement.entitled, case .attested(let attestation) = stored(judgement.deciding).verdict else { return [] }
    let text =
      attestation == .answer
      ? say("it has no signature of its own: Apple's receipt server sent it over TLS")
      : say(
        "it has no signature of its own: the app receipt that lists it is signed, but is silent about later "
          + "events")
    return [
      Reason(.attested, supports: true, transactionId: transaction(judgement.deciding).transactionId, text)
    ]
  }

  /// Returns notes on the renewal of a subscription; of one that does not entitle, only a change of plan.
  func renewalReasons(for judgement: Judgement) -> [Reason] {
    guard judgement.lineage.type == .autoRenewableSubscription, judgement.entitled else {
      return pendingChangeReasons(for: judgement)
    }
    let id = transaction(judgement.deciding).transactionId
    var reasons: [Reason] = []
    if judgement.isIssuedAhead { reasons.append(issuedAhead(judgement.deciding)) }
    guard let renewal = comingRenewal(for: judgement) else { return reasons }
    if judgement.state == .subscribed, isRetried(judgement) {
      reasons.append(
        Reason(.billingRetry, supports: false, transactionId: id, say("the renewal failed; Apple is retrying")))
    }
    // After a failed payment of a commitment, the end of the grace period counts, not that of the commitment.
    if !renewal.choice.renews, renewal.commitment == nil || judgement.state != .gracePeriod {
      let end = (renewal.commitment?.date ?? judgement.accessEnds).minute
      reasons.append(
        Reason(.autoRenewOff, supports: false, transactionId: id, say("auto-renewal is off: access ends \(end)")))
    }
    if renewal.awaitsConsent {
      reasons.append(
        Reason(
          .priceIncrease, supports: false, transactionId: id,
          say(
            "the customer has not agreed to the price increase yet; without consent the subscription ends "
              + "with the period")))
    }
    return reasons + pendingChangeReasons(for: judgement)
  }

  private func pendingChangeReasons(for judgement: Judgement) -> [Reason] {
    guard pendingProductId(for: judgement) != nil else { return [] }
    return [
      Reason(
        .pendingChange, supports: judgement.entitled, transactionId: transaction(judgement.deciding).transactionId,
        say("the customer chose another product of the group for the next period"))
    ]
  }

  /// Returns the product that the customer chose for the time after the period or the commitment, where it changes.
  ///
  /// Apple renews a plan whether or not the app server has credited it.
  func pendingProductId(for judgement: Judgement) -> String? {
    guard judgement.entitled || judgement.state == .paidNotDelivered,
      let choice = comingRenewal(after: judgement.deciding)?.choice, choice.renews,
      choice.productId != transaction(judgement.deciding).productId
    else { return nil }
    return choice.productId
  }

  /// Returns the renewal or the end after the current period, if the renewal information is about that period.
  func comingRenewal(for judgement: Judgement) -> ComingRenewal? {
    judgement.entitled ? comingRenewal(after: judgement.deciding) : nil
  }

  /// Returns the renewal or the end after a period, if the renewal information is about that period.
  func comingRenewal(after period: WeighedTransaction) -> ComingRenewal? {
    let key = lineageKey(period)
    guard key.type == .autoRenewableSubscription, let renewal = renewal(of: key, period) else { return nil }
    return ComingRenewal(renewal, after: transaction(period), catalogue: catalogue)
  }

  /// Returns whether a renewal failed and Apple still retries it, which it does not while auto-renewal is off.
  func isRetried(_ judgement: Judgement) -> Bool {
    let renewal = renewal(of: judgement.lineage, judgement.deciding)
    return renewal?.isInBillingRetryPeriod == true && renewal?.autoRenewStatus != .off
  }

  private func issuedAhead(_ deciding: WeighedTransaction) -> Reason {
    let transaction = transaction(deciding)
    return Reason(
      .issuedAhead, supports: true, transactionId: transaction.transactionId,
      say(
        "the period begins \(transaction.purchaseDate.minute) and was signed in advance; it counts, because no "
          + "earlier period is active"))
  }

  private func text(of judgement: Judgement) -> String {
    let transaction = transaction(judgement.deciding)
    let bought = JudgementText.bought(
      transaction.purchaseDate.day, isShared: judgement.deciding.isShared
    ).text
    let end = judgement.accessEnds.minute
    switch judgement.rule {
    case .notRevoked: return say("\(bought), \(vouched(judgement.deciding)), not revoked")
    case .refunded, .familyShareEnded, .organisationWithdrew, .movedToBundle, .knownRevocation:
      let end: Right.End? = if case .ended(let end) = credit(of: judgement.deciding.index) { end } else { nil }
      return say("\(takenBackText(judgement.deciding, atServer: end)), so this purchase gives no access")
    case .notExpired:
      return say("\(bought), \(vouched(judgement.deciding)), not revoked; the period runs until \(end)")
    case .gracePeriod:
      return say("the period ended \(transaction.expiresDate.minute), but its grace period runs until \(end)")
    case .billingRetry:
      let grace = renewal(of: judgement.lineage)?.gracePeriodExpiresDate.known
      return JudgementText.billingRetry(since: end, graceEnded: grace.map { Optional($0).minute }).text
    case .renewalAwaited:
      return
        say(
          "the period ended \(transaction.expiresDate.minute) with auto-renewal on; the renewal is not "
            + "confirmed yet"
        )
    case .credited:
      if judgement.cause == .refused, let why = serverRefusal(of: judgement.deciding) {
        return say(
          "\(bought), \(vouched(judgement.deciding)), not revoked; the app server did not say which user "
            + "owns it (\(why))")
      }
      let start = say("\(bought), \(vouched(judgement.deciding)), not revoked")
      if waitsForLogin(judgement.deciding) {
        return say("\(start); the app server has not moved it to this user yet")
      }
      return isOwnerUnknown(judgement.deciding)
        ? say("\(start); the app server has not said yet which user owns it")
        : say("\(start); the app server has not confirmed it")
    case .serverGrace:
      return
        say(
          "\(bought), \(vouched(judgement.deciding)), not revoked; the app server is unreachable, and this "
            + "store trusts Apple meanwhile"
        )
    case .expired: return expiredText(judgement)
    case .expiryUnknown:
      return say("\(bought), but the date that decides its end is unknown, so it gives no access")
    case .upgraded: return JudgementText.replacedByAnotherProductOfGroup.text
    case .highestServiceLevel:
      return say("the period runs until \(end), but another subscription of the group has a higher service level")
    case .duration:
      return say("\(bought), \(vouched(judgement.deciding)), not revoked; the set duration ends \(end)")
    case .durationUnknown:
      return
        say(
          "\(bought), \(vouched(judgement.deciding)), not revoked; no duration is set for the product, so its "
            + "end is unknown"
        )
    default: return bought
    }
  }

  private func vouched(_ weighed: WeighedTransaction) -> String {
    switch stored(weighed).verdict {
    case .verified: say("verified")
    case .attested: say("attested")
    case .skipped: say("signature not checked")
    case .failed: say("signature invalid")
    }
  }

  /// Returns why a transaction was revoked, and when.
  ///
  /// - Parameter end: The end that only the app server has told, where this device has an older transaction.
  func takenBackText(_ weighed: WeighedTransaction, atServer end: Right.End? = nil) -> String {
    let transaction = transaction(weighed)
    let date = (transaction.revocationDate ?? end?.date).day
    let cause = weighed.revocation ?? end?.why.revocation ?? .unknown
    if cause.isRefund, isFree(transaction.transactionId, of: transaction.productId ?? "") {
      return say("ended by Apple \(date); nothing had been paid for it")
    }
    return Self.takenBackText(cause, on: date)
  }

  /// Returns why a paid transaction was revoked, and when.
  static func takenBackText(_ cause: RevocationCause, on date: String) -> String {
    switch cause {
    case .refunded: return say("refunded \(date): Apple returned the money")
    case .refundedInPart: return say("refunded \(date): Apple returned part of the money")
    case .familyEnded: return say("family sharing ended \(date)")
    case .organisationWithdrew: return say("revoked \(date) by the organization that had assigned it")
    case .movedToBundle: return say("moved to a bundle \(date)")
    case .unknown: return say("revoked \(date) for an unknown reason")
    }
  }

  private func expiredText(_ judgement: Judgement) -> String {
    let end = judgement.accessEnds.minute
    guard judgement.lineage.type == .autoRenewableSubscription else {
      return say("the set duration ended \(end)")
    }
    switch renewal(of: judgement.lineage)?.expirationIntent {
    case .customerCancelled: return say("the period ended \(end): auto-renew was off")
    case .billingError: return say("the period ended \(end): the renewal payment failed")
    case .customerDidNotConsentToPriceIncrease:
      return say("the period ended \(end): the customer did not agree to the price increase")
    case .productNotAvailable: return say("the period ended \(end): the product was no longer on sale")
    default: return say("the period ended \(end)")
    }
  }
}

extension ResolverContext {
  /// Returns whether an answer is recent enough: the last check, or what Apple signed since.
  ///
  /// The App Store cannot confirm a grant of ours, so a grant is always fresh. The app server confirms credits from
  /// elsewhere.
  func isFresh(_ productVerdict: ProductVerdict) -> Bool {
    guard let validity = evidence.offlineValidity, productVerdict.state != .grantedByUs else { return true }
    let signedDate = productVerdict.deciding.flatMap { transaction($0).signedDate.known }
    let dates =
      productVerdict.state == .creditedToUser ? [evidence.serverDate] : [evidence.lastChecked, signedDate]
    guard let latest = dates.compactMap({ $0 }).max() else { return false }
    return now.milliseconds(since: latest) <= validity
  }

  /// Returns whether Apple may still decide about a refund request, as far as this device knows.
  func isUndecided(_ request: RefundRequest) -> Bool {
    now < request.askedDate.adding(milliseconds: Patience.refund)
      && !evidence.declinedRefunds.contains(request.transactionId)
  }

  /// Returns the account's refund requests for a product that Apple has not granted, oldest first.
  func openRefundRequests(_ productId: String) -> [RefundRequest] {
    let requests = evidence.refundRequests.filter { $0.productId == productId && $0.account == evidence.account }
    guard !requests.isEmpty else { return [] }
    let takenBack = Set((admitted[productId] ?? []).filter(\.isRevoked).compactMap { transaction($0).transactionId })
    let ended = rights.values.compactMap { $0.ended?.transactionId }
    return requests.filter { !takenBack.contains($0.transactionId) && !ended.contains($0.transactionId) }
      .sorted { ($0.askedDate, $0.transactionId) < ($1.askedDate, $1.transactionId) }
  }

  private func text(of request: RefundRequest) -> String {
    let day = Optional(request.askedDate).day
    if evidence.declinedRefunds.contains(request.transactionId) {
      return say("a refund was requested on \(day), and Apple declined it")
    }
    return isUndecided(request)
      ? say("a refund was requested on \(day); a request isn't a refund yet, Apple decides")
      : say("a refund was requested; no decision known since \(day); Apple e-mails the customer")
  }

  /// Returns notes on Apple's values that Till does not know; they are shown as received and remove no access.
  private func unknownReasons(_ productId: String) -> [Reason] {
    (admitted[productId] ?? []).sorted(by: isNewer).prefix(Reason.limit).flatMap { weighed -> [Reason] in
      let transaction = transaction(weighed)
      var reasons: [Reason] = []
      if let type = transaction.inAppOwnershipType, !type.isKnown {
        reasons.append(
          Reason(
            .knownOwnership, supports: true, transactionId: transaction.transactionId,
            say("unknown ownership type \"\(type.rawValue)\": this removes no access")))
      }
      if weighed.revocation == .unknown {
        let mark =
          transaction.revocationType?.rawValue ?? transaction.revocationReason.map { String($0.rawValue) } ?? ""
        reasons.append(
          Reason(
            .knownRevocation, supports: true, transactionId: transaction.transactionId,
            say(
              "Apple marked it as revoked with the unknown value \"\(mark)\": this removes no access"))
        )
      }
      return reasons
    }
  }

  /// Returns notes on a product beside the verdict on its transactions.
  func reasonsBesides(_ productId: String, productVerdict: ProductVerdict, isListed: Bool, isConfirmed: Bool)
    -> [Reason]
  {
    var reasons: [Reason] = []
    reasons += Reason.list(openRefundRequests(productId)) { request in
      Reason(
        evidence.declinedRefunds.contains(request.transactionId) ? .refundDeclined : .refundAsked, supports: false,
        transactionId: request.transactionId, text(of: request))
    }
    reasons += unknownReasons(productId)
    if !isConfirmed {
      let age =
        evidence.lastChecked == nil
        ? say("was never checked with the App Store") : say("was last checked \(evidence.lastChecked.minute)")
      reasons.append(
        Reason(
          .validity, supports: false,
          say("\(age), longer ago than the requested validity; this removes no access")))
    }
    if !isListed {
      reasons.append(
        Reason(
          .inCatalogue, supports: productVerdict.entitled,
          say("not in the catalogue; known from transactions only, and still entitled")))
    }
    return reasons
  }
}
