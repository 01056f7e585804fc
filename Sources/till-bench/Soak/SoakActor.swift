import Core
import Foundation
import Simulator

/// A simulated customer with a device, who runs one command of the program after the other, with pauses.
struct SoakActor {
  let folder: String
  let account: String
  let user: String
  /// The number of commands that ran to their end.
  private(set) var done = 0
  /// The transactions of the purchases that the program confirmed.
  private(set) var bought: Set<String> = []
  /// Results that are impossible in a correct program.
  private(set) var problems: [String] = []

  private let tag: String
  private let place: [String]
  private let till: TillRun
  private var random: SeededNumbers
  private var running: (words: [String], run: TillRun.Started)?
  private var due = ContinuousClock.now
  /// Refund requests that have not been decided.
  private var asked: [String] = []

  /// Signs the customer in on a device of their own.
  init(_ number: Int, in world: SoakWorld, seed: UInt64) throws {
    tag = "actor\(number)"
    folder = world.folder + "/" + tag
    (account, user) = (tag + "@", tag)
    till = world.till
    place = ["--store", folder, "--backend", world.address]
    random = SeededNumbers(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
    for words in [["account", account, "--new"], ["user", user]] { try till.done(place + words, tag: tag) }
  }

  /// Handles the end of the running command, or starts the next one when it is due; never blocks.
  mutating func goOn(at now: ContinuousClock.Instant) throws {
    if let (words, run) = running {
      guard !run.process.isRunning else { return }
      running = nil
      count(words, run.wait())
      due = now + .milliseconds(Int.random(in: 100...900, using: &random))
    } else if now >= due {
      let words = choice()
      running = (words, try till.start(place + words, tag: tag))
    }
  }

  /// Waits for the running command, and completes unfinished purchases.
  mutating func stop() {
    if let (words, run) = running { count(words, run.wait()) }
    running = nil
    for words in [["retry"], ["restore"]] {
      if let run = try? till.start(place + words, tag: tag) { count(words, run.wait()) }
    }
  }

  private mutating func choice() -> [String] {
    func product(_ names: String...) -> String { "com.example.piglet." + (names.randomElement(using: &random) ?? "") }
    switch Int.random(in: 0..<50, using: &random) {
    case 0..<12:
      return ["buy", product("coins100", "coins550"), "--quantity", "\(Int.random(in: 1...3, using: &random))"]
    case 12..<20: return ["buy", product("premium", "darkicons", "plus.monthly", "plus.yearly", "season")]
    case 20..<24: return ["use", product("coins100")]
    case 24..<28: return ["restore"]
    case 28..<32: return ["refund-check"]
    case 32..<36: return ["check", product("premium", "coins100", "plus.monthly")]
    case 36..<40: return ["status"]
    case 40..<45: return bought.sorted().randomElement(using: &random).map { ["ask-refund", $0] } ?? ["status"]
    case 45..<49:
      guard let one = asked.popLast() else { return ["transactions", "--limit", "20"] }
      return ["simulator", "refund", Bool.random(using: &random) ? "approve" : "decline", one]
    default: return ["simulator", "advance", "1h"]
    }
  }

  /// Counts a finished command; many are rightly refused, such as buying an owned product.
  private mutating func count(_ words: [String], _ ending: TillRun.Ending) {
    done += 1
    // Status 3 means that a product is not entitled.
    guard let status = ending.status, [0, 1, 3].contains(status) else {
      let how = ending.status.map { "\($0)" } ?? "a signal"
      problems.append("\(tag): \(words.joined(separator: " ")) ended with \(how): \(ending.error)")
      return
    }
    guard status == 0, let document = try? ending.document() else { return }
    if words[0] == "ask-refund" { asked.append(words[1]) }
    guard words[0] == "buy", document["result"]?.stringValue == "success", document["alreadyOwned"] != true,
      let id = document["transactionId"]?.stringValue
    else { return }
    bought.insert(id)
  }
}
