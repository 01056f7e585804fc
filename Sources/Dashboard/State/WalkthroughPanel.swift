import Core
import TerminalUI

/// The panel that tells a walkthrough beside the dashboard.
package struct WalkthroughPanel: Hashable, Sendable {
  /// How the step stands.
  package enum Status: Hashable, Sendable {
    /// There is something to read.
    case reading
    /// The person is to press the keys.
    case waiting
    /// A background step runs when the person continues.
    case offstage
    /// Till presses the keys.
    case playing
    /// All expectations are met.
    case done
    /// The expectations that are not met.
    case otherwise([String])
    /// The story is over.
    case ended
  }

  /// A key to press and what it does; without a key what is to be done with several.
  package struct Hint: Hashable, Sendable {
    package var key: String
    package var title: String

    package init(key: String = "", title: String) {
      self.key = safeText(key)
      self.title = safeText(title)
    }
  }

  package let title: String
  /// The step, from 1; 0 before the first one.
  package var step: Int
  package let count: Int
  /// The text.
  package var text: String
  package var status: Status
  /// The keys to press next.
  package var hints: [Hint] = []
  /// How far its text was read, in pages of what there is room for.
  var page = 0
  /// The actions on the dashboard since this panel appeared, except cursor movement.
  package internal(set) var performed: [Action] = []

  /// A panel; every foreign text is made fit for the screen.
  package init(title: String, step: Int, count: Int, text: String, status: Status, hints: [Hint] = []) {
    self.title = safeText(title)
    self.step = step
    self.count = count
    self.text = safeText(text, limit: 2000)
    if case .otherwise(let mismatches) = status {
      self.status = .otherwise(mismatches.map { safeText($0) })
    } else {
      self.status = status
    }
    self.hints = hints
  }

  /// Remembers what was done already.
  package mutating func keep(_ performed: [Action]) { self.performed = performed }
}

/// A walkthrough that can be opened.
package struct WalkthroughListing: Hashable, Sendable {
  /// The name by which it is opened.
  package var name: String
  package var title: String
  /// How long it is, or what is wrong with its file.
  package var note: String

  package init(name: String, title: String, note: String) {
    self.name = name
    self.title = title
    self.note = note
  }
}

/// The person's control of a walkthrough.
package enum WalkthroughMove: Hashable, Sendable {
  /// Open one, by its name.
  case open(String)
  /// Do the step for them, or show the next one.
  case goOn
  /// Back to the beginning of the step; from there to the one before.
  case back
  case leave
}

extension Reducer {
  /// Offers walkthroughs to choose from.
  mutating func offer(_ listings: [WalkthroughListing]) {
    state.walkthroughs = listings
    if case .palette = state.overlays.last { return }
    guard !listings.isEmpty else {
      return announce(
        say("no walkthroughs installed"), .warning)
    }
    guard state.overlays.isEmpty else { return }
    state.overlays.append(.choice(.walkthroughs(listings)))
  }

  /// Remembers the person's action while a walkthrough is open.
  mutating func note(_ entry: ActionEntry) {
    guard !entry.isMovement, entry.scopes != [.walkthrough] else { return }
    state.walkthrough?.performed.append(entry.action)
  }
}

extension State {
  /// The keys of the walkthrough come first, except in a field that takes text.
  func scopes(before own: [Scope]) -> [Scope] {
    walkthrough == nil || own.first?.takesText == true ? own : [.walkthrough] + own
  }

  /// Where a person's keys count: while Till presses the keys, theirs would get in the way.
  var scopesOfKeys: [Scope] { walkthrough?.status == .playing ? [.walkthrough] : scopes }
}

extension WalkthroughPanel {
  /// The story's text, from its beginning.
  private func told(width: Int) -> [Line] { Wrapping.lines(of: text, width: width) }

  /// The keys to press, and the step's result.
  private func outcome(width: Int, glyphs: GlyphSet) -> [Line] {
    var lines: [Line] = []
    if !hints.isEmpty {
      let keys = hints.map { $0.key.isEmpty ? $0.title : "\($0.key) \($0.title)" }
      let label = status == .offstage ? say("in the background: ") : say("you do: ")
      lines += Wrapping.lines(
        of: Language.series(keys), width: width, style: .key, first: Span(label, .dim), indent: 2)
    }
    switch status {
    case .done: lines.append(Line("\(glyphs.check) \(say("as expected"))", .good))
    case .otherwise(let mismatches):
      lines += Wrapping.lines(
        of: say("Something else happened: \(Language.clauses(mismatches))"), width: width, style: .bad,
        first: Span("\(glyphs.cross) ", .bad), indent: 2)
    default: break
    }
    return lines
  }

  /// The whole text, for the line-by-line view.
  func lines(width: Int, glyphs: GlyphSet) -> [Line] { told(width: width) + outcome(width: width, glyphs: glyphs) }

  /// The lines that the panel shows, and whether the text goes on behind them.
  ///
  /// The keys and the outcome stand below the text on each of its pages; where the step went otherwise, that comes
  /// before the text.
  func shown(width: Int, height: Int, glyphs: GlyphSet) -> (lines: [Line], goesOn: Bool) {
    let text = told(width: width)
    let outcome = outcome(width: width, glyphs: glyphs)
    if case .otherwise = status {
      return (Array(text.prefix(max(0, height - outcome.count)) + outcome.prefix(height)), false)
    }
    let below = outcome.prefix(max(0, height - 1))
    let room = max(1, height - below.count)
    let top = min(page * room, max(0, (text.count - 1) / room * room))
    let page = text.dropFirst(top).prefix(room)
    return (Array(page + below), top + room < text.count)
  }

  /// Whether there is something to be read before anything is done.
  fileprivate var isToBeRead: Bool { [.reading, .waiting, .offstage, .ended].contains(status) }

  /// The available keys; continuing comes first.
  func foot(goesOn: Bool) -> String {
    goesOn && isToBeRead
      ? say("\(ActionTable.key(of: .goOn)) continues · \(ActionTable.key(of: .leaveWalkthrough)) leaves")
      : PaneText.walkthroughKeys(status, isFirst: step == 0).text
  }
}

extension State {
  /// Whether the panel has more to read than is on the screen.
  fileprivate var walkthroughGoesOn: Bool {
    guard let walkthrough, walkthrough.isToBeRead, let rect = Layout(self).walkthrough else { return false }
    return walkthrough.shown(width: rect.width - 4, height: rect.height - 2, glyphs: .unicode).goesOn
  }
}

extension Reducer {
  /// Reads on, goes on with the story, or says that it is over.
  mutating func goOnInWalkthrough() {
    if state.walkthroughGoesOn {
      state.walkthrough?.page += 1
    } else if state.walkthrough?.status == .ended {
      announce(
        say(
          "The end: \(ActionTable.key(of: .leaveWalkthrough)) leaves, \(ActionTable.key(of: .stepBack)) goes "
            + "back."
        ))
    } else {
      effects.append(.walkthrough(.goOn))
    }
  }

  /// Puts up what the walkthrough says now; what was read of the same text stays read.
  mutating func show(_ panel: WalkthroughPanel?) {
    let before = state.walkthrough
    state.walkthrough = panel
    if let panel, let before, panel.step == before.step, panel.text == before.text {
      state.walkthrough?.page = before.page
    }
  }
}

extension Renderer {
  mutating func drawWalkthrough(_ panel: WalkthroughPanel, _ rect: Rect) {
    frame.box(rect, title: shorten(panel.heading, to: rect.width - 6), glyphs: glyphs, style: .accent)
    let room = rect.inside.inset(horizontal: 1, vertical: 0)
    let (lines, goesOn) = panel.shown(width: room.width, height: room.height, glyphs: glyphs)
    for (row, line) in lines.enumerated() {
      put(line, at: Point(x: room.x, y: room.y + row), width: room.width)
    }
    drawFoot(rect, panel.foot(goesOn: goesOn))
  }
}

extension State {
  /// The same for a run without a screen, at the size that the stories are written for.
  package var unwatched: State {
    var state = self
    state.walkthrough = nil
    state.size = Size(width: max(100, size.width), height: max(30, size.height))
    return state
  }
}

extension Layout {
  /// The columns of a walkthrough's panel where it stands beside everything.
  static let panelWidth = 52

  /// Where a walkthrough's panel lies: beside everything where the screen is wide, else below it; and what is left.
  static func split(_ body: Rect, for panel: WalkthroughPanel?) -> (rest: Rect, panel: Rect?) {
    guard panel != nil else { return (body, nil) }
    if body.width >= 130 {
      let parts = body.split(right: panelWidth)
      return (parts.rest, parts.right)
    }
    // The same at every step, so that no pane jumps; the text is read in pages where it is too long.
    let parts = body.split(bottom: max(6, min(8, body.height * 3 / 8)))
    return (parts.rest, parts.bottom)
  }
}
