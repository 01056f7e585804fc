import Dashboard
import Entitlements
import Foundation
import LocalStore
import Screen
import StoreModel
import StrictJSON
import TestSupport
import TillRuntime

@testable import AppServer
@testable import AppStoreSimulator
@testable import Purchasing
@testable import TillCommands

/// The model's world, where whoever is stuck follows what the program says is next.
final class FollowWorld {
  let world: ModelWorld
  var shop: Shop { world.shop }
  /// Where and for whom a payment was begun, as long as the device remembers it.
  var begun: [String: Beginning] = [:]

  struct Beginning {
    let device: Int
    let account: String?
    let user: String?
  }
  /// What each device answered at which date, as long as it remembers.
  var past: [Int: [PastAnswer]] = [:]

  struct PastAnswer {
    let date: Timestamp
    let statuses: [ProductStatus]
  }

  /// Whether the app's server may have lost what it credited; devices keep its last answer then.
  private(set) var mayHaveForgotten = false
  /// What the three accounts have paid, as it was after the last thing that happened.
  private(set) var payments: [String: Transaction] = [:]

  /// What was not as it must be.
  private(set) var problems: [String] = []
  /// What the App Store signed badly, for the app's server too, as long as nobody restores it.
  private(set) var spoiled: Set<String> = []
  /// The planted flaws that would have shown.
  var found: Set<FollowFlaw>

  /// - Parameter found: The flaws that nobody looks for any more.
  init(found: Set<FollowFlaw> = Set(FollowFlaw.allCases)) async throws {
    self.found = found
    world = try await ModelWorld(flaw: nil)
    payments = try world.payments()
  }

  func commandLine(_ device: Int) -> CommandLine { CommandLine(shop: shop, device: ModelAction.devices[device]) }

  /// Does one thing, then looks at what both devices say of every product.
  func perform(_ action: FollowAction) async throws {
    // Nothing happens at the date of an answer that was noted.
    shop.clock.move(by: 1000)
    let before = payments
    let beginning = try action.buyer.map { device in
      let state = try world.devices[device].phone.memory.deviceState()
      return Beginning(device: device, account: state.account, user: state.user)
    }
    let report = try await act(action)
    try readPayments()
    let paid = payments.keys.filter { before[$0] == nil }
    if let beginning { for id in paid { begun[id] = beginning } }
    if case .buy(_, _, .unverified) = action { spoiled.formUnion(paid) }
    for device in ModelAction.devices.indices { try await check(device) }
    if let report, let device = action.buyer { try await check(report, of: action, at: device, isPaid: !paid.isEmpty) }
  }

  private func act(_ action: FollowAction) async throws -> BuyReport? {
    switch action {
    case .model(let action):
      switch action {
      case .fault(_, .appServerForgot, _): mayHaveForgotten = true
      case .reinstall(let device), .newDevice(let device):
        begun = begun.filter { $0.value.device != device }
        past[device] = []
      default: break
      }
      try await world.perform(action)
      // A command line that meets a crash would end the tests with it.
      for device in ModelAction.devices.indices {
        let armed = try world.devices[device].phone.memory.faults().map(\.kind)
        for case .crash(let step) in armed where action.isOver(device, step) {
          try await world.devices[device].work { try await $0.switchOff(.crash(step)) }
        }
      }
    case .wait(let hours): shop.clock.move(by: Int64(hours) * 3_600_000)
    case .buy(let device, let productId, let outcome):
      return try await world.devices[device].work { try await $0.buy(productId, outcome: outcome) }
    case .interrupt(let device, let productId):
      try shop.appStore.setInterrupted(true)
      try await world.devices[device].work { _ = try await $0.buy(productId) }
      try shop.appStore.setInterrupted(false)
    case .misfortune(let device, let productId, let kind, let once):
      try await world.devices[device].work { try await $0.switchOn(kind, once: once) }
      let report = try await world.devices[device].work { try await $0.buy(productId) }
      // A command line that meets a crash would end the tests with it.
      if case .crash = kind { try await world.devices[device].work { try await $0.switchOff(kind) } }
      return report
    case .askRefund(let device, let number, let isDeclined):
      let payments = payments.keys.sorted()
      guard !payments.isEmpty else { return nil }
      let id = payments[number % payments.count]
      try await world.devices[device].work { _ = try await $0.askRefund(of: id, reason: nil) }
      if isDeclined { try? shop.appStore.declineRefund(of: id) }
    case .signOut(let device): try await world.devices[device].work { try await $0.signIn(nil) }
    case .logOut(let device): try await world.devices[device].work { try await $0.logIn(nil) }
    case .follow(let device, let productId):
      try await heal()
      let stuck: Set<EntitlementState> = [
        .paidNotDelivered, .chargeUnknown, .interrupted, .pending, .verificationFailed,
      ]
      let waiting = try await world.devices[device].phone.purchasing.statuses().filter { stuck.contains($0.state) }
      for id in Set(waiting.map(\.product.id)).union([productId]).sorted() { follow(id, at: device) }
      try await checkSurfaces(device)
    }
    return nil
  }

  /// Ends every failure, as somebody does who sees to it before they follow anything.
  func heal() async throws {
    try shop.appStore.setNetwork(true)
    for device in ModelAction.devices.indices { try await world.clearFaults(of: device) }
  }

  func note(_ problem: String) { problems.append(problem) }

  func readPayments() throws { payments = try world.payments() }

  // MARK: Past answers

  /// What a device is said to have answered at a date is what it answered.
  func checkPast() throws {
    for device in ModelAction.devices.indices {
      let memory = try world.devices[device].phone.memory
      let answers = past[device] ?? []
      for answer in answers.suffix(6) + answers.prefix(3) {
        let then = try resolvedStatuses(of: memory, at: DeviceClock(past: answer.date), asOf: answer.date)
        for status in answer.statuses {
          let told = then.first { $0.product.id == status.product.id }
          guard told?.inOneLine != status.inOneLine else { continue }
          note(
            "\(status.product.id) on \(ModelAction.devices[device]) was \(status.inOneLine), and --as-of "
              + "\(answer.date.formatted(.minute)) says \(told?.inOneLine ?? "nothing")")
        }
      }
    }
  }

  // MARK: Following

  /// Follows what is next of a product, three steps far.
  private func follow(_ productId: String, at device: Int) {
    let till = commandLine(device)
    var answer = till.run(["explain", productId]).document
    var path = [answer.summary]
    let now = (try? shop.appStore.clock().now) ?? shop.clock.now
    for _ in 0..<3 {
      guard !answer.isAtAnEnd(now) else { return }
      // Where a person has something to add, the page for people shows how it is written.
      let form = till.run(["explain", productId], isJSON: false).text.split(separator: "\n")
        .first { $0.hasPrefix("  till ") }
      guard let command = answer.next?["command"]?.stringValue ?? form.map({ String($0.dropFirst(2)) }) else {
        return note("\(productId): nothing to do is named: " + path.joined(separator: " => "))
      }
      let account = ModelAction.accounts[0]
      let user = (try? world.devices[device].phone.memory.deviceState().user) ?? ModelAction.users[0]
      let end = till.run(command, filling: ["TEXT": "test", "USER": user, "NAME": account])
      let after = till.run(["explain", productId]).document
      path.append(command.prefix { $0 != "-" } + "(\(end.status.rawValue)) " + after.summary)
      guard after.summary != answer.summary || after.isAtAnEnd(now) else {
        return note("\(productId): \"\(end.message)\" changes nothing: " + path.joined(separator: " => "))
      }
      guard end.status == .done || after.next?["until"] != nil || after.next?["text"] != answer.next?["text"] else {
        return note("\(productId): \(end.message): " + path.joined(separator: " => "))
      }
      answer = after
    }
    if !answer.isAtAnEnd(now) { note("\(productId) is at no end after three steps: " + path.joined(separator: " => ")) }
  }
}

extension ModelAction {
  /// Whether a crash that was armed need not stay armed: something else than arming it was done.
  fileprivate func isOver(_ device: Int, _ step: PipelineStep) -> Bool {
    if case .fault(device, .crash(step), _) = self { false } else { true }
  }
}

extension FollowAction {
  /// The device at which somebody may pay by it.
  fileprivate var buyer: Int? {
    switch self {
    case .model(.buy(let device, _, _, _)), .buy(let device, _, _), .interrupt(let device, _),
      .misfortune(let device, _, _, _):
      device
    default: nil
    }
  }
}

extension ProductStatus {
  /// What the answer comes to.
  fileprivate var inOneLine: String {
    let parts = [
      state.rawValue, entitled ? "entitled" : "not entitled", confirmed ? "confirmed" : "not confirmed",
      balance.map { "balance \($0)" }, cause?.rawValue, next.text,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension JSONObject {
  /// `explain`'s next step.
  fileprivate var next: JSONObject? { self["next"]?.objectValue }

  /// The answer in one line.
  fileprivate var summary: String {
    let next = next ?? [:]
    return [
      self["state"]?.stringValue ?? "no answer", self["entitled"]?.boolValue == true ? "entitled" : "",
      next["who"]?.stringValue ?? "", next["text"]?.stringValue ?? "",
    ].joined(separator: " ")
  }

  /// Whether nothing is left for us or the customer: entitled, waiting for somebody with a date, or final.
  fileprivate func isAtAnEnd(_ now: Timestamp) -> Bool {
    guard let next else { return false }
    if self["entitled"]?.boolValue == true { return true }
    // A wait has a date by which it ends, and that is still to come.
    if let until = next["until"]?.numberValue?.int64 { return until > now.milliseconds }
    let text = next["text"]?.stringValue ?? ""
    if next["who"]?.stringValue == "nobody" { return text.contains("because") || text.contains("nothing to do") }
    // What is left of a consumable can be used; it entitles to nothing.
    return text.contains("can use what is left")
  }
}
