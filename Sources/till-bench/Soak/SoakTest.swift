import Foundation

/// A test of all parts at once for hours: a server, a desk that listens to it, dashboards, and random devices.
struct SoakTest {
  private let options: SoakOptions

  init(_ options: SoakOptions) { self.options = options }

  /// Runs the whole test; reports each sample when it is taken.
  ///
  /// - Throws: A `BenchFailure` when the programs cannot start; losses and growth are in the figures.
  func run(_ say: (String) -> Void) async throws -> SoakFigures {
    let world = try await SoakWorld()
    defer { world.discard() }
    var actors = try (0..<options.actors).map { try SoakActor($0, in: world, seed: options.seed) }
    try world.openDashboards(of: actors)
    var figures = SoakFigures()
    let clock = ContinuousClock()
    let begin = clock.now
    let end = begin + .seconds(options.seconds)
    let step = Duration.seconds(min(60, options.seconds / 10))
    var (next, hasProgram) = (begin, true)
    say(SoakLook.head)
    while clock.now < end, hasProgram {
      if clock.now >= next {
        do {
          figures.looks.append(try await world.look(after: clock.now - begin, actors))
          say(figures.looks.last?.line ?? "")
        } catch {
          // A program has ended; the check of its purchases still follows.
          figures.problems.append("\(error)")
          hasProgram = false
        }
        next += step
      }
      for index in actors.indices { try actors[index].goOn(at: clock.now) }
      try world.drain()
      try await Task.sleep(for: .milliseconds(20))
    }
    for index in actors.indices { actors[index].stop() }
    if hasProgram {
      figures.looks.append(try await world.look(after: clock.now - begin, actors))
      say(figures.looks.last?.line ?? "")
    }
    figures.seconds = (clock.now - begin) / .seconds(1)
    figures.quietTime = try world.quietTime()
    figures.proof = try await world.proof(of: actors)
    return figures
  }
}

/// The options of `till-bench soak`.
struct SoakOptions {
  static let help = """
    till-bench soak            a till serve, a desk that listens to it, dashboards and devices, all at once
    --hours H                  so long (1); a fraction is allowed
    --actors N                 so many devices with a customer each (4)
    --seed N                   the same choices again; their order is the machine's
    --json                     prints one document and nothing else
    Memory, descriptors, the lengths of the -wal files, how long a request and a key take, each minute. Then: whether each
    purchase that was answered is in the ledger, delivered once, and known at the desk.
    Exit status: 0 nothing was lost and nothing grew more than it may, 1 otherwise, 2 wrong usage.
    """

  private(set) var seconds = 3600.0
  private(set) var actors = 4
  private(set) var seed = UInt64.random(in: 1...1_000_000)
  private(set) var isJSON = false
  private(set) var wantsHelp = false

  /// Parses the arguments after `soak`; throws a `BenchFailure` that names the wrong one.
  init(_ arguments: some Sequence<String>) throws(BenchFailure) {
    var reader = ArgumentReader(arguments, of: "till-bench soak")
    while let argument = reader.next() {
      switch argument {
      case "--json": isJSON = true
      case "--help", "-h": wantsHelp = true
      case "--hours": seconds = try reader.number(of: argument, in: 0.001...1000) * 3600
      case "--actors": actors = try reader.number(of: argument, in: 2...64)
      case "--seed": seed = try reader.number(of: argument, in: 0...UInt64.max)
      default: throw reader.unknown(argument)
      }
    }
  }
}
