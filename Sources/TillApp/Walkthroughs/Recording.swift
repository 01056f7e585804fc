import Core
import Dashboard
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
  init(scene file: WalkthroughFile, size: Size, palette: TerminalUI.Palette, layout: StartLayout) async throws {
    film = Film(title: file.walkthrough.title, palette: palette)
    var options = StoreOptions()
    (options.isDemo, options.scene) = (true, file.path)
    let memory = Mutex(StageMemory(now: file.walkthrough.start.clock, seed: file.walkthrough.start.seed))
    let dependencies = Dependencies(
      clock: { memory.withLock { $0.now } }, newID: { memory.withLock { $0.nextID() } }, locale: deviceLocale)
    var session = try await StoreSession(options, in: dependencies)
    defer { session.close() }
    // The recorder must outlive a crash, so the next program begins on the files as the crash left them.
    let kept = try ThrowAwayDirectory(.demo)
    defer { kept.discard() }
    let crashed = Mutex<Result<Void, any Error>?>(nil)
    session.crash = { [path = session.directory.path] in
      let copy = Result { try StageFiles.copy(path, to: kept.path + "/store") }
      crashed.withLock { $0 = $0 ?? copy }
    }
    func open(_ session: StoreSession) throws -> DashboardRuntime {
      let runtime = try DashboardRuntime(
        session, size: size, zone: .utc, layout: layout, followsClock: false)
      runtime.start()
      runtime.settle()
      return runtime
    }
    let runtime = try open(session)
    defer { runtime.stop() }
    add(render(runtime.state, theme: Theme()), caption: file.walkthrough.title)
    now += 3000
    for step in runtime.state.scene?.steps ?? [] {
      if let action = step.action { runtime.receive(.action(action)) }
      runtime.settle()
      runtime.hearNews()
      if let copy = crashed.withLock({ $0 }) {
        try copy.get()
        add(Self.terminal(saying: CrashOnPurpose.text(continuingWith: "till --resume"), size), caption: nil)
        now += 3000
        options = StoreOptions()
        options.directory = kept.path + "/store"
        let next = try await StoreSession(options, in: dependencies)
        defer { next.close() }
        let again = try open(next)
        defer { again.stop() }
        add(render(again.state, theme: Theme()), caption: nil)
        now += 3000
        return
      }
      add(render(runtime.state, theme: Theme()), caption: nil)
      now += 1200
    }
    guard runtime.state.scene == nil else {
      throw CommandError(.failed, say("the scene \(file.name) did not end with its keys"))
    }
  }

  /// A terminal without a dashboard, in which a program printed a text.
  private static func terminal(saying text: String, _ size: Size) -> Frame {
    var frame = Frame(size)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.isEmpty ? [""] : Wrapping.broken(String($0), width: size.width) }
    for (row, line) in lines.enumerated() { frame.put(line, at: Point(x: 0, y: row)) }
    return frame
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
