import StoreModel

extension Weighing {
  /// A non-renewing subscription entitles for the duration that was set for its product, from its purchase on.
  ///
  /// Apple signs no expiry for it. Without a duration it entitles with the rule `durationUnknown`, so that nobody takes
  /// it for a purchase for ever.
  func judgeNonRenewing(_ lineage: Lineage) -> Judgement {
    let deciding = lineage.newest
    if deciding.isRevoked {
      return .takenBack(deciding, lineage: lineage.key, familyShare: isFamilyRevocation(deciding))
    }
    func judgement(_ state: EntitlementState, entitled: Bool, until: Timestamp?, _ rule: Rule) -> Judgement {
      Judgement(
        lineage: lineage.key, deciding: deciding, state: state, entitled: entitled, accessEnds: until, rule: rule)
    }
    guard let productId = transaction(deciding).productId, let duration = evidence.durations[productId] else {
      return judgement(.purchased, entitled: true, until: nil, .durationUnknown)
    }
    guard let purchased = transaction(deciding).purchaseDate.known else {
      return judgement(.expired, entitled: false, until: nil, .expiryUnknown)
    }
    let ends = purchased.adding(duration)
    return now < ends
      ? judgement(.purchased, entitled: true, until: ends, .duration)
      : judgement(.expired, entitled: false, until: ends, .expired)
  }
}
