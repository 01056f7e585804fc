import Foundation

/// A test of all parts at once for hours: a server, a desk that listens to it, dashboards, and random devices.
struct SoakTest {
  private let options: TestOptions

  init(_ options: TestOptions) { self.options = options }

  /// Runs the whole test; reports each sample when it is taken.
  ///
  /// - Throws: A `BenchFailure` when the programs cannot start; losses and growth are in the figures.
  func run(_ say: (String) -> Void) async throws -> SoakFigures {
    let world = try await SoakWorld()
    defer { world.discard() }
    var actors = try (0..<options.count).map { try SoakActor($0, in: world, seed: options.seed) }
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
