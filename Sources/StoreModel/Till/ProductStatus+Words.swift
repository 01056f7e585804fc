import Texts

extension ProductStatus {
  /// The state in plain words; what nothing was paid for is not called paid.
  package var words: String { isFree && state == .paidNotDelivered ? say("free, not delivered") : state.words }

  /// Whether the answer states that Apple was paid nothing for it, and nothing that it was paid.
  package var isFree: Bool {
    claims.contains { if case .free = $0 { true } else { false } }
      && !claims.contains { if case .charged = $0 { true } else { false } }
  }
}
