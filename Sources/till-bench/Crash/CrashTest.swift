import AppStoreModel
import Core
import Foundation
import Simulator
import Verbs

/// A test that kills the program in the middle of its work, starts it again, and checks the files.
struct CrashTest {
  /// The figures of a crash test.
  struct Figures: TestFigures {
    var kills = 0
    /// The number of kills that struck before the program was done.
    var struck = 0
    var steps = 0
    var payments = 0
    var seconds = 0.0
    /// The test ends with a failure at the first thing that is not as it must be.
    let isGood = true

    var text: String {
      """
      killed at random moments  \(kills), \(struck) of them before it was done
      killed at named steps     \(steps)
      payments                  \(payments), each delivered once, to the right user, and finished
      seconds                   \(Int(seconds))
      """
    }

    var document: JSONObject {
      [
        "kills": .number(kills), "struck": .number(struck), "steps": .number(steps), "payments": .number(payments),
        "seconds": .number(JSONNumber(seconds.rounded())),
      ]
    }
  }

  private let world: CrashWorld
  private let options: TestOptions
  private var random: SeededNumbers
  private var figures = Figures()
  /// The payments that the device confirmed without asking the app server.
  private var confirmedAlone: Set<String> = []
  /// The typical duration of each kind of work on this machine: a running mean.
  private var durations: [String: Duration] = [:]
  /// The commands since the last check, which a failure shows.
  private var commands: [String] = []

  init(_ options: TestOptions) throws {
    world = try CrashWorld(program: Bench.program())
    self.options = options
    random = SeededNumbers(seed: options.seed)
  }

  /// Runs the whole test.
  ///
  /// - Throws: A `BenchFailure` that names the problem and the commands before it; then the directory is kept.
  mutating func run() throws -> Figures {
    let begin = ContinuousClock().now
    for step in PipelineStep.allCases { try strike(step) }
    while figures.kills < options.count { try killAtRandom() }
    try check(world.doctorProblems())
    figures.payments = try world.transactions().count
    figures.seconds = Double((ContinuousClock().now - begin).components.seconds)
    world.discard()
    return figures
  }

  // MARK: Named steps

  /// Lets the program crash at a named step, on each device.
  private mutating func strike(_ step: PipelineStep) throws {
    for device in world.devices {
      // Work reaches the step `verified` only without an app server, where the device verifies the order itself.
      let before = try world.transactions()
      if step == .verified { try expectDone(command(device, ["status", "--verify-with", "none"])) }
      if step == .use { try expectDone(command(device, ["buy", Self.coins])) }
      // A restore never returns consumables, so only another purchase reaches the app server.
      if step == .claimed { try expectDone(command(device, ["buy", Self.premium])) }
      try expectDone(command(device, ["fault", "crash:" + step.rawValue]))
      let work = Self.work(reaching: step)
      guard try command(device, work).status == nil else {
        throw failure(["\(work.joined(separator: " ")) did not die at \(step.rawValue)"])
      }
      figures.steps += 1
      try recover(device)
      guard step == .verified else { continue }
      try expectDone(command(device, ["status", "--verify-with", "embedded"]))
      confirmedAlone.formUnion(try world.transactions().keys.filter { before[$0] == nil })
    }
    try check(world.problems(confirmedAlone: confirmedAlone))
  }

  /// Returns a command that certainly reaches a step.
  private static func work(reaching step: PipelineStep) -> [String] {
    switch step {
    case .history, .claimed: ["restore"]
    case .use: ["use", coins]
    default: ["buy", coins]
    }
  }

  // MARK: Random moments

  private mutating func killAtRandom() throws {
    let device = world.devices[Int.random(in: 0..<2, using: &random)]
    let other = world.devices[device.user == "one" ? 1 : 0]
    if Int.random(in: 0..<12, using: &random) == 0 { try refundSomething() }
    // In a quarter of the runs, the other device works at the same time.
    let isAlone = Int.random(in: 0..<4, using: &random) > 0
    let neighbour =
      isAlone ? nil : try world.till.start(world.arguments(other, ["refund-check"]), tag: "neighbour")
    try killed(device, anyWork())
    // In a quarter of the runs, the restart is killed as well.
    if Int.random(in: 0..<4, using: &random) == 0 { try killed(device, ["refund-check"]) }
    if let neighbour { commands.append("device \(other.user): refund-check -> \(neighbour.wait().status ?? -9)") }
    try recover(device)
    if !isAlone { try recover(other) }
    try check(world.problems(confirmedAlone: confirmedAlone))
    if figures.kills.isMultiple(of: 50) { try check(world.doctorProblems()) }
  }

  private mutating func anyWork() -> [String] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: ["buy", Self.coins, "--quantity", String(Int.random(in: 1...3, using: &random))]
    case 4: ["buy", Self.premium]
    case 5: ["buy", Self.monthly]
    case 6: ["use", Self.coins]
    case 7, 8: ["restore"]
    default: ["refund-check"]
    }
  }

  /// Runs a command, and kills it at a random moment.
  private mutating func killed(_ device: CrashWorld.Device, _ words: [String]) throws {
    let typical = durations[words[0]] ?? .milliseconds(300)
    let started = try world.till.start(world.arguments(device, words))
    let delay = typical * Double.random(in: 0..<1.1, using: &random)
    started.kill(after: delay)
    let ending = started.wait()
    figures.kills += 1
    if ending.status == nil { figures.struck += 1 }
    // A run that ended by itself gives its duration; a killed run shows only that it takes longer.
    let seen = ending.status == nil ? max(typical, delay) : ending.duration
    durations[words[0]] = (typical * 3 + seen) / 4
    commands.append("device \(device.user): \(words.joined(separator: " ")) killed after \(delay)")
  }

  /// Refunds a random purchase, so that there is something to check and to buy again.
  private mutating func refundSomething() throws {
    let candidates = try world.transactions().values.filter { $0.revocationDate == nil }
    guard let id = candidates.compactMap(\.transactionId).sorted().randomElement(using: &random) else { return }
    try? world.appStore.requestRefund(of: id, reason: nil, account: CrashWorld.account)
    _ = try world.appStore.perform(VerbCall(.approveRefund).with(.transaction, id))
    commands.append("the App Store refunded \(id)")
  }

  // MARK: Restarts

  private mutating func recover(_ device: CrashWorld.Device) throws {
    try expectDone(command(device, ["refund-check"]))
  }

  private mutating func command(_ device: CrashWorld.Device, _ words: [String]) throws -> TillRun.Ending {
    let ending = try world.run(device, words)
    commands.append("device \(device.user): \(words.joined(separator: " ")) -> \(ending.status ?? -9)")
    if ending.status == 0 { durations[words[0]] = ((durations[words[0]] ?? ending.duration) + ending.duration) / 2 }
    return ending
  }

  private func expectDone(_ ending: TillRun.Ending) throws {
    // The server refuses a purchase that another user already owns; nothing is charged.
    let isRefused = ending.status == 1 && ending.output.contains(#""result": "refused""#)
    guard ending.status == 0 || isRefused else {
      throw failure(["a restart ended with \(ending.status ?? -9): \(ending.output) \(ending.error)"])
    }
  }

  private mutating func check(_ problems: [String]) throws {
    guard problems.isEmpty else { throw failure(problems) }
    commands = []
  }

  private func failure(_ problems: [String]) -> BenchFailure {
    BenchFailure(
      """
      after \(figures.kills) kills (seed \(options.seed)), the files are in \(world.folder):
      \(problems.prefix(10).joined(separator: "\n"))
      what was done since all was well:
      \(commands.joined(separator: "\n"))
      """)
  }

  private static let coins = "com.example.piglet.coins100"
  private static let premium = "com.example.piglet.premium"
  private static let monthly = "com.example.piglet.plus.monthly"
}
