import StoreModel
import Texts

/// What is said of a user's money beside this device and this Apple Account.
enum UserMoneyText: Sentence {
  case unansweredElsewhere(String), interruptedElsewhere(String), pendingElsewhere(String), refusedElsewhere(String)
  case givenUpElsewhere(String, CloseGround), serverKnowsCharge(String), notAskedYet, serverDoesNotTell
  case othersCharge(String), askAboutCharge, restoreFirst, waitForCharge(String), finalGround(CloseGround), bringBack
  case serverCredited, chargedToAccount(String), givenUpOn(CloseGround), creditedHere
  case movedAfterUse(Int), takenInNext, takenInNextReason(String), serverNotAsked, moveIt
}

// MARK: - English

extension UserMoneyText {
  var english: String {
    switch self {
    case .unansweredElsewhere(let since):
      "a purchase begun \(since) on another device of this user has no answer yet: it may have been charged"
    case .interruptedElsewhere(let since):
      "a purchase begun \(since) on another device of this user was interrupted: nothing was charged yet"
    case .pendingElsewhere(let since):
      "a purchase begun \(since) on another device of this user waits for approval: nothing was charged for it"
    case .refusedElsewhere(let since):
      "the app server has had this user's purchase since \(since) and refused it"
    case .givenUpElsewhere(let since, let ground):
      "this user's purchase was given up \(since): \(ground.words)"
    case .serverKnowsCharge(let since):
      "the purchase begun \(since) was charged: Apple told the app server, and this device has not received it yet"
    case .notAskedYet:
      "this device has not asked the App Store about this Apple Account, or the app server about this user"
    case .serverDoesNotTell:
      "this app server does not tell what is under way on the user's other devices"
    case .othersCharge(let since):
      "a purchase begun \(since) with this Apple Account for another login of the app has no answer yet"
    case .askAboutCharge: "ask the App Store again: this Apple Account may have been charged for it already"
    case .restoreFirst: "restore first: whether it was bought before is not known on this device yet"
    case .waitForCharge(let until):
      "wait: another device of this user has a purchase without an answer; retry asks again, and it ends \(until)"
    case .finalGround(let ground):
      "nothing more comes of this purchase (\(ground.words)); support can reopen the order"
    case .bringBack: "restore: a purchase that comes again is credited once"
    case .serverCredited: "credited to this user by the app server; this device's copy of the purchase does not verify"
    case .chargedToAccount(let account): "; paid with Apple Account \(account)"
    case .givenUpOn(let ground): "given up: \(ground.words)"
    case .movedAfterUse(let count):
      "\(count) used here, and the purchase was moved to another user afterwards: decide whether that is to be made good"
    case .moveIt:
      "retry it on the device that it was bought on, or move the purchase to the user: a restore here does not bring it"
    case .takenInNext: "retry: this device takes the purchase in by itself, with no app server to ask"
    case .takenInNextReason(let since): "paid \(since), and this device has not taken it in yet"
    case .serverNotAsked: "ask the app server whose purchase it is: this device has not asked it yet"
    case .creditedHere: "credited to this user by the app server; this device has not received the purchase yet"
    }
  }
}

extension CloseGround {
  /// The ground in plain words.
  package var words: String { CloseGroundText.ground(self).text }
}

/// On which ground an order was given up.
enum CloseGroundText: Sentence {
  case ground(CloseGround)

  var english: String {
    switch self {
    case .ground(.compensated): "compensated in another way"
    case .ground(.duplicate): "a duplicate of another purchase"
    case .ground(.fraud): "fraud"
    case .ground(.overdue): "too old for the app server"
    case .ground(.other): "closed by support"
    }
  }
}
