import Core
import TerminalUI

/// An automatic run of a whole walkthrough, which checks every step without a person.
struct WalkthroughCheck {
  /// The first step that failed.
  struct Failure: Sendable {
    /// The step's number, from 1; 0 for the starting state.
    let step: Int
    /// The step's line in the file.
    let line: Int
    /// The failed checks, one per text.
    let mismatches: [String]

    /// The failure in one line.
    var message: String {
      let place = step == 0 ? say("the starting state") : say("step \(step) (line \(line))")
      return say("\(place): \(Language.clauses(mismatches.map { safeText($0, limit: 400) }))")
    }
  }

  let walkthrough: Walkthrough
  /// The folder of the walkthrough's file.
  let folder: String
  /// The directory that keeps the files; nil where they are not kept.
  var directory: String?
  /// The tested server, if there is one.
  var tested = TestedServer()

  /// Performs the steps until one fails.
  ///
  /// - Returns: Nil when every check succeeded.
  /// - Throws: A `CommandError` where the stage could not be created.
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

  /// Whether a dashboard is needed: always for a walkthrough, for a scenario only with moves or screen checks.
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
