/// What was delivered and used of a consumable, in purchased quantity.
package struct ConsumableCount: Hashable, Sendable {
  package var delivered: Int
  package var used: Int
  /// The refunded share of what was delivered.
  package var refunded: Int

  package init(delivered: Int, used: Int, refunded: Int) {
    self.delivered = delivered
    self.used = used
    self.refunded = refunded
  }

  /// Delivered less used less refunded; negative when something refunded had been used.
  package var balance: Int {
    delivered.subtractingClamped(used).subtractingClamped(refunded)
  }

  /// How much of a delivered quantity a refund takes back.
  ///
  /// - Parameter percentage: Apple's `revocationPercentage` in milliunits (50000 is 50 %); absent means the whole. The
  ///   share is rounded to whole purchases, a half in the customer's favour.
  package static func refundedShare(of quantity: Int, percentage: Int32?) -> Int {
    guard let percentage, percentage < 100_000 else { return quantity }
    guard percentage > 0, quantity > 0 else { return 0 }
    let (whole, rest) = quantity.quotientAndRemainder(dividingBy: 100_000)
    let part = rest * Int(percentage)
    return whole * Int(percentage) + part / 100_000 + (part % 100_000 > 50_000 ? 1 : 0)
  }
}

extension Int {
  /// The difference, or the nearest number where it does not fit.
  func subtractingClamped(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    guard overflow else { return difference }
    return other > 0 ? .min : .max
  }
}
