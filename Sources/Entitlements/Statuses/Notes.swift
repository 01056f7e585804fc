import StoreModel

/// What is to be said of a product besides what its transactions decide: it waits, was asked for, was not checked.
struct Notes {
  let isListed: Bool
  let isSignedIn: Bool
  /// Whether the answer is as young as was asked for.
  let isConfirmed: Bool
  /// When the oldest purchase that waits for somebody was begun.
  let pendingSince: Timestamp?
  /// When a refund was asked for that Apple has not decided.
  let refundAsked: RefundRequest?
  let hasFailedVerification: Bool
  /// Whether something only we can put right keeps a transaction out.
  let hasUnweighable: Bool
  /// Whether somebody vouches for a transaction who is not believed here.
  let hasUnsigned: Bool
  /// What can be done about a purchase that is another user's.
  let anotherUsers: NextStep?
  let reasons: [Reason]

  init(_ productId: String, weighing: Weighing, finding: Finding, isListed: Bool) {
    let evidence = weighing.evidence
    self.isListed = isListed
    isSignedIn = evidence.account != nil
    let signedDate = finding.deciding.flatMap { weighing.transaction($0).signedDate.known }
    // What we granted is not the App Store's to confirm.
    isConfirmed = finding.state == .grantedByUs || weighing.isConfirmed(signedDate: signedDate)
    pendingSince = weighing.pendingIntents(productId).map(\.createdDate).min()
    refundAsked = weighing.openRefundRequests(productId).first
    let excluded = weighing.excluded[productId] ?? []
    hasFailedVerification =
      !weighing.quarantined(productId).isEmpty || excluded.contains { $0.rule == .verified }
    hasUnweighable = excluded.contains { $0.rule == .knownType || $0.rule == .sameType }
    hasUnsigned = excluded.contains { $0.rule == .attested }
    anotherUsers = weighing.nextStepForAnotherUsers(excluded)
    reasons = weighing.reasonsBesides(productId, finding: finding, isListed: isListed, isConfirmed: isConfirmed)
  }

  /// The first state that applies.
  func state(of finding: Finding) -> EntitlementState {
    if !isListed { return .notInCatalogue }
    if finding.state == .grantedByUs { return .grantedByUs }
    if finding.entitled, !isConfirmed { return .unconfirmed }
    if finding.entitled, refundAsked != nil { return .refundAsked }
    switch finding.state {
    case .subscribed, .gracePeriod, .purchased: return finding.state
    default: break
    }
    if pendingSince != nil { return .pending }
    if Judgement.inactiveStates.contains(finding.state) { return finding.state }
    return hasFailedVerification ? .verificationFailed : .notPurchased
  }

  /// When the deciding purchase was made, or the one that waits was begun.
  func since(of finding: Finding) -> Timestamp? {
    state(of: finding) == .pending ? pendingSince : finding.since
  }

  /// Who can do what next: the most urgent step, one.
  func next(of finding: Finding) -> NextStep {
    if finding.state == .grantedByUs { return finding.next }
    guard isSignedIn else {
      return NextStep(
        who: .customer, text: "sign in to the App Store, then restore: purchases come back with the account")
    }
    if finding.entitled {
      if !isConfirmed { return NextStep(who: .us, text: "run a refund check as soon as the App Store can be reached") }
      if refundAsked != nil {
        return NextStep(
          who: .apple, text: "Apple decides about the refund, mostly within two days; then check for refunds")
      }
      if !isListed, finding.next.who == .nobody {
        return NextStep(who: .us, text: "add the product to the catalogue, or keep honouring it")
      }
      return finding.next
    }
    if pendingSince != nil {
      return NextStep(
        who: .customer,
        text: "somebody in the family has to approve the purchase; a refusal is never reported to an app")
    }
    if finding.state == .notPurchased {
      if hasFailedVerification {
        return NextStep(who: .us, text: "look at what did not verify and why, then restore: Apple signs it afresh")
      }
      if let anotherUsers { return anotherUsers }
      if hasUnsigned {
        return NextStep(who: .us, text: "ask Apple about the customer: till lookup ID with --backend appstore:PLACE")
      }
      if hasUnweighable {
        return NextStep(who: .us, text: "put the product's type in the catalogue right, then restore")
      }
    }
    return finding.next
  }
}
