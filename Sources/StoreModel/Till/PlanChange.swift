/// A subscription product as its group ranks it.
package struct SubscriptionPlan: Hashable, Sendable {
  /// The level of service: 1 is the highest, equal numbers are the same level.
  package var level: Int
  package var period: SubscriptionPeriod

  package init(level: Int, period: SubscriptionPeriod) {
    self.level = level
    self.period = period
  }
}

/// What buying a subscription means for a customer, by what the customer has in its group.
package enum PlanChange: String, Hashable, Sendable, CaseIterable {
  /// The first subscription in the group.
  case first
  /// A new run after an earlier one ended, or while its billing is retried without access.
  case again
  /// Exactly this runs already: nothing is charged.
  case owned
  /// A change that was chosen for the next renewal is taken back.
  case takenBack
  /// Exactly this change was chosen for the next renewal already.
  case alreadyChosen
  /// A higher level: at once, and the rest of the period is paid back.
  case upgrade
  /// The same level and the same duration: at once, and the rest of the period is paid back.
  case crossgrade
  /// The same level with another duration: at the next renewal.
  case crossgradeAtRenewal
  /// A lower level: at the next renewal.
  case downgrade

  /// What a change between two products of a group is.
  package init(from current: SubscriptionPlan, to next: SubscriptionPlan) {
    if next.level < current.level {
      self = .upgrade
    } else if next.level > current.level {
      self = .downgrade
    } else {
      self = next.period == current.period ? .crossgrade : .crossgradeAtRenewal
    }
  }

  /// Whether the customer is charged now.
  package var chargesNow: Bool {
    switch self {
    case .first, .again, .upgrade, .crossgrade: true
    case .owned, .takenBack, .alreadyChosen, .crossgradeAtRenewal, .downgrade: false
    }
  }

  /// Whether another product's running period ends with it.
  package var replacesPeriod: Bool { self == .upgrade || self == .crossgrade }

  /// Whether it waits for the next renewal.
  package var waitsForRenewal: Bool { self == .crossgradeAtRenewal || self == .downgrade }
}
