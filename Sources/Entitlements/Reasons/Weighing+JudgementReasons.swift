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
    guard let renewal = renewal(of: judgement.lineage) else { return reasons }
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
      let renewal = renewal(of: judgement.lineage), renewal.autoRenewStatus != .off,
      let next = renewal.autoRenewProductId
    else { return nil }
    let current = transaction(judgement.deciding).productId
    guard next != current, renewal.productId == nil || renewal.productId == current else { return nil }
    return next
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
    case .refunded, .familyShareEnded: return takenBackText(judgement.deciding) + ", so this purchase gives no access"
    case .notExpired: return "\(bought), \(vouched(judgement.deciding)), not revoked; the period runs until \(end)"
    case .gracePeriod:
      return "the period ended \(transaction.expiresDate.minute), but its grace period runs until \(end)"
    case .billingRetry: return "the period ended \(end); renewing failed and Apple tries again, without a grace period"
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
    if case .attested = stored(weighed).verdict { "attested" } else { "verified" }
  }

  /// Who took a transaction back, and when.
  func takenBackText(_ weighed: WeighedTransaction) -> String {
    let transaction = transaction(weighed)
    let date = transaction.revocationDate.day
    guard !isFamilyRevocation(weighed) else { return "family share revoked \(date)" }
    if transaction.revocationType == .refundProrated { return "refunded \(date): Apple gave a part of the money back" }
    return "refunded \(date): Apple gave the money back"
  }

  private func expiredText(_ judgement: Judgement) -> String {
    let end = "ended \(judgement.accessEnds.minute)"
    guard judgement.lineage.type == .autoRenewableSubscription else { return "the duration that was set \(end)" }
    switch renewal(of: judgement.lineage)?.expirationIntent {
    case .customerCancelled: return "the period \(end): the customer had turned auto-renew off"
    case .billingError: return "the period \(end): the renewal could not be paid"
    case .customerDidNotConsentToPriceIncrease: return "the period \(end): the customer did not agree to a higher price"
    case .productNotAvailable: return "the period \(end): the product could no longer be bought"
    default: return "the period \(end)"
    }
  }
}
