import StoreModel
import Texts

/// What is said of a user's money beside this device and this Apple Account.
enum UserMoneyText {
  static func finalGround(_ ground: CloseGround) -> Words {
    "nothing more comes of this purchase (\(ground.words)); support can reopen the order"
  }
  static var bringBack: Words { "restore: a purchase that comes again is credited once" }
}

extension CloseGround {
  /// The ground in plain words.
  package var words: String { CloseGroundText.ground(self).text }
}

/// On which ground an order was given up.
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
