import AppStoreModel
import Core
import Entitlements
import Foundation
import TestSupport

@testable import Device
@testable import TillApp

/// How much was looked at, and what was found.
struct ExplorerStatistics: Sendable {
  var worlds = 0
  var steps = 0
  /// How many times each promise was checked.
  var checked: [ExplorerPromise: Int] = [:]
  /// In how many worlds each kind of lie was told, with the first that told it.
  var lies: [ExplorerLie.Kind: (worlds: Int, seed: UInt64, example: ExplorerLie)] = [:]

  mutating func count(_ promise: ExplorerPromise, _ number: Int) { checked[promise, default: 0] += number }

  mutating func add(_ other: ExplorerStatistics) {
    worlds += other.worlds
    steps += other.steps
    checked.merge(other.checked, uniquingKeysWith: +)
    for (kind, lie) in other.lies {
      guard let known = lies[kind] else {
        lies[kind] = lie
        continue
      }
      let first = known.seed <= lie.seed ? known : lie
      lies[kind] = (known.worlds + lie.worlds, first.seed, first.example)
    }
  }

  /// One line for the log, and one for each kind of lie.
  var text: String {
    let promises = checked.values.reduce(0, +)
    let head = "explorer: \(worlds) worlds, \(steps) steps, \(promises) promises looked at, \(lies.count) kinds of lies"
    let lines = lies.sorted { $0.key < $1.key }.map { "  \($0.value.worlds) worlds: \($0.key) (seed \($0.value.seed))" }
    return ([head] + lines).joined(separator: "\n")
  }
}

/// A list of commands in a world of its own, with every promise looked at.
struct ExplorerRun {
  let seed: UInt64
  let actions: [ExplorerAction]
  /// Whether the promises are looked at that cost copies of the world, and which of them.
  var ending = Ending.bySeed
  var parties: ExplorerParties

  enum Ending: Hashable {
    /// By the seed some of them, so that each is looked at in its share of the worlds.
    case bySeed
    case whole
    /// What it takes to look at one promise.
    case only(ExplorerPromise)
  }

  /// Whether some promises are looked at in this world's end, one of so many seeds.
  private func looks(at promises: ExplorerPromise..., every worlds: UInt64, from first: UInt64 = 0) -> Bool {
    switch ending {
    case .bySeed: seed % worlds == first
    case .whole: true
    case .only(let promise): promises.contains(promise)
    }
  }

  init(seed: UInt64, length: Int? = nil) {
    var random = SeededGenerator(seed: seed)
    let length = length ?? Int.random(in: 3...5, using: &random)
    var actions: [ExplorerAction] = []
    while actions.count < length { actions += ExplorerAction.random(using: &random) }
    // In one world of three, everything is about one product, so that what builds on a purchase is met sooner.
    if seed % 3 == 1 { actions = ExplorerAction.about(ExplorerAction.randomProducts(using: &random), actions) }
    (self.seed, self.actions, parties) = (seed, actions, .of(seed))
  }

  init(_ actions: [ExplorerAction], seed: UInt64 = 0, ending: Ending = .whole) {
    (self.seed, self.actions, self.ending, parties) = (seed, actions, ending, .of(seed))
  }

  /// What a device said at a date.
  private struct PastAnswer {
    let date: Timestamp
    let generation: Int
    let said: [String: String]
  }

  /// Runs it.
  ///
  /// - Parameter planted: The flaws that are found already; what is found is added. Nil to look for none.
  func explore(planted: inout Set<ExplorerFlaw>, isLookingForFlaws: Bool = false) throws -> (
    statistics: ExplorerStatistics, world: ExplorerWorld
  ) {
    let world = try ExplorerWorld(parties)
    var found: [ExplorerLie] = []
    var statistics = ExplorerStatistics()
    statistics.worlds = 1
    var past: [String: [PastAnswer]] = [:]
    var latest: [String: Timestamp] = [:]
    var flaws = planted
    if !isLookingForFlaws { flaws = Set(ExplorerFlaw.allCases) }
    for action in actions {
      guard let typed = try world.perform(action) else { continue }
      statistics.steps += 1
      let truth = try world.truth()
      for device in ExplorerAction.devices {
        let (scene, evidence) = try world.scene(device)
        let told = lies(in: scene, truth, world, counting: &statistics)
        found += told
        past[device, default: []].removeAll { $0.date >= scene.now }
        // With a clock set back, a device has already dated something later than its answer.
        if latest[device, default: .distantPast] <= scene.now {
          latest[device] = scene.now
          past[device, default: []].append(
            PastAnswer(
              date: scene.now, generation: scene.generation,
              said: Dictionary(scene.statuses.map { ($0.product.id, $0.inOneLine) }) { first, _ in first }))
        }
        if let evidence, flaws.count < ExplorerFlaw.allCases.count {
          plant(in: scene, evidence, truth, world, typed, Set(told.map(\.kind)), &flaws)
        }
        if device == action.device {
          found += lies(of: typed, scene, truth, world, counting: &statistics)
          if let evidence { found += try lies(ofForecast: evidence, typed, scene, world, counting: &statistics) }
        }
      }
    }
    found += try liesOfPast(past, in: world, counting: &statistics)
    try found += liesAtTheEnd(of: world, touching: found, &flaws, counting: &statistics)
    for lie in found where statistics.lies[lie.kind] == nil { statistics.lies[lie.kind] = (1, seed, lie) }
    if isLookingForFlaws { planted = flaws }
    return (statistics, world)
  }

  private func lies(
    in scene: ExplorerScene, _ truth: ExplorerTruth, _ world: ExplorerWorld,
    counting statistics: inout ExplorerStatistics
  ) -> [ExplorerLie] {
    var lies: [ExplorerLie] = []
    for promise in ExplorerPromise.ofScenes where world.parties != .noServer || !promise.needsServer {
      statistics.count(promise, scene.statuses.count)
      for status in scene.statuses { lies += promise.lies(of: status, in: scene, truth, world) }
    }
    statistics.count(.everythingIsAnswered, scene.held.count)
    statistics.count(.refundsCanBeAsked, scene.held.count)
    return lies + ExplorerPromise.liesOfWhatIsHeld(by: scene, truth)
  }

  /// Looks for the flaws that were not found yet in what a device says after a command.
  private func plant(
    in scene: ExplorerScene, _ evidence: EvidenceSet, _ truth: ExplorerTruth, _ world: ExplorerWorld,
    _ typed: ExplorerWorld.Typed, _ told: Set<ExplorerLie.Kind>, _ flaws: inout Set<ExplorerFlaw>
  ) {
    var nothing = ExplorerStatistics()
    let report = typed.action.device == scene.device ? typed.buyReport : nil
    for flaw in ExplorerFlaw.allCases where !flaws.contains(flaw) {
      if let report, let other = flaw.bent(report) {
        if lies(of: typed, report, scene, world).isEmpty, !lies(of: typed, other, scene, world).isEmpty {
          flaws.insert(flaw)
        }
        continue
      }
      if typed.action.device == scene.device, let other = flaw.bent(typed) {
        if ExplorerPromise.liesOfReport(typed, scene, truth).isEmpty,
          !ExplorerPromise.liesOfReport(other, scene, truth).isEmpty
        {
          flaws.insert(flaw)
        }
        continue
      }
      guard let bent = flaw.bent(scene, evidence) else { continue }
      if flaw == .creditStaysWithTheAccount {
        // The device would take back what the app server credited.
        let had = Set(scene.statuses.filter { $0.state == .creditedToUser }.map(\.product.id))
        if bent.statuses.contains(where: { had.contains($0.product.id) && !$0.entitled }) { flaws.insert(flaw) }
        continue
      }
      var wrong = lies(in: bent, truth, world, counting: &nothing)
      if typed.action.device == scene.device { wrong += lies(of: typed, bent, truth, world, counting: &nothing) }
      if wrong.contains(where: { !told.contains($0.kind) }) { flaws.insert(flaw) }
    }
  }

  // MARK: What buying would do

  /// What the device foretells of each purchase right after it asked the App Store is what the ledger says.
  private func lies(
    ofForecast evidence: EvidenceSet, _ typed: ExplorerWorld.Typed, _ scene: ExplorerScene, _ world: ExplorerWorld,
    counting statistics: inout ExplorerStatistics
  ) throws -> [ExplorerLie] {
    guard typed.words == ["refund-check"] || typed.words == ["restore"], typed.status == .done, !typed.crashed,
      let account = scene.state.account, try world.memory(of: scene.device).faults().isEmpty, !world.listsLate
    else { return [] }
    return ExplorerAction.products.compactMap { productId in
      guard let forecast = Resolver.forecast(productId, in: evidence, at: scene.now),
        let preview = world.preview(productId, account: account)
      else { return nil }
      switch forecast.outcome {
      case .asked, .unanswered, .unverified: return nil
      default: break
      }
      statistics.count(.forecastIsPreview, 1)
      let said: PlanChange? =
        switch forecast.outcome {
        case .charges(let change): change
        case .owned: .owned
        case .atRenewal(let change): change
        default: nil
        }
      let change = preview.change == .resumed && said?.chargesNow == false ? said : preview.change
      guard said != change || forecast.chargesNow != preview.chargesNow else { return nil }
      return ExplorerLie(
        .forecastIsPreview, "\(said?.rawValue ?? "charges"), ledger \(preview.change?.rawValue ?? "charges")",
        at: "\(scene.device), \(account), \(productId)", said: "\(forecast.outcome)",
        truth: "preview: \(preview.change?.rawValue ?? "charges") \(preview.charged)")
    }
  }

  // MARK: What a command reported

  private func lies(
    of typed: ExplorerWorld.Typed, _ scene: ExplorerScene, _ truth: ExplorerTruth, _ world: ExplorerWorld,
    counting statistics: inout ExplorerStatistics
  ) -> [ExplorerLie] {
    // One that waits for the app server says so.
    if typed.words.first == "grant", typed.status == .done, typed.document["waiting"] != true {
      statistics.count(.successIsSuccess, 1)
      let status = scene.statuses.first { $0.product.id == typed.words[1] }
      guard let status, !status.entitled, status.balance ?? 0 <= 0 else { return [] }
      return [
        ExplorerLie(
          .successIsSuccess, "granted, and nothing changed", at: "\(scene.device), \(typed.words[1])",
          said: typed.document["message"]?.stringValue ?? "granted", truth: status.inOneLine)
      ]
    }
    if ExplorerPromise.isReporting(typed) {
      statistics.count(.reportIsSo, 1)
      return ExplorerPromise.liesOfReport(typed, scene, truth)
    }
    statistics.count(.reportIsSo, 1)
    let lies = ExplorerPromise.liesOfMoneyReport(typed, scene, truth)
    guard let report = typed.buyReport else { return lies }
    statistics.count(.successIsSuccess, 1)
    return lies + self.lies(of: typed, report, scene, world)
  }

  private func lies(
    of typed: ExplorerWorld.Typed, _ report: ExplorerBuyReport, _ scene: ExplorerScene, _ world: ExplorerWorld
  ) -> [ExplorerLie] {
    guard report.result == "success", !typed.crashed else { return [] }
    func lie(_ how: String, _ truth: String) -> [ExplorerLie] {
      [ExplorerLie(.successIsSuccess, how, at: "\(scene.device), \(typed.words[1])", said: "success", truth: truth)]
    }
    let typedBefore = world.typed.dropLast().last
    if let before = typedBefore, before.words.first == "fault", before.words.last == "--once",
      before.action.device == scene.device, before.status == .done, !typed.made.isEmpty,
      let kind = DeviceFault.Kind(name: before.words[1]), kind.isSeenByTheBuyer(with: world.parties)
    {
      return lie("under \(before.words[1]), once", "the fault strikes this purchase")
    }
    guard let status = scene.statuses.first(where: { $0.product.id == typed.words[1] }),
      status.product.type != .consumable,
      !status.entitled, status.pendingProductId == nil,
      !scene.statuses.contains(where: { $0.pendingProductId == status.product.id })
    else { return [] }
    return lie(report.alreadyOwned ? "owned, and not had" : "and not had: \(status.state.rawValue)", status.inOneLine)
  }

  // MARK: Afterwards

  private func liesOfPast(
    _ past: [String: [PastAnswer]], in world: ExplorerWorld, counting statistics: inout ExplorerStatistics
  ) throws -> [ExplorerLie] {
    // Whether payments are allowed is learned at the date of the last answer, which the verb does not wait for.
    if world.typed.contains(where: { $0.words.starts(with: ["simulator", "payments"]) }) { return [] }
    var lies: [ExplorerLie] = []
    for (device, answers) in past.sorted(by: { $0.key < $1.key }) {
      let memory = try world.memory(of: device)
      for answer in answers.dropLast().suffix(3) where answer.generation == world.devices[device]?.generation {
        let then = try resolvedStatuses(of: memory, at: DeviceClock(past: answer.date), asOf: answer.date)
        statistics.count(.pastIsPast, answer.said.count)
        for (productId, said) in answer.said.sorted(by: { $0.key < $1.key }) {
          let told = then.first { $0.product.id == productId }?.inOneLine
          guard told != said else { continue }
          lies.append(
            ExplorerLie(
              .pastIsPast, Self.cause(in: world),
              at: "\(device), \(productId), \(answer.date.formatted(.minute))",
              said: "--as-of: \(told ?? "nothing")", truth: "said then: \(said)"))
        }
      }
    }
    return lies
  }

  /// What the world has in which a past answer is another one.
  private static func cause(in world: ExplorerWorld) -> String {
    let words = world.typed.map(\.words)
    if words.contains(where: { $0.contains("clock-back") || $0.contains("clock-forward") }) {
      return "a clock was wrong"
    }
    if words.contains(where: { $0.starts(with: ["simulator", "advance"]) }) {
      return "the App Store's clock was moved"
    }
    return words.contains { $0[0] == "reinstall" } ? "the app was reinstalled" : "as it is"
  }

  private func liesAtTheEnd(
    of world: ExplorerWorld, touching found: [ExplorerLie], _ flaws: inout Set<ExplorerFlaw>,
    counting statistics: inout ExplorerStatistics
  ) throws -> [ExplorerLie] {
    var lies: [ExplorerLie] = []
    let isWhole = ending != .bySeed
    var touched = Set(
      world.payments.map(\.productId) + actions.flatMap(\.words).filter { ExplorerAction.products.contains($0) })
    // A plan replaces the other plans of its group, or is paid beside them.
    if !touched.isDisjoint(with: ExplorerAction.subscriptions) { touched.formUnion(ExplorerAction.subscriptions) }
    let stuck: Set<EntitlementState> = [.paidNotDelivered, .chargeUnknown, .interrupted, .pending, .verificationFailed]
    var turn = Int(seed % 7)
    let follows = looks(
      at: .followingEnds, .followingSucceeds, .followingChargesOnce, .commandsAreComplete, every: 2)
    for device in ExplorerAction.devices where follows && (isWhole || device == world.typed.last?.action.device) {
      let statuses = try world.scene(device).scene.statuses
      let waiting = statuses.filter { stuck.contains($0.state) || touched.contains($0.product.id) }.map(\.product.id)
      turn += 1
      let some = isWhole ? waiting : waiting.isEmpty ? [] : [waiting[turn % waiting.count]]
      lies += try world.liesOfFollowing(at: device, products: some, counting: &statistics)
    }
    if world.parties != .noServer, looks(at: .creditsArePayments, .serverAgrees, .creditedToTheBuyer, every: 3) {
      lies += try world.liesOfMoney(planted: &flaws, counting: &statistics)
    }
    if looks(at: .nextChargeIsCharged, every: 4) { lies += try world.liesOfNextCharge(counting: &statistics) }
    if looks(at: .surfacesAgree, every: 24) { lies += try world.liesOfSurfaces(counting: &statistics) }
    if looks(at: .deskAgrees, every: 12, from: 6) { lies += try world.liesOfDesk(counting: &statistics) }
    if looks(at: .complaintsAreHeard, every: 6, from: 1) {
      lies += try world.liesOfComplaints(counting: &statistics)
    }
    return lies
  }
}

extension ExplorerWorld.Typed {
  /// What a purchase came to; nil of other commands.
  var buyReport: ExplorerBuyReport? {
    guard words.first == "buy", let result = document["result"]?.stringValue else { return nil }
    return ExplorerBuyReport(result: result, alreadyOwned: document["alreadyOwned"]?.boolValue == true)
  }
}

extension DeviceFault.Kind {
  /// Whether a purchase that it strikes cannot end well.
  fileprivate func isSeenByTheBuyer(with parties: ExplorerParties) -> Bool {
    switch self {
    case .timeoutAfterPayment, .noCallback, .missingReceipt, .unverifiable: true
    case .lateId, .appServerDown, .appServerRefused, .appServerOverdue: parties != .noServer
    default: false
    }
  }
}
