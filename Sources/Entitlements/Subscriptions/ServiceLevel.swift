import StoreModel

extension Weighing {
  /// Serves the highest level of each group: a subscription of a lower one, though paid, gives way to it.
  ///
  /// A group can hold more than one running subscription, such as an own one and a family's (Apple: "serve the highest
  /// level of service"). Of the same level both entitle; a product whose level is not known neither gives way nor
  /// takes precedence.
  func withHighestServiceLevel(_ judgements: [String: [Judgement]]) -> [String: [Judgement]] {
    var highest: [String: Int] = [:]
    for (productId, list) in judgements {
      guard let level = serviceLevel(productId) else { continue }
      for judgement in list where judgement.lineage.type == .autoRenewableSubscription && judgement.entitled {
        guard let group = group(of: judgement.deciding) else { continue }
        highest[group] = min(level, highest[group] ?? level)
      }
    }
    guard !highest.isEmpty else { return judgements }
    var result = judgements
    for (productId, list) in judgements {
      guard let level = serviceLevel(productId) else { continue }
      result[productId] = list.map { judgement in
        guard judgement.entitled, judgement.lineage.type == .autoRenewableSubscription,
          let group = group(of: judgement.deciding), let served = highest[group], served < level
        else { return judgement }
        var outranked = judgement
        outranked.entitled = false
        outranked.state = .upgraded
        outranked.rule = .highestServiceLevel
        return outranked
      }
    }
    return result
  }

  /// The level of service of a product in its group; 1 is the highest.
  private func serviceLevel(_ productId: String) -> Int? { catalogue[productId]?.groupLevel }

  /// The group that Apple signed, else the catalogue's.
  private func group(of weighed: WeighedTransaction) -> String? {
    let transaction = transaction(weighed)
    return transaction.subscriptionGroupIdentifier
      ?? transaction.productId.flatMap { catalogue[$0]?.subscriptionGroupIdentifier }
  }
}
