import Dashboard
import TerminalUI

/// A walkthrough as a film: pictures with the time at which each one comes, the same ones every time.
struct Recording {
  private(set) var film: Film
  /// When the next picture comes.
  private var now = 0

  /// Plays the whole, Till pressing the keys.
  ///
  /// - Throws: A `CommandError` (exit 1) when a step goes otherwise.
  init(_ file: WalkthroughFile, size: Size, palette: TerminalUI.Palette) throws {
    film = Film(title: file.walkthrough.title, palette: palette)
    let stage = try Stage(file.walkthrough.start, folder: file.folder)
    defer { stage.discard() }
    let screen = try StageScreen(stage, size: size)
    defer { screen.close() }
    var seen: [(Event, Frame)] = []
    screen.watch = { seen.append(($0, $1)) }
    func show(_ panel: WalkthroughPanel) {
      screen.take(.walkthrough(panel))
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
      screen.take(.walkthrough(done))
      add(screen.frame, caption: nil)
      now += 1500
    }
    show(file.ending)
  }

  private mutating func add(_ frame: Frame, caption: String?) { film.add(frame, at: now, caption: caption) }

  /// Milliseconds that a text takes to be read: 200 words a minute, and never less than two seconds.
  private static func timeToRead(_ text: String) -> Int {
    max(2000, text.split(separator: " ").count * 300)
  }
}

extension Event {
  /// Whether it is one of many in a row: a cursor on its way, a letter of a word.
  fileprivate var isQuick: Bool {
    switch self {
    case .paste, .action(.up), .action(.down), .action(.first): true
    default: false
    }
  }
}
