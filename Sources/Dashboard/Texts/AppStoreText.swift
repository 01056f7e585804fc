import AppStoreModel
import Core
import Verbs

/// The texts of the App Store's side.
enum AppStoreText {
  /// An action on the App Store's side: a decision by Apple or a parent, or a change of the network or the clock.
  enum Deed: Hashable {
    case approved, declined, refundGranted, refundDeclined, refundReversed
    case network(Bool), payments(Bool)
    case clockMoved(seconds: Int64)
    case startedOver
  }

  static func section(_ section: AppStoreSection, isShort: Bool) -> Words { "\(title(of: section, isShort: isShort))" }
  static func empty(_ section: AppStoreSection) -> Words {
    switch section {
    case .decisions: "No decisions pending."
    case .subscriptions: "No Apple Account has a subscription yet; buying one (\(ActionTable.key(of: .buy))) begins it."
    case .notifications: "No notifications sent yet."
    case .purchases:
      "No active purchases; \(ActionTable.key(of: .buy)) buys on this device, "
        + "\(ActionTable.key(of: .showAccounts)) then \(ActionTable.key(of: "buy-elsewhere")) on another "
        + "one."
    case .accounts, .faults, .settings: "Nothing here."
    }
  }
  static func done(_ deed: Deed, deviceLearns: Bool) -> Words {
    let hint = say(" The device learns of it through a refund check (\(ActionTable.key(of: .refundCheck))).")
    return "\(done(deed, deviceLearns ? hint : ""))"
  }
  static func decision(_ kind: AppStoreCase.Kind) -> Words {
    switch kind {
    case .askToBuy: "Ask to Buy"
    case .interrupted: "interrupted"
    case .refundRequest: "refund asked"
    case .refunded: "refunded"
    }
  }
  static func consumption(_ consumption: AppStoreCase.Consumption) -> Words {
    switch consumption {
    case .waiting: "Apple asks how much was used (\(ActionTable.key(of: "answer-consumption")) answers)"
    case .answered: "the app server told Apple how much was used"
    case .missed: "Apple got no answer in time about how much was used"
    }
  }
  static func notification(attempts: Int, next: String?, id: String) -> Words {
    Words(
      attempts, "\(attempts) attempt\(next.map { say(", next on \($0)") } ?? ""), \(id)",
      "\(attempts) attempts\(next.map { say(", next on \($0)") } ?? ""), \(id)")
  }
  static func subscription(_ state: Subscription.State) -> Words {
    switch state {
    case .active: "active"
    case .grace: "grace"
    case .retry: "billing retry"
    case .expired: "expired"
    case .revoked: "refunded"
    }
  }
  static func priceIncrease(_ priceIncrease: Subscription.PriceIncrease) -> Words {
    switch priceIncrease {
    case .pending: "the price increases if the customer agrees (\(ActionTable.key(of: "consent")))"
    case .agreed: "the customer agreed to the price increase"
    case .refused: "the customer declined the price increase"
    }
  }
  static func account(storefront: String, family: [String], isAlone: Bool) -> Words {
    "storefront \(storefront)" + (family.isEmpty ? "" : "; in a family with \(Language.series(family))")
      + (isAlone ? "; the only Apple Account of this App Store" : "")
  }

  private static func title(of section: AppStoreSection, isShort: Bool) -> String {
    switch section {
    case .decisions: isShort ? say("Decide") : say("Decisions", context: "AppStore")
    case .subscriptions: isShort ? say("Subs") : say("Subscriptions")
    case .accounts: say("Accounts")
    case .faults: say("Faults")
    case .settings: say("Settings")
    case .notifications: say("Notices")
    case .purchases: isShort ? say("Buys") : say("Purchases")
    }
  }
  private static func done(_ deed: Deed, _ hint: String) -> String {
    switch deed {
    case .approved: say("A parent approved: charged.\(hint)")
    case .declined: say("A parent declined. The app is not told.")
    case .refundGranted: say("Apple granted the refund.\(hint)")
    case .refundDeclined: say("Apple declined the refund: the purchase stays valid.\(hint)")
    case .refundReversed: say("Apple reversed the refund.\(hint)")
    case .network(true): say("The network is on.")
    case .network(false): say("The network is off: the device can't reach the App Store.")
    case .payments(true): say("Payments are allowed.")
    case .payments(false): say("Payments are not allowed on this device.")
    case .clockMoved(let seconds): say("The App Store's clock moved \(Words.span(seconds: seconds)) forward.\(hint)")
    case .startedOver: say("Started over.")
    }
  }
}
