import AppStoreModel
import TestSupport

/// One command that a person types at one of the devices.
///
/// What depends on the world stands as a symbol and is looked up when the command runs: `@T3` is the fourth payment of
/// the world, `@S0` the first subscription's original transaction, `@O0` the first undelivered order of the device, `@P0`
/// the first purchase that waits for a parent. Numbers are counted round, so that a shorter world still means something.
struct ExplorerAction: Hashable, Sendable, CustomStringConvertible {
  /// The folder of the device.
  var device: String
  var words: [String]

  init(_ device: String, _ words: [String]) {
    self.device = device
    self.words = words
  }

  /// An action as `description` writes it: the device's folder, then the words.
  init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    device = words.first ?? Self.devices[0]
    self.words = words.dropFirst().map { $0.hasPrefix("P.") ? Self.app + $0.dropFirst(1) : $0 }
  }

  var description: String { ([device] + words.map { $0.replacing(Self.app + ".", with: "P.") }).joined(separator: " ") }

  /// The symbol that a word is; nil for a plain word.
  static func symbol(_ word: String) -> (kind: Character, number: Int)? {
    guard word.hasPrefix("@"), let kind = word.dropFirst().first, let number = Int(word.dropFirst(2)) else {
      return nil
    }
    return (kind, number)
  }

  static let app = "com.example.piglet"
  static let devices = ["first", "second"]
  /// The demo's accounts, so that a world begins as a user's first start does.
  static let accounts = ["new@", "again@", "grace@"]
  static let users = ["one", "two", "three"]
  static let nonConsumables = [Shop.premium, Shop.icons]
  static let consumables = [Shop.coins, app + ".coins550"]
  static let subscriptions = [Shop.monthly, app + ".plus.yearly"]
  static let products = nonConsumables + consumables + subscriptions + [Shop.season]
}

extension ExplorerAction {
  /// What a person does next, by chance: one command, or a few that belong together.
  static func random(using random: inout SeededGenerator) -> [ExplorerAction] {
    let device = random.chance(70) ? devices[0] : devices[1]
    func at(_ words: [String]) -> [ExplorerAction] { [ExplorerAction(device, words)] }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<10: return at(purchase(using: &random))
    case 10..<16:
      let words = purchase(using: &random)
      return at(words) + sequel(to: words[1], at: device, using: &random)
    case 16..<34: return misfortune(at: device, using: &random)
    case 34..<41: return at(["account", random.pick(accounts)])
    case 41..<46: return at(["user", random.pick(users)] + random.pick([[], [], ["--claim"], ["--leave"]]))
    case 46..<48: return at(random.chance(50) ? ["user", "--sign-out"] : ["account", "--sign-out"])
    case 48..<55: return at(random.pick([["restore"], ["refund-check"], ["retry"]]))
    case 55..<63: return refund(at: device, using: &random)
    case 63..<69:
      return at(["simulator", "advance", random.pick(["1h", "30h", "73h", "8d", "32d"])])
    case 69..<77: return subscription(at: device, using: &random)
    case 77..<80: return family(at: device, using: &random)
    case 80..<85: return support(at: device, using: &random)
    case 85..<89: return at(random.pick([["new-device"], ["reinstall"]]))
    case 89..<92: return at(["use", consumables[0]])
    case 92..<95: return at(["simulator", "network", random.chance(60) ? "off" : "on"])
    case 95..<97:
      return at([
        "simulator", "buy", random.pick(products), "--account",
        random.pick(accounts),
      ])
    default: return at(setting(using: &random))
    }
  }

  /// One product by chance, or the plans of a group, which replace each other.
  static func randomProducts(using random: inout SeededGenerator) -> [String] {
    let product = random.pick(products)
    return subscriptions.contains(product) ? subscriptions : [product]
  }

  /// The same actions with these products in the place of all others.
  static func about(_ few: [String], _ actions: [ExplorerAction]) -> [ExplorerAction] {
    actions.map { action in
      ExplorerAction(
        action.device,
        action.words.map { word in
          products.firstIndex(of: word).map { few.contains(word) ? word : few[$0 % few.count] } ?? word
        })
    }
  }

  private static func purchase(using random: inout SeededGenerator) -> [String] {
    let productId = random.pick(products)
    var words = ["buy", productId]
    if consumables.contains(productId), random.chance(25) { words += ["--quantity", "2"] }
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<3: words += ["--outcome", "pending"]
    case 3: words += ["--outcome", "unverified"]
    case 4: words += ["--outcome", "cancel"]
    case 5: words += ["--outcome", "fail:networkError"]
    case 6..<8: words += ["--token", "order"]
    case 8 where productId == Shop.monthly:
      words += random.pick([["--offer", "half-price"], ["--code", "SPRING"], ["--win-back", "come-back"]])
    default: break
    }
    return words
  }

  /// A failure that begins with a purchase, and what people do about it.
  private static func misfortune(at device: String, using random: inout SeededGenerator) -> [ExplorerAction] {
    let fault = random.pick(misfortunes)
    let productId = random.pick(products)
    let isOnce = random.chance(40)
    var actions = [
      ExplorerAction(device, ["fault", fault.name] + (isOnce ? ["--once"] : [])),
      ExplorerAction(device, ["buy", productId]),
    ]
    if !isOnce, random.chance(30) { actions.append(ExplorerAction(device, ["fault", fault.name, "--off"])) }
    if random.chance(60) { actions += sequel(to: productId, at: device, using: &random) }
    return actions
  }

  /// What people do after a purchase that did not come out, or that another of them made.
  private static func sequel(
    to productId: String, at device: String, using random: inout SeededGenerator
  ) -> [ExplorerAction] {
    let other = devices.first { $0 != device } ?? device
    let (account, user) = (random.pick(accounts), random.pick(users))
    let words: [(String, [[String]])] = [
      (device, [["account", account]]), (device, [["user", user]]), (device, [["new-device"]]),
      (device, [["simulator", "advance", random.chance(50) ? "30h" : "49h"]]), (device, [["retry"]]),
      (device, [["order", "close", "@O0", "--reason", "test"]]), (other, [["restore"]]),
      (device, [["account", account], ["buy", productId]]), (device, [["user", user], ["buy", productId]]),
      (device, [["reinstall"]]), (device, [["buy", productId, "--again"]]), (device, [["user", "--sign-out"]]),
      (device, [["account", account], ["restore"]]), (device, [["use", consumables[0]]]),
    ]
    let (place, commands) = random.pick(words)
    return commands.map { ExplorerAction(place, $0) }
  }

  /// Every fault of a device but the slow one, which makes a test sleep, and the full disk, which keeps the fault itself
  /// from being stored.
  private static let misfortunes: [DeviceFault.Kind] =
    DeviceFault.Kind.all.filter {
      switch $0 {
      case .slow, .diskFull: false
      default: true
      }
    } + [DeviceFault.Kind](repeating: .appServerDown, count: 4) + [
      .appServerRefused, .appServerOverdue, .noCallback, .noCallback,
    ]

  private static func refund(at device: String, using random: inout SeededGenerator) -> [ExplorerAction] {
    let payment = "@T\(Int.random(in: 0..<4, using: &random))"
    func simulator(_ words: String...) -> ExplorerAction { ExplorerAction(device, ["simulator", "refund"] + words) }
    let asked = ExplorerAction(device, ["ask-refund", payment])
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<2: return [asked]
    case 2: return [asked, simulator("decline", payment)]
    case 3..<5: return [asked, simulator("approve", payment)]
    case 5: return [simulator("approve", payment, "--percentage", "50")]
    case 6: return [simulator("approve", payment)]
    default: return [simulator("reverse", payment)]
    }
  }

  private static func subscription(at device: String, using random: inout SeededGenerator) -> [ExplorerAction] {
    let id = "@S\(Int.random(in: 0..<2, using: &random))"
    let words: [[String]] = [
      ["renew", id], ["expire", id], ["auto-renew", "off", id], ["auto-renew", "on", id], ["billing", "fail", id],
      ["billing", "resolve", id], ["price-increase", id], ["price-increase", id, "--notice"], ["consent", id, "yes"],
      ["consent", id, "no"], ["extend", id, "10"], ["approve", "@P0"], ["decline", "@P0"], ["approve", "@P0"],
      ["resolve", "@P0"],
    ]
    return [ExplorerAction(device, ["simulator"] + random.pick(words))]
  }

  private static func family(at device: String, using random: inout SeededGenerator) -> [ExplorerAction] {
    let member = random.pick(accounts)
    let words: [[String]] = [
      ["join", member], ["leave", member], ["share", "on", Shop.premium], ["share", "off", Shop.premium],
    ]
    return [ExplorerAction(device, ["simulator", "family"] + random.pick(words))]
  }

  private static func support(at device: String, using random: inout SeededGenerator) -> [ExplorerAction] {
    let user = random.pick(users)
    let words: [[String]] = [
      ["order", "close", "@O0", "--reason", "test"],
      ["order", "close", "@O0", "--ground", random.chance(50) ? "duplicate" : "fraud", "--reason", "test"],
      ["order", "reopen", "@C0", "--reason", "test"],
      ["transfer", "@T\(Int.random(in: 0..<3, using: &random))", "--to", user, "--reason", "test"],
      ["grant", random.pick(products), "--until", "2025-06-01", "--reason", "test"],
      ["duration", Shop.season, "P1M"],
    ]
    return [ExplorerAction(device, random.pick(words))]
  }

  private static func setting(using random: inout SeededGenerator) -> [String] {
    let call = random.pick(AppStoreFault.allCases)
    let words: [[String]] = [
      ["updates", "live"], ["updates", "held"], ["simulator", "ask-to-buy", "on"], ["simulator", "interrupted", "on"],
      ["simulator", "interrupted", "off"], ["simulator", "grace", "off"], ["overdue-age", "1d"],
      ["simulator", "payments", "off"], ["simulator", "payments", "on"],
      ["restore-policy", random.pick(RestorePolicy.allCases).rawValue],
      ["simulator", "fault", call.rawValue, "--once"], ["simulator", "fault", call.rawValue, "--once"],
      ["status"],
    ]
    return random.pick(words)
  }
}

extension SeededGenerator {
  /// One of several, which are never none.
  fileprivate mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: choices.indices, using: &self)]
  }
}
