import SafeText
package import StoreModel

/// How spending a consumable ended.
package enum UseOutcome: Hashable, Sendable {
  case used(balance: Int)
  /// Not enough, not a consumable or not known; the reason as one line. Nothing was spent.
  case refused(String)
}

extension Purchasing {
  /// Spends a consumable of the logged-in user.
  package func use(_ productId: String, count: Int = 1) async throws -> UseOutcome {
    guard count > 0 else { return .refused("cannot use \(count): give a number of at least 1") }
    try await settle()
    guard let status = try statuses().first(where: { $0.product.id == productId }) else {
      return .refused("no product \(safeText(productId)): till status lists them")
    }
    guard status.product.type == .consumable else {
      return .refused("\(safeText(productId)) is not a consumable: only consumables are used up")
    }
    let user = try store.deviceState().user
    let balance: Int? = try store.batch {
      let balance = try store.use(productId, count: count, user: user, at: clock().now)
      if let balance {
        try journal(.used, "used \(count), \(balance) left", productId: productId)
      }
      return balance
    }
    guard let balance else {
      return .refused("not enough of \(productId): \(status.balance ?? 0) left, \(count) wanted")
    }
    return .used(balance: balance)
  }

  /// Sets how long a non-renewing subscription entitles; nil takes the rule away.
  package func setDuration(_ period: SubscriptionPeriod?, of productId: String) throws {
    try store.batch {
      try store.setDuration(period, of: productId)
      try journal(
        .durationSet, period.map { "entitles for \($0)" } ?? "no duration any more", productId: productId)
    }
  }
}
