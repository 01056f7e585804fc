import StoreModel

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
      ? "it has no signature of its own: Apple's receipt server answered so, over TLS"
      : "it has no signature of its own: the app receipt that lists it is signed, and does not know what came after it"
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
      reasons.append(Reason(.billingRetry, supports: false, transactionId: id, "renewing failed; Apple tries again"))
    }
    if renewal.autoRenewStatus == .off {
      let end = judgement.accessEnds.minute
      reasons.append(
        Reason(.autoRenewOff, supports: false, transactionId: id, "auto-renew is off: access ends \(end)"))
    }
    if renewal.priceIncreaseStatus == .customerHasNotResponded {
      reasons.append(
        Reason(
          .priceIncrease, supports: false, transactionId: id,
          "the customer has not agreed to a higher price yet: without consent it ends with the period"))
    }
    if pendingProductId(for: judgement) != nil {
      reasons.append(
        Reason(
          .pendingChange, supports: true, transactionId: id,
          "the customer chose another product of the group for the next period; nothing changes before it"))
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
      let renewal = renewal(of: judgement.lineage, judgement.deciding), let status = renewal.autoRenewStatus
    else { return nil }
    let current = transaction(judgement.deciding)
    // Another product's price is no rise of this one's; neither is the end of an offer.
    let isSame = renewal.autoRenewProductId == nil || renewal.autoRenewProductId == current.productId
    var price: Price?
    if isSame, current.offerType == nil, let next = renewal.renewalPrice, let currency = renewal.currency,
      let paid = current.price, next != paid, currency == current.currency
    {
      price = Price(milliunits: next, currency: currency)
    }
    return ComingRenewal(
      renews: status != .off, price: price, awaitsConsent: renewal.priceIncreaseStatus == .customerHasNotResponded)
  }

  private func issuedAhead(_ deciding: WeighedTransaction) -> Reason {
    let transaction = transaction(deciding)
    return Reason(
      .issuedAhead, supports: true, transactionId: transaction.transactionId,
      "the period begins \(transaction.purchaseDate.minute) and was signed ahead; it counts, as none before it runs")
  }

  private func text(of judgement: Judgement) -> String {
    let transaction = transaction(judgement.deciding)
    let bought =
      (judgement.deciding.isShared ? "family share of " : "bought ") + transaction.purchaseDate.day
    let end = judgement.accessEnds.minute
    switch judgement.rule {
    case .notRevoked: return "\(bought), \(vouched(judgement.deciding)), not revoked"
    case .refunded, .familyShareEnded, .organisationWithdrew, .movedToBundle:
      return takenBackText(judgement.deciding) + ", so this purchase gives no access"
    case .notExpired: return "\(bought), \(vouched(judgement.deciding)), not revoked; the period runs until \(end)"
    case .gracePeriod:
      return "the period ended \(transaction.expiresDate.minute), but its grace period runs until \(end)"
    case .billingRetry:
      let grace = renewal(of: judgement.lineage)?.gracePeriodExpiresDate.known
      return "the period ended \(end); renewing failed and Apple tries again, "
        + (grace.map { "its grace period ended \(Optional($0).minute)" } ?? "and no grace period runs")
    case .renewalAwaited:
      return
        "the period ended \(transaction.expiresDate.minute), and it renews by itself: whether it did is not known yet"
    case .credited:
      return "\(bought), \(vouched(judgement.deciding)), not revoked; the app's server has credited nobody with it"
    case .serverGrace:
      return
        "\(bought), \(vouched(judgement.deciding)), not revoked; the app's server cannot be reached, and this store trusts "
        + "Apple meanwhile"
    case .expired: return expiredText(judgement)
    case .expiryUnknown: return "\(bought), but the date that its end depends on is not known, so it gives no access"
    case .upgraded: return "replaced by another product of the group, so it gives no access, whenever it expires"
    case .highestServiceLevel:
      return "the period runs until \(end), but another subscription of the group has a higher level of service"
    case .duration:
      return "\(bought), \(vouched(judgement.deciding)), not revoked; the duration that was set ends \(end)"
    case .durationUnknown:
      return
        "\(bought), \(vouched(judgement.deciding)), not revoked; no duration was set for the product, so nobody knows when it ends"
    default: return bought
    }
  }

  private func vouched(_ weighed: WeighedTransaction) -> String {
    switch stored(weighed).verdict {
    case .verified: "verified"
    case .attested: "attested"
    case .skipped: "its signature not checked"
    case .failed: "its signature bad"
    }
  }

  /// Who took a transaction back, and when.
  func takenBackText(_ weighed: WeighedTransaction) -> String {
    let transaction = transaction(weighed)
    let date = transaction.revocationDate.day
    switch weighed.revocation ?? .refunded {
    case .refunded: return "refunded \(date): Apple gave the money back"
    case .refundedInPart: return "refunded \(date): Apple gave a part of the money back"
    case .familyEnded: return "family sharing ended \(date)"
    case .organisationWithdrew: return "withdrawn \(date) by the organisation that had assigned it"
    case .movedToBundle: return "moved to a bundle \(date)"
    case .unknown: return "taken back \(date) for a reason that is not known here"
    }
  }

  private func expiredText(_ judgement: Judgement) -> String {
    let end = "ended \(judgement.accessEnds.minute)"
    guard judgement.lineage.type == .autoRenewableSubscription else { return "the duration that was set \(end)" }
    switch renewal(of: judgement.lineage)?.expirationIntent {
    case .customerCancelled: return "the period \(end): auto-renew was off"
    case .billingError: return "the period \(end): the renewal could not be paid"
    case .customerDidNotConsentToPriceIncrease: return "the period \(end): the customer did not agree to a higher price"
    case .productNotAvailable: return "the period \(end): the product could no longer be bought"
    default: return "the period \(end)"
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
      return "a refund was asked for on \(day), and Apple declined it"
    }
    return isUndecided(request)
      ? "a refund was asked for on \(day); asked is not refunded, Apple decides"
      : "a refund was asked for, and no decision was seen since \(day); Apple e-mails the customer"
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
            "its ownership \"\(type.rawValue)\" is not known here: nothing is taken away by that"))
      }
      if weighed.revocation == .unknown {
        let mark =
          transaction.revocationType?.rawValue ?? transaction.revocationReason.map { String($0.rawValue) } ?? ""
        reasons.append(
          Reason(
            .knownRevocation, supports: true, transactionId: transaction.transactionId,
            "Apple marked it as taken back with \"\(mark)\", which is not known here: nothing is taken away by that"))
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
        ? "was never checked with the App Store" : "was last checked \(evidence.lastChecked.minute)"
      reasons.append(
        Reason(
          .validity, supports: false, "\(age), longer ago than the validity asked for; nothing is taken away by that"))
    }
    if !isListed {
      reasons.append(
        Reason(
          .inCatalogue, supports: finding.entitled,
          "not in the catalogue; known from transactions only, and an entitlement stands without it"))
    }
    return reasons
  }
}
