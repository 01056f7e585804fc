import StoreModel

extension Weighing {
  /// The transactions of a product that decide nothing, newest first: earlier periods, what was bought before.
  func history(of productId: String) -> [WeighedTransaction] {
    let deciding = Set((judgements[productId] ?? []).map(\.deciding.index))
    return (admitted[productId] ?? []).filter { !deciding.contains($0.index) }.sorted(by: isNewer)
  }

  /// What the newest of them says of a product that decides nowhere: its lineage went on with another product.
  func finding(fromHistory history: [WeighedTransaction]) -> Finding? {
    guard let newest = history.first(where: { $0.purchaseDate <= now }) ?? history.first else { return nil }
    let transaction = transaction(newest)
    let key = lineageKey(newest)
    func finding(_ state: EntitlementState, _ rule: Rule, _ text: String, _ next: NextStep) -> Finding {
      Finding(
        state: state, entitled: false, since: transaction.purchaseDate.known, deciding: newest,
        reasons: [Reason(rule, supports: false, transactionId: transaction.transactionId, text)], next: next)
    }
    if newest.isRevoked {
      let judgement = Judgement.takenBack(newest, lineage: key, familyShare: isFamilyRevocation(newest))
      return finding(judgement.state, judgement.rule, takenBackText(newest), nextStep(for: judgement))
    }
    if newest.purchaseDate > now {
      return finding(
        .notPurchased, .issuedAhead,
        "the period begins \(transaction.purchaseDate.minute); until then another product of the group is served",
        NextStep(who: .nobody, text: "nothing to do: it begins \(transaction.purchaseDate.minute)"))
    }
    guard key.type == .autoRenewableSubscription else {
      return finding(
        .notPurchased, .newestOfLineage, "a newer transaction of the same purchase is of another product",
        NextStep(who: .nobody, text: "nothing to do: the purchase is the other product's now"))
    }
    return isUpgradedAway(newest)
      ? finding(
        .upgraded, .upgraded, "replaced by another product of the group, so it gives no access, whenever it expires",
        NextStep(who: .nobody, text: "nothing to do: the subscription goes on as another product of the group"))
      : finding(
        .expired, .expired, "the period ended \(newest.expiresDate.minute); then another product of the group followed",
        NextStep(who: .customer, text: "the customer can change back to this product in Settings"))
  }

  /// Whether a period was cut short by a later one of its lineage; Apple's own mark is not always there.
  private func isUpgradedAway(_ weighed: WeighedTransaction) -> Bool {
    if weighed.isUpgraded { return true }
    guard let lineage = lineages[lineageKey(weighed)], let current = lineage.current, isNewer(current, weighed),
      let expires = weighed.expiresDate
    else { return false }
    return expires > current.purchaseDate
  }

  /// What the history tells besides: refunds that end only their own transaction, and replaced subscriptions.
  func historyReasons(_ history: [WeighedTransaction], entitled: Bool) -> [Reason] {
    let takenBack = Reason.list(history.filter(\.isRevoked)) { weighed in
      Reason(
        isFamilyRevocation(weighed) ? .familyShareEnded : .refunded, supports: false,
        transactionId: transaction(weighed).transactionId,
        takenBackText(weighed) + (entitled ? ": that ends this transaction only" : ""))
    }
    let replaced = Reason.list(history.filter { $0.isUpgraded && !$0.isRevoked }) { weighed in
      Reason(
        .upgraded, supports: false, transactionId: transaction(weighed).transactionId,
        "replaced by another product of the group, so it gives no access, whenever it expires")
    }
    return takenBack + replaced
  }

  /// Says so where looking at nothing but the newest transaction of the product would come to another answer.
  func simplerRuleReason(_ productId: String, entitled: Bool) -> Reason? {
    guard entitled, let newest = newest(of: admitted[productId] ?? []), newest.isRevoked else { return nil }
    return Reason(
      .newestOfProduct, supports: true, transactionId: transaction(newest).transactionId,
      "the newest transaction of the product was taken back, and a rule that looks at it alone would end access; "
        + "another purchase or family share of it still stands")
  }
}
