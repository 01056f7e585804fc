import Core
import TerminalUI

/// The panel beside the dashboard with the text of a walkthrough's step.
package struct WalkthroughPanel: Hashable, Sendable {
  /// The status of the step.
  package enum Status: Hashable, Sendable {
    /// The step only has text to read.
    case reading
    /// The user must press the keys.
    case waiting
    /// The next step runs in the background when the user continues.
    case offstage
    /// Till presses the keys.
    case playing
    /// All expectations of the step are met.
    case done
    /// These expectations of the step are not met.
    case otherwise([String])
    /// The walkthrough is over.
    case ended
  }

  /// A key to press and its action, or an instruction that needs several keys.
  package struct Hint: Hashable, Sendable {
    package var key: String
    package var title: String

    package init(key: String = "", title: String) {
      self.key = safeText(key)
      self.title = safeText(title)
    }
  }

  package let title: String
  /// The number of the step from 1, or 0 before the first step.
  package var step: Int
  package let count: Int
  /// The text of the step.
  package var text: String
  package var status: Status
  /// The keys to press next.
  package var hints: [Hint] = []
  /// The page of the text that is shown, from 0.
  var page = 0
  /// The user's actions since this panel appeared, except cursor movement.
  package var performed: [Action] = []

  /// Creates a panel; makes all foreign text safe for the screen.
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
}

/// An installed walkthrough, for a list.
package struct WalkthroughListing: Hashable, Sendable {
  /// The name that opens the walkthrough.
  package var name: String
  package var title: String
  /// The walkthrough's length, or the problem with its file.
  package var note: String

  package init(name: String, title: String, note: String) {
    self.name = name
    self.title = title
    self.note = note
  }
}

/// The user's control of a walkthrough.
package enum WalkthroughMove: Hashable, Sendable {
  /// Opens the walkthrough with this name.
  case open(String)
  /// Begin the demo again as the scene of this name.
  case scene(String)
  /// Does the step for the user, or shows the next step.
  case goOn
  /// Goes back to the beginning of the step, or from there to the step before.
  case back
  case leave
}

extension Reducer {
  /// Shows the list of walkthroughs.
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

  /// Records the user's action while a walkthrough is open.
  mutating func note(_ entry: ActionEntry) {
    noteInScene(entry.action)
    guard !entry.isMovement, entry.scopes != [.walkthrough] else { return }
    state.walkthrough?.performed.append(entry.action)
  }
}

extension State {
  /// Returns the scopes with that of the walkthrough first, except while a text field is focused.
  func scopes(before own: [Scope]) -> [Scope] {
    walkthrough == nil || own.first?.takesText == true ? own : [.walkthrough] + own
  }

  /// The scopes in which keys work: only the walkthrough's while Till presses the keys.
  var scopesOfKeys: [Scope] { walkthrough?.status == .playing ? [.walkthrough] : scopes }
}

extension WalkthroughPanel {
  /// Returns the lines of the step's text.
  private func told(width: Int) -> [Line] { Wrapping.lines(of: text, width: width) }

  /// Returns the lines with the keys to press and the step's result.
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

  /// Returns all lines, for the line-by-line dashboard.
  func lines(width: Int, glyphs: GlyphSet) -> [Line] { told(width: width) + outcome(width: width, glyphs: glyphs) }

  /// Returns the visible lines, and whether the text has more pages.
  ///
  /// The keys and the result are below the text on every page. For a failed step, the result has priority, and the text
  /// above it only gets the remaining lines.
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

  /// Whether the user must read the text before the next step.
  fileprivate var isToBeRead: Bool { [.reading, .waiting, .offstage, .ended].contains(status) }

  /// Returns the available keys, with that for continuing first.
  func foot(goesOn: Bool) -> String {
    goesOn && isToBeRead
      ? say("\(ActionTable.key(of: .goOn)) continues · \(ActionTable.key(of: .leaveWalkthrough)) leaves")
      : PaneText.walkthroughKeys(status, isFirst: step == 0).text
  }
}

extension State {
  /// Whether the panel's text has more pages.
  fileprivate var walkthroughGoesOn: Bool {
    guard let walkthrough, walkthrough.isToBeRead, let rect = Layout(self).walkthrough else { return false }
    return walkthrough.shown(width: rect.width - 4, height: rect.height - 2, glyphs: .unicode).goesOn
  }
}

extension Reducer {
  /// Shows the next page, or the next step, or a message at the end of the walkthrough.
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

  /// Shows a panel; if its text is the same as before, the page stays the same.
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
    put(lines, in: room)
    // In a field the keys of the walkthrough are text.
    let isTyping = panel.status == .waiting && state.scopes.first?.takesText == true
    drawFoot(
      rect,
      isTyping
        ? say("type here, then \(Key.enter.text) · \(Key.escape.text) leaves the field") : panel.foot(goesOn: goesOn))
  }
}

extension State {
  /// The state for a run without a screen, in the size for which walkthroughs are written.
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

  /// Splits off the area of a walkthrough's panel: at the right on a wide screen, else at the bottom.
  static func split(_ body: Rect, for panel: WalkthroughPanel?) -> (rest: Rect, panel: Rect?) {
    guard panel != nil else { return (body, nil) }
    if body.width >= 130 {
      let parts = body.split(right: panelWidth)
      return (parts.rest, parts.right)
    }
    // The height is the same at every step, so that no pane moves; a longer text has several pages.
    let parts = body.split(bottom: max(6, min(8, body.height * 3 / 8)))
    return (parts.rest, parts.bottom)
  }
}
