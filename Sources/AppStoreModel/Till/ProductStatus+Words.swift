import Core

extension ProductStatus {
  /// The state in plain words; what nothing was paid for is not called paid.
  package var words: String {
    if state == .paidNotDelivered {
      if isFree { return say("free, not delivered") }
      if cause == .badSignature, !isCharged { return Self.notVerified }
    }
    if isShared, entitled, state == .purchased || state == .subscribed { return say("shared by family") }
    let isEnded = claims.contains { if case .takenBack = $0 { true } else { false } }
    return isEnded && state == .refunded ? say("ended by Apple") : state.words
  }

  /// What is under way, in plain words.
  package func words(of item: UnderWay) -> String {
    switch item.kind {
    case .purchasing: say("being bought")
    case .chargeUnknown: EntitlementState.chargeUnknown.words
    case .interrupted: EntitlementState.interrupted.words
    case .pending: EntitlementState.pending.words
    case .paidNotDelivered where item.cause == .badSignature && !isCharged: Self.notVerified
    case .paidNotDelivered:
      claims.contains(.free(transactionId: item.transactionId ?? ""))
        ? say("free, not delivered") : EntitlementState.paidNotDelivered.words
    }
  }

  /// Whether the answer states that Apple was paid nothing for it, and nothing that it was paid.
  package var isFree: Bool {
    claims.contains { if case .free = $0 { true } else { false } }
      && !isCharged
  }

  private var isCharged: Bool { claims.contains { if case .charged = $0 { true } else { false } } }

  /// A signature that does not hold says nothing of a charge either.
  private static var notVerified: String { say("not delivered: invalid signature") }
}
