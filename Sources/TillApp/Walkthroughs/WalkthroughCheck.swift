import Core
import Dashboard
import TerminalUI

/// A whole walkthrough from the first step to the last, without a person.
struct WalkthroughCheck {
  /// Where it went otherwise.
  struct Failure: Sendable {
    /// The step, from 1; 0 for the starting state.
    let step: Int
    /// The line of the file.
    let line: Int
    /// The failed checks, one per text.
    let mismatches: [String]

    /// All of it in one line.
    var message: String {
      let place = step == 0 ? say("the starting state") : say("step \(step) (line \(line))")
      return say("\(place): \(Language.clauses(mismatches.map { safeText($0, limit: 400) }))")
    }
  }

  let walkthrough: Walkthrough
  /// Where its file lies.
  let folder: String
  /// Where the files are kept; nil for nowhere.
  var directory: String?
  /// The server that is tested, where one is.
  var tested = TestedServer()

  /// Does every step until one goes otherwise.
  ///
  /// - Returns: nil when everything went as the file says.
  /// - Throws: A `CommandError` where the stage could not be set.
  func run() throws -> Failure? {
    let stage = try Stage(walkthrough.start, folder: folder, keptIn: directory, tested: tested)
    defer { stage.discard() }
    let screen = try needsScreen ? StageScreen(stage, size: Size(width: 100, height: 30)) : nil
    defer { screen?.close() }
    for (index, step) in walkthrough.steps.enumerated() {
      stage.tick(walkthrough.start.tick)
      let mismatches = try screen?.perform(step) ?? perform(step, on: stage)
      guard mismatches.isEmpty else { return Failure(step: index + 1, line: step.line, mismatches: mismatches) }
    }
    return nil
  }

  /// A scenario without a screen needs no dashboard.
  private var needsScreen: Bool {
    !walkthrough.isScenario
      || walkthrough.steps.contains { step in
        if case .moves = step.deed { true } else { step.expectations.needsScreen }
      }
  }

  private func perform(_ step: Step, on stage: Stage) throws -> [String] {
    let mismatches = try stage.perform(step)
    guard mismatches.isEmpty, !step.expectations.isEmpty else { return mismatches }
    return step.expectations.mismatches(in: try stage.observe(step), names: stage.names)
  }
}
