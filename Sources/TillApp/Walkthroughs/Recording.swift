import AppStoreModel
import Core
import Dashboard
import Device
import TerminalUI

/// A recorded walkthrough or scene: frames with their times, which are the same in every run.
struct Recording {
  private(set) var film: Film
  /// The time of the next frame, in milliseconds.
  private var now = 0

  /// Plays and records the whole walkthrough; Till presses the keys.
  ///
  /// - Throws: A `CommandError` (exit 1) when a step's check fails.
  init(
    _ file: WalkthroughFile, size: Size, palette: TerminalUI.Palette, layout: StartLayout = StartLayout()
  ) throws {
    film = Film(title: file.walkthrough.title, palette: palette)
    let stage = try Stage(file.walkthrough.start, folder: file.folder)
    defer { stage.discard() }
    let screen = try StageScreen(stage, size: size, layout: layout)
    defer { screen.close() }
    var seen: [(Event, Frame)] = []
    screen.watch = { seen.append(($0, $1)) }
    func show(_ panel: WalkthroughPanel) {
      screen.receive(.walkthrough(panel))
      add(screen.frame, caption: panel.text)
      now += Self.timeToRead(panel.text)
    }
    show(file.opening)
    for (index, step) in file.walkthrough.steps.enumerated() {
      stage.tick(file.walkthrough.start.tick)
      let panel = file.panel(at: index, on: stage, state: screen.runtime.state)
      show(panel)
      seen = []
      let mismatches = try screen.perform(step)
      guard mismatches.isEmpty else {
        let failure = WalkthroughCheck.Failure(step: index + 1, line: step.line, mismatches: mismatches)
        throw CommandError(.failed, "\(file.name): \(failure.message)")
      }
      for (event, frame) in seen {
        add(frame, caption: nil)
        now += event.isQuick ? 150 : 900
      }
      var done = panel
      (done.status, done.hints) = (.done, [])
      screen.receive(.walkthrough(done))
      add(screen.frame, caption: nil)
      now += 1500
    }
    show(file.ending)
  }

  /// Plays and records a scene of the demo by the keys that its line names.
  ///
  /// - Throws: A `CommandError` (exit 1) when the scene does not end with its keys.
  init(scene file: WalkthroughFile, size: Size, palette: TerminalUI.Palette, layout: StartLayout) throws {
    film = Film(title: file.walkthrough.title, palette: palette)
    var options = StoreOptions()
    (options.isDemo, options.scene) = (true, file.path)
    let memory = Mutex(StageMemory(now: file.walkthrough.start.clock, seed: file.walkthrough.start.seed))
    let session = try StoreSession(
      options,
      in: Dependencies(
        clock: { memory.withLock { $0.now } }, newID: { memory.withLock { $0.nextID() } }, locale: deviceLocale))
    defer { session.close() }
    for fault in try session.reader().faults() {
      guard case .crash = fault.kind else { continue }
      throw CommandError(.failed, say("the scene \(file.name) ends the program, so it cannot be recorded by itself"))
    }
    let runtime = try DashboardRuntime(
      session, size: size, zone: .utc, isUTC: true, layout: layout, followsClock: false)
    defer { runtime.stop() }
    runtime.start()
    runtime.settle()
    add(render(runtime.state, theme: Theme()), caption: file.walkthrough.title)
    now += 3000
    for step in runtime.state.scene?.steps ?? [] {
      if let action = step.action { runtime.receive(.action(action)) }
      runtime.settle()
      runtime.hearNews()
      add(render(runtime.state, theme: Theme()), caption: nil)
      now += 1200
    }
    guard runtime.state.scene == nil else {
      throw CommandError(.failed, say("the scene \(file.name) did not end with its keys"))
    }
  }

  private mutating func add(_ frame: Frame, caption: String?) { film.add(frame, at: now, caption: caption) }

  /// Returns the milliseconds that reading a text takes: 200 words per minute, at least two seconds.
  private static func timeToRead(_ text: String) -> Int {
    max(2000, text.split(separator: " ").count * 300)
  }
}

extension Event {
  /// Whether the event is one of many in a quick series, such as cursor moves or typed letters.
  fileprivate var isQuick: Bool {
    switch self {
    case .paste, .action(.up), .action(.down), .action(.first): true
    default: false
    }
  }
}
