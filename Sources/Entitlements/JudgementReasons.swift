import StoreModel
import Texts

extension Weighing {
  /// Why a lineage does or does not entitle.
  func reason(for judgement: Judgement) -> Reason {
    Reason(
      judgement.rule, supports: judgement.entitled, transactionId: transaction(judgement.deciding).transactionId,
      text(of: judgement))
  }

  /// Who vouches for the deciding transaction of a lineage that entitles, where it has no signature of its own.
  func attestationReasons(for judgement: Judgement) -> [Reason] {
    guard judgement.entitled, case .attested(let attestation) = stored(judgement.deciding).verdict else { return [] }
    let text =
      attestation == .answer
      ? say("it has no signature of its own: Apple's receipt server answered so, over TLS")
      : say(
        "it has no signature of its own: the app receipt that lists it is signed, and does not know what came after it")
    return [
      Reason(.attested, supports: true, transactionId: transaction(judgement.deciding).transactionId, text)
    ]
  }

  /// What is worth knowing besides of a subscription that entitles.
  func renewalReasons(for judgement: Judgement) -> [Reason] {
    guard judgement.lineage.type == .autoRenewableSubscription, judgement.entitled else { return [] }
    let id = transaction(judgement.deciding).transactionId
    var reasons: [Reason] = []
    if judgement.isIssuedAhead { reasons.append(issuedAhead(judgement.deciding)) }
    guard let renewal = renewal(of: judgement.lineage, judgement.deciding) else { return reasons }
    if judgement.state == .subscribed, renewal.isInBillingRetryPeriod == true {
      reasons.append(
        Reason(.billingRetry, supports: false, transactionId: id, say("renewing failed; Apple tries again")))
    }
    if renewal.autoRenewStatus == .off {
      let end = judgement.accessEnds.minute
      reasons.append(
        Reason(.autoRenewOff, supports: false, transactionId: id, say("auto-renew is off: access ends \(end)")))
    }
    if renewal.priceIncreaseStatus == .customerHasNotResponded {
      reasons.append(
        Reason(
          .priceIncrease, supports: false, transactionId: id,
          say("the customer has not agreed to a higher price yet: without consent it ends with the period")))
    }
    if pendingProductId(for: judgement) != nil {
      reasons.append(
        Reason(
          .pendingChange, supports: true, transactionId: id,
          say("the customer chose another product of the group for the next period; nothing changes before it")))
    }
    return reasons
  }

  /// The product of the next period, where it is another one and the renewal information is about this period's.
  func pendingProductId(for judgement: Judgement) -> String? {
    guard judgement.entitled, judgement.lineage.type == .autoRenewableSubscription,
      let renewal = renewal(of: judgement.lineage, judgement.deciding), renewal.autoRenewStatus != .off,
      let next = renewal.autoRenewProductId
    else { return nil }
    let current = transaction(judgement.deciding).productId
    guard next != current, renewal.productId == nil || renewal.productId == current else { return nil }
    return next
  }

  /// What follows the period that is had, where the renewal information is about it.
  func comingRenewal(for judgement: Judgement) -> ComingRenewal? {
    guard judgement.entitled, judgement.lineage.type == .autoRenewableSubscription,
      let renewal = renewal(of: judgement.lineage, judgement.deciding)
    else { return nil }
    return ComingRenewal(renewal, after: transaction(judgement.deciding), catalogue: catalogue)
  }

  private func issuedAhead(_ deciding: WeighedTransaction) -> Reason {
    let transaction = transaction(deciding)
    return Reason(
      .issuedAhead, supports: true, transactionId: transaction.transactionId,
      say(
        "the period begins \(transaction.purchaseDate.minute) and was signed ahead; it counts, as none before it runs"))
  }

  private func text(of judgement: Judgement) -> String {
    let transaction = transaction(judgement.deciding)
    let bought = JudgementText.bought(
      transaction.purchaseDate.day, isShared: judgement.deciding.isShared
    ).text
    let end = judgement.accessEnds.minute
    switch judgement.rule {
    case .notRevoked: return say("\(bought), \(vouched(judgement.deciding)), not revoked")
    case .refunded, .familyShareEnded, .organisationWithdrew, .movedToBundle:
      return say("\(takenBackText(judgement.deciding)), so this purchase gives no access")
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
          "the period ended \(transaction.expiresDate.minute), and it renews by itself: whether it did is not known yet"
        )
    case .credited:
      if judgement.cause == .refused, let why = serverRefusal(of: judgement.deciding) {
        return say(
          "\(bought), \(vouched(judgement.deciding)), not revoked; the app's server does not say whose it is (\(why))")
      }
      return say("\(bought), \(vouched(judgement.deciding)), not revoked; the app's server has credited nobody with it")
    case .serverGrace:
      return
        say(
          "\(bought), \(vouched(judgement.deciding)), not revoked; the app's server cannot be reached, and this "
            + "store trusts Apple meanwhile"
        )
    case .expired: return expiredText(judgement)
    case .expiryUnknown:
      return say("\(bought), but the date that its end depends on is not known, so it gives no access")
    case .upgraded: return JudgementText.replacedByAnotherProductOfGroup.text
    case .highestServiceLevel:
      return say("the period runs until \(end), but another subscription of the group has a higher level of service")
    case .duration:
      return say("\(bought), \(vouched(judgement.deciding)), not revoked; the duration that was set ends \(end)")
    case .durationUnknown:
      return
        say(
          "\(bought), \(vouched(judgement.deciding)), not revoked; no duration was set for the product, so nobody "
            + "knows when it ends"
        )
    default: return bought
    }
  }

  private func vouched(_ weighed: WeighedTransaction) -> String {
    switch stored(weighed).verdict {
    case .verified: say("verified")
    case .attested: say("attested")
    case .skipped: say("its signature not checked")
    case .failed: say("its signature bad")
    }
  }

  /// Who took a transaction back, and when.
  func takenBackText(_ weighed: WeighedTransaction) -> String {
    let transaction = transaction(weighed)
    let date = transaction.revocationDate.day
    switch weighed.revocation ?? .refunded {
    case .refunded:
      return
        (isFree(transaction.transactionId, of: transaction.productId ?? "")
        ? Words("ended by Apple \(date); nothing had been paid for it")
        : Words("refunded \(date): Apple gave the money back")).text
    case .refundedInPart: return say("refunded \(date): Apple gave a part of the money back")
    case .familyEnded: return say("family sharing ended \(date)")
    case .organisationWithdrew: return say("withdrawn \(date) by the organisation that had assigned it")
    case .movedToBundle: return say("moved to a bundle \(date)")
    case .unknown: return say("taken back \(date) for a reason that is not known here")
    }
  }

  private func expiredText(_ judgement: Judgement) -> String {
    let end = judgement.accessEnds.minute
    guard judgement.lineage.type == .autoRenewableSubscription else {
      return say("the duration that was set ended \(end)")
    }
    switch renewal(of: judgement.lineage)?.expirationIntent {
    case .customerCancelled: return say("the period ended \(end): auto-renew was off")
    case .billingError: return say("the period ended \(end): the renewal could not be paid")
    case .customerDidNotConsentToPriceIncrease:
      return say("the period ended \(end): the customer did not agree to a higher price")
    case .productNotAvailable: return say("the period ended \(end): the product could no longer be bought")
    default: return say("the period ended \(end)")
    }
  }
}

extension Weighing {
  /// Whether an answer is as young as was asked for: the last check, or what Apple signed since.
  ///
  /// What we granted is not the App Store's to confirm; what was credited elsewhere is the app's server's.
  func isFresh(_ finding: Finding) -> Bool {
    guard let validity = evidence.offlineValidity, finding.state != .grantedByUs else { return true }
    let signedDate = finding.deciding.flatMap { transaction($0).signedDate.known }
    let dates =
      finding.state == .creditedToUser ? [evidence.serverDate] : [evidence.lastChecked, signedDate]
    guard let latest = dates.compactMap({ $0 }).max() else { return false }
    return now.milliseconds(since: latest) <= validity
  }

  /// Whether Apple may still decide about a refund as far as this device knows.
  func isUndecided(_ request: RefundRequest) -> Bool {
    now < request.askedDate.adding(milliseconds: Patience.refund)
      && !evidence.declinedRefunds.contains(request.transactionId)
  }

  /// The account's refund requests for a product that Apple has not granted, oldest first.
  func openRefundRequests(_ productId: String) -> [RefundRequest] {
    let requests = evidence.refundRequests.filter { $0.productId == productId && $0.account == evidence.account }
    guard !requests.isEmpty else { return [] }
    let takenBack = Set((admitted[productId] ?? []).filter(\.isRevoked).compactMap { transaction($0).transactionId })
    return requests.filter { !takenBack.contains($0.transactionId) }
      .sorted { ($0.askedDate, $0.transactionId) < ($1.askedDate, $1.transactionId) }
  }

  private func text(of request: RefundRequest) -> String {
    let day = Optional(request.askedDate).day
    if evidence.declinedRefunds.contains(request.transactionId) {
      return say("a refund was asked for on \(day), and Apple declined it")
    }
    return isUndecided(request)
      ? say("a refund was asked for on \(day); asked is not refunded, Apple decides")
      : say("a refund was asked for, and no decision was seen since \(day); Apple e-mails the customer")
  }

  /// Values of Apple's that are not known here: shown as they came; nothing is taken away by them.
  private func unknownReasons(_ productId: String) -> [Reason] {
    (admitted[productId] ?? []).sorted(by: isNewer).prefix(Reason.limit).flatMap { weighed -> [Reason] in
      let transaction = transaction(weighed)
      var reasons: [Reason] = []
      if let type = transaction.inAppOwnershipType, !type.isKnown {
        reasons.append(
          Reason(
            .knownOwnership, supports: true, transactionId: transaction.transactionId,
            say("its ownership \"\(type.rawValue)\" is not known here: nothing is taken away by that")))
      }
      if weighed.revocation == .unknown {
        let mark =
          transaction.revocationType?.rawValue ?? transaction.revocationReason.map { String($0.rawValue) } ?? ""
        reasons.append(
          Reason(
            .knownRevocation, supports: true, transactionId: transaction.transactionId,
            say(
              "Apple marked it as taken back with \"\(mark)\", which is not known here: nothing is taken away by that"))
        )
      }
      return reasons
    }
  }

  /// What is said of a product besides what its transactions decide.
  func reasonsBesides(_ productId: String, finding: Finding, isListed: Bool, isConfirmed: Bool) -> [Reason] {
    var reasons: [Reason] = []
    reasons += Reason.list(openRefundRequests(productId)) { request in
      Reason(
        .refundAsked, supports: false, transactionId: request.transactionId,
        text(of: request))
    }
    reasons += unknownReasons(productId)
    if !isConfirmed {
      let age =
        evidence.lastChecked == nil
        ? say("was never checked with the App Store") : say("was last checked \(evidence.lastChecked.minute)")
      reasons.append(
        Reason(
          .validity, supports: false,
          say("\(age), longer ago than the validity asked for; nothing is taken away by that")))
    }
    if !isListed {
      reasons.append(
        Reason(
          .inCatalogue, supports: finding.entitled,
          say("not in the catalogue; known from transactions only, and an entitlement stands without it")))
    }
    return reasons
  }
}
