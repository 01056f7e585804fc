import StoreKitFiles
import StoreModel

/// Purchases on another device of an account, also in the past.
extension LedgerSession {
  /// Buys without this device; with a date, as it would have been bought then.
  mutating func purchaseElsewhere(
    _ order: PurchaseOrder, at date: Int64?, _ behavior: PastRenewals
  ) throws -> SimulatedPurchase {
    guard let date else { return try purchase(order) }
    let end = now
    guard date <= end, date >= 0 else {
      throw SimulatorError(.usage, "the purchase date must lie in the past of this App Store's clock")
    }
    let group = catalogue.product(order.productId)?.subscription?.groupID
    if let group, let row = try subscription(group: group, account: order.account),
      row.state.isRunning || row.expiresDate > date
    {
      throw SimulatorError(.failed, "\(order.account) had a subscription of the group at that time already")
    }
    now = date
    let answer = try purchase(order)
    if let group, var row = try subscription(group: group, account: order.account) {
      switch behavior {
      case .untilNow: break
      case .cancelImmediately: try setAutoRenew(false, of: &row)
      case .default where row.expiresDate <= end:
        // Periods that were missed are not made up for: the next one begins now.
        now = end
        guard let product = catalogue.product(row.productId) else { break }
        try renew(&row, product, .now)
      case .default: break
      }
    }
    try catchUp(to: end)
    return answer
  }
}
