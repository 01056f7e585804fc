import StoreModel
import TestSupport

/// One thing that somebody does, at a device, at the App Store, or to make something fail.
///
/// Devices, accounts and users are counted from 0.
enum ModelAction: Hashable, Sendable {
  case signIn(device: Int, account: Int)
  case logIn(device: Int, user: Int)
  case buy(device: Int, productId: String, quantity: Int, token: TokenChoice)
  case restore(device: Int)
  case check(device: Int)
  case retry(device: Int)
  case use(device: Int, count: Int)
  /// The program at a device ends and is started again.
  case restart(device: Int)
  case fault(device: Int, DeviceFault.Kind, once: Bool)
  case clearFaults(device: Int)
  case serverFault(Bool)
  /// Apple refunds the payment of that number, counted round, or takes a refund back.
  case refund(Int)
  case reverse(Int)
  case network(Bool)

  static let accounts = ["ann@", "ben@", "eve@"]
  static let users = ["one", "two", "three"]
  static let devices = ["first", "second"]
  private static let products = [Shop.coins, Shop.coins, Shop.premium, Shop.icons, Shop.monthly]
  /// What leaves no doubt about whose a payment is; the others are tested by themselves.
  private static let faults: [DeviceFault.Kind] =
    [
      .network, .timeoutAfterPayment, .noCallback, .appServerRefused, .appServerDown, .unverifiable,
      .deliveredTwice,
      .outOfOrder, .late, .diskFull,
    ] + PipelineStep.allCases.map { .crash($0) }

  /// An action by chance; purchases are the most likely.
  static func random(using random: inout SeededGenerator) -> ModelAction {
    let device = Int.random(in: 0..<devices.count, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<8:
      return .signIn(device: device, account: Int.random(in: 0..<accounts.count, using: &random))
    case 8..<16:
      return .logIn(device: device, user: Int.random(in: 0..<users.count, using: &random))
    case 16..<46:
      let productId = products.randomElement(using: &random) ?? Shop.coins
      return .buy(
        device: device, productId: productId,
        quantity: productId == Shop.coins ? Int.random(in: 1...3, using: &random) : 1,
        token: random.chance(30) ? .order : .user)
    case 46..<52: return .restore(device: device)
    case 52..<58: return .check(device: device)
    case 58..<61: return .retry(device: device)
    case 61..<67: return .use(device: device, count: Int.random(in: 1...2, using: &random))
    case 67..<71: return .restart(device: device)
    case 71..<82:
      return .fault(
        device: device, faults.randomElement(using: &random) ?? .network, once: random.chance(70))
    case 82..<87: return .clearFaults(device: device)
    case 87..<89: return .serverFault(random.chance(50))
    case 89..<95: return .refund(Int.random(in: 0..<1000, using: &random))
    case 95..<98: return .reverse(Int.random(in: 0..<1000, using: &random))
    default: return .network(random.chance(40))
    }
  }

  /// The commands that do the same with the program, to reproduce a failure by hand.
  var commands: String {
    func till(_ device: Int, _ words: String) -> String {
      "till --store \(Self.devices[device]) --backend simulator:appstore.db \(words)"
    }
    switch self {
    case .signIn(let device, let account): return till(device, "account \(Self.accounts[account])")
    case .logIn(let device, let user): return till(device, "user \(Self.users[user])")
    case .buy(let device, let productId, let quantity, let token):
      return till(
        device,
        "buy \(productId) --quantity \(quantity) --token \(token == .order ? "order" : "user")")
    case .restore(let device): return till(device, "restore")
    case .check(let device): return till(device, "refund-check")
    case .retry(let device): return till(device, "retry")
    case .use(let device, let count): return till(device, "use \(Shop.coins) \(count)")
    case .restart(let device): return till(device, "status")
    case .fault(let device, let kind, let once):
      return till(device, "fault \(kind.name)\(once ? " --once" : "")")
    case .clearFaults(let device):
      return "for f in (each fault of the device): " + till(device, "fault $f --off")
    case .serverFault(let isOn):
      return "# the app's server is \(isOn ? "down" : "up") for every device"
    case .refund(let number):
      return till(0, "simulator refund approve TXN  # payment \(number), after ask-refund")
    case .reverse(let number): return till(0, "simulator refund reverse TXN  # refund \(number)")
    case .network(let isOn): return till(0, "simulator network \(isOn ? "on" : "off")")
    }
  }
}
