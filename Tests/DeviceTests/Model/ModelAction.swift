import AppStoreModel
import TestSupport

/// One step of a random sequence: at a device, at the App Store, at the app server, or a fault.
///
/// Devices, accounts and users are counted from 0. Payments and orders are too, modulo their number.
enum ModelAction: Hashable, Sendable {
  case signIn(device: Int, account: Int)
  case logIn(device: Int, user: Int)
  case buy(device: Int, productId: String, quantity: Int, token: TokenChoice)
  /// A purchase on a device that the app server does not know.
  ///
  /// It has no token, or the token of a user who is not in this world.
  case buyElsewhere(account: Int, productId: String, isForeign: Bool)
  case restore(device: Int)
  case check(device: Int)
  case retry(device: Int)
  case use(device: Int, count: Int)
  case close(device: Int, order: Int)
  case grant(device: Int, productId: String)
  /// The program on a device ends and is started again.
  case restart(device: Int)
  case reinstall(device: Int)
  case newDevice(device: Int)
  case fault(device: Int, DeviceFault.Kind, once: Bool)
  case clearFaults(device: Int)
  case policy(RestorePolicy)
  /// Apple refunds a payment, or `reverse` takes a refund back.
  case refund(Int)
  case reverse(Int)
  case expire(account: Int)
  case network(Bool)

  static let accounts = ["ann@", "ben@", "eve@"]
  static let users = ["one", "two", "three"]
  static let devices = ["first", "second"]
  private static let products = [Shop.coins, Shop.coins, Shop.premium, Shop.icons, Shop.monthly]
  private static let faults: [DeviceFault.Kind] =
    // These two deliver purchases of the demo's customers, and the reference knows only the three accounts here.
    DeviceFault.Kind.all.filter {
      switch $0 {
      case .crash, .otherAccount, .deletedAccount: false
      default: true
      }
    }
    + PipelineStep.allCases.map { .crash($0) }

  /// Returns a random action; purchases are the most likely.
  static func random(using random: inout SeededGenerator) -> ModelAction {
    let device = Int.random(in: 0..<devices.count, using: &random)
    let account = Int.random(in: 0..<accounts.count, using: &random)
    let number = Int.random(in: 0..<1000, using: &random)
    let productId = products.randomElement(using: &random) ?? Shop.coins
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<7: return .signIn(device: device, account: account)
    case 7..<14: return .logIn(device: device, user: number % users.count)
    case 14..<38:
      return .buy(
        device: device, productId: productId, quantity: productId == Shop.coins ? 1 + number % 3 : 1,
        token: random.chance(30) ? .order : .user)
    case 38..<42: return .buyElsewhere(account: account, productId: productId, isForeign: random.chance(50))
    case 42..<50: return .restore(device: device)
    case 50..<56: return .check(device: device)
    case 56..<59: return .retry(device: device)
    case 59..<63: return .use(device: device, count: 1 + number % 2)
    case 63..<65: return .close(device: device, order: number)
    case 65..<67: return .grant(device: device, productId: productId)
    case 67..<70: return .restart(device: device)
    case 70..<71: return .reinstall(device: device)
    case 71..<72: return .newDevice(device: device)
    case 72..<81:
      return .fault(device: device, faults.randomElement(using: &random) ?? .network, once: random.chance(70))
    case 81..<85: return .clearFaults(device: device)
    case 85..<89: return .policy(RestorePolicy.allCases.randomElement(using: &random) ?? .keep)
    case 89..<94: return .refund(number)
    case 94..<96: return .reverse(number)
    case 96..<98: return .expire(account: account)
    default: return .network(random.chance(40))
    }
  }
}
