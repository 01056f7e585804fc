import AppStoreModel

/// The commands that do the same as an action, with which a person can reproduce a failure.
extension ModelAction {
  /// The commands that prepare a world: they make the accounts, and users whom the app server knows.
  static var preparation: [String] {
    accounts.reversed().map { till(0, "account \($0) --new") } + [till(1, "account \(accounts[0])")]
      + devices.indices.flatMap { device in users.reversed().map { till(device, "user \($0)") } }
  }

  private static func till(_ device: Int, _ words: String) -> String {
    "till --store \(devices[device]) --backend simulator:appstore.db \(words)"
  }

  var commands: String {
    switch self {
    case .signIn(let device, let account): Self.till(device, "account \(Self.accounts[account])")
    case .logIn(let device, let user): Self.till(device, "user \(Self.users[user])")
    case .buy(let device, let productId, let quantity, let token):
      Self.till(device, "buy \(productId) --quantity \(quantity) --token \(token == .order ? "order" : "user")")
    case .buyElsewhere(let account, let productId, isForeign: false):
      Self.till(0, "simulator buy \(productId) --account \(Self.accounts[account])")
    case .buyElsewhere(let account, let productId, isForeign: true):
      ["account \(Self.accounts[account])", "user stranger", "fault crash:charged", "buy \(productId)"]
        .map { "till --store stranger --backend simulator:appstore.db --verify-with none \($0)" }
        .joined(separator: "\n")
    case .restore(let device): Self.till(device, "restore")
    case .check(let device): Self.till(device, "refund-check")
    case .retry(let device): Self.till(device, "retry")
    case .use(let device, let count): Self.till(device, "use \(Shop.coins) \(count)")
    case .close(let device, let order):
      Self.till(device, "order close ORDER --reason test --yes  # number \(order), counted round, of those undelivered")
    case .grant(let device, let productId):
      Self.till(device, "grant \(productId) --until 2099-01-01 --reason test")
    case .restart(let device): Self.till(device, "status")
    case .reinstall(let device): Self.till(device, "reinstall --yes")
    case .newDevice(let device): Self.till(device, "new-device --yes")
    case .fault(let device, let kind, let once): Self.till(device, "fault \(kind.name)\(once ? " --once" : "")")
    case .clearFaults(let device):
      DeviceFault.Kind.all.map { Self.till(device, "fault \($0.name) --off") }.joined(separator: "\n")
    case .policy(let policy): Self.till(0, "restore-policy \(policy.rawValue)")
    case .refund(let number):
      Self.till(0, "ask-refund TXN --yes  # payment \(number), counted round, as its account") + "\n"
        + Self.till(0, "simulator refund approve TXN")
    case .reverse(let number):
      Self.till(0, "simulator refund reverse TXN  # refund \(number), counted round")
    case .expire(let account):
      Self.till(0, "simulator expire \(Shop.monthly)  # as \(Self.accounts[account])")
    case .network(let isOn): Self.till(0, "simulator network \(isOn ? "on" : "off")")
    }
  }
}
