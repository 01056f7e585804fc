import AppStoreModel
import Dashboard
import TerminalUI

/// The dashboard on a stage, with frames instead of a terminal: it waits until nothing is under way after each move.
final class StageScreen {
  private let stage: Stage
  let runtime: DashboardRuntime
  /// Receives every event with its frame.
  var watch: ((Event, Frame) -> Void)?

  /// Opens the dashboard on the stage as it stands.
  init(_ stage: Stage, size: Size) throws {
    self.stage = stage
    runtime = try Self.open(stage, size)
  }

  /// Opens the dashboard and waits until it has read everything.
  private static func open(_ stage: Stage, _ size: Size) throws -> DashboardRuntime {
    let session = try stage.session()
    let runtime = try DashboardRuntime(session, size: size, zone: .utc, commands: .till(isUTC: true))
    runtime.start()
    runtime.settle()
    return runtime
  }

  /// The picture as it is now.
  var frame: Frame { render(runtime.state, theme: Theme()) }

  /// Acts as a step says, then checks it; returns the failed checks.
  func perform(_ step: Step) throws -> [String] {
    switch step.deed {
    case .nothing: break
    case .commands, .post, .call:
      let mismatches = try stage.perform(step)
      take(.storeChanged)
      if !mismatches.isEmpty { return mismatches }
    case .moves(let moves):
      let before = try step.name == nil ? [] : stage.transactionIds()
      for move in moves {
        if let mismatch = make(move) { return [mismatch] }
      }
      if let mismatch = try stage.nameNewest(step, before) { return [mismatch] }
    }
    return try check(step)
  }

  /// The step's checks that fail, those of the screen included.
  func check(_ step: Step) throws -> [String] {
    guard !step.expectations.isEmpty else { return [] }
    let observation = try stage.observe(step, screen: frame.lines)
    return step.expectations.mismatches(in: observation, names: stage.names)
  }

  /// Makes one move as a person would, and says why it cannot be made.
  private func make(_ move: Move) -> String? {
    switch runtime.state.events(for: move.resolved(with: stage.names)) {
    case .failure(let obstacle): return obstacle.message
    case .success(let events):
      events.forEach(take)
      return nil
    }
  }

  /// Lets something happen, and waits until nothing is under way any more.
  func take(_ event: Event) {
    runtime.take(event)
    runtime.settle()
    watch?(event, frame)
  }

  /// Ends the dashboard; its files stay.
  func close() { runtime.stop() }
}

extension Move {
  /// The move with transaction ids in the place of their names.
  func resolved(with names: [String: String]) -> Move {
    let match = Match(names: names)
    return switch self {
    case .product(let id): .product(match.resolve(id))
    case .choose(let text): .choose(match.resolve(text))
    case .action, .type: self
    }
  }
}
