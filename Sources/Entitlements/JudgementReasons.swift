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
      ? JudgementText.itHasNoSignature.text
      : JudgementText.itHasNoSignatureOfIts.text
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
      reasons.append(Reason(.billingRetry, supports: false, transactionId: id, JudgementText.renewingFailed.text))
    }
    if renewal.autoRenewStatus == .off {
      let end = judgement.accessEnds.minute
      reasons.append(
        Reason(.autoRenewOff, supports: false, transactionId: id, JudgementText.autoRenewIsOff(end).text))
    }
    if renewal.priceIncreaseStatus == .customerHasNotResponded {
      reasons.append(
        Reason(
          .priceIncrease, supports: false, transactionId: id,
          JudgementText.customerHasNotAgreed.text))
    }
    if pendingProductId(for: judgement) != nil {
      reasons.append(
        Reason(
          .pendingChange, supports: true, transactionId: id,
          JudgementText.customerChoseAnotherProduct.text))
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
      JudgementText.periodBeginsAndWasSigned(transaction.purchaseDate.minute).text)
  }

  private func text(of judgement: Judgement) -> String {
    let transaction = transaction(judgement.deciding)
    let bought = JudgementText.bought(
      transaction.purchaseDate.day, isShared: judgement.deciding.isShared
    ).text
    let end = judgement.accessEnds.minute
    switch judgement.rule {
    case .notRevoked: return JudgementText.notRevoked(bought: bought, vouched: vouched(judgement.deciding)).text
    case .refunded, .familyShareEnded, .organisationWithdrew, .movedToBundle:
      return JudgementText.givesNoAccess(because: takenBackText(judgement.deciding)).text
    case .notExpired:
      return JudgementText.notRevokedPeriodRunsUntil(bought: bought, vouched: vouched(judgement.deciding), end: end)
        .text
    case .gracePeriod:
      return JudgementText.periodEndedButItsGrace(minute: transaction.expiresDate.minute, end: end).text
    case .billingRetry:
      let grace = renewal(of: judgement.lineage)?.gracePeriodExpiresDate.known
      return JudgementText.billingRetry(since: end, graceEnded: grace.map { Optional($0).minute }).text
    case .renewalAwaited:
      return
        JudgementText.periodEndedAndItRenews(transaction.expiresDate.minute).text
    case .credited:
      if judgement.cause == .refused, let why = serverRefusal(of: judgement.deciding) {
        return JudgementText.notRevokedAppsServerDoesNotSay(
          bought: bought, vouched: vouched(judgement.deciding), why: why
        ).text
      }
      return JudgementText.notRevokedAppsServerHasCredited(bought: bought, vouched: vouched(judgement.deciding)).text
    case .serverGrace:
      return
        JudgementText.notRevokedAppsServerCannot(bought: bought, vouched: vouched(judgement.deciding)).text
    case .expired: return expiredText(judgement)
    case .expiryUnknown: return JudgementText.butDateThatItsEnd(bought).text
    case .upgraded: return JudgementText.replacedByAnotherProductOfGroup.text
    case .highestServiceLevel:
      return JudgementText.periodRunsUntilButAnother(end).text
    case .duration:
      return JudgementText.notRevokedDurationThatWasSet(bought: bought, vouched: vouched(judgement.deciding), end: end)
        .text
    case .durationUnknown:
      return
        JudgementText.notRevokedNoDurationWasSet(bought: bought, vouched: vouched(judgement.deciding)).text
    default: return bought
    }
  }

  private func vouched(_ weighed: WeighedTransaction) -> String {
    switch stored(weighed).verdict {
    case .verified: JudgementText.verified.text
    case .attested: JudgementText.attested.text
    case .skipped: JudgementText.itsSignatureNotChecked.text
    case .failed: JudgementText.itsSignatureBad.text
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
        ? JudgementText.wasTakenBackFree(date) : .wasRefunded(date)).text
    case .refundedInPart: return JudgementText.wasRefundedInPart(date).text
    case .familyEnded: return JudgementText.familySharingEnded(date).text
    case .organisationWithdrew: return JudgementText.wasWithdrawn(date).text
    case .movedToBundle: return JudgementText.wasMovedToBundle(date).text
    case .unknown: return JudgementText.wasTakenBack(date).text
    }
  }

  private func expiredText(_ judgement: Judgement) -> String {
    let end = judgement.accessEnds.minute
    guard judgement.lineage.type == .autoRenewableSubscription else {
      return JudgementText.durationThatWasSet(end).text
    }
    switch renewal(of: judgement.lineage)?.expirationIntent {
    case .customerCancelled: return JudgementText.periodAutoRenewWasOff(end).text
    case .billingError: return JudgementText.periodRenewalCould(end).text
    case .customerDidNotConsentToPriceIncrease: return JudgementText.periodCustomerDidNotAgree(end).text
    case .productNotAvailable: return JudgementText.periodProductCouldNoLonger(end).text
    default: return JudgementText.period(end).text
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
      return JudgementText.refundWasAsked(day).text
    }
    return isUndecided(request)
      ? JudgementText.refundWasAskedForOnAskedIsNotRefunded(day).text
      : JudgementText.refundWasAskedForAndNoDecision(day).text
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
            JudgementText.itsOwnershipIsNotKnown(type.rawValue).text))
      }
      if weighed.revocation == .unknown {
        let mark =
          transaction.revocationType?.rawValue ?? transaction.revocationReason.map { String($0.rawValue) } ?? ""
        reasons.append(
          Reason(
            .knownRevocation, supports: true, transactionId: transaction.transactionId,
            JudgementText.unknownMark(mark).text))
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
        ? JudgementText.wasNeverCheckedWithApp.text : JudgementText.wasLastChecked(evidence.lastChecked.minute).text
      reasons.append(
        Reason(
          .validity, supports: false, JudgementText.longerAgoThanValidity(age).text))
    }
    if !isListed {
      reasons.append(
        Reason(
          .inCatalogue, supports: finding.entitled,
          JudgementText.notInCatalogue.text))
    }
    return reasons
  }
}
