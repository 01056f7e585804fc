import AppStoreModel
import Core

/// A moment to come that the App Store's clock can be moved to.
package enum ClockMoment: String, CaseIterable, Hashable, Sendable {
  /// Whatever happens first by itself to a subscription.
  case next
  /// The first renewal, paid or not.
  case renewal
  /// The first end of a Billing Grace Period.
  case graceEnd = "grace-end"
}

extension VerbScene {
  /// The moments that lie ahead, each with its date and its subscription.
  var moments: [VerbPlan.Item] {
    ClockMoment.allCases.compactMap { moment in
      guard let first = situation.subscriptions.filter(moment.concerns).min(by: { $0.nextDate < $1.nextDate }) else {
        return nil
      }
      return VerbPlan.Item(
        moment.title, "\(date(first.nextDate)), \(safeText(first.productName)) (\(safeText(first.account)))",
        .now(VerbCall(.advanceTo).with(.moment, moment)))
    }
  }
}

extension ClockMoment {
  /// Whether what happens next to a subscription is such a moment.
  func concerns(_ subscription: Subscription) -> Bool {
    switch self {
    case .next: subscription.state.isRunning
    case .renewal: subscription.state == .active && subscription.autoRenew
    case .graceEnd: subscription.state == .grace
    }
  }

  var title: Words {
    switch self {
    case .next: "to the next thing that happens"
    case .renewal: "to the next renewal"
    case .graceEnd: "to the end of the grace period"
    }
  }
}
