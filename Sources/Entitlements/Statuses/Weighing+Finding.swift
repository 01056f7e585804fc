import StoreModel

extension Weighing {
  /// What the evidence says of a product.
  func finding(for product: Product) -> Finding {
    var finding: Finding
    if product.type == .consumable {
      finding = consumableFinding(product)
    } else {
      let judgements = (judgements[product.id] ?? []).sorted(by: isShownBefore)
      let history = history(of: product.id)
      if let shown = judgements.first {
        finding = self.finding(from: judgements, shown: shown)
        finding.reasons += historyReasons(history, entitled: finding.entitled)
      } else if let past = self.finding(fromHistory: history) {
        finding = past
        finding.reasons += historyReasons(history, entitled: false).filter { !past.reasons.contains($0) }
      } else {
        finding = Finding(state: .notPurchased, entitled: false, next: nextStepWithoutPurchase)
      }
      if let reason = simplerRuleReason(product.id, entitled: finding.entitled) { finding.reasons.append(reason) }
      if finding.entitled { finding.reasons += tokenReasons(for: finding) }
      overlay(grantsOf: product.id, on: &finding)
    }
    return finding
  }

  private func finding(from judgements: [Judgement], shown: Judgement) -> Finding {
    var reasons = Reason.list(judgements.filter(\.entitled), reason: reason(for:))
    reasons += attestationReasons(for: shown)
    reasons += renewalReasons(for: shown)
    reasons += Reason.list(judgements.filter { !$0.entitled }, reason: reason(for:))
    return Finding(
      state: shown.state, entitled: shown.entitled, expiresDate: shown.accessEnds,
      since: transaction(shown.deciding).purchaseDate.known, pendingProductId: pendingProductId(for: shown),
      deciding: shown.deciding, reasons: reasons, next: nextStep(for: shown))
  }

  /// The judgement to show first: one that entitles, for longest, an own one rather than a family's, the newest.
  private func isShownBefore(_ one: Judgement, _ other: Judgement) -> Bool {
    if one.entitled != other.entitled { return one.entitled }
    if one.rank != other.rank { return one.rank < other.rank }
    if one.entitled {
      let ends = (one.accessEnds ?? .distantFuture, other.accessEnds ?? .distantFuture)
      if ends.0 != ends.1 { return ends.0 > ends.1 }
      if one.deciding.isShared != other.deciding.isShared { return other.deciding.isShared }
    }
    return isNewer(one.deciding, other.deciding)
  }
}
