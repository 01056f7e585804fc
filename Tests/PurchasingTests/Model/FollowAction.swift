import StoreModel
import TestSupport

@testable import Purchasing

/// One thing that happens before somebody looks for the next step, and the following of that step itself.
enum FollowAction: Hashable, Sendable {
  case model(ModelAction)
  /// Hours pass.
  case wait(hours: Int)
  /// A purchase that does not come out at once: Ask to Buy, a signature that does not hold.
  case buy(device: Int, productId: String, SimulatedOutcome)
  /// A purchase that the customer has to settle something for first.
  case interrupt(device: Int, productId: String)
  /// A purchase under a failure that begins with it.
  case misfortune(device: Int, productId: String, DeviceFault.Kind, once: Bool)
  /// A refund is asked for at a device; Apple may decline it.
  case askRefund(device: Int, payment: Int, isDeclined: Bool)
  case signOut(device: Int)
  case logOut(device: Int)
  /// Every failure is over, and a product's next steps are followed for as long as they are ours or the customer's.
  case follow(device: Int, productId: String)

  static let products = [Shop.coins, Shop.premium, Shop.icons, Shop.monthly, Shop.season]

  static func random(using random: inout SeededGenerator) -> FollowAction {
    let device = Int.random(in: 0..<ModelAction.devices.count, using: &random)
    let number = Int.random(in: 0..<1000, using: &random)
    let productId = products.randomElement(using: &random) ?? Shop.coins
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<8: return .wait(hours: [1, 5, 25, 73][number % 4])
    case 8..<13: return .buy(device: device, productId: productId, .pending)
    case 13..<17: return .buy(device: device, productId: productId, .unverified)
    case 17..<22: return .buy(device: device, productId: productId, .success)
    case 22..<25: return .interrupt(device: device, productId: productId)
    case 25..<29: return .askRefund(device: device, payment: number, isDeclined: number.isMultiple(of: 3))
    case 29..<30: return .signOut(device: device)
    case 30..<32: return .logOut(device: device)
    // Somebody else is at the device while something waits.
    case 32..<37: return .model(.logIn(device: device, user: number % ModelAction.users.count))
    case 37..<51: return .follow(device: device, productId: productId)
    case 51..<69:
      return .misfortune(
        device: device, productId: productId, misfortunes.randomElement(using: &random) ?? .noCallback,
        once: random.chance(60))
    // Nothing brings back coins that were given up.
    case 69..<74: return .misfortune(device: device, productId: Shop.coins, .appServerOverdue, once: true)
    default: return .model(modelAction(using: &random))
    }
  }

  /// What makes a customer write "I paid and have nothing".
  private static let misfortunes: [DeviceFault.Kind] = [
    .timeoutAfterPayment, .noCallback, .missingReceipt, .late, .lateId, .missingToken, .appServerDown,
    .appServerRefused, .appServerOverdue, .unverifiable, .crash(.charged),
    .crash(.paid), .crash(.uploaded),
    .crash(.confirmed), .crash(.delivered),
  ]

  /// What the model does but waits and full disks: nobody sleeps in a test, and a full disk answers nothing.
  private static func modelAction(using random: inout SeededGenerator) -> ModelAction {
    while true {
      let action = ModelAction.random(using: &random)
      switch action {
      case .fault(_, .slow, _), .fault(_, .diskFull, _): continue
      default: return action
      }
    }
  }
}

extension FollowAction {
  /// The commands that do the same with the program.
  var commands: String {
    func till(_ device: Int, _ words: String) -> String {
      "till --store \(ModelAction.devices[device]) --backend simulator:appstore.db \(words)"
    }
    return switch self {
    case .model(let action): action.commands
    case .wait(let hours): till(0, "simulator advance \(hours)h")
    case .buy(let device, let productId, let outcome): till(device, "buy \(productId) --outcome \(outcome)")
    case .interrupt(let device, let productId):
      [
        till(device, "simulator interrupted on"), till(device, "buy \(productId)"),
        till(device, "simulator interrupted off"),
      ].joined(separator: "\n")
    case .misfortune(let device, let productId, let kind, let once):
      till(device, "fault \(kind.name)\(once ? " --once" : "")") + "\n" + till(device, "buy \(productId)")
    case .askRefund(let device, let payment, let isDeclined):
      till(device, "ask-refund TXN --yes  # payment \(payment), counted round")
        + (isDeclined ? "\n" + till(device, "simulator refund decline TXN") : "")
    case .signOut(let device): till(device, "account --sign-out")
    case .logOut(let device): till(device, "user --sign-out")
    case .follow(let device, let productId): till(device, "explain \(productId)  # and what it says next")
    }
  }
}
