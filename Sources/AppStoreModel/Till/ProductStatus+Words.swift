import Core

extension ProductStatus {
  /// The state in plain words; free products are not called paid.
  package var words: String {
    if state == .paidNotDelivered {
      if isFree { return say("free, not delivered") }
      if cause == .badSignature, !isCharged { return Self.notVerified }
    }
    if isShared, entitled, state == .purchased || state == .subscribed { return say("shared by family") }
    let isEnded = claims.contains { if case .takenBack = $0 { true } else { false } }
    return isEnded && state == .refunded ? RevocationCause.wordsWhereFree : state.words
  }

  /// Returns the state of an unfinished purchase in plain words.
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

  /// Whether the facts say that the product was free, and none says that Apple was paid.
  package var isFree: Bool {
    claims.contains { if case .free = $0 { true } else { false } }
      && !isCharged
  }

  private var isCharged: Bool { claims.contains { if case .charged = $0 { true } else { false } } }

  /// The text says nothing about a payment, because an invalid signature does not prove one.
  private static var notVerified: String { say("not delivered: invalid signature") }
}
