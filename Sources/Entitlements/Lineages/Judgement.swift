import StoreModel

/// What one lineage says of the product of its deciding transaction.
struct Judgement {
  let lineage: Lineage.Key
  let deciding: WeighedTransaction
  /// One of `purchased`, `subscribed`, `gracePeriod`, `billingRetry`, `upgraded`, `refunded`, `revoked`, `expired`.
  var state: EntitlementState
  var entitled: Bool
  /// When access ends or ended, where it ends by time.
  var accessEnds: Timestamp?
  /// The rule that decided.
  var rule: Rule
  /// Whether a renewal that was signed ahead of its time decides.
  var isIssuedAhead = false

  /// The states that do not entitle, in the order in which one of several is shown.
  static let inactiveStates: [EntitlementState] = [.billingRetry, .upgraded, .refunded, .revoked, .expired]

  /// A number that is lower for the judgement to be shown rather than another.
  var rank: Int {
    switch state {
    case .subscribed: 0
    case .gracePeriod: 1
    case .purchased: 2
    default: 3 + (Self.inactiveStates.firstIndex(of: state) ?? Self.inactiveStates.count)
    }
  }

  /// The judgement of a transaction that Apple took back.
  static func takenBack(_ deciding: WeighedTransaction, lineage: Lineage.Key, familyShare: Bool) -> Judgement {
    Judgement(
      lineage: lineage, deciding: deciding, state: familyShare ? .revoked : .refunded, entitled: false,
      rule: familyShare ? .familyShareEnded : .refunded)
  }
}
