import StoreModel

extension Weighing {
  /// A consumable has a balance: what was delivered less what was used and refunded.
  ///
  /// It is never an entitlement.
  func consumableFinding(_ product: Product) -> Finding {
    let count = evidence.consumables[product.id] ?? ConsumableCount(delivered: 0, used: 0, refunded: 0)
    let newest = history(of: product.id)
    let isDelivered = count.delivered > 0
    var reasons = [
      Reason(
        .consumable, supports: false,
        "delivered \(count.delivered), used \(count.used), refunded \(count.refunded): balance \(count.balance)")
    ]
    reasons += historyReasons(newest, entitled: false)
    return Finding(
      state: isDelivered ? .purchased : .notPurchased, entitled: false, balance: count.balance,
      since: newest.first.flatMap { transaction($0).purchaseDate.known }, deciding: newest.first, reasons: reasons,
      next: nextStep(forConsumable: count))
  }
}
