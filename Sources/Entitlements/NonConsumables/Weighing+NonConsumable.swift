import StoreModel

extension Weighing {
  /// A non-consumable is entitled while the newest transaction of its lineage was not taken back.
  func judgeNonConsumable(_ lineage: Lineage) -> Judgement {
    let deciding = lineage.newest
    if deciding.isRevoked {
      return .takenBack(deciding, lineage: lineage.key, familyShare: isFamilyRevocation(deciding))
    }
    return Judgement(lineage: lineage.key, deciding: deciding, state: .purchased, entitled: true, rule: .notRevoked)
  }

  /// Whether a share ended, rather than money having been given back.
  func isFamilyRevocation(_ weighed: WeighedTransaction) -> Bool {
    weighed.isShared || evidence.transactions[weighed.index].transaction.revocationType == .familyRevoke
  }
}
