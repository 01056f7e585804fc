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
    let state = try store.deviceState()
    guard state.verification == .none else { return try await use(productId, count: count, by: state.user) }
    let user = state.user
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

  /// Has the app's server count a use; it is stored before the server is asked, so that no crash counts it twice.
  private func use(_ productId: String, count: Int, by user: String?) async throws -> UseOutcome {
    guard let user else { return .refused("nobody is logged in to the app: till user NAME") }
    guard try store.pendingUses().isEmpty else {
      return .refused("an earlier use waits for the app's server's answer: try again when it can be asked")
    }
    let use = PendingUse(id: newID(), productId: productId, user: user, count: count, date: try clock().now)
    usesUnderway.insert(use.id)
    defer { usesUnderway.remove(use.id) }
    try store.save(use)
    try reached(.use)
    return try await self.count(use)
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
