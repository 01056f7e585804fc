import Dashboard
import Screen
import StrictJSON
import TillRuntime
import Walkthroughs

/// A walkthrough as a film: pictures with the time at which each one comes, the same ones every time.
struct Recording {
  struct Picture {
    /// Milliseconds from the beginning.
    let time: Int
    let frame: Frame
    /// What is said from here on, where something new is.
    let caption: String?
  }

  private(set) var pictures: [Picture] = []
  private let title: String
  private let size: Size
  /// When the next picture comes.
  private var now = 0

  /// Plays the whole, Till pressing the keys.
  ///
  /// - Throws: A `CommandError` (exit 1) when a step goes otherwise.
  init(_ file: WalkthroughFile, size: Size) throws {
    title = file.walkthrough.title
    self.size = size
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
        let failure = Rehearsal.Failure(step: index + 1, line: step.line, mismatches: mismatches)
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

  private mutating func add(_ frame: Frame, caption: String?) {
    guard caption != nil || frame != pictures.last?.frame else { return }
    pictures.append(Picture(time: now, frame: frame, caption: caption))
  }

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

extension Recording {
  /// The film in asciicast version 2: a header, then one event a line, with what is said as markers.
  var asciicast: String {
    var lines = [
      JSONValue.object([
        "version": 2, "width": .number(size.width), "height": .number(size.height), "title": .string(title),
        "env": ["TERM": "xterm-256color"],
      ]).serialized()
    ]
    func add(_ time: Int, _ kind: String, _ data: String) {
      lines.append(
        JSONValue.array([.number(JSONNumber(Double(time) / 1000)), .string(kind), .string(data)]).serialized())
    }
    var drawing = ANSIDrawing()
    for picture in pictures {
      if let caption = picture.caption { add(picture.time, "m", caption) }
      add(picture.time, "o", drawing.draw(picture.frame))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The film as a picture that moves, for a page.
  var svg: String { SVGPicture(pictures.map { ($0.time, $0.frame) }).text }

  /// The film as plain text: each picture under its time, and what is said.
  var plainText: String {
    pictures.map { picture in
      let seconds = picture.time / 1000
      let rest = picture.time % 1000
      let fraction = String(repeating: "0", count: 3 - String(rest).count) + String(rest)
      let head = "== \(seconds).\(fraction) s" + (picture.caption.map { ": \($0)" } ?? "")
      return "\(head)\n\(picture.frame.text)"
    }.joined(separator: "\n")
  }
}
