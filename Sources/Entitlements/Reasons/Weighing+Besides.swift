import StoreModel

extension Weighing {
  /// Whether an answer is as young as was asked for: the last check, or what Apple signed since.
  func isConfirmed(signedDate: Timestamp?) -> Bool {
    guard let validity = evidence.offlineValidity else { return true }
    guard let latest = [evidence.lastChecked, signedDate].compactMap({ $0 }).max() else { return false }
    return now.milliseconds(since: latest) <= validity
  }

  /// The account's purchases of a product that wait for somebody, oldest first.
  func pendingIntents(_ productId: String) -> [Intent] {
    evidence.pendingIntents
      .filter { $0.productId == productId && $0.state == .pending && $0.account == evidence.account }
      .sorted { ($0.createdDate, $0.id) < ($1.createdDate, $1.id) }
  }

  /// The account's refund requests for a product that Apple has not granted, oldest first.
  func openRefundRequests(_ productId: String) -> [RefundRequest] {
    let requests = evidence.refundRequests.filter { $0.productId == productId && $0.account == evidence.account }
    guard !requests.isEmpty else { return [] }
    let takenBack = Set((admitted[productId] ?? []).filter(\.isRevoked).compactMap { transaction($0).transactionId })
    return requests.filter { !takenBack.contains($0.transactionId) }
      .sorted { ($0.askedDate, $0.transactionId) < ($1.askedDate, $1.transactionId) }
  }

  /// What is said of a product besides what its transactions decide.
  func reasonsBesides(_ productId: String, finding: Finding, isListed: Bool, isConfirmed: Bool) -> [Reason] {
    var reasons: [Reason] = []
    reasons += Reason.list(openRefundRequests(productId)) { request in
      Reason(
        .refundAsked, supports: false, transactionId: request.transactionId,
        "a refund was asked for on \(Optional(request.askedDate).day); asked is not refunded, Apple decides")
    }
    reasons += Reason.list(pendingIntents(productId)) { intent in
      Reason(
        .askToBuy, supports: false, transactionId: intent.transactionId,
        "a purchase waits for approval since \(Optional(intent.createdDate).minute)")
    }
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
