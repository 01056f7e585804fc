package import AppStoreModel
package import Core

/// Texts about a user's payments beyond this device and this Apple Account.
package enum UserMoneyText {
  static func finalGround(_ ground: CloseGround, isHere: Bool) -> Words {
    isHere
      ? "nothing to do, because this purchase was given up (\(ground.words)); support can reopen the order"
      : "nothing to do, because this purchase was given up (\(ground.words)); support can reopen the order on the device "
        + "that has it"
  }
  static func fraud(of plan: String) -> Words {
    "do not buy it, because \(plan) was given up as fraud: what this Apple Account buys in its group is not delivered"
  }
  static func reversed(on minute: String) -> Words {
    "; Apple took the refund of it back \(minute), so it is paid again"
  }
  /// Returns a note on a subscription whose order was given up, which does not cancel the subscription.
  package static func goesOn(_ charge: ComingRenewal) -> Words {
    let price = charge.price.map { price in
      Storefront.all.first { $0.currency == price.currency }.map { price.formatted(locale: $0.localeIdentifier) }
        ?? "\(price.decimalText) \(price.currency)"
    }
    return "; the subscription goes on: Apple charges\(price.map { " " + $0 } ?? "") next on \(charge.date.day)"
  }
  static func decide(onReversal minute: String) -> Words {
    "decide: Apple took the refund back \(minute), and the order was given up; reopen it, so that it is delivered, or "
      + "tell the customer why not"
  }
  static var bringBack: Words { "restore: a purchase that arrives again is credited once" }
}

extension CloseGround {
  /// The ground on which an order was given up, in plain words.
  package var words: String { CloseGroundText.ground(self).text }
}

/// Names of the grounds on which an order was given up.
enum CloseGroundText {
  static func ground(_ closeGround: CloseGround) -> Words {
    switch closeGround {
    case .compensated: "compensated in another way"
    case .duplicate: "a duplicate of another purchase"
    case .fraud: "fraud"
    case .overdue: "too old for the app server"
    case .other: "closed by support"
    }
  }
}
