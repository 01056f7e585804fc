import Dashboard
import TerminalUI

/// The dashboard on a stage, drawn as frames without a terminal; it waits after each move until no work is under way.
final class StageScreen {
  private let stage: Stage
  let runtime: DashboardRuntime
  /// Receives every event, with the frame after it.
  var watch: ((Event, Frame) -> Void)?

  /// Opens the dashboard on the stage's current state, and waits until it has read all data.
  init(_ stage: Stage, size: Size, layout: StartLayout = StartLayout()) throws {
    self.stage = stage
    runtime = try DashboardRuntime(stage.session(), size: size, zone: .utc, layout: layout)
    runtime.start()
    runtime.settle()
  }

  /// The current frame.
  var frame: Frame { render(runtime.state, theme: Theme()) }

  /// Performs and checks a step; returns the failed checks.
  func perform(_ step: Step) throws -> [String] {
    switch step.deed {
    case .nothing: break
    case .commands, .post, .call:
      let mismatches = try stage.perform(step)
      receive(.storeChanged)
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

  /// Returns the step's failed checks, including those of the screen.
  func check(_ step: Step) throws -> [String] {
    guard !step.expectations.isEmpty else { return [] }
    // A sentence is looked for where no line of it is broken, whatever the size of the screen.
    let observation = try stage.observe(step, screen: render(runtime.state.unwatched, theme: Theme()).lines)
    return step.expectations.mismatches(in: observation, names: stage.names)
  }

  /// Makes one move as a person would; returns the reason where it is impossible.
  private func make(_ move: Move) -> String? {
    switch runtime.state.events(for: move.resolved(with: stage.names)) {
    case .failure(let obstacle): return obstacle.message
    case .success(let events):
      events.forEach(receive)
      return nil
    }
  }

  /// Handles an event, and waits until no work is under way.
  func receive(_ event: Event) {
    runtime.receive(event)
    runtime.settle()
    watch?(event, frame)
  }

  /// Stops the dashboard; its files stay.
  func close() { runtime.stop() }
}

extension Move {
  /// Returns the move with transaction ids in place of their names.
  func resolved(with names: [String: String]) -> Move {
    let match = Match(names: names)
    return switch self {
    case .product(let id): .product(match.resolve(id))
    case .choose(let text): .choose(match.resolve(text))
    case .action, .type: self
    }
  }
}
