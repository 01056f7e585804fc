import Core
import Dashboard
import TerminalUI

/// The player of a walkthrough, which guides a person through a dashboard of its own.
///
/// It waits for the person's keys or presses them itself, checks the results, and goes back to an earlier step on
/// request.
final class WalkthroughPlayer: DashboardHost {
  private(set) var runtime: DashboardRuntime
  let file: WalkthroughFile
  let stage: Stage
  /// The current step, from 0; nil before the first one.
  private var index: Int?
  /// The saved state at the start of each step so far.
  private var checkpoints: [Stage.Checkpoint] = []
  /// The ledger's transactions at the start of the step.
  private var before: Set<String> = []
  /// The person's command that waits until the running work ends.
  private var wish: WalkthroughMove?
  /// The keys that Till presses; nil while the person presses keys.
  private var script: Script?
  /// Whether a task has run since the last check.
  private var sawTask = false
  /// Whether the step's commands have run.
  private var ranCommands = false

  /// Creates the stage, and opens its dashboard.
  init(_ file: WalkthroughFile, size: Size) throws {
    self.file = file
    stage = try Stage(file.walkthrough.start, folder: file.folder)
    do {
      runtime = try Self.open(stage, size)
    } catch {
      stage.discard()
      throw error
    }
    runtime.receive(.walkthrough(file.opening))
  }

  private static func open(_ stage: Stage, _ size: Size) throws -> DashboardRuntime {
    try DashboardRuntime(stage.session(), size: size, zone: .utc, followsClock: false)
  }

  func start() {
    runtime.start()
    runtime.attachChangeNotifier()
  }

  /// Stops the dashboard, and deletes its files.
  func close() {
    runtime.stop()
    stage.discard()
  }

  // MARK: The person's commands

  func perform(_ move: WalkthroughMove, on terminal: any TerminalDevice) -> ScreenLoop.Next {
    switch move {
    case .leave: return .end(.quit)
    case .goOn where script != nil: script?.hurry()
    case .goOn, .back: wish = move
    case .open, .scene: break
    }
    attend()
    return .goOn
  }

  var timeout: Int? {
    [runtime.timeout, runtime.state.isIdle ? script?.wait : nil].compactMap { $0 }.min()
  }

  func attend() {
    runtime.tick()
    if runtime.state.isBusy { sawTask = true }
    guard runtime.state.isIdle else { return }
    do {
      if let wish {
        self.wish = nil
        script = nil
        try wish == .back ? goBack() : goOn()
      } else if script != nil {
        try play()
      } else {
        try judge()
      }
    } catch {
      speak(.otherwise([CommandError(explaining: error).message]))
    }
  }

  private func goOn() throws {
    let count = file.walkthrough.steps.count
    switch runtime.state.walkthrough?.status {
    case .reading, .done:
      let next = index.map { $0 + 1 } ?? 0
      guard next < count else { return runtime.receive(.walkthrough(file.ending)) }
      if let ahead = index.map(actionsBeyond), isDone(next, by: ahead) { return try skip(to: next) }
      try begin(next)
    case .waiting, .offstage: try doStep(from: matched)
    case .otherwise:
      guard let index else { return }
      try restore(index)
      try doStep(from: 0)
    case .playing, .ended, nil: break
    }
  }

  private func goBack() throws {
    guard let index else { return }
    let panel = runtime.state.walkthrough
    let isUntouched = panel?.performed.isEmpty == true && [.waiting, .offstage].contains(panel?.status)
    let isRead = panel?.status == .reading
    if isUntouched || isRead {
      guard index > 0 else { return try restoreOpening() }
      try restore(index - 1)
    } else {
      try restore(index)
    }
  }

  // MARK: Steps

  private func begin(_ index: Int) throws {
    checkpoints = Array(checkpoints.prefix(index)) + [try stage.checkpoint()]
    try tell(index)
  }

  private func tell(_ index: Int) throws {
    self.index = index
    stage.tick(file.walkthrough.start.tick)
    before = try stage.transactionIds()
    (sawTask, ranCommands, script) = (false, false, nil)
    runtime.receive(.walkthrough(file.panel(at: index, on: stage, state: runtime.state)))
    if file.walkthrough.steps[index].deed == .nothing, !file.walkthrough.steps[index].expectations.isEmpty {
      try conclude()
    }
  }

  /// Restores the state at the start of a step.
  private func restore(_ index: Int) throws {
    let first = try reopenWhereMovesBegin(index)
    for earlier in first..<index {
      guard case .moves(let moves) = file.walkthrough.steps[earlier].deed else { continue }
      let before = try stage.transactionIds()
      for move in moves {
        guard case .success(let events) = runtime.state.events(for: move.resolved(with: stage.names)) else { break }
        for event in events {
          runtime.receive(event)
          runtime.settle()
        }
      }
      _ = try stage.nameNewest(file.walkthrough.steps[earlier], before)
    }
    try tell(index)
  }

  /// Opens the dashboard as it stood before a step, or before the nearest one whose moves need no open sheet.
  private func reopenWhereMovesBegin(_ index: Int) throws -> Int {
    try reopen(checkpoints[index])
    guard index > 0, case .moves(let moves) = file.walkthrough.steps[index].deed, let first = moves.first else {
      return index
    }
    runtime.settle()
    if case .success = runtime.state.events(for: first.resolved(with: stage.names)) { return index }
    guard case .moves = file.walkthrough.steps[index - 1].deed else { return index }
    return try reopenWhereMovesBegin(index - 1)
  }

  /// The person's actions after those of a step.
  private func actionsBeyond(_ index: Int) -> [Action] {
    guard case .moves(let moves) = file.walkthrough.steps[index].deed,
      let performed = runtime.state.walkthrough?.performed,
      let last = moves.actions.matched(by: performed).last
    else { return [] }
    return Array(performed.dropFirst(last + 1))
  }

  /// Whether a person did a step already while the one before was told.
  private func isDone(_ index: Int, by actions: [Action]) -> Bool {
    guard case .moves(let moves) = file.walkthrough.steps[index].deed, !moves.actions.isEmpty else { return false }
    return moves.actions.matched(by: actions).count == moves.actions.count
  }

  /// Tells a step that was done early, with its result.
  private func skip(to index: Int) throws {
    let (known, last) = (before, checkpoints.last)
    guard let last else { return try begin(index) }
    // There is no state between the two steps to go back to.
    checkpoints = Array(checkpoints.prefix(index)) + [last]
    try tell(index)
    before = known
    try conclude()
  }

  private func restoreOpening() throws {
    try reopen(checkpoints[0])
    index = nil
    runtime.receive(.walkthrough(file.opening))
  }

  private func reopen(_ checkpoint: Stage.Checkpoint) throws {
    let size = runtime.state.size
    runtime.stop()
    try stage.goBack(to: checkpoint)
    runtime = try Self.open(stage, size)
    start()
  }

  /// Lets Till do the rest of the step, after the given number of actions that the person has done.
  private func doStep(from matched: Int) throws {
    guard let index else { return }
    switch file.walkthrough.steps[index].deed {
    case .nothing: try conclude()
    case .moves(let moves):
      script = Script(moves.following(matched))
      speak(.playing)
    case .commands, .post, .call:
      ranCommands = true
      let mismatches = try stage.perform(file.walkthrough.steps[index])
      runtime.receive(.storeChanged)
      if mismatches.isEmpty { sawTask = true } else { speak(.otherwise(mismatches)) }
    }
  }

  /// Presses the next key, if it is due.
  private func play() throws {
    guard script?.wait == 0 else { return }
    if let event = script?.nextEvent() { return runtime.receive(event) }
    guard let move = script?.nextMove() else {
      script = nil
      return try conclude()
    }
    switch runtime.state.events(for: move.resolved(with: stage.names)) {
    case .success(let events): script?.press(events)
    case .failure(let obstacle):
      script = nil
      speak(.otherwise([obstacle.message]))
    }
  }

  // MARK: Checking

  /// The number of the step's actions that the person has done so far, in order.
  private var matched: Int {
    guard let index, case .moves(let moves) = file.walkthrough.steps[index].deed else { return 0 }
    return moves.actions.matched(by: runtime.state.walkthrough?.performed ?? []).count
  }

  /// Compares the person's actions with the step: updates the hints, or checks the results at the step's end.
  private func judge() throws {
    guard let index, let panel = runtime.state.walkthrough else { return }
    switch panel.status {
    case .waiting, .otherwise, .offstage: break
    default: return
    }
    let step = file.walkthrough.steps[index]
    guard case .moves(let moves) = step.deed else {
      return ranCommands && sawTask ? try conclude() : ()
    }
    let path = moves.actions.matched(by: panel.performed)
    // A step without an action is done once its product is selected.
    let isDone = path.count == moves.actions.count && (!moves.actions.isEmpty || otherProduct(in: step) == nil)
    if isDone, panel.status == .waiting || sawTask { return try conclude() }
    if sawTask {
      sawTask = false
      // The person's last action was not the step's, but its task may have led to the same result.
      if path.last != panel.performed.indices.last { return try conclude() }
    }
    guard panel.status == .waiting else { return }
    var next = panel
    next.hints = step.hints(
      from: moves.count - moves.following(path.count).count, names: stage.names, in: runtime.state)
    if next != panel { runtime.receive(.walkthrough(next)) }
  }

  /// Checks the step's results, and shows whether they are as expected.
  private func conclude() throws {
    guard let index else { return }
    sawTask = false
    let step = file.walkthrough.steps[index]
    var unnamed: String?
    if case .moves = step.deed { unnamed = try stage.nameNewest(step, before) }
    let observation = try stage.observe(step, screen: render(runtime.state.unwatched, theme: Theme()).lines)
    var mismatches = step.expectations.mismatches(in: observation, names: stage.names)
    if let other = otherProduct(in: step) { mismatches.insert(other, at: 0) }
    // A failed check tells the person more than the message that there is no new transaction to name.
    if mismatches.isEmpty, let unnamed { mismatches = [unnamed] }
    speak(mismatches.isEmpty ? .done : .otherwise(mismatches.map(runtime.state.inPlainWords)))
  }

  /// Says that a step was done with another product than its own; nil where it was not.
  private func otherProduct(in step: Step) -> String? {
    guard case .moves(let moves) = step.deed, case .product(let id)? = moves.last(where: \.isProduct) else {
      return nil
    }
    let wanted = Match(names: stage.names).resolve(id)
    guard let actual = runtime.state.productInHand, actual != wanted else { return nil }
    let (own, other) = (runtime.state.name(of: wanted), runtime.state.name(of: actual))
    return say("this step is about \(own), not \(other)")
  }

  private func speak(_ status: WalkthroughPanel.Status) {
    guard let panel = runtime.state.walkthrough else { return }
    var next = WalkthroughPanel(
      title: panel.title, step: panel.step, count: panel.count, text: panel.text, status: status,
      hints: status == .playing ? panel.hints : [])
    next.performed = panel.performed
    runtime.receive(.walkthrough(next))
  }
}

extension Move {
  fileprivate var isProduct: Bool { if case .product = self { true } else { false } }
}
